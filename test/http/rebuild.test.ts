import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sql } from '../../src/postgres/sql.js'
import { rounds } from '../faults/rounds.js'
import { type RunningApp, startApp } from '../support/app.js'
import { type Client, clientOf } from '../support/client.js'
import { databasesFor } from '../support/database.js'

const user = (n: number) => ({ user_id: `user ${n}` })

describe.each(databasesFor(import.meta.url))('a rebuild under load, on $name', (database) => {
  let app: RunningApp
  let client: Client
  beforeEach(async () => {
    app = await startApp(database)
    client = clientOf(app)
  })
  afterEach(() => app.close())

  test('fails no request, and every write is read by the next request', async () => {
    for (let n = 0; n < 6; n++) await client.tell(user(n % 3), `Anna: Parcel ${n} went to Lisbon.`)
    let over = false
    const statuses: number[] = []
    const missed: string[] = []
    const load = async (n: number) => {
      for (let i = 0; !over; i++) {
        const text = `Ben: Box ${n} number ${i} is blue.`
        const written = await app.ask<{ memoryIds: string[] }>('/v1/memories/ingest/quick', {
          ...user(n),
          conversation: text,
          source_site: 'chat',
        })
        const id = written.body.memoryIds?.[0]
        const got = await app.ask<{ content: string }>(`/v1/memories/${id}?user_id=user%20${n}`)
        const found = await app.ask<{ count: number }>('/v1/memories/search', { ...user(n), query: 'Lisbon parcel' })
        await pause(40) // others have to come to their turn
        statuses.push(written.status, got.status, found.status)
        if (got.body.content !== text || found.body.count === 0) missed.push(text)
      }
    }
    const loads = rounds([0], [0, 1, 2]).map(load)
    const never = new AbortController().signal
    const results = [
      await app.rebuild({ verify: false, dryRun: false }, { report: () => {}, signal: never }),
      await app.rebuild({ verify: true, dryRun: false }, { report: () => {}, signal: never }),
    ]
    const before = statuses.length
    await vi.waitFor(() => expect(statuses.length).toBeGreaterThan(before + 9), { timeout: 10_000 })
    over = true
    await Promise.all(loads)
    expect(results).toMatchObject([{ swapped: true }, { swapped: true, verification: { equal: true } }])
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(missed).toEqual([])
    const schemas = () =>
      app.databases
        .within('generations')
        .rows<{ name: string }>(sql`select nspname::text as name from pg_namespace where nspname like 'read\\_%'`)
    await vi.waitFor(async () => expect(await schemas()).toEqual([{ name: results[1]?.live }]), { timeout: 10_000 })
  })
})
