import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createBank } from '../../../src/queries/bank-index/bank.js'
import { addMemory, removeMemory } from '../../../src/queries/bank-index/change-bank.js'
import { settle } from '../../../src/queries/bank-index/neighbours.js'
import { VectorArena } from '../../../src/queries/bank-index/vector-arena.js'
import { visibleBank } from '../../../src/queries/bank-index/visible-bank.js'
import { datePartOf } from '../../../src/queries/search/bank-scores.js'
import { analyzeQuery } from '../../../src/queries/search/query-analysis/query-analysis.js'
import { spanScore } from '../../../src/queries/search/query-analysis/query-dates.js'
import { WEIGHTS } from '../../../src/queries/search/score.js'
import { addDays, spansOf } from '../../../src/text/dates/day.js'
import { aMemory } from '../bank-index/a-memory.js'

const queries = [
  'in May',
  'last week',
  'what happened in 2024?',
  'which hike was on 3 March 2025?',
  'in the summer',
  'on Monday',
  'tea in winter 2023',
]

const arena = new VectorArena()
const days = fc
  .date({ min: new Date('2022-12-20'), max: new Date('2026-01-20'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const span = fc.tuple(days, days).map((ends) => {
  const [from = '', to = ''] = ends.toSorted()
  return `[${from},${addDays(to, 1)})`
})
const memory = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
  occurred_on: fc.option(days),
  named_days: fc.array(span, { maxLength: 3 }).map((spans) => `{${spans.join(',')}}`),
})

const daysOf = (occurred_on: string | null, named_days: string) => [
  ...(occurred_on === null ? [] : [{ from: occurred_on, to: occurred_on }]),
  ...spansOf(named_days),
]

/** The date parts of all memories after these have come, each in the place of one before with its id. */
const partsOf = (told: readonly (typeof memory extends fc.Arbitrary<infer Told> ? Told : never)[], query: string) => {
  const analysis = analyzeQuery(query, '2025-06-15', 'en')
  const bank = createBank(arena, 32)
  const parts = () => {
    settle(bank)
    const part = datePartOf({ analysis, today: '2025-06-15' }, visibleBank(bank, new Map([['[]', null]]), undefined))
    return bank.entries.map((_, slot) => part?.(slot) ?? 0)
  }
  for (const each of told) {
    removeMemory(bank, each.id)
    addMemory(bank, aMemory(each))
    // A search in between, so that what is kept of one memory would be seen in the next one at its place.
    parts()
  }
  const score = parts()
  return [...bank.byId.values()].map(({ slot, memory: { occurred_on, named_days } }) => ({
    part: score[slot],
    exact: WEIGHTS.date * Math.max(0, ...daysOf(occurred_on, named_days).map((one) => spanScore(analysis.dates, one))),
  }))
}

describe('the date part of the scores of a bank', () => {
  test('is that of the exact score, whatever days memories are of and name', () => {
    fc.assert(
      fc.property(fc.array(memory, { minLength: 1, maxLength: 12 }), fc.constantFrom(...queries), (told, query) => {
        for (const { part, exact } of partsOf(told, query)) expect(part).toBeCloseTo(exact, 12)
      }),
      { numRuns: 300 },
    )
  })
})
