import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Scope } from '../../src/domain/scope.js'
import { MemoryIndexes } from '../../src/memory-index/memory-indexes.js'
import type { Database } from '../../src/postgres/database.js'
import { sql } from '../../src/postgres/sql.js'
import { search } from '../../src/search/search.js'
import { databasesFor } from '../support/database.js'
import { bagOfWords, DIMENSIONS } from './bag-of-words.js'
import { readTables } from './databases.js'
import { type DateMention, fill, uuid } from './world.js'

const scope: Scope = { kind: 'user', userId: 'u1' }
const WORLD: readonly DateMention[] = [
  { content: 'the rocket was built last year', number: 10 },
  { content: 'the launch of the rocket is planned for June', restsOn: [10], number: 20 },
  { content: 'the harbour is closed', number: 30 },
]
/** More than a search of these memories sends. */
const STATEMENTS = 40

/** The fact gets other words, which rest on a longer stretch; and what the harbour was goes. */
const change = (db: Database) =>
  db.transaction(async (tx) => {
    await tx.rows(sql`update memory_text set content = content || ' (reworded)' where id = ${uuid(20)}`)
    await tx.rows(sql`update memory_evidence set end_at = 9`)
    await tx.rows(sql`update memory set version = 2, revision = 40 where id = ${uuid(20)}`)
    await tx.rows(sql`update memory set status = 'deleted', revision = 41 where id = ${uuid(30)}`)
  })

describe.each(databasesFor(import.meta.url))(
  'what changes between the statements of a search, on $name',
  ({ open }) => {
    let tables: Awaited<ReturnType<typeof readTables>>
    let banks: MemoryIndexes | undefined
    beforeAll(async () => {
      tables = await readTables(open)
    })
    afterAll(async () => {
      await banks?.close()
      await tables.close()
    })
    beforeEach(() => fill(tables.db, WORLD))

    /** Sends the change right before the statement of this number. */
    const changingBefore = (number: number): Database => {
      let sent = 0
      const changing = (db: Database): Database => ({
        ...db,
        rows: async (statement) => {
          if (++sent === number) await change(tables.db)
          return db.rows(statement)
        },
      })
      return changing(tables.db)
    }
    const ask = async (
      db: Database,
      known: MemoryIndexes | undefined,
      query = 'the launch of the rocket is planned',
    ) => {
      const { memories } = await search(
        db,
        { embedding: bagOfWords(), relatedTerms: () => [], now: () => '2026-06-01T00:00:00.000Z', banks: known },
        { scope, query, limit: 10, threshold: 0.3, tokenBudget: 2000, trace: false },
      )
      return memories.map(({ similarity: _, score: __, ...memory }) => memory)
    }
    const warm = async () => {
      await banks?.close()
      banks = new MemoryIndexes({
        reading: (work) => work(tables.db),
        dimensions: DIMENSIONS,
        bytes: 2 ** 30,
        failed: (error) => {
          throw error
        },
      })
      await ask(tables.db, banks)
      await banks.settled()
      await ask(tables.db, banks)
      return banks
    }

    test.each([
      { way: 'that reads the database', known: () => Promise.resolve(undefined) },
      { way: 'that assumes that nothing has changed', known: warm },
    ])('is shown as a whole, or not at all, by a search $way', async ({ known }) => {
      const states = new Set<string>()
      const before = await ask(tables.db, await known())
      await change(tables.db)
      const after = await ask(tables.db, undefined)
      expect(after).not.toEqual(before)
      for (let number = 1; number < STATEMENTS; number++) {
        await fill(tables.db, WORLD)
        const found = await ask(changingBefore(number), await known())
        expect([before, after]).toContainEqual(found)
        states.add(JSON.stringify(found))
      }
      expect(states.size).toBe(2)
    })
  },
)
