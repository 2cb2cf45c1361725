import { describe, expect, test } from 'vitest'
import { atomicMemoryRoutes } from '../../src/compat/routes.js'
import { STANDARD, startEdge } from '../http/edge/setup.js'
import { clientOf, type Fields, query } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'

const ROOT = '/compat/atomicmemory/v1'
const NOBODY = '00000000-0000-4000-8000-00000000dead'
const said = { conversation: 'I keep bees.', source_site: 'chat' }
const remove = { method: 'DELETE' }

describe('the door of the SDK', () => {
  const ask = async (method: string, path: string, over: { body?: unknown; headers?: Record<string, string> } = {}) => {
    const edge = await startEdge({}, { rateLimitPerMinute: 2 })
    const { status, headers, body } = await edge.send(method, path, over.body, over.headers)
    await edge.close()
    return { status, body, allow: headers.get('allow') }
  }

  test.each([
    ['nothing', '/compat/atomicmemory/v1/nothing/here'],
    ['another version', '/compat/atomicmemory/v2/memories/list'],
    ['another interface', '/compat/other/v1/memories/list'],
    ['what the SDK does not call', `${ROOT}/memories/episodes/${NOBODY}/none`],
    ['what is for operators', `${ROOT}/admin/users`],
  ])('answers 404 where there is %s', async (_, path) =>
    expect(await ask('GET', path)).toMatchObject({ status: 404, body: { error: 'Not found' } }),
  )

  test('names the methods of a path', async () =>
    expect(await ask('GET', `${ROOT}/memories/consolidate`)).toMatchObject({ status: 405, allow: 'POST' }))

  test.each([`${ROOT}/memories/list`, '/compat', '/compat/atomicmemory/x'])('takes the key first: %s', async (path) =>
    expect(await ask('GET', path, { headers: { authorization: 'Bearer wrong' } })).toMatchObject({
      status: 401,
      body: { error: 'UNAUTHORIZED' },
    }),
  )

  test.each<[string, string, unknown, string]>([
    ['without a user', 'memories/consolidate', {}, 'user_id: required'],
    ['of another type', 'memories/decay', { user_id: 'u', dry_run: 'no' }, 'dry_run: must be true or false'],
    ['without a source', 'memories/reset-source', { user_id: 'u' }, 'source_site: required'],
    ['without a query', 'memories/search', { user_id: 'u' }, 'query: required'],
    ['that is a list', 'memories/expand', [], 'body: must be a JSON object'],
    ['that is no JSON', 'memories/ingest', '{', 'body: malformed JSON'],
    [
      'of a workspace alone',
      'memories/search',
      { user_id: 'u', workspace_id: 'w' },
      'agent_id is required for workspace queries',
    ],
  ])('answers 400 to a request %s', async (_, path, body, error) =>
    expect(await ask('POST', `${ROOT}/${path}`, { body })).toMatchObject({ status: 400, body: { error } }),
  )

  test('has the limits of the interface', async () => {
    expect(await ask('POST', `${ROOT}/memories/expand`, { body: `"${'a'.repeat(2 << 20)}"` })).toMatchObject({
      status: 413,
    })
    const headers = { 'content-type': 'text/plain' }
    expect(await ask('POST', `${ROOT}/memories/expand`, { body: '{}', headers })).toMatchObject({ status: 415 })
    const edge = await startEdge({}, { rateLimitPerMinute: 2 })
    const list = () => edge.send('GET', `${ROOT}/memories/list?user_id=u`)
    const answers = [await list(), await edge.send('GET', '/v1/memories/list?user_id=u'), await list()]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(answers[2]?.headers.get('retry-after')).toMatch(/^\d+$/)
    await edge.close()
  })

  test('tells the log the pattern of a path, and nothing of a request', async () => {
    const edge = await startEdge()
    await edge.send('GET', `${ROOT}/memories/${NOBODY}?user_id=ana`)
    const line = edge.lines.find(({ route }) => route !== undefined)
    expect(line).toMatchObject({ route: `${ROOT}/memories/:id`, status: 200 })
    expect(JSON.stringify(edge.lines)).not.toMatch(new RegExp(`ana|${NOBODY}|${STANDARD}`))
    await edge.close()
  })

  test('says by the settings what a search does', async () => {
    const edge = await startEdge({}, { compat: atomicMemoryRoutes({ reranks: true, repairs: true }) })
    expect((await edge.send('GET', `${ROOT}/memories/health`)).body).toMatchObject({
      config: { cross_encoder_enabled: true, repair_loop_enabled: true, agentic_retrieval_enabled: false },
    })
    await edge.close()
  })
})

describe.each(databasesFor(import.meta.url))('through the door of the SDK, on $name', (database) => {
  const app = served(database, { CORE_ADMIN_API_KEY: 'admin' })
  const client = clientOf(app)
  let users = 0
  const someone = () => ({ user_id: `guest ${users++}` })

  test('an agent learns nothing of a private memory of another', async () => {
    const who = someone()
    const [scout, painter] = ['scout', 'painter'].map((agent_id) => ({ ...who, workspace_id: 'crew', agent_id }))
    const secret = {
      ...scout,
      ...said,
      conversation: 'The vault opens on Tuesdays.',
      session_id: 's',
      skip_extraction: true,
    }
    const stored = await app.ask<{ stored_memory_ids: string[] }>(`${ROOT}/memories/ingest/quick`, {
      ...secret,
      visibility: 'agent_only',
    })
    const id = String(stored.body.stored_memory_ids[0])
    const asked = { query: 'When does the vault open?', threshold: 0 }
    for (const caller of [painter, who, someone()]) {
      const scope = query({ ...who, ...caller })
      const answers = [
        await app.ask(`${ROOT}/memories/search`, { ...caller, ...asked }),
        await app.ask(`${ROOT}/memories/search/fast`, { ...caller, ...asked, agent_scope: 'all', session_id: 's' }),
        await app.ask(`${ROOT}/memories/list?${scope}`),
        await app.ask(`${ROOT}/memories/expand`, { ...caller, memory_ids: [id] }),
        await app.ask(`${ROOT}/memories/stats?${scope}`),
      ]
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
      expect(JSON.stringify(answers.map(({ body }) => body))).not.toMatch(/vault opens/)
      expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain(id)
      for (const init of [{}, remove])
        expect(await app.ask(`${ROOT}/memories/${id}?${scope}`, undefined, init)).toMatchObject({
          status: 404,
          body: { error: 'Memory not found' },
        })
    }
    // The owner of the tenancy is told that there is a memory, not what it says.
    const recent = await app.ask<Fields>(`${ROOT}/memories/audit/recent?${query(who)}`)
    expect(recent.body).toMatchObject({ count: 1, mutations: [{ memory_id: id, content: '' }] })
    expect(await app.ask(`${ROOT}/memories/${id}?${query({ ...who, ...scout })}`)).toMatchObject({ status: 200 })
  })

  test('nobody reads or deletes what is of another user', async () => {
    const [ana, ben] = [someone(), someone()]
    const id = await client.keep(ana, 'I keep bees.')
    for (const [path, init] of [
      ['', {}],
      ['', remove],
      ['/audit', {}],
    ] as const)
      expect(await app.ask(`${ROOT}/memories/${id}${path}?${query(ben)}`, undefined, init)).toMatchObject({
        status: 404,
      })
    await app.ask(`${ROOT}/memories/reset-source`, { ...ben, source_site: 'chat' })
    expect(await client.list(ana)).toMatchObject({ count: 1 })
  })

  test.each([
    ['sessionId', 'c'],
    ['session_id', 'c'],
    ['episode_id', NOBODY],
    ['workspace_id', 'w'],
    ['hard', 'true'],
    ['bogus', 1],
  ])('a deletion of a source refuses %s, and deletes nothing', async (name, value) => {
    const who = someone()
    await client.keep(who, 'I keep bees.')
    const asked = { ...who, source_site: 'chat', agent_id: 'a', [name]: value }
    const { status, body } = await app.ask<Fields>(`${ROOT}/memories/reset-source`, asked)
    expect([status, body.error]).toEqual([400, expect.stringContaining(`${name}: unknown parameter`)])
    expect(await client.list(who)).toMatchObject({ count: 1 })
  })

  test.each(['memories', 'memories/lessons'])('a deletion of one of %s refuses what it does not know', async (of) => {
    for (const name of ['userId', 'bogus']) {
      const path = `${ROOT}/${of}/${NOBODY}?${query(someone(), { [name]: 'x' })}`
      const { status, body } = await app.ask<Fields>(path, undefined, remove)
      expect([status, `${body.error}`]).toEqual([400, expect.stringContaining(`${name}: unknown parameter`)])
    }
  })

  test('words are erased with the admin key alone', async () => {
    const who = someone()
    const id = await client.keep(who, 'I keep bees.')
    const path = `${ROOT}/memories/${id}?${query(who, { hard: 'true' })}`
    expect(await app.ask(path, undefined, remove)).toMatchObject({ status: 403, body: { error: 'FORBIDDEN' } })
    expect(await client.list(who)).toMatchObject({ count: 1 })
    const asAdmin = { ...remove, headers: { Authorization: 'Bearer admin' } }
    expect(await app.ask(path, undefined, asAdmin)).toMatchObject({ status: 200, body: { success: true } })
  })

  test('a field that is not known is ignored and named, whatever its casing', async () => {
    const who = someone()
    const more = { sessionId: 's', sourceUrl: 'x', config_override: { a: 1 } }
    const told = await app.ask(`${ROOT}/memories/ingest/quick`, { ...who, ...said, ...more })
    expect([told.status, told.headers.get('x-ignored-fields')]).toEqual([200, 'sessionId,sourceUrl,config_override'])
    expect(await client.list(who)).toMatchObject({ count: 1, memories: [{ session_id: null }] })
    const found = await app.ask(`${ROOT}/memories/search/fast`, { ...who, query: 'bees', tokenBudget: 9 })
    expect([found.status, found.headers.get('x-ignored-fields')]).toEqual([200, 'tokenBudget'])
    expect(await app.ask(`${ROOT}/memories/list?${query(who, { sourceSite: 'x' })}`)).toMatchObject({ status: 200 })
  })

  test.each([
    ['memories/ingest/quick', { workspaceId: 'w', agentId: 'a' }],
    ['memories/ingest/quick', { grantedTo: ['b'] }],
    ['memories/search/fast', { workspaceId: 'w', agentId: 'a' }],
    ['memories/search/fast', { agentScope: 'self' }],
  ])('a misspelt scope is refused by %s, as it would be another one: %o', async (path, scope) => {
    const who = someone()
    const request = path.endsWith('quick') ? said : { query: 'bees' }
    expect(await app.ask(`${ROOT}/${path}`, { ...who, ...request, ...scope })).toMatchObject({ status: 400 })
    expect(await client.list(who)).toMatchObject({ count: 0 })
  })

  test('a write is repeated safely, and a read waits for it', async () => {
    const who = someone()
    const once = { headers: { 'Idempotency-Key': 'key 1' } }
    const told = await app.ask<Fields>(
      `${ROOT}/memories/ingest/quick`,
      { ...who, ...said },
      { method: 'POST', ...once },
    )
    const again = await app.ask<Fields>(
      `${ROOT}/memories/ingest/quick`,
      { ...who, ...said },
      { method: 'POST', ...once },
    )
    expect([again.body, again.headers.get('idempotency-replayed')]).toEqual([told.body, 'true'])
    const position = String(told.headers.get('x-log-position'))
    const list = (headers: Record<string, string>) =>
      app.ask(`${ROOT}/memories/list?${query(who)}`, undefined, { headers })
    expect(await list({ 'X-Min-Position': position })).toMatchObject({ status: 200, body: { count: 1 } })
    expect(await list({ 'X-Min-Position': 'late' })).toMatchObject({ status: 400 })
    const reset = { ...who, source_site: 'chat' }
    const deleted = () =>
      app.ask(`${ROOT}/memories/reset-source`, reset, { method: 'POST', headers: { 'Idempotency-Key': '2' } })
    expect([await deleted(), await deleted()]).toMatchObject([
      { body: { deleted_memories: 1 } },
      { body: { deleted_memories: 1 } },
    ])
  })

  test('the interface itself is as it was, and its document does not know the door', async () => {
    const who = someone()
    const { body } = await app.ask<Fields>('/v1/memories/ingest/quick', { ...who, ...said })
    expect(Object.keys(body)).not.toContain('stored_memory_ids')
    expect(body).toMatchObject({ memoriesStored: 1 })
    expect(await app.ask('/v1/memories/consolidate', who)).toMatchObject({ status: 405 })
    const refused = { ...who, query: 'bees', agentScope: 'self' }
    expect(await app.ask('/v1/memories/search', refused)).toMatchObject({ status: 400 })
    expect(JSON.stringify((await app.ask('/openapi.json')).body)).not.toContain('/compat')
  })
})
