import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appendLimits } from '../../src/event-store/append-queue.js'
import { type EventStore, EventStoreOverloaded, WrongRevision } from '../../src/event-store/event-store.js'
import type { Databases } from '../../src/postgres/database.js'
import { sql } from '../../src/postgres/sql.js'
import { databases } from '../support/database.js'
import { openLog } from '../support/log.js'
import { freshStream, saying } from '../support/said.js'

describe.each(databases)('group commit on $name', ({ open }) => {
  let db: Databases
  let store: EventStore
  beforeAll(async () => {
    db = await open()
    store = await openLog(db, { limits: { ...appendLimits, commands: 8, waiting: 20, bytes: 100_000 } })
  })
  afterAll(async () => {
    await store.close()
    await db.close()
  })

  /** Which events came in by the same transaction. */
  const transactions = async (ids: readonly string[]) => {
    const rows = await db.within('log').rows<{ id: string; by: string }>(sql`select id, xmin::text as by from event`)
    const by = new Map(rows.map((row) => [row.id, row.by]))
    return ids.map((id) => by.get(id))
  }
  const appending = (texts: readonly string[]) => {
    const events = texts.map((text) => saying([text]))
    const stream = freshStream('group')
    const settled = Promise.allSettled(events.map((event) => store.append(stream, 'any', event)))
    return { ids: events.map(([event]) => event?.id ?? ''), settled }
  }

  test('takes what waits together, and a larger one alone', async () => {
    const large = 'x'.repeat(90_000)
    const { ids, settled } = appending(['first', 'a', 'b', `${large}${large}`, 'c', 'd', large, 'e'])
    await settled
    const [first, a, b, larger, c, d, big, e] = await transactions(ids)
    expect(new Set([first, a, larger, c]).size).toBe(4)
    expect([b, d, big, e]).toEqual([a, c, c, c])
  })

  test('refuses at once what finds no room, writes nothing of it, and takes it when there is room again', async () => {
    const { ids, settled } = appending(Array.from({ length: 40 }, (_, i) => `${i}`))
    const outcomes = await settled
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(refused.length).toBeGreaterThan(10)
    expect(refused.every((reason) => reason instanceof EventStoreOverloaded)).toBe(true)
    const written = (await transactions(ids)).map((by) => by !== undefined)
    expect(written).toEqual(outcomes.map(({ status }) => status === 'fulfilled'))
    await expect(store.append(freshStream('later'), 'no-stream', saying(['x']))).resolves.toMatchObject({
      revision: 0n,
    })
  })

  test.each([
    ['an id that is none', () => saying(['x'], () => 'no uuid')],
    ['the same id twice', () => saying(['x', 'y'], () => '11111111-1111-4111-8111-111111111111')],
    ['text that no database keeps', () => [{ ...saying(['x'])[0], type: 'NUL\0' }]],
  ])("%s is refused to its caller, and is no fault of the others'", async (_, faulty) => {
    const stream = freshStream('mixed')
    const good = (n: number) => store.append(stream, 'any', saying([`${n}`]))
    const events = faulty() as ReturnType<typeof saying> // one of them lacks what only the compiler misses
    const outcomes = await Promise.allSettled([
      ...[1, 2, 3, 4].map(good),
      store.append(stream, 'any', events),
      store.append(stream, 99n, saying(['wrong'])),
      ...[5, 6, 7, 8].map(good),
    ])
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([
      ...[true, true, true, true],
      ...[false, false],
      ...[true, true, true, true],
    ])
    expect((outcomes[5] as PromiseRejectedResult).reason).toBeInstanceOf(WrongRevision)
    expect((await store.head(stream)).revision).toBe(7n)
  })

  test('an append of nothing is refused', () => expect(store.append(freshStream('none'), 'any', [])).rejects.toThrow())
})
