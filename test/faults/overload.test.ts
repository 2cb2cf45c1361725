import type { RequestListener } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres } from '../../src/postgres/postgres.js'
import { type RunningApp, startApp } from '../support/app.js'
import { clientOf, type Fields } from '../support/client.js'
import { freshPostgres } from '../support/database.js'

const postgres = await freshPostgres()
/** More than may wait for one user. */
const WRITERS = 1100
/** So many connect at once: the service shares this process, and closes a connection whose headers it has not read in time. */
const AT_ONCE = 50

describe.skipIf(postgres === undefined)('more writers of one user than may wait', () => {
  let app: RunningApp
  let raw: Client
  let arrived = 0
  const url = postgres?.url ?? ''
  beforeAll(async () => {
    const around = (handler: RequestListener): RequestListener => {
      return (request, response) => {
        arrived += 1
        handler(request, response)
      }
    }
    app = await startApp({ open: async () => openPostgres(url) }, { WRITE_TIMEOUT_MS: '500' }, { around })
    raw = new Client({ connectionString: url })
    await raw.connect()
  })
  afterAll(async () => {
    await raw.end()
    await app.close()
    await postgres?.drop()
  })

  test('are told to try again, and nothing of theirs is written; who was answered 200 is there', async () => {
    const client = clientOf(app)
    await client.tell({ user_id: 'anna' }, 'Anna: The first crate is here.')
    await raw.query('begin')
    await raw.query('select position from log.head for update')
    const before = arrived
    const asked = []
    for (let i = 0; i < WRITERS; i += 1) {
      while (asked.length - (arrived - before) >= AT_ONCE) await pause(1)
      const conversation = `Crate ${i} stands in house ${i * 3}.`
      const told = { user_id: 'anna', source_site: 'chat', conversation, skip_extraction: true }
      asked.push(app.ask<Fields>('/v1/memories/ingest/quick', told))
    }
    await pause(1500)
    await raw.query('commit')
    const answers = await Promise.all(asked)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.length).toBeGreaterThanOrEqual(WRITERS - 1000)
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]))
    expect(refused.filter(({ headers }) => !/^\d+$/.test(headers.get('Retry-After') ?? ''))).toEqual([])
    const told = answers.flatMap(({ status, body }) => (status === 200 ? (body.memoryIds as string[]) : []))
    expect((await client.list({ user_id: 'anna' })).memories.map(({ id }) => id)).toEqual(expect.arrayContaining(told))
    expect((await client.list({ user_id: 'anna' })).total).toBe(told.length + 1)
  })
})
