import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deferred } from '../../src/concurrency/deferred.js'
import type { Scope } from '../../src/domain/scope.js'
import type { Recorded } from '../../src/event-store/event-store.js'
import { isOpen } from '../../src/memory-index/memory-index.js'
import { MemoryIndexes } from '../../src/memory-index/memory-indexes.js'
import { FEW, PAGE } from '../../src/memory-index/rows.js'
import type { Database, Databases } from '../../src/postgres/database.js'
import { sql } from '../../src/postgres/sql.js'
import { projectBatch, type ReadModel } from '../../src/projector/apply/apply-events.js'
import type { Filters } from '../../src/queries/filters.js'
import { rounds, seed } from '../faults/rounds.js'
import { DIMENSIONS } from '../search/bag-of-words.js'
import { readTables } from '../search/databases.js'
import { fill, uuid } from '../search/world.js'
import { databasesFor } from '../support/database.js'
import { histories } from '../support/histories.js'
import { empty, openReadModel, recordedAs } from '../support/read-model.js'
import { contentOf } from './a-memory.js'

const indexesOf = (db: Database | (() => Database), { dimensions = 4, bytes = 2 ** 30 } = {}): MemoryIndexes =>
  new MemoryIndexes({
    reading: (work) => work(typeof db === 'function' ? db() : db),
    dimensions,
    bytes,
    failed: (error) => {
      throw error
    },
  })

const user = (userId: string): Scope => ({ kind: 'user', userId })

/** What is in memory of a user, once it is there. */
const loaded = async (indexes: MemoryIndexes, db: Database, userId: string) => {
  await indexes.open(db, { scope: user(userId) })
  await indexes.settled()
  const visible = await indexes.open(db, { scope: user(userId) })
  if (visible === undefined) throw new Error('not in memory')
  return visible.memoryIndex
}

describe.each(databasesFor(import.meta.url))('the banks in memory over $name', ({ open }) => {
  let db: Databases
  let model: ReadModel
  beforeAll(async () => {
    db = await open()
    model = await openReadModel(db)
  })
  afterAll(() => db.close())

  test('are after every append what they would be if they were read anew', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const kept = indexesOf(model.db)
        let after: bigint | 'start' = 'start'
        for (const append of recordedAs(history)) {
          await projectBatch(model, after, append as readonly Recorded[])
          after = append.at(-1)?.position ?? after
          for (const userId of ['user 0', 'user 1']) {
            const fresh = indexesOf(model.db)
            expect(contentOf(await loaded(kept, model.db, userId))).toEqual(
              contentOf(await loaded(fresh, model.db, userId)),
            )
            await fresh.close()
          }
        }
        await kept.close()
        await empty(model.db)
      }),
      { numRuns: rounds(6, 200), seed: rounds(11, seed) },
    )
  })
})

const MANY = FEW + PAGE + 10
const crowd = (userId: string, count: number) =>
  Array.from({ length: count }, (_, i) => ({ content: `tea number ${i}`, user: userId, session: `s${i % 7}` }))

describe.each(databasesFor(import.meta.url))('a bank in memory over $name', ({ open }) => {
  let tables: Awaited<ReturnType<typeof readTables>>
  beforeAll(async () => {
    tables = await readTables(open)
    await fill(tables.db, [...crowd('u1', MANY), ...crowd('u2', 30)])
  })
  afterAll(() => tables.close())

  const change = (ids: readonly string[], revision: number, status = 'erased') =>
    tables.db.rows(sql`
      update memory set status = ${status}, revision = ${revision} where id = any(${ids}::uuid[])`)

  test('is read in pages, and is brought up to date in pages after many changes', async () => {
    const indexes = indexesOf(tables.db, { dimensions: DIMENSIONS })
    const memoryIndex = await loaded(indexes, tables.db, 'u1')
    expect(memoryIndex.byId.size).toBe(MANY)
    const ids = Array.from({ length: PAGE + FEW }, (_, i) => uuid(i))
    await change(ids, 5000)
    expect((await indexes.open(tables.db, { scope: user('u1') }))?.memoryIndex.byId.size).toBe(10)
    await change(ids, 5001, 'active')
    expect((await indexes.open(tables.db, { scope: user('u1') }))?.memoryIndex.byId.size).toBe(MANY)
    await indexes.close()
    expect(isOpen(memoryIndex)).toBe(false)
  })

  test('includes what is written while it is being read', async () => {
    const gate = deferred()
    let reading = false
    const indexes = new MemoryIndexes({
      reading: async (work) => {
        const result = await work(tables.db)
        reading = true
        await gate.done
        return result
      },
      dimensions: DIMENSIONS,
      bytes: 2 ** 30,
      failed: () => {},
    })
    const first = indexes.open(tables.db, { scope: user('u2') })
    await expect.poll(() => reading).toBe(true)
    await change([uuid(MANY)], 5500)
    const second = indexes.open(tables.db, { scope: user('u2') })
    await tables.db.rows(sql`select 1`)
    gate.settle()
    await first
    expect((await second)?.memoryIndex.byId.has(uuid(MANY))).toBe(false)
    await change([uuid(MANY)], 5501, 'active')
    await indexes.close()
  })

  test('forgets what was erased although nobody searches it', async () => {
    const indexes = indexesOf(tables.db, { dimensions: DIMENSIONS })
    const memoryIndex = await loaded(indexes, tables.db, 'u2')
    await change([uuid(MANY)], 6000)
    await indexes.refresh()
    expect(memoryIndex.byId.has(uuid(MANY))).toBe(false)
    expect(memoryIndex.byId.size).toBe(29)
    await change([uuid(MANY)], 6001, 'active')
    await indexes.close()
  })

  test('makes room for others, the one that was searched last stays', async () => {
    const room = 30 * (4 * DIMENSIONS + 1500) + 70_000
    const indexes = indexesOf(tables.db, { dimensions: DIMENSIONS, bytes: room })
    const memoryIndex = await loaded(indexes, tables.db, 'u2')
    expect(await indexes.open(tables.db, { scope: user('u1') })).toBeUndefined()
    await indexes.settled()
    expect(isOpen(memoryIndex)).toBe(true) // the other does not fit at all
    await fill(tables.db, [...crowd('u2', 30), ...crowd('u3', 30)])
    await loaded(indexes, tables.db, 'u3')
    expect(isOpen(memoryIndex)).toBe(false)
    expect((await loaded(indexes, tables.db, 'u2')).byId.size).toBe(30)
    await indexes.close()
  })

  test('is read anew when other read tables take the place of these', async () => {
    let live = tables.db
    const indexes = indexesOf(() => live, { dimensions: DIMENSIONS })
    const memoryIndex = await loaded(indexes, live, 'u2')
    await live.rows(sql`alter schema search_test rename to search_test_before`)
    live = tables.within('search_test_before')
    expect((await indexes.open(live, { scope: user('u2') }))?.memoryIndex.byId.size).toBe(30)
    expect(isOpen(memoryIndex)).toBe(false)
    await live.rows(sql`alter schema search_test_before rename to search_test`)
    await indexes.close()
  })

  test('tells which memories pass the filters', async () => {
    const indexes = indexesOf(tables.db, { dimensions: DIMENSIONS })
    await loaded(indexes, tables.db, 'u2')
    const passing = async (filters: Filters) => {
      const filtered = await indexes.open(tables.db, { scope: user('u2'), filters })
      return [...(filtered?.memoryIndex.byId.keys() ?? [])].filter((id) => filtered?.permitted?.has(id))
    }
    const stored = await tables.db.rows<{ id: string; source_site: string }>(
      sql`select id, source_site from memory where user_id = 'u2' and status = 'active' order by id`,
    )
    expect(stored.length).toBeGreaterThan(0)
    const [{ source_site } = { source_site: '' }] = stored
    expect((await passing({ sourceSite: source_site })).toSorted()).toEqual(
      stored.filter((memory) => memory.source_site === source_site).map(({ id }) => id),
    )
    expect(await passing({ sourceSite: 'nowhere' })).toEqual([])
    await indexes.close()
  })
})
