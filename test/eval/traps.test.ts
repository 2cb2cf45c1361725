import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Run } from '../../eval/ask-dialogues.js'
import { clientAt } from '../../eval/asking.js'
import { readTraps, type Trap } from '../../eval/datasets/traps.js'
import { openTarget, type Target } from '../../eval/target.js'
import { tellTraps } from '../../eval/tell-traps.js'
import { rounds } from '../faults/rounds.js'
import { type ChatDouble, chatDouble } from '../support/chat-double.js'
import { sensibleModel } from '../support/sensible-model.js'
import { startRun } from './a-run.js'

const traps = await readTraps()

test('our traps are many, each with an id of its own', () => {
  expect(new Set(traps.map(({ id }) => id)).size).toBe(traps.length)
  expect(traps.length).toBeGreaterThanOrEqual(143)
})

test('full ingest supersedes nothing in traps, a session or a turn an ingest', async () => {
  const { run, close } = await startRun()
  const some = traps.filter((_, i) => i % rounds(8, 1) === 0)
  for (const apart of [false, true]) {
    const told = await tellTraps({ ...run, userOf: (id) => `${id} ${apart}` }, some, apart)
    expect(told.filter(({ superseded, memories }) => superseded > 0 || memories === 0)).toEqual([])
  }
  await close()
})

let double: ChatDouble
let target: Target
beforeAll(async () => {
  double = await chatDouble(sensibleModel())
  for (const [name, value] of [
    ['LLM_PROVIDER', 'openai'],
    ['LLM_API_URL', double.baseURL],
    ['LLM_MODEL', 'm-1'],
  ] as const)
    vi.stubEnv(name, value)
  target = await openTarget({ key: 'local-dev-key', postgres: false })
})
afterAll(async () => {
  await target.close()
  await double.close()
  vi.unstubAllEnvs()
})

test('what a model in the environment supersedes is counted', async () => {
  const said = (id: string, ...texts: readonly string[]): Trap => ({
    id,
    kind: 'told by a model',
    sessions: texts.map((text, i) => ({ date: `2026-05-0${i + 1}`, turns: [`User: ${text}`] })),
  })
  const told = [
    said('moved', 'I live in Berlin.', 'I moved to Lisbon.'),
    said('both hold', 'I live in Berlin.', 'I am allergic to nuts.'),
  ]
  const run: Run = { client: clientAt(target), userOf: (name) => name, progress: () => {} }
  const [moved, held] = await tellTraps(run, told, false)
  expect(moved?.superseded).toBeGreaterThan(0)
  expect(held).toMatchObject({ memories: 4, superseded: 0 })
  expect(double.received).toHaveLength(4)
})
