import { describe, expect, test } from 'vitest'
import { clientOf, type Fields, query } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'

const NOBODY = '00000000-0000-4000-8000-00000000dead'
const asAdmin = { Authorization: 'Bearer admin' }
const put = { method: 'PUT' }

describe.each(databasesFor(import.meta.url))('a field that a route does not know, on $name', (database) => {
  const app = served(database, { CORE_ADMIN_API_KEY: 'admin', CORE_RUNTIME_CONFIG_MUTATION_ENABLED: 'true' })
  const client = clientOf(app)
  let users = 0
  const someone = () => ({ user_id: `user ${users++}` })
  const remove = (path: string) => app.ask<Fields>(path, undefined, { method: 'DELETE', headers: asAdmin })
  /** As the header names them; the body of every answer but those about the service itself names the same. */
  const ignoredIn = async (asked: ReturnType<typeof app.ask>): Promise<string | null> => {
    const { status, headers, body } = await asked
    expect(status).toBe(200)
    const header = headers.get('x-ignored-fields')
    const names = header?.split(',').map(decodeURIComponent)
    expect({ ignored: undefined, ...Object(body) }.ignored_fields).toEqual('status' in Object(body) ? undefined : names)
    return header
  }

  test.each([
    ['sessionId', 's1', 'session_id'],
    ['sesion_id', 's1', 'session_id'],
    ['workspaceId', 'w', 'workspace_id'],
    ['workspace', 'w', 'workspace_id'],
    ['episodeID', NOBODY, 'episode_id'],
  ])('is refused where it was to narrow a deletion: %s', async (name, value, meant) => {
    const who = someone()
    const shared = { ...who, workspace_id: 'w', agent_id: 'a' }
    for (const session_id of ['s1', 's2'])
      await client.keep(who, `The kettle of ${session_id} is red.`, { source_site: 'slack', session_id })
    await client.keep(shared, 'The kettle of the crew is blue.', { source_site: 'slack' })
    const state = async () => [await client.list(who), await client.list(shared), (await client.log()).length]
    const before = await state()
    expect(await remove(`/v1/memories?${query(who, { source_site: 'slack', [name]: value })}`)).toMatchObject({
      status: 400,
      body: { error: `${name}: unknown parameter, did you mean ${meant}?` },
    })
    expect(await state()).toEqual(before)
  })

  test('is refused by every deletion that the document has', async () => {
    const { body } = await app.ask<{ paths: Readonly<Record<string, Fields>> }>('/openapi.json')
    const deletions = Object.keys(body.paths).filter((path) => 'delete' in (body.paths[path] ?? {}))
    expect(deletions.length).toBeGreaterThan(4)
    for (const path of deletions) {
      const { status, body: answer } = await remove(`${path.replaceAll(/\{\w+\}/g, NOBODY)}?bogus=1`)
      expect([path, status, `${answer.error}`.split('; ').at(-1)]).toEqual([path, 400, 'bogus: unknown parameter'])
    }
  })

  test('is named beside all other faults, after them', async () => {
    const { body } = await remove('/v1/memories/nonsense?userId=u&hard=perhaps&b%0Ac=1&%zz=1')
    expect(body.error).toBe(
      [
        'id: must be a uuid',
        'user_id: required',
        'hard: must be one of true, false',
        'userId: unknown parameter, did you mean user_id?',
        'b%0Ac: unknown parameter',
        '%25zz: unknown parameter',
      ].join('; '),
    )
  })

  const conversation = { conversation: 'I keep bees.', source_site: 'chat' }
  test.each<[string, Fields, string, string, RequestInit?]>([
    ['ingest', conversation, 'sessionId', 'session_id'],
    ['ingest/quick', conversation, 'grantedTo', 'granted_to'],
    ['ingest/preview', conversation, 'observedAt', 'observed_at'],
    ['search', { query: 'bees' }, 'agentScope', 'agent_scope'],
    ['search/fast', { query: 'bees' }, 'sourceSite', 'source_site'],
    ['expand', { memory_ids: [] }, 'workspaceID', 'workspace_id'],
    ['lessons/report', { pattern: 'Bees', source_memory_ids: [] }, 'lessonType', 'lesson_type'],
    ['config', {}, 'maxSearchResults', 'max_search_results', put],
    ['../agents/trust', { agent_id: 'a', trust_level: 1 }, 'displayName', 'display_name', put],
  ])('is refused in a body for %s if it is a known one in camelCase', async (path, body, name, meant, init) => {
    const error = `${name}: unknown parameter, did you mean ${meant}?`
    const asked = { ...someone(), ...body, [name]: 'x' }
    expect(await app.ask(`/v1/memories/${path}`, asked, init)).toMatchObject({ status: 400, body: { error } })
  })

  test.each([
    ['list', 'sourceSite', 'source_site'],
    ['stats', 'agentId', 'agent_id'],
    ['lessons', 'workspaceId', 'workspace_id'],
    ['../agents', 'workspaceId', 'workspace_id'],
  ])('is refused in a query of %s if it is a known one in camelCase', async (path, name, meant) => {
    const error = `${name}: unknown parameter, did you mean ${meant}?`
    const asked = `/v1/memories/${path}?${query(someone(), { [name]: 'x' })}`
    expect(await app.ask(asked)).toMatchObject({ status: 400, body: { error } })
  })

  test('is refused in the member of a batch alone', async () => {
    const members = [
      { ...someone(), ...conversation, sessionId: 's' },
      { ...someone(), ...conversation },
    ]
    const { body } = await app.ask('/v1/memories/ingest/batch', { conversations: members })
    expect(body).toMatchObject({
      failed: 1,
      results: [{ status: 400, error: expect.stringMatching(/session_id\?$/) }, { status: 200 }],
    })
  })

  test('is ignored otherwise, and named in a header and in the answer', async () => {
    const who = someone()
    const told = { ...who, ...conversation, sesion_id: 's', id: 1 }
    expect(await ignoredIn(app.ask('/v1/memories/ingest?user_id=eve', told))).toBe('sesion_id,id,user_id')
    expect(await ignoredIn(app.ask(`/v1/memories/list?${query(who, { bogus: '1', Bogus: '2' })}`))).toBe('bogus,Bogus')
    expect(await ignoredIn(app.ask('/health?t=1'))).toBe('t')
    expect(await ignoredIn(app.ask(`/v1/memories/list?${query(who, { limit: '5' })}`))).toBeNull()
  })

  test('is named where nothing is found, and not where the request is refused', async () => {
    const missing = await app.ask(`/v1/memories/${NOBODY}?user_id=u&workspce_id=w`)
    expect([missing.status, missing.headers.get('x-ignored-fields')]).toEqual([404, 'workspce_id'])
    const rejected = await app.ask('/v1/memories/config', { llm_model: 'x', bogus: 1 }, put)
    expect(rejected).toMatchObject({ status: 400, body: { rejected: ['llm_model'] } })
    expect(rejected.headers.get('x-ignored-fields')).toBeNull()
  })

  test('is named in 64 characters, and twenty of them at most, whatever they hold', async () => {
    const who = { ...someone(), query: 'bees' }
    const many = Object.fromEntries(Array.from({ length: 25 }, (_, i) => [`f${i}`, i]))
    const first = Array.from({ length: 20 }, (_, i) => `f${i}`).join(',')
    expect(await ignoredIn(app.ask('/v1/memories/search', { ...who, ...many }))).toBe(first)
    const odd = { 'a\r\nSet-Cookie: b': 1, 'a,b': 1, '蜂🐝': 1, ['x'.repeat(100_000)]: 1 }
    expect(await ignoredIn(app.ask('/v1/memories/search', { ...who, ...odd }))).toBe(
      `a%0D%0ASet-Cookie%3A%20b,a%2Cb,%E8%9C%82%F0%9F%90%9D,${'x'.repeat(64)}`,
    )
    const cut = await ignoredIn(app.ask('/v1/memories/search', { ...who, [`${'x'.repeat(63)}🐝`]: 1 }))
    expect(cut).toBe(`${'x'.repeat(63)}%EF%BF%BD`)
    expect((await app.ask('/v1/memories/search', { ...who, '\ud800': 1 })).status).toBe(400)
  })

  test.each(['__proto__', 'constructor', 'toString', ''])('is ignored if it is %j', async (name) => {
    const init = { method: 'POST', body: `{"user_id":"u","query":"bees",${JSON.stringify(name)}:{"limit":1}}` }
    expect(await ignoredIn(app.ask('/v1/memories/search', {}, init))).toBe(name)
  })

  test('is of no concern inside parts and metadata', async () => {
    const names = { sessionId: 's', userId: 'u', bogus: 1 }
    const content = [{ type: 'text', text: 'I keep bees.', ...names }]
    const told = {
      ...someone(),
      source_site: 'chat',
      messages: [{ role: 'user', content, parts: content, tool_calls: [names] }],
      metadata: { ...names, nested: names },
    }
    expect(await ignoredIn(app.ask('/v1/memories/ingest', told))).toBeNull()
  })

  const messages = [
    { role: 'user', content: 'I keep bees.', mood: 'glad', sender: { name: 'Ana', avatar: 'x' } },
    { role: 'user', content: 'I keep hens.', mood: 'sad', createdAt: 'x'.repeat(70), ['y'.repeat(70)]: 1 },
  ]
  const OF_MESSAGES = [
    'messages[].mood',
    'messages[].createdAt',
    `messages[].${'y'.repeat(64)}`,
    'messages[].sender.avatar',
  ]
  test.each<[string, string, Fields, readonly string[]]>([
    ['a full ingest', 'ingest', { ...conversation, conversation: undefined, messages }, OF_MESSAGES],
    ['a quick ingest', 'ingest/quick', { ...conversation, conversation: undefined, messages }, OF_MESSAGES],
    [
      'a preview',
      'ingest/preview',
      { ...conversation, conversation: undefined, messages, mod: 1 },
      ['mod', ...OF_MESSAGES],
    ],
    [
      'a batch',
      'ingest/batch',
      { conversations: [{ user_id: 'of a batch', source_site: 'chat', messages, mod: 1 }] },
      ['conversations[].mod', ...OF_MESSAGES.map((each) => `conversations[].${each}`)],
    ],
    ['a search', 'search', { query: 'bees', source_sit: 'chat' }, ['source_sit']],
    [
      'a fast search',
      'search/fast',
      { query: 'bees', time_window: { from: '2026-01-01', til: 1 } },
      ['time_window.til'],
    ],
    ['several memories', 'expand', { memory_ids: [], limt: 1 }, ['limt']],
  ])('is named with its path in the body of %s', async (_, path, body, paths) => {
    const answer = await app.ask<Fields>(`/v1/memories/${path}`, {
      ...(path === 'ingest/batch' ? {} : someone()),
      ...body,
    })
    expect([answer.status, answer.body.ignored_fields]).toEqual([200, expect.arrayContaining([...paths])])
    expect(answer.body.ignored_fields).toHaveLength(paths.length)
    const written = (await client.log()).map(({ data, metadata }) => JSON.stringify({ data, metadata }))
    expect(written.join()).not.toMatch(/ignored_fields|mood|avatar/)
  })

  test('of the request itself comes before those within it, where there are more than twenty', async () => {
    const many = Object.fromEntries(Array.from({ length: 25 }, (_, i) => [`f${i}`, i]))
    const message = { role: 'user', content: 'I keep bees.', ...many }
    const told = { ...someone(), source_site: 'chat', messages: [message, message], sesion_id: 's' }
    const { body } = await app.ask<Fields>('/v1/memories/ingest/quick', told)
    expect(body.ignored_fields).toEqual(['sesion_id', ...Array.from({ length: 19 }, (_, i) => `messages[].f${i}`)])
  })

  test('is that of the request at hand when an answer is replayed', async () => {
    const told = { ...someone(), ...conversation, mod: 1 }
    const init = { method: 'POST', headers: { 'Idempotency-Key': 'once' } }
    expect(await ignoredIn(app.ask('/v1/memories/ingest?early=1', told, init))).toBe('mod,early')
    const replayed = app.ask('/v1/memories/ingest?late=1', told, init)
    expect((await replayed).headers.get('idempotency-replayed')).toBe('true')
    expect(await ignoredIn(replayed)).toBe('mod,late')
  })
})
