import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { deferred } from '../../src/concurrency/deferred.js'
import type { DomainEvent } from '../../src/domain/all-events.js'
import { encode } from '../../src/event-store/codec.js'
import type { Database } from '../../src/postgres/database.js'
import { type Sql, sql } from '../../src/postgres/sql.js'
import { listUsers } from '../../src/queries/admin.js'
import { databases, embedded } from '../support/database.js'
import { serveLog } from '../support/generations.js'
import { memories, memory, openProjecting, soon, streams } from '../support/projecting.js'
import { dump, openReadModel } from '../support/read-model.js'
import { samples } from '../support/samples.js'

const ANNA = streams.bank('anna')
const erasure = samples.UserErased ?? expect.unreachable()
/** More than go in one statement. */
const MANY = Array.from({ length: 300 }, (_, n) => n)
const never = async () => {}

/** The same tables; something happens before each statement outside a transaction that drops rows of memories. */
const beforeDropping = (db: Database, happens: (nth: number) => Promise<void>): Database => {
  let dropped = 0
  return {
    ...db,
    transaction: (work, changes) => db.transaction(work, changes),
    reading: (reader) => db.reading(reader),
    rows: async <Row>(statement: Sql) => {
      if (statement.query.text.startsWith('delete from memory where')) await happens(++dropped)
      return db.rows<Row>(statement)
    },
  }
}

describe.each(databases)('the rows of a user on $name, where a long transaction would hold up others', (database) => {
  let log: Awaited<ReturnType<typeof openProjecting>>
  beforeEach(async () => {
    log = await openProjecting(database)
    await log.append(...MANY.map((n) => memory(n)))
  })
  afterEach(() => log.close())

  const rowsOfOneGo = async (last: bigint) => {
    const alone = await openReadModel(log.db, 2)
    await log.start({ ...alone, unread: () => true }).reached(last, soon())
    return dump(alone.db)
  }

  test('go some at a time, and what others write meanwhile is shown at once', async () => {
    const left: number[] = []
    let others = 0n
    const db = beforeDropping(log.model.db, async (nth) => {
      if (nth !== 2) return
      others = await log.appendTo('ben', memory(1000))
      await projector.reached(others, soon())
      left.push((await log.ids()).length)
      expect(projector.isErasing(ANNA)).toBe(true)
      expect((await listUsers(db, { limit: 10 })).users.map(({ user_id }) => user_id)).toEqual(['ben'])
    })
    const projector = log.start({ db, readsEnded: never })
    const last = await log.append(erasure)
    await projector.reached(last, soon())
    await projector.erased(ANNA, soon())
    expect(left).toEqual([51])
    expect(await log.ids()).toEqual(memories(1000))
    expect(await dump(log.model.db)).toEqual(await rowsOfOneGo(others))
  })

  test('stay until all that read them before has ended', async () => {
    const reads = deferred()
    let waits = 0
    const readsEnded = async () => {
      waits++
      await reads.done
    }
    const projector = log.start({ readsEnded })
    await projector.reached(await log.append(erasure), soon())
    await vi.waitUntil(() => waits === 1, 5000)
    expect([(await log.ids()).length, projector.isErasing(ANNA)]).toEqual([300, true])
    reads.settle()
    await projector.erased(ANNA, soon())
    expect(await log.ids()).toEqual([])
  })

  test('go to the end by the next projector where one ends among them', async () => {
    const closed = deferred()
    const db = beforeDropping(log.model.db, async (nth) => {
      if (nth === 1) first.close().then(closed.settle, closed.fail)
    })
    const first = log.start({ db, readsEnded: never })
    const last = await log.append(erasure)
    await first.reached(last, soon())
    await closed.done
    expect((await log.ids()).length).toBe(50)
    const second = log.start({ readsEnded: never })
    await second.reached(last, soon())
    await second.erased(ANNA, soon())
    expect(await dump(log.model.db)).toEqual(await rowsOfOneGo(last))
  })
})

test('an embedded store drops the rows of a user when the requests from before have ended', async () => {
  const databases = await embedded.open()
  const { store, serving, close } = await serveLog(databases)
  const append = async (event: DomainEvent) => {
    const encoded = encode([{ ...event, metadata: { ...event.metadata, userId: 'anna' } } as DomainEvent], 'any')
    const { position } = await store.append(ANNA, 'any', encoded)
    await serving.projector.reached(position, soon())
  }
  await append(memory(1))
  const request = deferred()
  const count = (db: Database) => db.rows(sql`select from memory`)
  const read = serving.reading(async (db) => {
    await request.done
    return count(db)
  })
  await append(erasure)
  await vi.waitUntil(() => serving.projector.isErasing(ANNA), 5000)
  await expect(serving.projector.erased(ANNA, AbortSignal.timeout(300))).rejects.toThrow('is being erased')
  request.settle()
  expect(await read).toHaveLength(1)
  await serving.projector.erased(ANNA, soon())
  expect(await serving.reading(count)).toEqual([])
  await close()
  await databases.close()
})
