import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { copyLog } from '../../src/commands/copy-log/copy-log.js'
import type { EventStore } from '../../src/event-store/event-store.js'
import { streamsOf } from '../../src/event-store/streams.js'
import type { Databases } from '../../src/postgres/database.js'
import { ensureExtensions } from '../../src/postgres/extensions.js'
import { migrate } from '../../src/postgres/migrate.js'
import { startApp } from '../support/app.js'
import { clientOf } from '../support/client.js'
import { databases } from '../support/database.js'
import { migrations, serviceLog } from '../support/log.js'

const streams = streamsOf('palimpsest')
const NEVER = new AbortController().signal
const copy = (from: EventStore, to: EventStore, signal = NEVER) =>
  copyLog({ from, to, streams, signal, now: () => new Date().toISOString(), newId: randomUUID, report: () => {} })

/** Every way between two kinds of database. */
const ways = databases.flatMap((from) => databases.map((to) => ({ from, to, way: `from ${from.name} to ${to.name}` })))

describe.each(ways)('a log copied $way', ({ from, to }) => {
  let closing: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of closing.reverse()) await close()
    closing = []
  })

  /** A log that the service has written, and its client. */
  const written = async () => {
    const app = await startApp(from)
    closing.push(app.close)
    const client = clientOf(app)
    await client.keep({ user_id: 'ana' }, 'Ana lives in Porto.')
    const id = await client.keep({ user_id: 'ben' }, 'Ben sold his boat.')
    await client.keep({ user_id: 'ben' }, 'Ben bought a tent.')
    await app.ask(`/v1/memories/${id}?user_id=ben`, undefined, { method: 'DELETE' })
    return { app, client, log: await serviceLog(app.databases) }
  }
  const empty = async (): Promise<{ db: Databases; log: EventStore }> => {
    const db = await to.open()
    await ensureExtensions(db)
    await migrate(db, migrations('log'), 'log')
    return { db, log: await serviceLog(db) }
  }
  const started = async (db: Databases) => {
    const app = await startApp({ open: async () => db })
    closing.push(app.close)
    return clientOf(app)
  }
  const bodies = async (log: EventStore) => {
    const found: unknown[] = []
    for (const user of ['ana', 'ben'])
      for await (const { id, type, data, metadata, revision } of log.read(streams.bank(user)))
        found.push({ id, type, data, metadata, revision })
    return found
  }

  test('holds the same events, and is served as the first one was', async () => {
    const { client, log } = await written()
    const target = await empty()
    const result = await copy(log, target.log)
    expect(result).toMatchObject({
      written: result.events,
      grown: false,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(await bodies(target.log)).toEqual(await bodies(log))
    const copied = await started(target.db)
    for (const user_id of ['ana', 'ben']) expect(await copied.list({ user_id })).toEqual(await client.list({ user_id }))
    await copied.keep({ user_id: 'ana' }, 'Ana moved to Faro.')
    expect((await copied.list({ user_id: 'ana' })).total).toBe(2)
  })

  test('is no log for a service before it is all there, and goes on where it was broken off', async () => {
    const { log } = await written()
    const target = await empty()
    const broken = new AbortController()
    let appends = 0
    const failing: EventStore = {
      ...target.log,
      append: async (...append) => {
        if (++appends === 4) broken.abort(new Error('broken off'))
        return target.log.append(...append)
      },
    }
    await expect(copy(log, failing, broken.signal)).rejects.toThrow('broken off')
    await expect(startApp({ open: async () => ({ ...target.db, close: async () => {} }) })).rejects.toThrow(
      /copy of log .* not been finished.*copy-log/,
    )
    const result = await copy(log, target.log)
    expect(result.written).toBeLessThan(result.events)
    expect(result.written).toBeGreaterThan(0)
    expect(await bodies(target.log)).toEqual(await bodies(log))
    expect(await copy(log, target.log)).toMatchObject({ written: 0, hash: result.hash })
    await started(target.db)
  })

  test('takes what came later in another run, and tells that there is more', async () => {
    const { client, log } = await written()
    const target = await empty()
    const growing: EventStore = {
      ...log,
      follow: (...args) => {
        void client.keep({ user_id: 'ana' }, 'Ana paints.')
        return log.follow(...args)
      },
    }
    await copy(growing, target.log)
    await client.keep({ user_id: 'cyd' }, 'Cyd plays chess.')
    expect((await copy(log, target.log)).written).toBeGreaterThan(0)
    expect(await bodies(target.log)).toEqual(await bodies(log))
    expect((await (await started(target.db)).list({ user_id: 'cyd' })).total).toBe(1)
  })

  test('is refused by a log that holds another store, or has been written to since', async () => {
    const { log, client } = await written()
    const target = await empty()
    await copy(log, target.log)
    const copied = await started(target.db)
    await copied.keep({ user_id: 'dov' }, 'Dov keeps bees.')
    await client.keep({ user_id: 'ana' }, 'Ana sings.')
    await expect(copy(log, target.log)).rejects.toThrow(/written to since/)
    await expect(copy(target.log, log)).rejects.toThrow(/holds another store/)
    expect((await copied.list({ user_id: 'ana' })).total).toBe(1)
  })

  test('may be copied again, as a log of its own', async () => {
    const { log } = await written()
    const [second, third] = [await empty(), await empty()]
    const { events } = await copy(log, second.log)
    expect((await copy(second.log, third.log)).events).toBe(events + 2)
    expect(await bodies(third.log)).toEqual(await bodies(log))
    closing.push(second.db.close)
    await started(third.db)
  })
})

test('a log without a store is not copied', async () => {
  const [{ open } = { open: () => Promise.reject(new Error('no database')) }] = databases
  const db = await open()
  await migrate(db, migrations('log'), 'log')
  const log = await serviceLog(db)
  await expect(copy(log, log)).rejects.toThrow(/no store of this prefix/)
  await db.close()
})
