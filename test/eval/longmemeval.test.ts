import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Run } from '../../eval/ask-dialogues.js'
import { askHaystacks, pieces } from '../../eval/ask-haystacks.js'
import { instantOf, readLongMemEval } from '../../eval/datasets/longmemeval.js'
import { sessionGroupsOf } from '../../eval/figures.js'
import { startRun } from './a-run.js'

const file = join(import.meta.dirname, 'tiny-longmemeval.json')

describe('a file in the form of LongMemEval', () => {
  test('has the questions whose answer the user said; the others are counted', async () => {
    const { asked, skipped } = await readLongMemEval(file)
    expect(asked.map(({ id, gold }) => [id, [...gold]])).toEqual([
      ['q1', ['answer_1']],
      ['q2', ['answer_2a', 'answer_2b']],
    ])
    expect(skipped).toEqual({ abstention: 1, withoutTarget: 1 })
  })
  test('gives so many questions as the limit says', async () =>
    expect((await readLongMemEval(file, 1)).asked.map(({ id }) => id)).toEqual(['q1']))
  test('dates its sessions', () => expect(instantOf('2023/05/20 (Sat) 02:21')).toBe('2023-05-20T02:21:00Z'))
  test('with a date in another form is refused', () =>
    expect(() => instantOf('20 May 2023')).toThrow('no date of the form'))
})

describe('a session that is longer than the service takes', () => {
  const said = (...texts: string[]) => texts.map((content) => ({ role: 'user', content }))
  test('goes in groups of messages, in order', () =>
    expect(pieces(said('aaa', 'bb', 'cccc'), 5)).toEqual([said('aaa', 'bb'), said('cccc')]))
  test('has a long message cut', () =>
    expect(pieces(said('abcdefg'), 3)).toEqual([said('abc'), said('def'), said('g')]))
  test('goes without its empty messages', () => expect(pieces(said('', 'a'), 3)).toEqual([said('a')]))
})

describe('a question of LongMemEval that is asked', () => {
  let run: Run
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ run, close } = await startRun())
  })
  afterAll(() => close())

  test.each(['search', 'fast'] as const)('by %s finds the sessions that its memories come from', async (mode) => {
    const { asked } = await readLongMemEval(file)
    const { outcomes, ingestTimes, times } = await askHaystacks(
      { ...run, userOf: (question) => `${mode}-${question}` },
      asked,
      mode,
    )
    expect([ingestTimes.length, times.length]).toEqual([6, 2])
    const perfect = { recallAny5: 100, recallAll5: 100, ndcg5: 100 }
    expect(sessionGroupsOf(outcomes)).toEqual([
      { name: 'overall', questions: 2, ...perfect },
      { name: 'multi-session', questions: 1, ...perfect },
      { name: 'single-session-user', questions: 1, ...perfect },
    ])
  })
})
