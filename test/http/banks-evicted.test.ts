import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres } from '../../src/postgres/postgres.js'
import { type RunningApp, startApp } from '../support/app.js'
import { type Client, clientOf } from '../support/client.js'
import { freshPostgres } from '../support/database.js'

const THINGS = 'harbour violin meadow copper lantern orchard ferry glacier pepper saddle timber walnut'.split(' ')
const thing = (n: number) => THINGS[n % THINGS.length]
const users = Array.from({ length: 12 }, (_, i) => ({ user_id: `user ${i}` }))

/** Dozens of turns for each user, of words that all users share. */
const tellAll = async (client: Client): Promise<void> => {
  for (const [n, who] of users.entries()) {
    const line = (_: unknown, i: number) => `Ann: The ${thing(i + n)} of house ${i} has a ${thing(i * 5 + n)}.`
    await client.tell(who, Array.from({ length: 60 }, line).join('\n'), { session_id: `s${n}` })
  }
}

/** The ids of what all users find of some things, each asked at the same time as the others. */
const findAll = (client: Client) =>
  Promise.all(
    users.flatMap((who) =>
      THINGS.slice(0, 4).map(async (word) => {
        const { memories } = await client.search(who, `Which house has a ${word}?`, { limit: 10 })
        return memories.map(({ id }) => id)
      }),
    ),
  )

const postgres = await freshPostgres()

describe.skipIf(postgres === undefined)('two services, of which one has room for the memories of few users', () => {
  const apps: RunningApp[] = []
  const start = async (megabytes: string): Promise<Client> => {
    const app = await startApp({ open: async () => openPostgres(postgres?.url ?? '') }, { SEARCH_MEMORY_MB: megabytes })
    apps.push(app)
    return clientOf(app)
  }
  let small: Client
  let large: Client
  beforeAll(async () => {
    small = await start('1')
    await tellAll(small)
    large = await start('200')
  })
  afterAll(async () => {
    for (const app of apps) await app.close()
    await postgres?.drop()
  })

  test('find nearly the same, also where indexes go in the middle of searches: frequencies are estimated where there is none', async () => {
    const everywhere = await findAll(large)
    expect(everywhere.every((found) => found.length === 10)).toBe(true)
    for (let round = 0; round < 2; round++) {
      const found = await findAll(small)
      const shared = found.map((ids, i) => ids.filter((id) => everywhere[i]?.includes(id)).length)
      expect(shared.reduce((sum, each) => sum + each, 0)).toBeGreaterThanOrEqual(0.8 * 10 * everywhere.length)
    }
  })

  test('show what the other one writes and deletes', async () => {
    const who = { user_id: 'user 0' }
    const id = await small.keep(who, 'The zeppelin of house 99 has a parachute.')
    expect((await large.search(who, 'zeppelin parachute')).memories[0]?.id).toBe(id)
    await small.remove(who, id)
    const { memories } = await large.search(who, 'zeppelin parachute', { threshold: 1 })
    expect(memories.map((found) => found.id)).not.toContain(id)
  })
})
