import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SearchRequest } from '../../src/search/answer.js'
import { search } from '../../src/search/search.js'
import { databasesFor } from '../support/database.js'
import { bagOfWords } from './bag-of-words.js'
import { readTables } from './databases.js'
import { ways } from './ways.js'
import { type DateMention, fill } from './world.js'

/** More than the words alone give, all better by their words than what the query is after. */
const crowd: readonly DateMention[] = Array.from({ length: 210 }, (_, i) => ({
  content: 'hike hike hike',
  session: `s${i}`,
}))
const inMay: DateMention = {
  content: 'a hike that began long before dawn with friends of my sister from abroad',
  session: 'may',
  observedAt: '2025-05-11T10:00:00Z',
}
const asleep: DateMention = { content: 'I slept all day', session: 'asleep', observedAt: '2025-05-12T10:00:00Z' }

describe.each(databasesFor(import.meta.url).flatMap((database) => ways.map((way) => ({ ...database, ...way }))))(
  'a search for words and a date on $name, $way',
  ({ open, banks }) => {
    let tables: Awaited<ReturnType<typeof readTables>>
    beforeAll(async () => {
      tables = await readTables(open)
      await fill(tables.db, [...crowd, inMay, asleep])
    })
    afterAll(() => tables.close())

    const found = async (query: string) => {
      const embedding = bagOfWords({ weighs: true })
      const now = () => '2026-06-01T00:00:00.000Z'
      const ask = (request: SearchRequest) =>
        search(tables.db, { embedding, relatedTerms: () => [], now, banks }, request)
      const asked = {
        scope: { kind: 'user', userId: 'u1' },
        query,
        limit: 300,
        threshold: 1,
        tokenBudget: 2000,
      } as const
      return (await ask({ ...asked, trace: false })).memories.map(({ content }) => content)
    }

    test('finds what the words alone leave out', async () => {
      // Only the database has to choose before it scores.
      if (banks === undefined) expect(await found('hike')).not.toContain(inMay.content)
      expect(await found('hike in May 2025')).toContain(inMay.content)
      expect(await found('hike in May')).toContain(inMay.content)
      if (banks === undefined) expect(await found('hike in May 2024')).not.toContain(inMay.content)
    })

    test('a date alone gives all of its time', async () => {
      expect(new Set(await found('in May 2025'))).toEqual(new Set([inMay.content, asleep.content]))
    })
  },
)
