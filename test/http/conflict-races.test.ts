import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres } from '../../src/postgres/postgres.js'
import { rounds as roundsOf } from '../faults/rounds.js'
import { disagreeing } from '../support/agents.js'
import { type RunningApp, startApp } from '../support/app.js'
import { type Client, clientOf, type Who } from '../support/client.js'
import { databases, freshPostgres, isOnAll, type TestDatabase } from '../support/database.js'
import { rebuilt, withoutRecalls } from '../support/rebuilt.js'

const postgres = await freshPostgres()
const shared = postgres && {
  name: 'two services on one Postgres',
  open: async () => openPostgres(postgres.url),
  services: 2,
}
const places: readonly (Pick<TestDatabase, 'name' | 'open'> & { readonly services: number })[] = [
  // Two services on a server race as one does there, and more.
  ...(isOnAll ? databases : databases.slice(0, 1)).map(({ name, open }) => ({ name, open, services: 1 })),
  ...(shared ? [shared] : []),
]

const OLD = 'The API gateway listens on port 8080.'
const NEW = 'The API gateway listens on port 9090.'
/** In every other one the two ask in the other order. */
const ROUNDS = roundsOf(2, 20)

describe.each(places)('who resolves a conflict at once, on $name', ({ open, services }) => {
  const apps: RunningApp[] = []
  const clients: Client[] = []
  const told: ReturnType<typeof disagreeing>[] = []
  let rounds = 0
  beforeAll(async () => {
    for (let n = 0; n < services; n++) {
      const app = await startApp({ open }, { CONFLICT_EXPIRY_MS: '0', RECALL_FLUSH_MS: '60000' })
      apps.push(app)
      clients.push(clientOf(app))
      told.push(disagreeing(app, clientOf(app)))
    }
  })
  afterAll(async () => {
    for (const app of apps) await app.close()
    if (services > 1) await postgres?.drop()
  })

  const at = <Of>(all: readonly Of[], n: number): Of => {
    const one = all[n % all.length]
    if (one === undefined) throw new Error('there is no service')
    return one
  }
  type Opened = { readonly as: (agent: string) => Who; readonly user: string; readonly id: string }
  type Both = Opened & { readonly existing: string; readonly memoryId: string }
  const acts: Readonly<Record<string, (n: number, of: Both) => Promise<unknown>>> = {
    'for the new memory': (n, { id }) => at(told, n).resolve(id, 'resolved_new'),
    'for the existing memory': (n, { id }) => at(told, n).resolve(id, 'resolved_existing'),
    'for both': (n, { id }) => at(told, n).resolve(id, 'resolved_both'),
    'by its time': (n, { user }) => at(told, n).autoResolve(user),
    'by deleting the existing memory': (n, { as, existing }) => at(clients, n).remove(as('a'), existing),
    'by deleting the new memory': (n, { as, memoryId }) => at(clients, n).remove(as('b'), memoryId),
    'while the existing one changes': (n, { as, existing }) =>
      at(apps, n).ask(`/v1/memories/${existing}`, { ...as('a'), importance: 0.9 }, { method: 'PUT' }),
    'while the new one changes': (n, { as, memoryId }) =>
      at(apps, n).ask(`/v1/memories/${memoryId}`, { ...as('b'), importance: 0.9 }, { method: 'PUT' }),
    'while the new one is followed by another': (n, { as }) =>
      at(clients, n).tell(as('b'), 'The API gateway listens on port 7070.'),
  }

  /** What is found after each resolution, where both memories are there. */
  const LEFT: Readonly<Record<string, readonly string[]>> = {
    resolved_new: [NEW],
    resolved_existing: [OLD],
    resolved_both: [OLD, NEW],
  }

  test.each([
    ['for the new memory', 'for the existing memory'],
    ['for the new memory', 'for the new memory'],
    ['for both', 'by its time'],
    ['for the existing memory', 'by its time'],
    ['for both', 'by deleting the existing memory'],
    ['by its time', 'by deleting the existing memory'],
    ['by its time', 'by deleting the new memory'],
    ['for both', 'while the new one changes'],
    ['by its time', 'by its time'],
    ['for the existing memory', 'by deleting the existing memory'],
    ['for the new memory', 'by deleting the new memory'],
    ['for the new memory', 'while the existing one changes'],
    ['by its time', 'while the existing one changes'],
    ['for the existing memory', 'while the new one is followed by another'],
    ['by its time', 'while the new one is followed by another'],
  ])('%s, and %s: the first decides, once', async (one, other) => {
    for (let round = 0; round < ROUNDS; round++) {
      const user = `racer ${rounds++}`
      const { as } = at(told, 0).someone(user)
      const opened = await at(told, round).contradict(as, [OLD, NEW])
      const of = { ...opened, as, user }
      const both = round % 2 === 0 ? [one, other] : [other, one]
      await Promise.all(both.map((act, n) => acts[act]?.(n, of)))
      const events = (await at(clients, 0).log('ConflictResolved')).filter(
        ({ metadata }) => metadata.conflictId === of.id,
      )
      expect(events.length).toBeLessThan(2)
      const [conflict] = (await at(told, 1).conflicts({ user_id: user }, { status: 'all' })).conflicts.filter(
        ({ id }) => id === of.id,
      )
      expect([conflict?.status === 'open', events.length]).toEqual([events.length === 0, events.length])
      const [now] = await Promise.all(apps.map((_, n) => at(told, n).found(as('a'), 'gateway port')))
      const followed = both.some((act) => act.includes('followed'))
      const deleted = both.some((act) => act.includes('deleting'))
      if (!followed && conflict?.status !== 'open')
        expect(LEFT[String(conflict?.status)]).toEqual(deleted ? expect.arrayContaining([...(now ?? [])]) : now)
    }
  })

  test('leaves the same rows when the read models are built anew', async () => {
    const { rows, live } = await rebuilt(at(apps, 0).databases)
    expect(withoutRecalls(live)).toEqual(withoutRecalls(rows))
  })
})
