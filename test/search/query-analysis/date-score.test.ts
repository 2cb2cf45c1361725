import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { queryDates, rangesOf, spanScore } from '../../../src/search/query-analysis/query-dates.js'
import { addDays } from '../../../src/text/dates/day.js'
import { TODAY } from './shown.js'

const score = (query: string, day: string) => spanScore(queryDates(query, TODAY), { from: day, to: day })
const ranges = (query: string) => rangesOf(queryDates(query, TODAY), TODAY).map((span) => `${span.from}..${span.to}`)

describe('a day scores', () => {
  test.each([
    ['in June', '2019-06-30', 1],
    ['in June', '2019-07-01', 0],
    ['in June 2020', '2020-06-01', 1],
    ['in June 2020', '2019-06-01', 0],
    ['on 7 June', '2019-06-07', 1],
    ['on 7 June', '2019-06-09', 0.7],
    ['on 7 June', '2019-06-10', 0.3],
    ['on 1 June', '2019-05-30', 0.7],
    ['on 1 June', '2019-05-29', 0],
    ['on 31 December', '2020-01-02', 0.7],
    ['on 31 December', '2020-01-03', 0],
    ['on 1 January', '2019-12-30', 0.7],
    ['on 31 December 2019', '2020-01-02', 0.7],
    ['on 29 February', '2024-03-02', 0.7],
    ['on 29 February', '2023-02-28', 1],
    ['on 29 February', '2023-03-02', 0.7],
    ['on 29 February', '2023-03-03', 0],
    ['in winter', '2023-01-31', 1],
    ['in 2023', '2023-12-31', 0.5],
    ['in 2023', '2024-01-01', 0],
    ['last week', '2024-05-05', 1],
    ['last week', '2024-05-04', 0],
    ['yesterday', '2024-05-12', 0.7],
    ['yesterday', '2024-05-01', 0.3],
    ['last year', '2023-07-01', 0.5],
    ['in 2023 or yesterday', '2024-05-15', 0.7],
    ['on 7 June or 8 September', '2020-09-08', 1],
  ])('%s: %s gives %d', (query, day, worth) => expect(score(query, day)).toBe(worth))
  test('nothing where no date is asked for', () => expect(score('who is Anna?', TODAY)).toBe(0))
})

describe('the ranges of a query', () => {
  test('are one a year for a month of any year, sixty years back and ten ahead', () => {
    const found = ranges('in June')
    expect(found).toHaveLength(71)
    expect(found.slice(0, 2)).toEqual(['1964-06-01..1964-06-30', '1965-06-01..1965-06-30'])
    expect(found.at(-1)).toBe('2034-06-01..2034-06-30')
  })
  test('are those of its year for a date with one, whenever that is', () =>
    expect(ranges('in June 1950')).toEqual(['1950-06-01..1950-06-30']))
  test('are joined where they meet', () => expect(ranges('in winter')).toContain('2022-12-01..2023-02-28'))
  test('hold the days around an asked day', () => expect(ranges('on 31 December')).toContain('2023-12-01..2024-01-02'))
})

const phrases = [
  ...[
    'in June',
    'on 31 December',
    'on 1 January 2020',
    '29 February',
    'in winter',
    'Christmas',
    'in 2021',
    'the 2010s',
  ],
  ...[
    'last week',
    'yesterday',
    'a few months ago',
    'last Tuesday',
    'last year',
    '05/07/2023',
    'the last two days',
    'x',
  ],
]
/** Within the years that dates of any year are looked for in. */
const day = fc.integer({ min: 0, max: 16 * 366 }).map((days) => addDays('2008-01-01', days))

test('a day scores exactly where it lies in one of the ranges', () =>
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...phrases), { minLength: 1, maxLength: 3 }),
      ...[day, day, day],
      fc.nat(60),
      (queries, today, one, other, ahead) => {
        const asked = queryDates(queries.join('; '), today)
        const spans = rangesOf(asked, today)
        for (const edge of [one, other, ...spans.flatMap(({ from, to }) => [from, to])])
          for (const occurred of [edge, addDays(edge, 1), addDays(edge, -1), addDays(edge, ahead)]) {
            if (Math.abs(Number(occurred.slice(0, 4)) - Number(today.slice(0, 4))) > 9) continue
            const inside = spans.some(({ from, to }) => from <= occurred && occurred <= to)
            expect(spanScore(asked, { from: occurred, to: occurred }) > 0).toBe(inside)
          }
        for (const [index, span] of spans.entries()) {
          expect(span.from <= span.to).toBe(true)
          const next = spans[index + 1]
          if (next) expect(next.from > addDays(span.to, 1)).toBe(true)
        }
      },
    ),
    { numRuns: 150 },
  ))
