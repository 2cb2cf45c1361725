import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Scope } from '../../src/domain/scope.js'
import { MemoryIndexes } from '../../src/memory-index/memory-indexes.js'
import type { Database } from '../../src/postgres/database.js'
import { type Sql, sql } from '../../src/postgres/sql.js'
import { search } from '../../src/search/search.js'
import { databasesFor } from '../support/database.js'
import { bagOfWords, DIMENSIONS } from './bag-of-words.js'
import { readTables } from './databases.js'
import { fill, uuid } from './world.js'

const scope: Scope = { kind: 'user', userId: 'u1' }
/** More than are sent by their ids. */
const MANY = 2300
const ALL_PACKED = /select coalesce\(string_agg/

/** Copies a memory of the world, text and all, so many times, each under a number of its own from this one on. */
const copied = async (
  db: Database,
  number: number,
  { from, times }: { readonly from: number; readonly times: number },
) => {
  const own = sql`jsonb_build_object('id', '00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))`
  const copy = (table: Sql, more: Sql) => sql`
    insert into ${table}
    select (jsonb_populate_record(t, ${own} || ${more})).*
    from ${table} as t, generate_series(${from}::int, ${from + times - 1}::int) as n
    where t.id = ${uuid(number)}`
  await db.rows(copy(sql`memory`, sql`jsonb_build_object('ordinal', n, 'revision', n)`))
  await db.rows(copy(sql`memory_text`, sql`'{}'::jsonb`))
}

describe.each(databasesFor(import.meta.url))('a filter that many memories pass, on $name', ({ open }) => {
  let tables: Awaited<ReturnType<typeof readTables>>
  let banks: MemoryIndexes
  const statements: string[] = []
  let beforeAllPacked = async () => {}
  beforeAll(async () => {
    tables = await readTables(open)
    const { db } = tables
    await fill(db, [
      { content: 'the launch is planned for June', sourceSite: 'mail', number: 10 },
      { content: 'somebody went home', sourceSite: 'mail', number: 20 },
      { content: 'the launch is planned', sourceSite: 'chat', number: 30 },
      ...Array.from({ length: 260 }, (_, i) => ({
        content: `something mentioned ${'at length '.repeat(i)}`,
        ...{ sourceSite: i % 3 === 0 ? 'chat' : 'mail', session: `s${i}`, number: 100 + i },
      })),
    ])
    await copied(db, 20, { from: 1000, times: MANY })
    await copied(db, 30, { from: 5000, times: 1500 })
    banks = banksOf()
  })
  afterAll(async () => {
    await banks.close()
    await tables.close()
  })

  const banksOf = () =>
    new MemoryIndexes({
      reading: (work) => work(tables.db),
      dimensions: DIMENSIONS,
      bytes: 2 ** 30,
      failed: (error) => {
        throw error
      },
    })
  const noting = (db: Database): Database => ({
    ...db,
    rows: async (statement) => {
      const { text } = statement.query
      statements.push(text)
      if (ALL_PACKED.test(text)) await beforeAllPacked()
      return db.rows(statement)
    },
    reading: (reader) => noting(db.reading(reader)),
  })
  const ask = async (query: string, more = {}) => {
    statements.length = 0
    const { memories } = await search(
      noting(tables.db),
      { embedding: bagOfWords(), relatedTerms: () => [], now: () => '2026-06-01T00:00:00.000Z', banks },
      { scope, query, limit: 10, threshold: 0.3, tokenBudget: 2000, trace: false, ...more },
    )
    return { ids: memories.map(({ id }) => id), sites: [...new Set(memories.map((memory) => memory.source_site))] }
  }
  const allPacked = () => statements.filter((text) => ALL_PACKED.test(text)).length

  test('asks of the best matches alone, and shows what passes', async () => {
    await ask('planned for June')
    const { ids, sites } = await ask('when is something mentioned', { sourceSite: 'mail' })
    expect({ count: ids.length, sites }).toEqual({ count: 10, sites: ['mail'] })
    expect(allPacked()).toBe(0)
  })

  test('asks of all where the best do not pass, so that they cost no places', async () => {
    const { ids, sites } = await ask('is the launch planned', { sourceSite: 'mail' })
    expect({ first: ids[0], sites }).toEqual({ first: uuid(10), sites: ['mail'] })
    expect(allPacked()).toBe(1)
  })

  test('gives nothing that does not pass where it is wanted in any case', async () => {
    const at = { anyway: uuid(30), sourceSite: 'mail', limit: 3 }
    expect((await ask('when is something mentioned', at)).sites).toEqual(['mail'])
  })

  test('goes on in the database where the bank is dropped while it asks', async () => {
    const before = await ask('is the launch planned', { sourceSite: 'mail' })
    const kept = banks
    banks = banksOf()
    beforeAllPacked = () => banks.close()
    const { ids, sites } = await ask('is the launch planned', { sourceSite: 'mail' })
    beforeAllPacked = async () => {}
    banks = kept
    expect({ first: ids[0], sites }).toEqual({ first: before.ids[0], sites: ['mail'] })
    expect(statements.filter((text) => text.includes('search: the nearest by meaning'))).toHaveLength(1)
  })
})
