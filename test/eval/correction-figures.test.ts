import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tellCorrections } from '../../eval/ask-corrections.js'
import type { Run } from '../../eval/ask-dialogues.js'
import { compareIngests } from '../../eval/compare-ingests.js'
import { correctionFiguresOf, judged } from '../../eval/correction-figures.js'
import type { Correction } from '../../eval/datasets/corrections.js'
import { turnOf } from '../../eval/metrics/said-in.js'
import { startRun } from './a-run.js'

const memory = (turn: string, closed: boolean, own = true) => ({ turn, own, closed })
const of = (memories: readonly ReturnType<typeof memory>[], by: readonly [string, string | null][] = []) => ({
  dialogue: { id: 'd', kind: 'change', language: 'en' as const, closed: [{ turn: 's1:1', by: 's2:1' }] },
  memories,
  by: new Map(by),
})

describe('a turn', () => {
  test.each([
    [
      'counts when its own memory is out of force',
      [memory('s1:1', true), memory('s2:1', false)],
      { hits: 1, collateral: 0 },
    ],
    ['counts when a fact that rests on it is', [memory('s1:1', false), memory('s1:1', true, false)], { hits: 1 }],
    ['that still holds is collateral when its memory is closed', [memory('s2:1', true)], { hits: 0, collateral: 1 }],
    [
      'that still holds is so when all its facts are',
      [memory('s2:1', false), memory('s2:1', true, false)],
      { collateral: 1 },
    ],
    [
      'that still holds in part is told apart',
      [memory('s2:1', false), memory('s2:1', true, false), memory('s2:1', false, false)],
      { collateral: 0, partly: 1 },
    ],
  ])('%s', (_, memories, counts) => expect(judged(of(memories))).toMatchObject({ wanted: 1, ...counts }))

  test('that another takes the place of than the right one is no hit', () => {
    const figures = correctionFiguresOf([
      { ...of([memory('s1:1', true)], [['s1:1', 's3:1']]), miscounted: 0, times: [] },
      { ...of([memory('s1:1', true)], [['s1:1', 's2:1']]), miscounted: 0, times: [] },
    ])
    expect(figures).toMatchObject({ wanted: 2, hits: 1, byAnother: 1, precision: 50, recall: 50 })
  })
})

test('a memory is known by its words as a turn, a piece of one, or a fact about one', () => {
  const turns = [
    { id: 'a', text: 'I moved to Lisbon in May. My dog came along.' },
    { id: 'b', text: 'The harbour is full of boats.' },
  ]
  expect(turnOf('Ana: I moved to Lisbon in May. My dog came along.', turns)).toEqual({ turn: 'a', own: true })
  expect(turnOf('Ana: My dog came along.', turns)).toEqual({ turn: 'a', own: true })
  expect(turnOf('Ana lives in Lisbon.', turns)).toEqual({ turn: 'a', own: false })
  expect(turnOf('Nothing alike', turns)).toBeUndefined()
})

describe('a run', () => {
  let run: Run
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ run, close } = await startRun())
  })
  afterAll(() => close())

  const said = (id: string, texts: readonly string[]) => ({
    id,
    date: `2026-05-0${id.slice(1)}`,
    turns: texts.map((text, i) => ({ id: `${id}:${i + 1}`, speaker: 'User', text })),
  })
  const dialogue = (id: string, sessions: Correction['sessions'], closed: Correction['closed']): Correction => ({
    ...{ id, language: 'en', kind: 'change', sessions, closed },
  })
  const dialogues = [
    dialogue(
      'moved',
      [said('s1', ['I live in Berlin.']), said('s2', ['I moved to Lisbon.'])],
      [{ turn: 's1:1', by: 's2:1' }],
    ),
    dialogue(
      'taken back',
      [said('s1', ['I live in Berlin.']), said('s2', ['Forget that I live in Berlin.'])],
      [{ turn: 's1:1', by: null }],
    ),
    dialogue(
      'late',
      [said('s2', ['I live in Lisbon.']), said('s1', ['I live in Berlin.'])],
      [{ turn: 's1:1', by: 's2:1' }],
    ),
    dialogue('same talk', [said('s1', ['I live in Berlin.', 'Sorry, I meant Bern.'])], [{ turn: 's1:1', by: 's1:2' }]),
    dialogue('trap', [said('s1', ['I live in Berlin.']), said('s2', ['I also have a flat in Lisbon.'])], []),
  ]

  test.each([false, true])('over HTTP reads what is out of force, a turn an ingest or not: %s', async (apart) => {
    const corrected = await tellCorrections({ ...run, userOf: (name) => `${name} ${apart}` }, dialogues, { apart })
    expect(correctionFiguresOf(corrected)).toEqual({
      ...{ dialogues: 5, wanted: 4, hits: 4, byAnother: 0, collateral: 0, partly: 0, precision: 100, recall: 100 },
    })
    expect(corrected.map(({ miscounted }) => miscounted)).toEqual([0, 0, 0, 0, 0])
    expect(corrected.flatMap(({ times }) => times)).toHaveLength(apart ? 10 : 9)
  })

  test('takes the same sessions in both ways', async () => {
    const times = await compareIngests(run, [{ id: 'd', questions: [], sessions: dialogues[0]?.sessions ?? [] }])
    expect([times.full.requests, times.quick.requests]).toEqual([2, 2])
  })
})
