import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { deferred } from '../../src/concurrency/deferred.js'
import type { Database, Databases } from '../../src/postgres/database.js'
import { type Sql, sql } from '../../src/postgres/sql.js'
import { ADMIN, asAdmin } from '../support/changing.js'
import { readModelOf } from '../support/client.js'
import { leadersOf } from '../support/leader.js'
import { type ServiceProcess, startService } from '../support/own-process.js'
import { type Place, places } from '../support/place.js'
import { everyRow, keysOf } from '../support/searched-stores.js'
import { dice, seed } from './rounds.js'

const SAID = ['My parrot Quixote speaks Xhosa.', 'I moved to Zanzibar yesterday.']
const WAITS = { READ_WAIT_MS: '30000', WRITE_TIMEOUT_MS: '30000' }

const tell = async ({ ask }: ServiceProcess, user_id: string, said: readonly string[]): Promise<readonly string[]> => {
  const conversation = said.map((text) => `${user_id}: ${text}`).join('\n')
  const { status, body } = await ask('/v1/memories/ingest/quick', { user_id, conversation, source_site: 'chat' })
  expect(status).toBe(200)
  return body.memoryIds as readonly string[]
}
const shownTo = async ({ ask }: ServiceProcess, user_id: string): Promise<unknown> =>
  (await ask(`/v1/memories/list?user_id=${user_id}`)).body.total
const eraseAna = ({ url }: ServiceProcess) => fetch(`${url}/v1/admin/users/ana`, { method: 'DELETE', headers: asAdmin })

const setAside = async (databases: Databases) => (await readModelOf(databases)).rows(sql`select stream from parked`)
const nothingIsLeft = async (databases: Databases) => {
  const rows = await everyRow({ databases })
  expect(['quixote', 'xhosa', 'zanzibar'].filter((word) => rows.includes(word))).toEqual([])
  expect(await setAside(databases)).toEqual([])
}

/** Keeps the locks that a statement takes, until they are released. */
const locked = async (db: Database, statement: Sql) => {
  const [taken, release] = [deferred(), deferred()]
  const holding = db.transaction(async (tx) => {
    await tx.rows(statement)
    taken.settle()
    await release.done
  })
  await taken.done
  return async () => {
    release.settle()
    await holding
  }
}
/** Keeps everybody from changing these keys. */
const hold = (databases: Databases, owner: string) =>
  locked(databases.within('generations'), sql`select part from data_key where owner = ${owner}::uuid for update`)
/** Keeps everybody from learning who is set aside. */
const hide = async (databases: Databases) =>
  locked(await readModelOf(databases), sql`lock table parked in access exclusive mode`)

describe.each(places)('the erasure of a whole user on $name, whose process is killed', (kind) => {
  let place: Place
  const services: ServiceProcess[] = []
  const start = async (more: Readonly<Record<string, string>> = {}) => {
    const service = await startService({ ...place.settings, ...ADMIN, ...WAITS, ...more })
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

  test('is done wholly or not at all after the next start', async () => {
    const first = await start()
    await tell(first, 'ana', SAID)
    const asked = eraseAna(first).catch(() => {})
    await pause(dice(seed)() * 50)
    await first.kill()
    await asked
    const second = await start()
    const left = await shownTo(second, 'ana')
    expect([0, 2]).toContain(left)
    if (left === 2) expect((await eraseAna(second)).status).toBe(200)
    await tell(second, 'ana', ['The boat has a keel.'])
    expect(await shownTo(second, 'ana')).toBe(1)
    await second.kill()
    const databases = await place.open()
    await nothingIsLeft(databases)
    await databases.close()
  })

  test.skipIf(kind.name === 'PGlite')('goes on in another process, and nobody else waits for it', async () => {
    const url = (name: string) => ({ DATABASE_URL: `${place.settings.DATABASE_URL}?application_name=${name}` })
    const names = ['one', 'other']
    const byName = new Map<string, ServiceProcess>()
    for (const name of names) byName.set(name, await start(url(name)))
    const databases = await place.open()
    const [leader] = await leadersOf(databases)
    const [leads, follows] = [
      byName.get(leader?.name ?? ''),
      byName.get(names.find((name) => name !== leader?.name) ?? ''),
    ]
    if (leads === undefined || follows === undefined) throw new Error('nobody leads')
    const memoryIds = await tell(follows, 'ana', SAID)
    const release = await hold(databases, memoryIds[1] ?? '')
    const answer = eraseAna(follows)
    answer.catch(() => {}) // thrown when it is awaited
    await vi.waitFor(async () => expect(await setAside(databases)).toHaveLength(2), 10_000)

    await tell(leads, 'ben', ['My boat has a keel.'])
    await tell(follows, 'ben', ['It has a mast, too.'])
    expect(await shownTo(follows, 'ben')).toBe(2)
    const reading = shownTo(follows, 'ana')
    reading.catch(() => {}) // thrown when it is awaited

    await leads.kill()
    await release()
    expect((await answer).status).toBe(200)
    const left = (await keysOf({ databases })).filter(({ owner }) => memoryIds.includes(owner))
    expect(left.map(({ destroyed }) => destroyed)).toEqual([true, true])
    expect(await reading).toBe(0)
    expect(await shownTo(follows, 'ben')).toBe(2)
    await nothingIsLeft(databases)
    await databases.close()
  })

  test.skipIf(kind.name === 'PGlite')('is not read over by the next process before it knows of it', async () => {
    const first = await start()
    const memoryIds = await tell(first, 'ana', SAID)
    const databases = await place.open()
    const release = await hold(databases, memoryIds[1] ?? '')
    const asked = eraseAna(first).catch(() => {})
    await vi.waitFor(async () => expect(await setAside(databases)).toHaveLength(2), 10_000)
    await first.kill()
    await asked
    const show = await hide(databases)
    const second = start()
    const early = await Promise.race([second.then((service) => shownTo(service, 'ana')), pause(4000)])
    expect(early).toBeUndefined()
    await show()
    const reading = second.then((service) => shownTo(service, 'ana'))
    await release()
    expect(await reading).toBe(0)
    await nothingIsLeft(databases)
    await databases.close()
  })
})
