import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keysIn } from '../../src/event-store/sealing/open-events.js'
import type { Databases } from '../../src/postgres/database.js'
import { sql } from '../../src/postgres/sql.js'
import { ADMIN, asAdmin } from '../support/changing.js'
import { readModelOf } from '../support/client.js'
import { storedLog } from '../support/log.js'
import { openedEvents } from '../support/opened-log.js'
import { type ServiceProcess, startService } from '../support/own-process.js'
import { type Place, places } from '../support/place.js'
import { wholeLog } from '../support/rebuilt.js'
import { asText, everyRow, keysOf } from '../support/searched-stores.js'

const TURNS = 300
const SAID = Array.from(
  { length: TURNS },
  (_, i) =>
    `Ana: Entry ${i} tells of parrot ${i * 13} in Zanzibar, house ${i * 7 + 1}, ${'which likes tea '.repeat(16)}.`,
).join('\n')
const WORDS = ['parrot', 'zanzibar', 'quixote']
const HERE = 'before the last append'
/** What the database does instead of the last append of an ingest: it says that it has come there, and stays. */
const STAYS = {
  pglite: `execute format('copy (select 1) to %L', current_setting('data_directory') || '/reached'); loop end loop;`,
  postgres: `perform pg_advisory_xact_lock(hashtextextended('${HERE}', 0)); raise exception 'its process was killed';`,
}
const stopsBeforeLast = ({ kind, script }: Databases) =>
  script(`
    create function log.stays() returns trigger language plpgsql as $stays$ begin ${STAYS[kind]} end $stays$;
    create trigger stays before insert on log.event for each row when (new.type = 'EpisodeIngested')
      execute function log.stays()`)

const PATIENTLY = { timeout: 60_000, interval: 20 }
const waiting = ({ within }: Databases) =>
  within('public').rows(sql`
    select
    from pg_locks
    where locktype = 'advisory' and not granted and (classid::bigint << 32 | objid::bigint) = hashtextextended(${HERE}, 0)`)

/** Runs `work`, and kills its process when it has come to the last append of an ingest. */
const killedThere = async (place: Place, work: () => Promise<ServiceProcess>): Promise<void> => {
  const databases = await place.open()
  await stopsBeforeLast(databases)
  if (databases.kind === 'pglite') {
    await databases.close()
    const reached = join(databases.directory ?? '', 'cluster', 'reached')
    const service = await work()
    await vi.waitUntil(() => existsSync(reached), PATIENTLY)
    await service.kill()
    await rm(reached)
  } else {
    const lock = await databases.lock(HERE, { signal: new AbortController().signal, taken: () => {} })
    const service = await work()
    await vi.waitUntil(async () => (await waiting(databases)).length > 0, PATIENTLY)
    await service.kill()
    await lock.release()
    await databases.close()
  }
}

describe.each(places)('a large ingest on $name, whose process is killed between two of its parts', (kind) => {
  let place: Place
  const services: ServiceProcess[] = []
  const start = async () => {
    const service = await startService({ ...place.settings, ...ADMIN, MAX_APPEND_BYTES: `${2 ** 20}` })
    services.push(service)
    return service
  }
  beforeEach(async () => {
    place = await kind.makeStore()
  })
  afterEach(async () => {
    await Promise.all(services.splice(0).map(({ kill }) => kill()))
    await place.remove()
  })
  const opened = async <Found>(work: (databases: Databases) => Promise<Found>): Promise<Found> => {
    const databases = await place.open()
    try {
      return await work(databases)
    } finally {
      await databases.close()
    }
  }
  const found = (text: string) => WORDS.filter((word) => text.includes(word))
  /** The events of the log, the words in what can be opened of them, and those in the rows. */
  const look = async (databases: Databases) => {
    const log = await storedLog(databases)
    const events = (await wholeLog(log)).filter(({ metadata }) => 'userId' in metadata)
    await log.close()
    const words = found(asText(await openedEvents(databases, events)))
    return { events, words, rows: found(await everyRow({ databases })) }
  }

  test('leaves nothing behind the erasure of its user', { timeout: 180_000 }, async () => {
    let answer: Promise<unknown> = Promise.resolve()
    await killedThere(place, async () => {
      const first = await start()
      const body = { user_id: 'quixote-ana', conversation: SAID, source_site: 'chat' }
      answer = first.ask('/v1/memories/ingest/quick', body).catch(() => 'none')
      return first
    })
    expect(await answer).toBe('none')
    const left = await opened(async (databases) => {
      await databases.script('drop trigger stays on log.event', 'drop function log.stays')
      return look(databases)
    })
    expect([left.words, left.rows]).toEqual([WORDS, WORDS])
    const types = new Set(left.events.map(({ type }) => type))
    expect([types.has('EpisodeRecorded'), types.has('MemoryStored'), types.has('EpisodeIngested')]).toEqual([
      true,
      true,
      false,
    ])

    const second = await start()
    const path = `${second.url}/v1/admin/users/quixote-ana`
    const erased = await fetch(path, { method: 'DELETE', headers: asAdmin })
    expect([erased.status, await erased.json()]).toMatchObject([200, { deleted: { episodes: 1 } }])
    expect((await fetch(path, { headers: asAdmin })).status).toBe(404)
    await second.kill()
    await opened(async (databases) => {
      const { events, words, rows } = await look(databases)
      expect([words, rows]).toEqual([[], []])
      const sealed = new Set(keysIn(events).map(({ owner, part }) => `${owner}/${part}`))
      const keys = (await keysOf({ databases })).filter(({ owner, part }) => sealed.has(`${owner}/${part}`))
      expect(keys.length).toBeGreaterThan(TURNS)
      expect(keys.filter(({ destroyed }) => !destroyed)).toEqual([])
      const pending = sql`select from memory where status = 'pending'`
      expect(await (await readModelOf(databases)).rows(pending)).toEqual([])
    })
  })
})
