import { describe, test } from 'vitest'
import { type AgentTrustSet, setTrust } from '../../src/domain/agent.js'
import { agent } from '../support/folds.js'
import { given } from '../support/given.js'
import { by as sample } from '../support/sample-parts.js'

const { episodeId: _, ...by } = sample
const set = (version: number, trust: number, displayName: string | null = null): AgentTrustSet => ({
  type: 'AgentTrustSet',
  metadata: { ...by, agentId: 'scout', version },
  data: { trust, said: { displayName } },
})
const wish = (trust: number, displayName?: string) => ({
  ...{ agentId: 'scout', trust, by },
  ...(displayName === undefined ? {} : { displayName }),
})

describe('the trust of an agent', () => {
  test('is set', () => given(agent)().when(setTrust, wish(0.8)).then(set(1, 0.8)))
  test('is set with a name', () =>
    given(agent)()
      .when(setTrust, wish(1, 'The scout'))
      .then(set(1, 1, 'The scout')))
  test('is set to the default, which makes the agent known', () =>
    given(agent)().when(setTrust, wish(0.5)).then(set(1, 0.5)))
  test('changes, and the agent keeps its name', () =>
    given(agent)(set(1, 0.8, 'The scout'))
      .when(setTrust, wish(0))
      .then(set(2, 0, 'The scout')))
  test('stays while the agent gets another name', () =>
    given(agent)(set(1, 0.8, 'The scout'))
      .when(setTrust, wish(0.8, 'Anton'))
      .then(set(2, 0.8, 'Anton')))
  test('is not set again to what it is', () => {
    given(agent)(set(1, 0.8, 'The scout'))
      .when(setTrust, wish(0.8))
      .thenNothing()
    given(agent)(set(1, 0.2), set(2, 0.8, 'The scout'))
      .when(setTrust, wish(0.8, 'The scout'))
      .thenNothing()
  })
  test('is set back to what it once was', () =>
    given(agent)(set(1, 0.2), set(2, 0.8)).when(setTrust, wish(0.2)).then(set(3, 0.2)))
  test('outlives its name', () =>
    given(agent)({ ...set(1, 0.8), data: { trust: 0.8, said: { erased: true } } })
      .when(setTrust, wish(0.8))
      .thenNothing())
})
