import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EventStore } from '../../src/event-store/event-store.js'
import type { Databases } from '../../src/postgres/database.js'
import { openPostgres } from '../../src/postgres/postgres.js'
import { freshPostgres } from '../support/database.js'
import { openLog } from '../support/log.js'
import { follow, freshStream, numberOf, saying, textOf } from '../support/said.js'

const postgres = await freshPostgres()
/** Longer than a follower's poll, so that one comes while the head is held. */
const HELD_MS = 1200

/** Every transaction of another process takes what it appends, and its place, into the log when it commits, or not at all. */
describe.skipIf(postgres === undefined)('while another transaction stands at the head of the log', () => {
  let db: Databases
  let store: EventStore
  let raw: Client
  beforeAll(async () => {
    const url = postgres?.url ?? ''
    db = openPostgres(url)
    store = await openLog(db)
    raw = new Client({ connectionString: url })
    await raw.connect()
  })
  afterAll(async () => {
    await raw.end()
    await store.close()
    await db.close()
    await postgres?.drop()
  })

  const appendRaw = (stream: string, text: string) => {
    const [event] = saying([text])
    const { id, type, data, metadata } = event ?? { id: '', type: '', data: {}, metadata: {} }
    return raw.query('select * from log.append($1, $2, $3, $4, $5, $6::text[]::json[], $7::text[]::json[])', [
      [stream],
      [-2],
      [1],
      [id],
      [type],
      [JSON.stringify(data)],
      [JSON.stringify(metadata)],
    ])
  }

  test.each([
    ['holds its row', () => raw.query('select position from log.head for update'), 'commit', []],
    ['has appended and not committed', () => appendRaw('test-bank-raw', 'held'), 'commit', ['held']],
    ['has appended and gives up', () => appendRaw('test-bank-raw', 'given up'), 'rollback', []],
  ] as const)('that %s for a second, nothing is lost or out of order', async (_, hold, end, first) => {
    const before = numberOf(await store.end())
    const count = 16 * 4 + first.length
    const seen = follow(store, { after: before, count })
    await raw.query('begin')
    await hold()
    const began = performance.now()
    const write = async (n: number) => {
      for (let i = 0; i < 4; i++) await store.append(freshStream(`w${n}`), 'any', saying([`${n}.${i}`]))
      return performance.now() - began
    }
    const writers = Promise.all(Array.from({ length: 16 }, (_, n) => write(n)))
    await pause(HELD_MS)
    expect(numberOf(await store.end())).toBe(before)
    await raw.query(end)
    const took = await writers
    expect(Math.min(...took)).toBeGreaterThan(HELD_MS - 100)
    const events = (await seen).flat()
    expect(events.map(({ position }) => position)).toEqual(events.map((_, i) => before + BigInt(i + 1)))
    expect(events.slice(0, first.length).map(textOf)).toEqual(first)
    expect(new Set(events.map(({ id }) => id)).size).toBe(count)
  })
})
