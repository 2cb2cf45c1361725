import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { tellCorrections } from '../../eval/ask-corrections.js'
import { clientAt } from '../../eval/asking.js'
import { correctionFiguresOf } from '../../eval/correction-figures.js'
import type { Correction } from '../../eval/datasets/corrections.js'
import { openTarget, type Target } from '../../eval/target.js'
import { type ChatDouble, chatDouble } from '../support/chat-double.js'
import { taskOf } from '../support/model-app.js'
import { sensibleModel } from '../support/sensible-model.js'

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

const said = (id: string, text: string) => ({
  id,
  date: `2026-05-0${id.slice(1)}`,
  turns: [{ id: `${id}:1`, speaker: 'User', text }],
})
const dialogue = (id: string, texts: readonly string[], closed: Correction['closed']): Correction => ({
  ...{ id, language: 'en', kind: 'change', closed, sessions: texts.map((text, i) => said(`s${i + 1}`, text)) },
})

test('with a model in the environment the service that is started derives the facts with it, and they are counted', async () => {
  const dialogues = [
    dialogue('moved', ['I live in Berlin.', 'I moved to Lisbon.'], [{ turn: 's1:1', by: 's2:1' }]),
    dialogue('both hold', ['I live in Berlin.', 'I am allergic to nuts.'], []),
  ]
  const run = { client: clientAt(target), userOf: (name: string) => name, progress: () => {} }
  const corrected = await tellCorrections(run, dialogues, { apart: false })
  expect(correctionFiguresOf(corrected)).toMatchObject({ dialogues: 2, wanted: 1, hits: 1, collateral: 0, partly: 0 })
  expect(corrected.map(({ miscounted }) => miscounted)).toEqual([0, 0])
  expect(double.received.map(({ body }) => taskOf(body))).toContain('judge')
  expect(corrected.flatMap(({ memories }) => memories).filter(({ own }) => !own)).toHaveLength(4)
})
