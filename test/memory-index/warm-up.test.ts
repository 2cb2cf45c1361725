import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MemoryIndexes } from '../../src/memory-index/memory-indexes.js'
import { sql } from '../../src/postgres/sql.js'
import { DIMENSIONS } from '../search/bag-of-words.js'
import { readTables } from '../search/databases.js'
import { fill } from '../search/world.js'
import { databasesFor } from '../support/database.js'

const crowd = (user: string) => Array.from({ length: 30 }, (_, i) => ({ content: `tea number ${i}`, user }))

describe.each(databasesFor(import.meta.url))('when the service starts on $name, a bank', ({ open }) => {
  let tables: Awaited<ReturnType<typeof readTables>>
  const wrote = (userId: string, at: string) =>
    tables.db.rows(sql`
      insert into bank (user_id, stream, revision, at) values (${userId}, ${`bank-${userId}`}, 1, ${at}::timestamptz)`)
  /** Banks over the same tables, and how often they were read from them. */
  const counted = (bytes: number) => {
    const count = { reads: 0 }
    const indexes = new MemoryIndexes({
      reading: (work) => {
        count.reads++
        return work(tables.db)
      },
      dimensions: DIMENSIONS,
      bytes,
      failed: () => {},
    })
    return { indexes, count }
  }
  beforeAll(async () => {
    tables = await readTables(open)
    await fill(tables.db, [...crowd('u2'), ...crowd('u3')])
    await wrote('u2', '2026-01-02T10:00:00Z')
    await wrote('u3', '2026-01-01T10:00:00Z')
  })
  afterAll(() => tables.close())

  test('is read before its user searches', async () => {
    const { indexes, count } = counted(2 ** 30)
    await indexes.warmUp()
    expect(count.reads).toBe(3) // the users, and a memoryIndex for each
    for (const userId of ['u2', 'u3'])
      expect((await indexes.open(tables.db, { scope: { kind: 'user', userId } }))?.memoryIndex.byId.size).toBe(30)
    expect(count.reads).toBe(3)
    await indexes.close()
  })

  test('is read only if half of the room takes it, the one that changed last first', async () => {
    const { indexes, count } = counted(2 * 31 * (2 * DIMENSIONS + 1600))
    await indexes.warmUp()
    expect(count.reads).toBe(2)
    await indexes.open(tables.db, { scope: { kind: 'user', userId: 'u2' } })
    expect(count.reads).toBe(2)
    await indexes.close()
  })

  test('is not read any more once the service stops', async () => {
    const { indexes, count } = counted(2 ** 30)
    const warm = indexes.warmUp()
    await indexes.close()
    await warm
    expect(count.reads).toBe(1)
  })
})
