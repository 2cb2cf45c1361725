import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openingEventStore } from '../../src/event-store/sealing/opening-event-store.js'
import { migrate } from '../../src/postgres/migrate.js'
import { sql } from '../../src/postgres/sql.js'
import { startApp } from '../support/app.js'
import { clientOf } from '../support/client.js'
import { copyEvents } from '../support/copied.js'
import { servers } from '../support/eventstoredb/tested-server.js'
import { migrations, storedLog } from '../support/log.js'
import { openedWithClearNames, writeTo } from '../support/old-logs.js'
import { makeEmbedded, type Place, placeIn, usualPlaces } from '../support/place.js'
import { freshPrefix } from '../support/prefix.js'
import { clearTextOf, keptIn, keysIn } from '../support/sealing-copies.js'
import { appendToStore } from '../support/signing.js'
import { folder, palimpsest, start } from './command.js'

const PATIENTLY = { timeout: 180_000 }
const KEY = { PALIMPSEST_MASTER_KEY: Buffer.alloc(32, 7).toString('base64') }
const ANNA = { user_id: 'anna' }

/** Works with the databases of a place that no process has open. */
const within = async <T>(place: Place, work: (databases: Awaited<ReturnType<Place['open']>>) => Promise<T>) => {
  const databases = await place.open()
  try {
    return await work(databases)
  } finally {
    await databases.close()
  }
}

/** An embedded store as it was before words were sealed, with a sealed memory more. */
const makeOldStore = async (folder: string) => {
  const [first, old] = [await makeEmbedded(join(folder, 'data')), await makeEmbedded(join(folder, 'old'))]
  const settings = { ...KEY, EVENTSTORE_PREFIX: prefix }
  await within(first, async (databases) => {
    await migrate(databases, migrations('log'), 'log')
    await appendToStore(await storedLog(databases, prefix), openedWithClearNames, prefix)
  })
  const app = await startApp(first, settings)
  for (const city of ['Lisbon', 'Porto']) await clientOf(app).keep(ANNA, `Anna lived in ${city}.`)
  await app.close()
  await within(first, (from) =>
    within(old, async (to) => {
      for (const kind of ['log', 'generations']) await migrate(to, migrations(kind), kind)
      const opened = openingEventStore(await storedLog(from, prefix), await keysIn(from))
      await copyEvents(opened, await storedLog(to, prefix), { prefix })
    }),
  )
  const later = await startApp(old, settings)
  await clientOf(later).keep(ANNA, 'Anna lived in Faro.')
  const listed = await clientOf(later).list(ANNA)
  await later.close()
  expect(listed.total).toBe(3)
  return { listed, settings }
}

const prefix = freshPrefix()
const kept = mkdtempSync(join(tmpdir(), 'palimpsest-seal-'))
let made: Awaited<ReturnType<typeof makeOldStore>>
beforeAll(async () => {
  made = await makeOldStore(kept)
})
afterAll(() => rmSync(kept, { recursive: true, force: true }))

/** A copy of such a store. */
const oldStore = () => {
  const directory = join(folder(), 'old')
  cpSync(join(kept, 'old'), directory, { recursive: true })
  return { ...made, old: placeIn(directory), directory }
}

describe('palimpsest seal', () => {
  test.each(usualPlaces)('moves an old store to $name, where it is served as before', PATIENTLY, async ({ make }) => {
    const { directory, listed, settings } = oldStore()
    const counted = await palimpsest(['seal', '--data-dir', directory, '--dry-run'], settings)
    expect(counted).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/\d+ hold words in the clear, [1-9][\s\S]*\d+ events name people in/),
    })

    const place = await make()
    onTestFinished(place.remove)
    const { DATABASE_URL: url, PALIMPSEST_DATA_DIR: data = '' } = place.settings
    const to = url === undefined ? ['--to-data-dir', data] : ['--to-database-url', url]
    const sealed = await palimpsest(['seal', '--data-dir', directory, ...to], settings)
    expect(sealed).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/To switch, start the service with .*\n.*still holds the words and names/),
    })
    const kept = await within(place, async (databases) => keptIn(await storedLog(databases, prefix)))
    expect(clearTextOf(kept)).not.toMatch(/Lisbon|Porto|Faro|anna|chat/)
    const app = await startApp(place, settings)
    expect(await clientOf(app).list(ANNA)).toEqual(listed)
    await app.close()
    expect(await palimpsest(['replay', 'check'], { ...place.settings, ...settings })).toMatchObject({ code: 0 })
  })

  test('moves an old store with its second secret key to an event store, beside its keys', PATIENTLY, async () => {
    const { old, directory, listed, settings: first } = oldStore()
    const PALIMPSEST_MASTER_KEY = Buffer.alloc(32, 9).toString('base64')
    const next = { NEXT_PALIMPSEST_MASTER_KEY: PALIMPSEST_MASTER_KEY }
    const rotated = await palimpsest(['keys', 'rotate'], { ...old.settings, ...first, ...next })
    expect(rotated).toMatchObject({ code: 0 })
    const settings = { ...first, PALIMPSEST_MASTER_KEY }
    const server = await servers.open()
    onTestFinished(server.close)
    const sealed = await palimpsest(['seal', '--data-dir', directory, '--to-eventstore-url', server.url], settings)
    expect(sealed).toMatchObject({ code: 0, stdout: expect.stringContaining('EVENTSTORE_URL=') })
    const app = await startApp(old, { ...settings, EVENTSTORE_URL: server.url })
    onTestFinished(app.close)
    expect(await clientOf(app).list(ANNA)).toEqual(listed)
  })

  test(
    'refuses where the secret key is missing or another one, and where there is nothing to seal',
    PATIENTLY,
    async () => {
      const { directory, settings } = oldStore()
      const to = join(folder(), 'to')
      const seal = (key: object, ...more: readonly string[]) =>
        palimpsest(['seal', '--data-dir', directory, ...more], { ...settings, ...key })
      const missing = await seal({ PALIMPSEST_MASTER_KEY: '' }, '--to-data-dir', to)
      expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('secret key is missing') })
      const other = { PALIMPSEST_MASTER_KEY: Buffer.alloc(32, 8).toString('base64') }
      expect(await seal(other, '--to-data-dir', to)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("is not this store's secret key"),
      })
      expect(existsSync(join(to, 'cluster'))).toBe(false)
      expect(await seal({})).toMatchObject({ code: 2, stderr: expect.stringContaining('give one of --to-data-dir') })
      expect(await seal({}, '--to-data-dir', to)).toMatchObject({ code: 0 })
      const again = await palimpsest(['seal', '--data-dir', to, '--to-data-dir', join(folder(), 'third')], settings)
      expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('Nothing in this log is in the clear') })
      const fresh = await makeEmbedded(join(folder(), 'fresh'))
      const app = await startApp(fresh, settings)
      await clientOf(app).keep(ANNA, 'Anna lived in Lisbon.')
      await app.close()
      const counted = await palimpsest(['seal', '--dry-run'], { ...fresh.settings, ...settings })
      expect(counted).toMatchObject({ code: 0, stdout: expect.stringContaining('There is nothing to seal.') })
      const refused = await palimpsest(['seal', '--to-data-dir', join(folder(), 'fourth')], {
        ...fresh.settings,
        ...settings,
      })
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('Nothing in this log is in the clear') })
      const none = await palimpsest(['seal', '--data-dir', join(folder(), 'none'), '--dry-run'])
      expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('holds no store') })
    },
  )

  const [server] = usualPlaces.filter(({ name }) => name === 'Postgres')
  test.skipIf(server === undefined)('killed anywhere goes on, with the key that it has made', PATIENTLY, async () => {
    const [source, target] = [await server?.make(), await server?.make()]
    if (source === undefined || target === undefined) throw new Error('no Postgres')
    for (const place of [source, target]) onTestFinished(place.remove)
    await within(source, async (databases) => {
      for (const kind of ['log', 'generations']) await migrate(databases, migrations(kind), kind)
      await writeTo(await storedLog(databases), 'palimpsest', { times: 150 })
    })
    const args = ['seal', '--to-database-url', target.settings.DATABASE_URL ?? '']
    const written = () =>
      within(target, async (databases) => {
        const [found] = await databases
          .within('log')
          .rows<{ count: bigint }>(sql`select count(*) as count from event`)
          .catch(() => [])
        return Number(found?.count ?? 0)
      })
    let killed = 0
    for (const least of [1, 200, 700]) {
      const { child, ended } = start(args, source.settings)
      while ((await written()) < least && child.exitCode === null) await pause(20)
      child.kill('SIGKILL')
      if ((await ended).code === null) killed++
    }
    expect(killed).toBeGreaterThan(0)
    expect(await palimpsest(args, source.settings)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('the others were there already'),
    })
    const settings = { ...target.settings }
    expect(await palimpsest(['replay', 'check'], settings)).toMatchObject({ code: 0 })
    expect(await palimpsest(['seal', '--dry-run'], settings)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/ 0 hold words in the clear[\s\S]*No event names anybody in the clear/),
    })
  })
})
