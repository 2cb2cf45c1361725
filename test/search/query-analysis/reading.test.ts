import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectedKinds } from '../../../src/search/query-analysis/query-analysis.js'
import { queryDates, spanScore } from '../../../src/search/query-analysis/query-dates.js'
import { expectLinear, repeated } from '../../support/growth.js'
import { TODAY } from './shown.js'

const languages = [undefined, ...'en de fr es pt nl it ru uk ja zh pl'.split(' ')]
const pieces = [
  ...['may', 'in ', 'May 31', '2023', '-', '/', '.', ' ', '99', '0', 'last ', 'ago', 'two ', 'weeks', 'year', '1990s'],
  ...[
    '月',
    '十',
    '年',
    '前',
    '昨日',
    '월',
    '년',
    '일 전',
    '어제',
    'в мае',
    'недели назад',
    'été',
    'il y a ',
    'hace ',
    '\u0301',
    '７',
    "'",
  ],
]

test('any text in any language is read without a fault, its dates worth between 0 and 1', () =>
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 80 }),
        fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join('')),
      ),
      fc.constantFrom(...languages),
      fc.constantFrom(TODAY, '2024-02-29', '2023-12-31', '2024-01-01', '1000-01-01', '9999-12-31'),
      (query, language, today) => {
        const asked = queryDates(query, today, language)
        for (const occurred of [today, '2023-05-07']) {
          const score = spanScore(asked, { from: occurred, to: occurred })
          expect(score >= 0 && score <= 1).toBe(true)
        }
        expect(asked.length).toBeLessThanOrEqual(12)
        expectedKinds(query)
      },
    ),
    { numRuns: 200 },
  ))

const heaps = [
  ...[
    'may ',
    '1 ',
    'in ',
    'last ',
    '5月',
    '5월 ',
    '지난',
    '一',
    '2024-',
    'january ',
    '12.',
    'a few ',
    '  ',
    'x',
    '1',
    'été ',
    '1/',
  ],
  ...['two weeks ago ', '2023 ', 'this ', 'в ', '今', 'the day before ', 'ab cd ', 'e\u0301', '\u0301', "l'", '\n'],
]
test.each(heaps)('10,000 characters of %j are read in linear time', (piece) => {
  for (const language of ['en', 'fr', 'ru', 'ja']) {
    expectLinear(10_000, (length) => queryDates(repeated(piece, length), TODAY, language))
    expectLinear(10_000, (length) => expectedKinds(repeated(piece, length)))
  }
})
