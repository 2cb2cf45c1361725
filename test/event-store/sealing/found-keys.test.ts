import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { deferred } from '../../../src/concurrency/deferred.js'
import { createDataKeys } from '../../../src/event-store/sealing/data-keys.js'
import { nameOf } from '../../../src/event-store/sealing/key-ref.js'
import type { Database } from '../../../src/postgres/database.js'
import { migrate } from '../../../src/postgres/migrate.js'
import { sql } from '../../../src/postgres/sql.js'
import { databases, databasesFor, type TestDatabase } from '../../support/database.js'
import { migrations } from '../../support/log.js'

const ref = (part: number) => ({ owner: 'a0000000-0000-4000-8000-000000000001', part })
const WRAPPING = { prefix: 'log', wrappingKey: Buffer.alloc(32, 1) }

const opened = async (open: TestDatabase['open']) => {
  const store = await open()
  await migrate(store, migrations('generations'), 'generations')
  const db = store.within('generations')
  /** As of a process that has used no key yet. */
  const keysOfProcess = () => createDataKeys({ ...WRAPPING, db, besideLog: false })
  return { db, keysOfProcess, close: store.close }
}

describe.each(databasesFor(import.meta.url))('data keys of one batch, on $name', ({ open }) => {
  test('are found whether they are wrapped once or twice, destroyed, or are not there', async () => {
    const { db, keysOfProcess, close } = await opened(open)
    const made = await keysOfProcess().issue([0, 1, 2, 3].map(ref))
    await keysOfProcess().destroy({ named: [ref(1)], ranges: [] })
    await db.rows(sql`update data_key set rewrapped = wrapped where part = 2`)
    await db.rows(sql`update data_key set wrapped = substr(wrapped, 2) where part = 3`)
    const found = await keysOfProcess().find([3, 9, 2, 1, 0].map(ref))
    const expected = [made.get(nameOf(ref(0))), 'destroyed', made.get(nameOf(ref(2))), 'unfit', undefined]
    expect([0, 1, 2, 3, 9].map((part) => found.get(nameOf(ref(part))))).toEqual(expected)
    await close()
  })

  test('are the same for two processes that make some of them at once', async () => {
    const { keysOfProcess, close } = await opened(open)
    const [one, other] = await Promise.all([
      keysOfProcess().issue([0, 1, 2].map(ref)),
      keysOfProcess().issue([1, 2, 3].map(ref)),
    ])
    const found = await keysOfProcess().find([0, 1, 2, 3].map(ref))
    expect(new Map([...one, ...other])).toEqual(new Map([...found]))
    expect(new Map([...other, ...one])).toEqual(new Map([...found]))
    await close()
  })
})

/** Resolves when a statement waits for what another transaction has written. */
const untilOneWaits = async (db: Database): Promise<void> => {
  const waiting = sql`select from pg_locks where not granted`
  while ((await db.rows(waiting)).length === 0) await pause(5)
}

// A database in the process has one connection.
describe.each(databases.filter(({ name }) => name === 'Postgres'))('a data key, on $name', ({ open }) => {
  test('that another process has made is taken, where it commits while others are made with it', async () => {
    const { db, keysOfProcess, close } = await opened(open)
    const made = await keysOfProcess().issue([ref(1)])
    const [row] = await db.rows<{ wrapped: Uint8Array }>(sql`delete from data_key returning wrapped`)
    const [inserted, mayCommit] = [deferred(), deferred()]
    const other = db.transaction(async (tx) => {
      await tx.rows(sql`insert into data_key (owner, part, wrapped) values (${ref(1).owner}::uuid, 1, ${row?.wrapped})`)
      inserted.settle()
      await mayCommit.done
    })
    await inserted.done
    const issuing = keysOfProcess().issue([0, 1, 2].map(ref))
    await untilOneWaits(db)
    mayCommit.settle()
    await other
    const issued = await issuing
    expect(issued.get(nameOf(ref(1)))).toEqual(made.get(nameOf(ref(1))))
    expect(issued).toEqual(await keysOfProcess().find([0, 1, 2].map(ref)))
    await close()
  })
})
