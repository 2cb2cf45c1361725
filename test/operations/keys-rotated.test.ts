import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { rotateStoreKeys } from '../../src/app/erasure-and-keys.js'
import { secretsOf } from '../../src/commands/master-key.js'
import type { Progress } from '../../src/concurrency/operation.js'
import { configFrom } from '../../src/config/config.js'
import { createDataKeys } from '../../src/event-store/sealing/data-keys.js'
import { WrappingKeyChanged } from '../../src/event-store/sealing/wrapping-key.js'
import type { Databases } from '../../src/postgres/database.js'
import { masterKeyFile, masterKeyTable } from '../../src/postgres/master-key.js'
import { sql } from '../../src/postgres/sql.js'
import { palimpsest } from '../cli/command.js'
import { startApp } from '../support/app.js'
import { clientOf } from '../support/client.js'
import { isInTable, loggedPlaces, logOf } from '../support/logged-places.js'
import type { Places } from '../support/place.js'

const ANA = { user_id: 'ana' }
const CHAT = 'Ana: I moved to Lisbon.\nBen: I bought a red bicycle.'
const [FIRST, SECOND, THIRD] = [1, 2, 3].map((n) => Buffer.alloc(32, n).toString('base64')) as [string, string, string]
const PATIENTLY = { timeout: 120_000 }

const placeOf = (all: Databases) => (all.directory === undefined ? masterKeyTable(all) : masterKeyFile(all.directory))
const keptKey = async (all: Databases) => (await placeOf(all).read()) ?? new Uint8Array()

const filled = async (makeStore: Places[number]['makeStore'], key: Readonly<Record<string, string>> = {}) => {
  const place = await makeStore()
  onTestFinished(place.remove)
  const served = async <Found>(
    settings: Readonly<Record<string, string>>,
    work: (client: ReturnType<typeof clientOf>) => Promise<Found>,
  ): Promise<Found> => {
    const app = await startApp(place, { ...logOf(place), ...settings })
    try {
      return await work(clientOf(app))
    } finally {
      await app.close()
    }
  }
  await served(key, (client) => client.tell(ANA, CHAT))
  const inDatabase = async <Found>(work: (all: Databases) => Promise<Found>) => {
    const databases = await place.open()
    try {
      return await work(databases)
    } finally {
      await databases.close()
    }
  }
  /** Undefined where it lies elsewhere. */
  const logged = async () =>
    isInTable(place)
      ? inDatabase((all) => all.within('log').rows<object>(sql`select * from event order by position`))
      : undefined
  /** What a service shows: all words are there, the turns are known again, and new ones can be said. */
  const works = (settings: Readonly<Record<string, string>>, more: string) =>
    served(settings, async (client) => {
      expect((await client.list(ANA)).memories.map(({ content }) => content)).toEqual(
        expect.arrayContaining(['Ana: I moved to Lisbon.', 'Ben: I bought a red bicycle.']),
      )
      expect(await client.tell(ANA, CHAT)).toMatchObject({ knownTurns: 2, memoriesStored: 0 })
      expect(await client.tell(ANA, `Ana: ${more}`)).toMatchObject({ memoriesStored: 1 })
    })
  const prefix = place.settings.EVENTSTORE_PREFIX ?? 'palimpsest'
  const keysIn = (all: Databases, key: Uint8Array) =>
    createDataKeys({ ...secretsOf(key), db: all.within('generations'), prefix, besideLog: false })
  return { place, keysIn, served, inDatabase, logged, works }
}

const named = (PALIMPSEST_MASTER_KEY: string, NEXT_PALIMPSEST_MASTER_KEY?: string) => ({
  PALIMPSEST_MASTER_KEY,
  ...(NEXT_PALIMPSEST_MASTER_KEY === undefined ? {} : { NEXT_PALIMPSEST_MASTER_KEY }),
})

describe.each(loggedPlaces)('the secret key of a store on $name', ({ name, make, makeStore }) => {
  test(
    'is changed to the next one: the log stays, all can be read, and the former key opens nothing',
    PATIENTLY,
    async () => {
      const { place, keysIn, logged, works, inDatabase } = await filled(make, named(FIRST))
      const before = await logged()
      const rotated = await palimpsest(['keys', 'rotate'], { ...place.settings, ...named(FIRST, SECOND) })
      expect(rotated).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^\d+ keys are wrapped by the next secret key/),
      })
      for (const key of [FIRST, SECOND]) expect(rotated.stdout + rotated.stderr).not.toContain(key.slice(0, 20))
      const after = await logged()
      expect(after?.slice(0, before?.length)).toEqual(before)
      expect(after?.length).toBe(before && before.length + 1)
      await expect(startApp(place, { ...logOf(place), ...named(FIRST) })).rejects.toThrow(
        /is not this store's secret key/,
      )
      await works(named(SECOND), 'I like the trams.')
      const former = await inDatabase(async (all) => {
        const keys = keysIn(all, Buffer.from(FIRST, 'base64'))
        const refs = await all
          .within('generations')
          .rows<{ owner: string; part: number }>(sql`select owner, part from data_key`)
        const [one = { owner: '', part: 0 }] = refs
        await expect(keys.issue([{ ...one, part: 99 }])).rejects.toThrow(WrappingKeyChanged)
        return [...(await keys.find(refs)).values()]
      })
      expect(new Set(former)).toEqual(new Set(['unfit']))
      expect(await palimpsest(['keys', 'rotate'], { ...place.settings, ...named(SECOND, THIRD) })).toMatchObject({
        code: 0,
      })
      await works(named(THIRD), 'I like the hills.')
      expect(await palimpsest(['replay', 'check'], { ...place.settings, ...named(THIRD) })).toMatchObject({ code: 0 })
    },
  )

  test('that the store keeps itself is changed to another one that it makes', PATIENTLY, async () => {
    const { place, works, inDatabase } = await filled(makeStore)
    const before = await inDatabase(keptKey)
    expect(await palimpsest(['keys', 'rotate', '--json'], place.settings)).toMatchObject({ code: 0 })
    expect(await inDatabase(keptKey)).not.toEqual(before)
    if (name.startsWith('PGlite')) {
      const { mode } = await stat(join(place.settings.PALIMPSEST_DATA_DIR ?? '', 'master.key'))
      expect(mode & 0o777).toBe(0o600)
    }
    await works({}, 'I like the trams.')
  })

  test(
    'is changed wherever the change is broken off: one of the keys opens the store, and the next run goes on',
    PATIENTLY,
    async () => {
      const { place, keysIn, works, inDatabase } = await filled(makeStore)
      const key = await inDatabase(keptKey)
      const refs = Array.from({ length: 4100 }, (_, part) => ({ owner: '00000000-0000-4000-8000-000000000001', part }))
      const issued = await inDatabase((all) => keysIn(all, key).issue(refs))
      const config = configFrom({ ...place.settings })
      const phases: string[] = []
      /** Stops the change at the n-th thing that it reports. */
      const brokenOff = async (at: number) => {
        const stopping = new AbortController()
        let reported = 0
        const report = ({ phase, done }: Progress) => {
          phases.push(`${phase} ${done > 4100 ? 'all' : done}`)
          if (++reported === at) stopping.abort(new Error('broken off'))
        }
        await rotateStoreKeys(config, { report, signal: stopping.signal })
      }
      await expect(brokenOff(2)).rejects.toThrow('broken off')
      await works({}, 'I like the trams.')
      await expect(brokenOff(4)).rejects.toThrow('broken off')
      await works({}, 'I like the hills.')
      await brokenOff(99)
      await works({}, 'I like the sea.')
      expect(phases.slice(0, 6)).toEqual([
        'Wrapping 2000',
        'Wrapping 4000',
        'Wrapping 2000',
        'Wrapping 4000',
        'Wrapping all',
        'Dropping former wraps 2000',
      ])
      const now = await inDatabase(async (all) => {
        const generations = all.within('generations')
        const left = await generations.rows(sql`select part from data_key where rewrapped is not null`)
        expect([left, await placeOf(all).readNext()]).toEqual([[], undefined])
        return keysIn(all, await keptKey(all)).find(refs)
      })
      const inHex = (keys: typeof issued) =>
        [...keys].map(([ref, key]) => `${ref} ${typeof key === 'string' ? key : key.export().toString('hex')}`).sort()
      expect(inHex(now)).toEqual(inHex(issued))
    },
  )

  test(
    'is not changed while a service has the store, with a key that is none, or without a next one',
    PATIENTLY,
    async () => {
      const { place, served, works } = await filled(make, named(FIRST))
      if (!name.startsWith('PGlite'))
        await served(named(FIRST), async () => {
          expect(await palimpsest(['keys', 'rotate'], { ...place.settings, ...named(FIRST, SECOND) })).toMatchObject({
            code: 1,
            stderr: expect.stringContaining('stop it first'),
          })
        })
      expect(await palimpsest(['keys', 'rotate'], { ...place.settings, ...named(THIRD, SECOND) })).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("is not this store's secret key"),
      })
      expect(await palimpsest(['keys', 'rotate'], { ...place.settings, ...named(FIRST) })).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('NEXT_PALIMPSEST_MASTER_KEY'),
      })
      await works(named(FIRST), 'I like the trams.')
    },
  )
})
