import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { DomainEvent } from '../../../src/domain/all-events.js'
import { encode } from '../../../src/event-store/codec.js'
import type { EventStore } from '../../../src/event-store/event-store.js'
import { sql } from '../../../src/postgres/sql.js'
import { type KeptLog, keptLogs } from '../../support/kept-logs.js'
import { freshPrefix, plainStreams } from '../../support/prefix.js'
import { LOG_ID } from '../../support/read-model.js'
import { checkLogOf } from '../../support/replaying.js'
import { samples } from '../../support/samples.js'
import { appendToStore, checkpointsIn, openedAt, signed, signingOn } from '../../support/signing.js'

const NEVER = new AbortController().signal
const OPENED = '2026-01-01T00:00:00.000Z'
const HOUR = 3_600_000

describe.each(keptLogs)('checkpoints of a log in $name', ({ keep }) => {
  let prefix: string
  let kept: KeptLog
  let store: EventStore
  let part = 0
  beforeEach(async () => {
    prefix = freshPrefix()
    kept = await keep(prefix)
    store = kept.log
    await appendToStore(store, openedAt(OPENED), prefix)
  })
  afterEach(async () => {
    await store.close()
    await kept.databases.close()
  })

  /** Appends so many events, each to the stream of one of three users. */
  const happen = async (count: number) => {
    for (let n = 0; n < count; n++) {
      const userId = `user ${n % 3}`
      const { type, data, metadata } = samples.EpisodeAbandoned as DomainEvent
      const event = { type, data, metadata: { ...metadata, userId, part: part++ } } as DomainEvent // its user is another
      await store.append(plainStreams(prefix).bank(userId), 'any', encode([event], 'any'))
    }
  }
  const signing = (more: Partial<Parameters<typeof signingOn>[0]> = {}) =>
    signingOn({ store, databases: kept.databases, prefix, ...more })
  const check = () => checkLogOf({ ...store, close: async () => {} }, prefix)
  const inLog = () => checkpointsIn(store, prefix)

  test('begin with one over all that was there before, and each names the one before it', async () => {
    await happen(7)
    const sign = await signing()
    const first = await signed(sign)
    expect(first).toMatchObject({ logId: LOG_ID, number: 1, events: 8, streams: 4, previous: null })
    await happen(2)
    expect(await signed(sign)).toMatchObject({ number: 2, events: 11, streams: 3, key: first.key })
    expect(await check()).toMatchObject({ equal: true, checkpoints: { signed: 2, events: 11, key: first.key } })
  })

  test('are signed for new events only, which a checkpoint is none of', async () => {
    const sign = await signing()
    await signed(sign)
    expect(await sign('now', NEVER)).toBeUndefined()
    expect(await (await signing())('now', NEVER)).toBeUndefined()
    await happen(1)
    expect(await signed(sign)).toMatchObject({ number: 2, events: 3 })
  })

  test('are due by the number of new events, or after a while', async () => {
    let time = Date.parse(OPENED)
    const now = () => new Date(time).toISOString()
    const sign = await signing({ now, schedule: { events: 5, intervalMs: HOUR } })
    const due = async () => (await sign('due', NEVER))?.number
    await happen(3)
    expect(await due()).toBeUndefined()
    await happen(1)
    expect(await due()).toBe(1)
    await happen(1)
    time += HOUR - 1
    expect(await due()).toBeUndefined()
    time += 1
    expect(await due()).toBe(2)
    time += 2 * HOUR
    expect(await due()).toBeUndefined()
    await happen(1)
    expect(await due()).toBe(3)
    await happen(5)
    expect(await due()).toBe(4)
  })

  test('go on where digests were lost, or are of another log', async () => {
    const sign = await signing()
    await happen(4)
    await signed(sign)
    const tables = kept.databases.within('generations')
    await tables.rows(sql`delete from stream_head`)
    await tables.rows(sql`delete from digested_log`)
    await happen(1)
    expect(await signed(sign)).toMatchObject({ number: 2, events: 7, streams: 2 })
    await tables.rows(sql`update stream_head set digest = decode(repeat('00', 32), 'hex')`)
    await tables.rows(sql`update digested_log set event_id = gen_random_uuid()`)
    await happen(1)
    expect(await signed(await signing())).toMatchObject({ number: 3, events: 9, streams: 2 })
    expect(await check()).toMatchObject({ equal: true, checkpoints: { signed: 3 } })
  })

  test('are signed once where a process ended between reading and appending, or its answer was lost', async () => {
    await happen(4)
    const ended: EventStore = { ...store, append: () => new Promise(() => {}) }
    const never = (await signing({ store: ended }))('now', NEVER)
    await Promise.race([never, pause(300)])
    expect(await inLog()).toHaveLength(0)
    const lost: EventStore = {
      ...store,
      append: async (...append) => {
        await store.append(...append)
        throw new Error('the process ended')
      },
    }
    await expect((await signing({ store: lost }))('now', NEVER)).rejects.toThrow('the process ended')
    expect(await (await signing())('now', NEVER)).toBeUndefined()
    expect(await inLog()).toHaveLength(1)
    await happen(1)
    expect(await signed(await signing())).toMatchObject({ number: 2 })
    expect(await check()).toMatchObject({ equal: true, checkpoints: { signed: 2 } })
  })

  test('form one chain, however many processes sign at the same time', async () => {
    const signs = await Promise.all([signing(), signing(), signing()])
    for (let round = 0; round < 6; round++) {
      await Promise.all([happen(5), ...signs.map((sign) => sign('now', NEVER))])
      await happen(1)
    }
    const [first] = signs
    if (first) await first('now', NEVER)
    const numbers = (await inLog()).map(({ number }) => number)
    expect(numbers.length).toBeGreaterThan(1)
    expect(numbers).toEqual(numbers.map((_, i) => i + 1))
    expect(await check()).toMatchObject({ equal: true, checkpoints: { signed: numbers.length } })
  })
})
