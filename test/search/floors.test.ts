import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { corpus } from '../../bench/corpus.js'
import type { Scope } from '../../src/domain/scope.js'
import type { SearchRequest } from '../../src/search/answer.js'
import { type Mode, search } from '../../src/search/search.js'
import { rounds } from '../faults/rounds.js'
import { databasesFor } from '../support/database.js'
import { bagOfWords } from './bag-of-words.js'
import { readTables } from './databases.js'
import { ways } from './ways.js'
import { fill } from './world.js'

const RUNS = { numRuns: rounds(8, 500) }
const scope: Scope = { kind: 'user', userId: 'u1' }
const text = corpus(7)
const lines = text.session(0, 1).conversation.split('\n').slice(0, 60)
const told = lines.map((content, i) => ({
  content,
  session: `s${i % 7}`,
  observedAt: `2026-01-${String(1 + (i % 28)).padStart(2, '0')}T10:00:00.000Z`,
}))

const query = fc.constantFrom(...Array.from({ length: 20 }, text.question))
const mode = fc.constantFrom<Mode>('full', 'fast')
const floor = fc.double({ min: 0, max: 1, noNaN: true })
const limit = fc.integer({ min: 1, max: 12 })
const day = fc.integer({ min: 1, max: 28 }).map((n) => `2026-01-${String(n).padStart(2, '0')}T10:00:00.000Z`)

describe.each(databasesFor(import.meta.url).flatMap((database) => ways.map((way) => ({ ...database, ...way }))))(
  'what a search is asked to leave out on $name, $way',
  ({ open, banks }) => {
    let tables: Awaited<ReturnType<typeof readTables>>
    beforeAll(async () => {
      tables = await readTables(open)
      await fill(tables.db, told)
    })
    afterAll(() => tables.close())

    const ask = (wish: Pick<SearchRequest, 'query'> & Partial<SearchRequest> & { readonly mode: Mode }) =>
      search(
        tables.db,
        { embedding: bagOfWords(), relatedTerms: () => [], now: () => '2026-06-01T00:00:00.000Z', banks },
        { scope, limit: 10, threshold: 0.1, tokenBudget: 2000, trace: false, ...wish },
      )
    const ids = (memories: readonly { readonly id: string }[]) => memories.map(({ id }) => id)

    test('of a least score is all that has less: the rest is what it would be without', async () => {
      await fc.assert(
        fc.asyncProperty(query, mode, limit, floor, async (query, mode, limit, minScore) => {
          const all = await ask({ query, mode, limit })
          const few = await ask({ query, mode, limit, minScore })
          expect(few.memories).toEqual(all.memories.filter(({ score }) => score >= minScore))
          expect(few.citations.toSorted()).toEqual(ids(few.memories).toSorted())
        }),
        RUNS,
      )
    })

    test('of a time window is what was said outside of it, as if picked out by hand', async () => {
      await fc.assert(
        fc.asyncProperty(query, mode, day, day, async (query, mode, a, b) => {
          const [from = a, to = b] = [a, b].toSorted()
          const all = await ask({ query, mode, limit: 100 })
          const few = await ask({ query, mode, limit: 100, timeWindow: { from, to, of: 'observed' } })
          const within = all.memories.filter(({ observed_at }) => observed_at >= from && observed_at <= to)
          expect(ids(few.memories).toSorted()).toEqual(ids(within).toSorted())
        }),
        RUNS,
      )
    })
  },
)
