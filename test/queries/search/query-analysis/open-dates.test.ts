import { describe, expect, test } from 'vitest'
import type { Language } from '../../../../src/indexing/stop-words.js'
import { analyzeQuery } from '../../../../src/queries/search/query-analysis/query-analysis.js'
import { asked, TODAY } from './shown.js'

type Cases = readonly (readonly [query: string, read: string])[]

const english: Cases = [
  ['since March', '2024-03-01..2024-05-15'],
  ['since last Tuesday', '2024-05-14..2024-05-15'],
  ['since the 3rd of March 2021', '2021-03-03..2024-05-15 at 0.5'],
  ['since 2022', '2022-01-01..2024-05-15 at 0.5'],
  ['after 3 March 2024', '2024-03-04..2024-05-15'],
  ['after Christmas', '2024-01-01..2024-05-15'],
  ['after next week', '2024-05-27..9999-12-30 at 0.5'],
  ['before May 2023', '1000-01-01..2023-04-30 at 0.5'],
  ['until last week', '2024-05-05..2024-05-13, 1000-01-01..2024-05-12 at 0.5'],
  ['since March, but not in 2023', '2023-01-01..2023-12-31 at 0.5, 2024-03-01..2024-05-15'],
]
/** Near a date, not all that lies on one side of it. */
const near: Cases = [
  ['two weeks before Christmas', '*-12'],
  ['the day after 3 March 2024', '2024-3-3'],
  ['by the end of April', '*-4'],
]
const others: readonly (readonly [language: Language, query: string, read: string])[] = [
  ['de', 'seit März', '2024-03-01..2024-05-15'],
  ['de', 'nach Weihnachten', '2024-01-01..2024-05-15'],
  ['de', 'vor dem 3. Mai 2024', '1000-01-01..2024-05-02 at 0.5'],
  ['de', 'vor zwei Wochen', '2024-04-28..2024-05-06'],
  ['es', 'desde marzo', '2024-03-01..2024-05-15'],
  ['es', 'antes de mayo de 2023', '1000-01-01..2023-04-30 at 0.5'],
  ['fr', 'depuis mars', '2024-03-01..2024-05-15'],
]

describe('a date that begins or ends a time', () => {
  test.each(english)('in English: %s', (query, read) => expect(asked(query)).toBe(read))
  test.each(near)('is the date itself where the words tell how near it is: %s', (query, read) =>
    expect(asked(query)).toBe(read),
  )
  test.each(others)('in another language, %s: %s', (language, query, read) => expect(asked(query, language)).toBe(read))
  test.each(['What happened since March?', 'What did we do since yesterday?'])(
    'is read with its word, so that a query may say nothing else: %s',
    (query) => expect(analyzeQuery(query, TODAY, 'en').timeAlone).toBe(true),
  )
})
