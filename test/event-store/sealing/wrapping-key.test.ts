import { describe, expect, test } from 'vitest'
import { createDataKeys } from '../../../src/event-store/sealing/data-keys.js'
import { takeWrappingKey, type WrappingKey, WrappingKeyChanged } from '../../../src/event-store/sealing/wrapping-key.js'
import { migrate } from '../../../src/postgres/migrate.js'
import { sql } from '../../../src/postgres/sql.js'
import { databasesFor } from '../../support/database.js'
import { migrations } from '../../support/log.js'

const keyOf = (prefix: string, fill: number) => ({ prefix, wrappingKey: Buffer.alloc(32, fill) })
const [FORMER, NEXT] = [keyOf('log', 1), keyOf('log', 2)]
const ref = (part: number) => ({ owner: 'a0000000-0000-4000-8000-000000000001', part })

describe.each(databasesFor(import.meta.url))('data keys, on $name', ({ open }) => {
  const opened = async () => {
    const databases = await open()
    await migrate(databases, migrations('generations'), 'generations')
    const db = databases.within('generations')
    const keysBy = (key: WrappingKey) => createDataKeys({ ...key, db, besideLog: false })
    const parts = async () =>
      (await db.rows<{ part: number }>(sql`select part from data_key order by part`)).map(({ part }) => part)
    return { db, keysBy, parts, close: databases.close }
  }

  test('are not made any more by who has a former wrapping key', async () => {
    const { db, keysBy, parts, close } = await opened()
    await takeWrappingKey(db, FORMER)
    const former = keysBy(FORMER)
    await former.issue([ref(0)])
    await takeWrappingKey(db, NEXT)
    await expect(former.issue([ref(1)])).rejects.toThrow(WrappingKeyChanged)
    expect(await parts()).toEqual([0])
    await keysBy(NEXT).issue([ref(1)])
    expect(await parts()).toEqual([0, 1])
    await close()
  })

  test('are made again by who has it, where the change was broken off and the store is opened with it', async () => {
    const { db, keysBy, parts, close } = await opened()
    await takeWrappingKey(db, NEXT)
    await takeWrappingKey(db, FORMER)
    await keysBy(FORMER).issue([ref(0), ref(1)])
    expect(await parts()).toEqual([0, 1])
    await close()
  })

  test('of one log are made as before where another log in the database has another secret key', async () => {
    const { db, keysBy, parts, close } = await opened()
    const other = keyOf('other', 3)
    await takeWrappingKey(db, NEXT)
    await takeWrappingKey(db, other)
    await keysBy(NEXT).issue([ref(0)])
    await keysBy(other).issue([ref(1)])
    expect(await parts()).toEqual([0, 1])
    await close()
  })
})
