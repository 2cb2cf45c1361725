import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { secretsOf } from '../../../src/commands/master-key.js'
import { type EventStore, streamsOf } from '../../../src/event-store/event-store.js'
import { migrate } from '../../../src/postgres/migrate.js'
import { startApp } from '../../support/app.js'
import { clientOf } from '../../support/client.js'
import { brokenOff, type Copied, copyEvents, copyWithKeys } from '../../support/copied.js'
import { isOnAll } from '../../support/database.js'
import { servers } from '../../support/eventstoredb/tested-server.js'
import { anyDatabase, type KeptLog, keptLogs } from '../../support/kept-logs.js'
import { migrations, serviceLog } from '../../support/log.js'
import { freshPrefix } from '../../support/prefix.js'

let prefix = freshPrefix()
const copy = (from: Copied, to: Copied, signal?: AbortSignal) => copyWithKeys(from, to, { prefix, signal })
/** Each kind of log is copied into the one before it. */
const allWays = keptLogs.map((to, i) => {
  const from = keptLogs[(i + 1) % keptLogs.length] ?? to
  return { from, to, way: `from ${from.name} to ${to.name}` }
})
/** The last two have every kind at one end or the other, and both directions between unlike ones. */
const ways = isOnAll ? allWays : allWays.slice(-2)
/** For what does not depend on where the logs are. */
const once = isOnAll ? allWays : allWays.slice(-1)

/** The log does not hold the store's secret key. */
const MASTER_KEY = Buffer.alloc(32, 7)
const KEY = { PALIMPSEST_MASTER_KEY: MASTER_KEY.toString('base64') }

describe.each(ways)('a log copied $way', (way) => {
  const { from, to } = way
  let closing: (() => Promise<void>)[] = []
  let source: Awaited<ReturnType<typeof write>> | undefined
  beforeAll(() => {
    prefix = freshPrefix()
  })
  afterEach(async () => {
    for (const close of closing.reverse()) await close()
    closing = []
    // A server that is there already holds one log of a prefix: the next copy needs another.
    if (servers.isRunning) await forget()
  })
  afterAll(() => source?.app.close())
  const forget = async () => {
    await source?.app.close()
    source = undefined
    prefix = freshPrefix()
  }

  /** A log that the service has written and goes on writing, and its client: one for all copies. */
  const written = async () => {
    source ??= await write()
    return source
  }
  const write = async () => {
    const kept = await from.keep(prefix)
    const app = await startApp({ open: async () => kept.databases }, { ...kept.variables, ...KEY })
    const client = clientOf(app)
    await client.keep({ user_id: 'ana' }, 'Ana lives in Porto.')
    const id = await client.keep({ user_id: 'ben' }, 'Ben sold his boat.')
    await client.keep({ user_id: 'ben' }, 'Ben bought a tent.')
    await app.ask(`/v1/memories/${id}?user_id=ben`, undefined, { method: 'DELETE' })
    return { app, client, ...kept }
  }
  const empty = () => to.keep(prefix)
  const started = async ({ databases, variables }: KeptLog) => {
    const app = await startApp({ open: async () => databases }, { ...variables, ...KEY })
    closing.push(app.close)
    return { app, client: clientOf(app) }
  }
  const bodies = async (log: EventStore) => {
    const found: unknown[] = []
    const { bank } = streamsOf(prefix, secretsOf(MASTER_KEY).hashes.user)
    for (const user of ['ana', 'ben'])
      for await (const { id, type, data, metadata, revision } of log.read(bank(user)))
        found.push({ id, type, data, metadata, revision })
    expect(found.length).toBeGreaterThan(0)
    return found
  }

  test('holds the same events, and is served as the first one was', async () => {
    const source = await written()
    const { client, log } = source
    const target = await empty()
    const result = await copy(source, target)
    expect(result).toMatchObject({
      written: result.events,
      grown: false,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(await bodies(target.log)).toEqual(await bodies(log))
    const { client: copied } = await started(target)
    for (const user_id of ['ana', 'ben']) expect(await copied.list({ user_id })).toEqual(await client.list({ user_id }))
    const { total } = await client.list({ user_id: 'ana' })
    await copied.keep({ user_id: 'ana' }, 'Ana moved to Faro.')
    expect((await copied.list({ user_id: 'ana' })).total).toBe(total + 1)
  })

  test('is no log for a service before it is all there, and goes on where it was broken off', async () => {
    const source = await written()
    const { log } = source
    const target = await empty()
    const broken = brokenOff(target.log, 4)
    await expect(copy(source, { ...target, log: broken.log }, broken.signal)).rejects.toThrow('broken off')
    const kept = { ...target.databases, close: async () => {} }
    await expect(startApp({ open: async () => kept }, { ...target.variables, ...KEY })).rejects.toThrow(
      /copy of log .* not been finished.*copy-log/,
    )
    const result = await copy(source, target)
    expect(result.written).toBeLessThan(result.events)
    expect(result.written).toBeGreaterThan(0)
    expect(await bodies(target.log)).toEqual(await bodies(log))
    expect(await copy(source, target)).toMatchObject({ written: 0, hash: result.hash })
    await source.client.keep({ user_id: 'ana' }, 'Ana rows.')
    // Its first append says that the copy is not finished any more.
    const again = brokenOff(target.log, 2)
    await expect(copy(source, { ...target, log: again.log }, again.signal)).rejects.toThrow('broken off')
    await expect(startApp({ open: async () => kept }, { ...target.variables, ...KEY })).rejects.toThrow(
      /not been finished/,
    )
    await copy(source, target)
    expect(await bodies(target.log)).toEqual(await bodies(log))
    await started(target)
  })

  if (!once.includes(way)) return

  test('takes what came later in another run, and tells that there is more', async () => {
    const source = await written()
    const { client, log } = source
    const target = await empty()
    const growing: EventStore = {
      ...log,
      follow: (...args) => {
        void client.keep({ user_id: 'ana' }, 'Ana paints.')
        return log.follow(...args)
      },
    }
    await copy({ ...source, log: growing }, target)
    await client.keep({ user_id: 'cyd' }, 'Cyd plays chess.')
    expect((await copy(source, target)).written).toBeGreaterThan(0)
    expect(await bodies(target.log)).toEqual(await bodies(log))
    expect((await (await started(target)).client.list({ user_id: 'cyd' })).total).toBe(1)
  })

  test('is refused by a log that holds another store, or has been written to since', async () => {
    const source = await written()
    const { client } = source
    const target = await empty()
    await copy(source, target)
    const { client: copied } = await started(target)
    await copied.keep({ user_id: 'dov' }, 'Dov keeps bees.')
    const { total } = await client.list({ user_id: 'ana' })
    await client.keep({ user_id: 'ana' }, 'Ana sings.')
    await expect(copy(source, target)).rejects.toThrow(/written to since/)
    await expect(copy(target, source)).rejects.toThrow(/holds another store/)
    expect((await copied.list({ user_id: 'ana' })).total).toBe(total)
  })

  test('is served beside the read models of the log that it was copied from, and none of theirs is taken for its', async () => {
    const source = await written()
    const { app, client } = source
    const target = await empty()
    await copy(source, target)
    const before = await client.list({ user_id: 'ben' })
    const { total } = before
    // Both read models in one database, as after a move to EventStoreDB.
    const shared = { ...app.databases, close: async () => {} }
    const moved = target.variables.EVENTSTORE_URL
      ? { open: async () => shared }
      : { open: async () => target.databases }
    const second = await startApp(moved, { ...target.variables, ...KEY })
    closing.push(second.close)
    expect(await clientOf(second).list({ user_id: 'ben' })).toEqual(before)
    await clientOf(second).keep({ user_id: 'ben' }, 'Ben camps in Sintra.')
    expect((await clientOf(second).list({ user_id: 'ben' })).total).toBe(total + 1)
    expect((await client.list({ user_id: 'ben' })).total).toBe(total)
  })

  test('may be copied again, as a log of its own', async () => {
    const source = await written()
    const { log } = source
    const [second, third] = [await empty(), await to.keepAnother(prefix)]
    const { events } = await copy(source, second)
    expect((await copy(second, third)).events).toBe(events + 2)
    expect(await bodies(third.log)).toEqual(await bodies(log))
    closing.push(second.databases.close)
    await started(third)
  })
})

test('a log without a store is not copied', async () => {
  const db = await anyDatabase()
  await migrate(db, migrations('log'), 'log')
  const log = await serviceLog(db)
  await expect(copyEvents(log, log, { prefix })).rejects.toThrow(/no store of this prefix/)
  await db.close()
})
