import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../support/client.js'
import { conflictsIn } from '../support/conflicts-in-process.js'
import { type ServiceProcess, startService } from '../support/own-process.js'
import { type Place, places } from '../support/place.js'
import { rebuilt } from '../support/rebuilt.js'
import { rounds } from './rounds.js'

const ROUNDS = rounds(2, 20)
const onServers = places.filter(({ name }) => name === 'Postgres')

describe.each(onServers)('two processes that resolve a conflict at once, on $name', ({ makeStore }) => {
  let place: Place
  let services: readonly ServiceProcess[]
  let users = 0
  beforeAll(async () => {
    place = await makeStore()
    const start = () => startService({ ...place.settings, CONFLICT_EXPIRY_MS: '0', RECALL_FLUSH_MS: '60000' })
    services = [await start(), await start()]
  })
  afterAll(async () => {
    for (const service of services) await service.kill()
    await place.remove()
  })

  type Of = { readonly user: string; readonly id: unknown; readonly existing: unknown; readonly next: unknown }
  type Told = ReturnType<typeof conflictsIn> & Pick<ServiceProcess, 'ask'>
  const acts: Readonly<Record<string, (told: Told, of: Of) => Promise<{ readonly status: number }>>> = {
    'for the new memory': ({ resolve }, { id }) => resolve(id, 'resolved_new'),
    'for the existing memory': ({ resolve }, { id }) => resolve(id, 'resolved_existing'),
    'by its time': ({ autoResolve }, { user }) => autoResolve(user),
    'by deleting the existing memory': ({ ask, as }, { user, existing }) =>
      ask(`/v1/memories/${String(existing)}?${query(as(user, 'a'))}`, undefined, 'DELETE'),
    'by deleting the new memory': ({ ask, as }, { user, next }) =>
      ask(`/v1/memories/${String(next)}?${query(as(user, 'b'))}`, undefined, 'DELETE'),
    'while the existing one changes': ({ ask, as }, { user, existing }) =>
      ask(`/v1/memories/${String(existing)}`, { ...as(user, 'a'), importance: 0.9 }, 'PUT'),
  }

  test.each([
    ['for the new memory', 'for the existing memory'],
    ['for the new memory', 'for the new memory'],
    ['for the existing memory', 'by its time'],
    ['by its time', 'by its time'],
    ['for the new memory', 'by deleting the existing memory'],
    ['for the existing memory', 'by deleting the new memory'],
    ['by its time', 'by deleting the existing memory'],
    ['for the new memory', 'while the existing one changes'],
    ['by its time', 'while the existing one changes'],
  ])('%s, and %s: one decides, and both say the same afterwards', async (one, other) => {
    for (let round = 0; round < ROUNDS; round++) {
      const user = `racer ${users++}`
      const told = services.map((service) => ({ ...conflictsIn(service), ask: service.ask }))
      const { id, existing_memory_id: existing, new_memory_id: next } = (await told[round % 2]?.open(user)) ?? {}
      const both = round % 2 === 0 ? [one, other] : [other, one]
      const answers = await Promise.all(
        told.map((each, n) => acts[both[n] ?? '']?.(each, { user, id, existing, next })),
      )
      for (const answer of answers) expect([200, 404, 409]).toContain(answer?.status)
      const states = await Promise.all(
        services.map(({ ask }) => ask(`/v1/agents/conflicts?user_id=${user}&status=all`)),
      )
      expect(states[0]?.body).toEqual(states[1]?.body)
      const found = await Promise.all(
        told.map(({ ask, as }) => ask(`/v1/memories/list?${query(as(user, 'c'))}`).then(({ body }) => body.memories)),
      )
      expect(found[0]).toEqual(found[1])
    }
  })

  test('leave one decision of each conflict in the log, and the rows that it says', async () => {
    for (const service of services) await service.kill('SIGTERM')
    const databases = await place.open()
    const { rows, live, events } = await rebuilt(databases)
    await databases.close()
    const decided = events.flatMap(({ type, metadata }) => (type === 'ConflictResolved' ? [metadata.conflictId] : []))
    expect(new Set(decided).size).toBe(decided.length)
    expect(live).toEqual(rows)
  })
})
