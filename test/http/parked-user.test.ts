import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { sql } from '../../src/postgres/sql.js'
import { clientOf, type Fields } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'

const anna = { user_id: 'anna' }
const ben = { user_id: 'ben' }

describe.each(databasesFor(import.meta.url))('a user with an event that cannot be applied, on $name', (database) => {
  const app = served(database, { READ_WAIT_MS: '300' })
  const client = clientOf(app)
  let violin: string

  /** Puts an event of the future into a stream of the user who wrote last. */
  const smuggle = () =>
    app.databases.within('log').rows(sql`
      with next as (update head set position = position + 1 returning position),
      last as (select stream, metadata from event where stream like 'palimpsest-bank-%' order by position desc limit 1),
      moved as (
        update stream set revision = revision + 1 from last where name = last.stream returning name, revision, metadata
      )
      insert into event (position, stream, revision, id, type, data, metadata, bytes)
      select position, name, revision, ${randomUUID()}, 'MemoryForgotten', '{}',
             (metadata::jsonb || '{"append": {"index": 0, "count": 1}}')::json, 100
      from next, moved`)
  const health = async () => (await app.ask<Fields>('/health')).body

  beforeAll(async () => {
    violin = await client.keep(anna, 'The violin has a new string.')
    await smuggle()
    await vi.waitFor(async () => expect((await health()).parked).toBe(1), { timeout: 60_000 })
  })

  test('is parked, for which health asks for attention while others are served', async () => {
    expect((await app.ask('/health')).status).toBe(200)
    expect(await health()).toMatchObject({ status: 'attention', projector: 'running', parked: 1, lag: 0 })
  })

  test('has writes refused before anything is written', async () => {
    const before = (await client.log()).length
    const refused = await app.ask<Fields>('/v1/memories/ingest/quick', {
      ...anna,
      source_site: 's',
      conversation: 'A new fact.',
    })
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '60'])
    const removed = await app.ask<Fields>(`/v1/memories/${violin}?user_id=anna`, undefined, { method: 'DELETE' })
    expect(removed.status).toBe(503)
    expect((await client.log()).length).toBe(before)
  })

  test('can be read, unless the read would wait', async () => {
    expect((await client.search(anna, 'violin')).count).toBe(1)
    const waiting = { headers: { 'X-Min-Position': '1' } }
    expect((await app.ask('/v1/memories/list?user_id=anna', undefined, waiting)).status).toBe(503)
  })

  test('does not hold up anybody else', async () => {
    const flute = await client.keep(ben, 'The flute is silver.')
    expect((await client.list(ben)).memories).toMatchObject([{ id: flute }])
    expect((await client.remove(ben, flute)).status).toBe(200)
  })
})
