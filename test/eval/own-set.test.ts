import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askDialogues, goldTexts, ingestDialogues, type Run } from '../../eval/ask-dialogues.js'
import { compareIngests } from '../../eval/compare-ingests.js'
import { KINDS, readExpected, readOwn } from '../../eval/datasets/own.js'
import { recallOf } from '../../eval/figures.js'
import { standsFor } from '../../eval/metrics/found.js'
import type { Variables } from '../../src/config/config.js'
import { rounds } from '../faults/rounds.js'
import { startRun } from './a-run.js'

/** How many points any@10 may lie below what it was. */
const SLACK = 2

const dialogues = await readOwn()
const questions = dialogues.flatMap((dialogue) => dialogue.questions.map((question) => ({ dialogue, question })))

describe('our own question set', () => {
  test('is large enough to measure with', () => {
    expect(dialogues.length).toBeGreaterThanOrEqual(12)
    expect(questions.length).toBeGreaterThanOrEqual(150)
  })
  test('has several questions of every kind', () => {
    const few = KINDS.filter((kind) => questions.filter(({ question }) => question.kind === kind).length < 10)
    expect(few).toEqual([])
  })
  test.each(dialogues)('$id is long, dated, and numbered throughout', ({ sessions }) => {
    const turns = sessions.flatMap((session) => session.turns)
    expect(turns.length).toBeGreaterThanOrEqual(25)
    expect(turns.length).toBeLessThanOrEqual(45)
    expect(sessions.length).toBeGreaterThanOrEqual(3)
    expect(sessions.map(({ date }) => date)).toEqual(sessions.map(({ date }) => date).toSorted())
    const ids = sessions.map((session, s) => session.turns.map((_, t) => `s${s + 1}:${t + 1}`))
    expect(sessions.map((session) => session.turns.map(({ id }) => id))).toEqual(ids)
    expect(new Set(turns.map(({ speaker }) => speaker)).size).toBeGreaterThanOrEqual(2)
  })
  test('names turns that exist, each once', () => {
    const wrong = questions.filter(({ dialogue, question }) => {
      const found = goldTexts(dialogue, question).length
      return found !== question.gold.length || new Set(question.gold).size !== found
    })
    expect(wrong).toEqual([])
  })
  test('has gold turns for every question but those without an answer, and two or more for several hops', () => {
    const fits = ({ kind, gold }: { kind: string; gold: readonly string[] }) =>
      kind === 'none' ? gold.length === 0 : gold.length >= (kind === 'multi-hop' ? 2 : 1)
    expect(questions.map(({ question }) => question).filter((question) => !fits(question))).toEqual([])
  })
  test('asks nothing twice', () => {
    const asked = questions.map(({ dialogue, question }) => `${dialogue.id}: ${question.question}`)
    expect(asked.filter((text, i) => asked.indexOf(text) !== i)).toEqual([])
  })
  test('has no gold turn whose words another turn holds as well', () => {
    const doubled = questions.flatMap(({ dialogue, question }) => {
      const turns = dialogue.sessions.flatMap((session) => session.turns)
      return goldTexts(dialogue, question).filter(
        (gold) => turns.filter(({ text }) => standsFor(gold)(text)).length > 1,
      )
    })
    expect(doubled).toEqual([])
  })
})

describe('a search of our own set', () => {
  let run: Run
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ run, close } = await startRun())
    await ingestDialogues(run, dialogues)
  })
  afterAll(() => close())

  /** The soak asks in both ways; how they differ is tested with the search itself. */
  const modes = rounds<readonly ('search' | 'fast')[]>(['search'], ['search', 'fast'])
  test.each(modes)('by %s finds what it found before', { timeout: 180_000 }, async (mode) => {
    const expected = (await readExpected())[mode]
    const { outcomes } = await askDialogues(run, dialogues, mode)
    const { any10, all10 } = recallOf(outcomes)
    expect(any10, `any@10; all@10 is ${all10.toFixed(1)}`).toBeGreaterThanOrEqual(expected.any10 - SLACK)
  })

  test('is told by full and by quick ingest to compare what they take', async () => {
    const times = await compareIngests(run, dialogues.slice(0, 1))
    expect([times.full.requests, times.quick.requests]).toEqual([4, 4])
  })
})

/** How many points any@10 may lie below that of the same memories in memory. */
const IN_DATABASE = 1

test('a user who does not fit in memory finds as much: all dialogues told by one', { timeout: 300_000 }, async () => {
  const recall = async (variables: Variables) => {
    const { run, close } = await startRun(variables)
    const ofOne = { ...run, userOf: () => 'one' }
    await ingestDialogues(ofOne, dialogues)
    const { outcomes } = await askDialogues(ofOne, dialogues, 'search')
    await close()
    return recallOf(outcomes)
  }
  const inMemory = await recall({})
  const inDatabase = await recall({ SEARCH_MEMORY_MB: '0' })
  expect(inMemory.any10).toBeGreaterThan(50)
  expect(inDatabase.any10, JSON.stringify({ inMemory, inDatabase })).toBeGreaterThanOrEqual(
    inMemory.any10 - IN_DATABASE,
  )
})
