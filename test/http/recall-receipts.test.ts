import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningApp, startApp } from '../support/app.js'
import { type Client, clientOf, type Fields, query, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'

const ana = { user_id: 'ana' }
const scout = { ...ana, workspace_id: 'crew', agent_id: 'scout' }
const painter = { ...ana, workspace_id: 'crew', agent_id: 'painter' }

describe.each(databasesFor(import.meta.url))('the receipt of a search, on $name', (database) => {
  let app: RunningApp
  let client: Client
  let lisbon: string
  let shed: string
  beforeAll(async () => {
    // Nothing is written by itself while these tests run.
    app = await startApp(database, { RECALL_FLUSH_MS: '60000' })
    client = clientOf(app)
    lisbon = await client.keep(ana, 'Ana lives in Lisbon.')
    shed = await client.keep(scout, 'The shed of the crew leaks.')
  })
  afterAll(() => app.close())

  const search = (who: Who, wanted: string, more: Fields = {}, path = '/v1/memories/search') =>
    app.ask<Fields & { recall_id: string; memories: Fields[] }>(path, { ...who, query: wanted, ...more })
  const receipt = (who: Who, id: string) => app.ask<Fields>(`/v1/memories/recalls/${id}?${query(who)}`)
  const shownTo = (who: Who, id: string, more: Readonly<Record<string, string>> = {}) =>
    app.ask<{ recalls: Fields[]; count: number; next_cursor: string | null; error?: string }>(
      `/v1/memories/${id}/recalls?${query(who, more)}`,
    )

  test('is there at once, with what was asked, under which settings, and what was returned', async () => {
    const more = {
      limit: 3,
      threshold: 0.2,
      source_site: 'chat',
      token_budget: 700,
      subject: 'Ana',
      from: '2020-01-01',
    }
    const { body: answer } = await search(ana, 'Where does Ana live?', { ...more, retrieval_mode: 'tiered' })
    const { status, body } = await receipt(ana, answer.recall_id)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      recall_id: answer.recall_id,
      mode: 'full',
      scope: { kind: 'user', userId: 'ana' },
      asked: {
        ...{ query: null, subject: null, limit: 3, threshold: 0.2, source_site: 'chat', token_budget: 700 },
        ...{ from: '2020-01-01', to: null, as_of: null, retrieval_mode: 'tiered', metadata: null },
      },
      words: 'none',
      withheld: ['query', 'subject'],
      embedding: { model: 'static-en', dimensions: 256 },
      ranking: expect.stringMatching(/^\d+\.\d+\.\d+\+[0-9a-f]{8}$/),
      memories: answer.memories.map(({ id, version, score }) => ({ memory_id: id, version, score })),
      count: answer.memories.length,
    })
    expect(Math.abs(Date.parse(String(body.at)) - Date.now())).toBeLessThan(60_000)
    expect(Number(body.position)).toBeGreaterThan(0)
  })

  test('of a fast search says so, and of one that found nothing that it returned nothing', async () => {
    const { body: fast } = await search(ana, 'Lisbon', {}, '/v1/memories/search/fast')
    expect((await receipt(ana, fast.recall_id)).body).toMatchObject({ mode: 'fast', memories: [{ memory_id: lisbon }] })
    const { body: none } = await search(ana, 'xylophone', { threshold: 1 })
    expect((await receipt(ana, none.recall_id)).body).toMatchObject({ memories: [], count: 0 })
  })

  test('is for the asker alone', async () => {
    const { body: own } = await search(ana, 'Lisbon')
    const { body: scouts } = await search(scout, 'Does the shed leak?', { agent_scope: ['scout'] })
    for (const who of [{ user_id: 'ben' }, scout, painter])
      expect(await receipt(who, own.recall_id)).toMatchObject({ status: 404, body: { error: 'Recall not found' } })
    for (const who of [ana, painter, { ...scout, workspace_id: 'other' }, { ...scout, user_id: 'ben' }])
      expect(await receipt(who, scouts.recall_id)).toMatchObject({ status: 404, body: { error: 'Recall not found' } })
    const scope = { kind: 'workspace', userId: 'ana', workspaceId: 'crew', agentId: 'scout', agentScope: ['scout'] }
    expect((await receipt(scout, scouts.recall_id)).body).toMatchObject({ scope, memories: [{ memory_id: shed }] })
    await search(painter, 'Does the shed leak?')
    const told = await Promise.all([scout, painter].map((who) => shownTo(who, shed)))
    expect(told.map(({ body }) => body.count)).toEqual([1, 1])
    expect(told[0]?.body.recalls[0]).toMatchObject({ recall_id: scouts.recall_id, rank: 1, version: 1, mode: 'full' })
    expect(await shownTo(ana, shed)).toMatchObject({ status: 404, body: { error: 'Memory not found' } })
  })

  test('of a memory are listed newest first, page by page', async () => {
    const tea = await client.keep({ user_id: 'page' }, 'Tea is in the tin.')
    const ids: string[] = []
    for (let n = 0; n < 5; n++) ids.unshift((await search({ user_id: 'page' }, 'tea tin')).body.recall_id)
    const pages: unknown[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { body }: Awaited<ReturnType<typeof shownTo>> = await shownTo({ user_id: 'page' }, tea, {
        limit: '2',
        ...(cursor === '' ? {} : { cursor }),
      })
      pages.push(body.recalls.map(({ recall_id }) => recall_id))
      cursor = body.next_cursor
    }
    expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)])
  })

  test('still names what was deleted since, by its id alone', async () => {
    const gone = await client.keep(ana, 'The piano needs tuning.')
    const { body } = await search(ana, 'piano tuning')
    await client.remove(ana, gone)
    const told = await receipt(ana, body.recall_id)
    expect(told.body.memories).toContainEqual({ memory_id: gone, version: 1, score: expect.any(Number) })
    expect(JSON.stringify(told.body)).not.toContain('piano')
    expect(await shownTo(ana, gone)).toMatchObject({ status: 404, body: { error: 'Memory not found' } })
  })

  test('is refused for what is no id, and unknown where nothing has it', async () => {
    expect((await receipt(ana, 'x')).status).toBe(400)
    expect((await shownTo(ana, 'x')).status).toBe(400)
    expect((await shownTo(ana, lisbon, { limit: '0' })).status).toBe(400)
    expect((await shownTo(ana, lisbon, { cursor: 'x' })).status).toBe(400)
    const unknown = [
      crypto.randomUUID(),
      lisbon,
      'ffffffff-ffff-7fff-bfff-ffffffffffff',
      '0198c5a2-8d40-7a11-b3c4-5d6e7f8091a2',
    ]
    for (const id of unknown)
      expect(await receipt(ana, id)).toMatchObject({ status: 404, body: { error: 'Recall not found' } })
    expect((await app.ask(`/v1/memories/recalls/${unknown[3]}?user_id=ana&workspace_id=crew`)).status).toBe(400)
  })
})

test('without receipts a search answers no recall_id, and is counted all the same', async () => {
  const [database] = databasesFor(import.meta.url)
  if (!database) throw new Error('no database')
  const app = await startApp(database, { RECALL_RECEIPTS: 'off' })
  const client = clientOf(app)
  await client.keep(ana, 'Ana lives in Lisbon.')
  const { status, body } = await app.ask('/v1/memories/search', { ...ana, query: 'Lisbon' })
  expect(status).toBe(200)
  expect(body).not.toHaveProperty('recall_id')
  await app.close()
})
