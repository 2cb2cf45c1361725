import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { sql } from '../../src/postgres/sql.js'
import type { Answer } from '../support/app.js'
import { clientOf, type Fields } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'

const ADMIN = 'the-key-of-the-operators'
const PATIENTLY = { timeout: 20_000 }
const asAdmin = { Authorization: `Bearer ${ADMIN}` }

describe.each(databasesFor(import.meta.url))('what operators ask, on $name', (database) => {
  const app = served(database, { CORE_ADMIN_API_KEY: ADMIN, READ_WAIT_MS: '1500' })
  const client = clientOf(app)
  const admin = <Body = Fields>(path: string, init: RequestInit = {}): Promise<Answer<Body>> =>
    app.ask<Body>(path, undefined, { ...init, headers: { ...asAdmin, ...init.headers } })

  describe('with the standard key', () => {
    test.each(['health', 'audit?limit=x', 'users', 'nowhere', ''])('/v1/admin/%s is forbidden', async (path) =>
      expect(await app.ask(`/v1/admin/${path}`)).toMatchObject({ status: 403, body: { error: 'FORBIDDEN' } }),
    )
    test('it is forbidden before method and body are looked at', async () =>
      expect((await app.ask('/v1/admin/users', 'no object', { method: 'PUT' })).status).toBe(403))
  })

  test('without a key it is unauthorized', async () =>
    expect((await app.ask('/v1/admin/users', undefined, { headers: { Authorization: '' } })).status).toBe(401))

  describe('the admin audit', () => {
    type Actions = { readonly actions: readonly Fields[]; readonly count: number }
    const audit = async (more = '') => (await admin<Actions>(`/v1/admin/audit${more}`)).body
    const sites = new Map<string, string>()
    beforeAll(async () => {
      await client.keep({ user_id: 'by-standard' }, 'Nobody looks at this.')
      const body = { source_site: 'ops', conversation: 'The harbour is closed.', skip_extraction: true }
      for (const user_id of ['ana', 'ben']) {
        const told = await app.ask<{ memoryIds: string[] }>(
          '/v1/memories/ingest/quick',
          { ...body, user_id },
          { headers: asAdmin },
        )
        sites.set(user_id, String(told.body.memoryIds[0]))
      }
      await admin(`/v1/memories/${sites.get('ana')}?user_id=ana`, { method: 'DELETE' })
    })

    test('tells what was done with the admin key, newest first, and nothing else', async () => {
      const { actions, count } = await audit()
      expect(count).toBe(7)
      expect(actions[0]).toMatchObject({ user_id: 'ana', action: 'delete', memory_id: sites.get('ana') })
      expect(actions.map(({ user_id, action }) => `${user_id} ${action}`).sort()).toEqual([
        'ana add',
        'ana delete',
        'ana ingest',
        'ana record',
        'ben add',
        'ben ingest',
        'ben record',
      ])
      expect(new Set(actions.map(({ command_id }) => command_id)).size).toBe(3)
      expect(JSON.stringify(actions)).not.toContain('harbour')
    })

    test('of one user, in pages', async () => {
      const whole = await audit('?user_id=ana')
      expect(whole.count).toBe(4)
      const pages = [await audit('?user_id=ana&limit=3'), await audit('?user_id=ana&limit=3&offset=3')]
      expect(pages.flatMap(({ actions }) => actions)).toEqual(whole.actions)
      expect(await audit('?user_id=by-standard')).toEqual({ actions: [], count: 0 })
      expect((await admin('/v1/admin/audit?limit=101')).status).toBe(400)
    })

    test('waits for a position of the log that is asked for', async () => {
      const waiting = (position: string) => admin('/v1/admin/audit', { headers: { 'X-Min-Position': position } })
      expect((await waiting('3')).status).toBe(200)
      expect((await waiting('999999')).status).toBe(503)
    })
  })

  describe('the users', () => {
    type Users = { readonly users: readonly Fields[]; readonly count: number; readonly next_after: string | null }
    const users = async (more = '') => (await admin<Users>(`/v1/admin/users${more}`)).body

    test('with active memories are listed by id, a page at a time', async () => {
      await client.keep({ user_id: 'many', workspace_id: 'w', agent_id: 'a' }, 'One.', { visibility: 'agent_only' })
      await client.keep({ user_id: 'many' }, 'Another one.')
      const all = await users()
      expect(all.users.map(({ user_id, memories }) => [user_id, memories])).toEqual([
        ['ben', 1],
        ['by-standard', 1],
        ['many', 2],
      ])
      expect(all.next_after).toBeNull()
      for (const { last_activity } of all.users) expect(Date.parse(String(last_activity))).not.toBeNaN()
      const first = await users('?limit=2')
      expect(first).toMatchObject({ count: 2, next_after: 'by-standard' })
      expect(await users(`?limit=2&after=${first.next_after}`)).toMatchObject({
        users: [{ user_id: 'many' }],
        next_after: null,
      })
    })
  })

  describe('the health of the inside', () => {
    test('says where the log and the read models are, and that nothing waits', async () => {
      await vi.waitFor(async () => expect((await admin('/v1/admin/health')).body.lag).toBe(0), PATIENTLY)
      const { status, body } = await admin('/v1/admin/health')
      expect(status).toBe(200)
      expect(body).toMatchObject({
        status: 'ok',
        lag: 0,
        projector: 'running',
        parked: 0,
        parked_users: [],
        appends_waiting: 0,
        writers_waiting: 0,
        generation: expect.stringMatching(/^read_[0-9a-f]{8}_1$/),
        event_store: app.databases.kind,
        database: app.databases.kind,
      })
      expect(body.position).toBe(body.end)
    })

    test.skipIf(database.name !== 'Postgres')(
      'shows what waits: writers of one user, and appends of many',
      async () => {
        const depths = async () => {
          const { body } = await admin('/v1/admin/health')
          return [body.writers_waiting, body.appends_waiting]
        }
        const writes: Promise<string>[] = []
        const keep = (user_id: string) => writes.push(client.keep({ user_id }, `Ticket ${writes.length} is sold.`))
        await app.databases.within('log').transaction(async (tx) => {
          await tx.rows(sql`select position from head for update`)
          keep('crowd')
          await vi.waitFor(async () => expect(await depths()).toEqual([0, 0]), PATIENTLY)
          for (const user of ['crowd', 'crowd', 'one', 'two', 'three']) keep(user)
          await vi.waitFor(async () => {
            const [writers, appends] = await depths()
            expect([writers, Number(appends) >= 2]).toEqual([2, true])
          }, PATIENTLY)
        })
        await Promise.all(writes)
        expect(await depths()).toEqual([0, 0])
      },
    )

    test('names who is parked, where and why, and no words', async () => {
      await client.keep({ user_id: 'stuck' }, 'The violin has a new string.')
      await app.databases.within('log').rows(sql`
        with next as (update head set position = position + 1 returning position),
        last as (select stream, metadata from event where stream like 'palimpsest-bank-%' order by position desc limit 1),
        moved as (
          update stream set revision = revision + 1 from last where name = last.stream returning name, revision, metadata
        )
        insert into event (position, stream, revision, id, type, data, metadata, bytes)
        select position, name, revision, ${randomUUID()}, 'MemoryForgotten', '{"said": "violin"}',
               (metadata::jsonb || '{"append": {"index": 0, "count": 1}}')::json, 100
        from next, moved`)
      await vi.waitFor(async () => expect((await admin('/v1/admin/health')).body.parked).toBe(1), PATIENTLY)
      const { body } = await admin('/v1/admin/health')
      expect(body.parked_users).toEqual([{ user_id: 'stuck', position: body.end, reason: 'FaultyEvent' }])
    })
  })
})
