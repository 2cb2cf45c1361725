import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { sql } from '../../src/postgres/sql.js'
import type { Answer, RunningApp } from '../support/app.js'
import { clientOf, type Fields } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'

const anna = { user_id: 'anna' }
const ben = { user_id: 'ben' }

/** Puts an event into the log that no version of the code has ever written. */
const smuggle = ({ databases: opened }: RunningApp) =>
  opened.within('log').rows(sql`
    with next as (update head set position = position + 1 returning position),
    moved as (update stream set revision = revision + 1 where name = 'palimpsest-store' returning name, revision)
    insert into event (position, stream, revision, id, type, data, metadata, bytes)
    select position, name, revision, ${randomUUID()}, 'MemoryForgotten', '{}',
           '{"schema": 1, "append": {"index": 0, "count": 1}}', 100
    from next, moved`)

describe.each(databasesFor(import.meta.url))('an event that cannot be applied, on $name', (database) => {
  const app = served(database, { READ_WAIT_MS: '300' })
  const client = clientOf(app)
  let violin: string
  let before: Answer<Fields>
  beforeAll(async () => {
    violin = await client.keep(anna, 'The violin has a new string.')
    before = await health()
    await smuggle(app)
    await vi.waitFor(async () => expect((await health()).body.projector).toBe('stopped'), { timeout: 60_000 })
  })

  const health = () => app.ask<Fields>('/health')

  test('shows in the health report', async () => {
    expect(before).toMatchObject({ status: 200, body: { status: 'ok', projector: 'running', lag: 0 } })
    const { status, body } = await health()
    expect(status).toBe(503)
    expect(body).toMatchObject({
      status: 'degraded',
      position: before.body.position,
      lag: 1,
      reason: expect.stringContaining('stopped'),
    })
  })

  test('lets reads be answered that need not wait', async () => {
    expect((await client.get(anna, violin)).content).toBe('The violin has a new string.')
    expect((await client.search(anna, 'violin')).count).toBe(1)
    expect((await client.list(ben)).total).toBe(0)
    const waiting = { headers: { 'X-Min-Position': `${(await client.log()).length}` } }
    expect((await app.ask('/v1/memories/list?user_id=anna', undefined, waiting)).status).toBe(503)
    expect((await app.ask('/health/ready')).status).toBe(200)
  })

  test('has writes refused before anything is written, of every user', async () => {
    const events = (await client.log()).filter(({ type }) => type !== 'MemoriesRecalled').length
    for (const who of [anna, ben])
      for (const path of ['/v1/memories/ingest', '/v1/memories/ingest/quick']) {
        const body = { ...who, conversation: 'Anna: The cello is repaired.', source_site: 'chat' }
        const refused = await app.ask<Fields>(path, body)
        expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, expect.stringMatching(/^\d+$/)])
        expect(refused.body).toEqual({ error: expect.any(String) })
      }
    expect((await client.remove(anna, violin)).status).toBe(503)
    expect((await client.log()).filter(({ type }) => type !== 'MemoriesRecalled')).toHaveLength(events)
  })
})
