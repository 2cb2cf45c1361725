import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres } from '../../src/postgres/postgres.js'
import { type RunningApp, startApp } from '../support/app.js'
import { type Client, clientOf } from '../support/client.js'
import { freshPostgres } from '../support/database.js'
import { depose, leadersOf, nextLeader } from '../support/leader.js'

const postgres = await freshPostgres()

describe.skipIf(postgres === undefined)('two services on one Postgres', () => {
  const apps: RunningApp[] = []
  const clients: Client[] = []
  const url = postgres?.url ?? ''
  beforeAll(async () => {
    for (let n = 0; n < 2; n++) {
      const app = await startApp({ open: async () => openPostgres(url) })
      apps.push(app)
      clients.push(clientOf(app))
    }
  })
  afterAll(async () => {
    for (const app of apps) await app.close()
    await postgres?.drop()
  })
  const [user, rounds] = [{ user_id: 'anna' }, 12]
  const contents = async (client: Client | undefined) =>
    (await client?.list(user))?.memories.map(({ content }) => content).sort()

  test('show through either at once what was written through either, while one projects', async () => {
    const told: string[] = []
    const took: [number[], number[]] = [[], []]
    for (let n = 0; n < rounds; n++) {
      const writer = (n >> 1) % 2
      const [before, text] = [performance.now(), `Anna: Parcel ${n} is sent to house ${n * 7}.`]
      await clients[writer]?.tell(user, text)
      took[writer === 0 ? 0 : 1].push(performance.now() - before)
      told.push(text)
      expect(await contents(clients[n % 2])).toEqual([...told].sort())
    }
    const middle = (times: number[]) => times.sort((a, b) => a - b)[times.length >> 1]?.toFixed(1)
    console.log(`a write takes ${middle(took[0])} ms through one service, ${middle(took[1])} ms through the other`)
    const looking = openPostgres(url)
    expect(await leadersOf(looking)).toHaveLength(1)
    await looking.close()
  })

  test('store what both are told at once only once', async () => {
    const text = 'Anna: The red car is in the garage.'
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => clients[n % 2]?.tell(user, text)))
    expect(answers.reduce((sum, answer) => sum + (answer?.memoriesStored ?? 0), 0)).toBe(1)
    expect((await contents(clients[1]))?.filter((content) => content === text)).toHaveLength(1)
  })

  test('carry out once what both are asked at once under one key', async () => {
    const conversation = 'Ben: The green boat lies in the harbour.'
    const body = { user_id: 'ben', source_site: 'chat', conversation }
    const init = { headers: { 'Idempotency-Key': 'the boat' } }
    const ask = (n: number) => apps[n % 2]?.ask<object>('/v1/memories/ingest/quick', body, init)
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => ask(n)))
    expect(new Set(answers.map((answer) => JSON.stringify([answer?.status, answer?.body]))).size).toBe(1)
    expect(answers.filter((answer) => answer?.headers.get('Idempotency-Replayed') !== 'true')).toHaveLength(1)
    expect(answers[0]?.body).toMatchObject({ memoriesStored: 1, duplicates: 0 })
  })

  test('go on serving while the lock goes from one to the other', async () => {
    const [app] = apps
    if (app === undefined) throw new Error('not started')
    const before = await depose(app.databases)
    const writes = Array.from({ length: 6 }, (_, n) =>
      clients[n % 2]?.tell(user, `Anna: Box ${n} weighs ${n * 3} kilos.`),
    )
    const answers = await Promise.all(writes)
    expect(answers.map((answer) => answer?.memoriesStored)).toEqual([1, 1, 1, 1, 1, 1])
    await nextLeader(app.databases, before)
    for (const one of apps) expect(await one.ask('/health')).toMatchObject({ status: 200, body: { status: 'ok' } })
    expect(await contents(clients[0])).toEqual(await contents(clients[1]))
  })
})
