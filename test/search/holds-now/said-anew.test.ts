import { expect, test } from 'vitest'
import { type Saying, seemsSaidAnew, tellsOfChange } from '../../../src/search/holds-now/said-anew.js'
import type { Match } from '../../../src/search/score.js'
import { aMemory } from '../../memory-index/a-memory.js'

const about = (id: string, day: string, said_in = id) =>
  aMemory({ id, observed_at: `${day}T00:00:00Z`, occurred_on: day, said_in })

const NOTHING = {
  relatedTerms: 0,
  cosine: 0,
  score: 0,
  name: 0,
  question: 0,
  assistant: 0,
  length: 0,
  date: 0,
  answer: 0,
}

const match = (of: Match['about'], lexical: number): Match => ({
  ...{ ...NOTHING, instruction: 0, trust: 0, recency: 0, access: 0, rerank: 0 },
  ...{ id: of.id, about: of, lexical },
})

/** Said without a vector, and without a word in common with the query. */
const saying = (content: string, of: Match['about'], more: Partial<Saying> = {}): Saying => ({
  ...{
    match: match(of, 0.5),
    content,
    saidAt: of.observed_at,
    quotes: false,
    tellsOfChange: tellsOfChange(content),
    weights: new Map(),
    numbers: new Set(),
    rare: new Set(),
  },
  ...{ direction: undefined, asked: new Map(), told: [], ...more },
})

const OLD = 'The contact at the shipyard is Helena Brandt.'
const HELENA = { rare: new Set(["'helena'"]) }
const old = (more: Partial<Saying> = HELENA, in_ = 'a') => saying(OLD, about('a', '2026-01-01', in_), more)
const later = (content: string, in_ = 'b', more: Partial<Saying> = HELENA) =>
  saying(content, about('b', '2026-03-01', in_), more)

test('the end of what the earlier names by a rare word', () => {
  expect(seemsSaidAnew(old(), later('Helena is on leave, write to Piet.'))).toBe(true)
})

test('but not the other way round, not without an end, and not where no rare word is in both', () => {
  expect(seemsSaidAnew(later('Helena is on leave, write to Piet.'), old())).toBe(false)
  const saidAgain = { ...HELENA, saidAt: '2026-05-01T00:00:00Z' }
  expect(seemsSaidAnew(old(saidAgain), later('Helena is on leave, write to Piet.'))).toBe(false)
  expect(seemsSaidAnew(old(), later('Helena likes Piet.'))).toBe(false)
  expect(seemsSaidAnew(old(), later('Ruth is on leave.', 'b', {}))).toBe(false)
})

test('nor where the earlier hardly matches the query', () => {
  const weak = old({ ...HELENA, match: match(about('a', '2026-01-01'), 0.2) })
  expect(seemsSaidAnew(weak, later('Helena is on leave, write to Piet.'))).toBe(false)
})

test('nor in turns of one ingest', () => {
  expect(seemsSaidAnew(old(HELENA, 'one 1'), later('Helena is on leave.', 'one 2'))).toBe(false)
  expect(seemsSaidAnew(old(HELENA, 'one 1'), later('Helena is on leave.', 'two 2'))).toBe(true)
})
