import { describe, expect, test } from 'vitest'
import { databases } from '../support/database.js'
import { eras, mcpOverHttp } from '../support/mcp-client.js'
import { served } from '../support/served.js'

const ana = { name: 'Ana', entityType: 'person', observations: ['Speaks Spanish. Likes tea.', 'Hello'] }
const acme = { name: 'acme_corp', entityType: 'other', observations: [] }
const worksAt = { from: 'Ana', to: 'acme_corp', relationType: 'works_at' }

describe.each(databases)('the profile server-memory, on $name', (database) => {
  const app = served(database)
  let users = 0
  const connected = async (user = `graph-${users++}`, era: (typeof eras)[number] = 'legacy') => {
    const { call } = await mcpOverHttp({ url: app.url, path: `/mcp/u/${user}?profile=server-memory`, era })
    const graph = async (tool = 'read_graph', args: object = {}) => (await call(tool, { ...args })).data
    return { call, graph, user }
  }

  test.each(eras)('keeps a graph for a client of the protocol %o', async (era) => {
    const { call, graph } = await connected(undefined, era)
    expect(await call('create_entities', { entities: [ana, acme] })).toMatchObject({ data: { entities: [ana, acme] } })
    expect(await call('create_entities', { entities: [ana] })).toMatchObject({ data: { entities: [] } })
    for (const relations of [[worksAt], []])
      expect(await call('create_relations', { relations: [worksAt] })).toMatchObject({ data: { relations } })
    expect(await graph()).toEqual({ entities: [ana, acme], relations: [worksAt] })
    const observations = [{ entityName: 'Ana', contents: ['Speaks Spanish. Likes tea.', 'Plays the cello.'] }]
    expect(await call('add_observations', { observations })).toMatchObject({
      data: { results: [{ entityName: 'Ana', addedObservations: ['Plays the cello.'] }] },
    })
    const whole = { ...ana, observations: [...ana.observations, 'Plays the cello.'] }
    expect(await graph('open_nodes', { names: ['Ana'] })).toEqual({ entities: [whole], relations: [worksAt] })
    for (const query of ['Which instrument does she play?', 'ANA', 'person', 'likes tea'])
      expect(await graph('search_nodes', { query })).toMatchObject({ entities: expect.arrayContaining([whole]) })
    expect(await graph('search_nodes', { query: 'acme' })).toMatchObject({ relations: [worksAt] })
    expect(await call('add_observations', { observations: [{ entityName: 'Bob', contents: ['a'] }] })).toMatchObject({
      isError: true,
      text: expect.stringContaining('no entity Bob'),
    })
  })

  test('deletes observations, relations and entities, and keeps the rest', async () => {
    const { call, graph } = await connected()
    await call('create_entities', { entities: [{ ...ana, observations: ['Likes tea.', 'Likes milk.'] }, acme] })
    await call('create_relations', { relations: [worksAt, { ...worksAt, relationType: 'likes' }] })
    const deletions = [{ entityName: 'Ana', observations: ['Likes tea.', 'person'] }]
    expect(await call('delete_observations', { deletions })).toMatchObject({ data: { success: true } })
    expect(await call('delete_relations', { relations: [worksAt] })).toMatchObject({ data: { success: true } })
    const left = { ...ana, observations: ['Likes milk.'] }
    expect(await graph()).toEqual({ entities: [left, acme], relations: [{ ...worksAt, relationType: 'likes' }] })
    expect(await call('delete_entities', { names: ['Ana'], entityNames: ['Ana'] })).toMatchObject({ isError: true })
    await call('delete_entities', { entityNames: ['', 'acme_corp'] })
    expect(await graph()).toEqual({ entities: [left], relations: [] })
    const again = [{ entityName: 'Ana', contents: ['Likes tea.'] }]
    await call('add_observations', { observations: again })
    expect(await graph()).toMatchObject({ entities: [{ observations: ['Likes milk.', 'Likes tea.'] }] })
  })

  test('shows what came by another way, and reads a memory.jsonl that was ingested', async () => {
    const { graph, user } = await connected()
    const lines = [
      { type: 'entity', ...ana },
      { type: 'entity', ...acme },
      { type: 'relation', ...worksAt },
    ]
    const conversation = lines.map((line) => JSON.stringify(line)).join('\n')
    const file = { user_id: user, source_site: 'memory.jsonl', conversation }
    expect(await app.ask('/v1/memories/ingest/quick', file)).toMatchObject({ body: { memoriesStored: 5 } })
    expect(await app.ask('/v1/memories/ingest/quick', file)).toMatchObject({ body: { memoriesStored: 0 } })
    expect(await graph()).toEqual({ entities: [ana, acme], relations: [worksAt] })
    const list = await app.ask<{ total: number }>(`/v1/memories/list?user_id=${user}&subject=Ana`)
    expect(list.body.total).toBe(4)
    const own = await mcpOverHttp({ url: app.url, path: `/mcp/u/${user}` })
    expect((await own.call('recall', { query: 'Where does Ana work?' })).text).toContain('Ana: works_at → acme_corp')
    await own.call('remember', { text: 'I was born in Faro.' })
    expect(await graph('open_nodes', { names: [user] })).toEqual({
      entities: [{ name: user, entityType: 'unknown', observations: ['I was born in Faro.'] }],
      relations: [],
    })
  })

  test.each(['', 'two  spaces', 'a'.repeat(65)])('refuses the name %j', async (name) => {
    const { call } = await connected()
    const { isError, text } = await call('create_entities', { entities: [{ ...ana, name }] })
    expect([isError, text]).toEqual([true, expect.stringContaining('64 characters')])
  })
})
