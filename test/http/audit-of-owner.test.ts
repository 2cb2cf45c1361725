import { beforeAll, describe, expect, test } from 'vitest'
import { appendMemory } from '../support/append-memory.js'
import { clientOf } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'

type Mutations = { readonly count: number; readonly mutations: readonly Readonly<Record<string, unknown>>[] }

describe.each(databasesFor(import.meta.url))('the audit of all memories of a user, on $name', (database) => {
  const app = served(database)
  const client = clientOf(app)
  let first: string
  let second: string
  const user = { user_id: 'ana' }
  const agent = { user_id: 'ana', workspace_id: 'crew', agent_id: 'scout' }
  beforeAll(async () => {
    first = await client.keep(user, 'The violin has a new string.')
    second = await client.keep(agent, 'The door code is secret.', { visibility: 'agent_only' })
    await client.remove(user, first)
    await client.keep({ user_id: 'ben' }, 'Somebody else.')
  })

  const recent = async (more = '', who = 'ana') =>
    (await app.ask<Mutations>(`/v1/memories/audit/recent?user_id=${who}${more}`)).body
  const summary = async (who: string) => (await app.ask(`/v1/memories/audit/summary?user_id=${who}`)).body

  test('sums up what was done, in every scope', async () => {
    expect(await summary('ana')).toEqual({
      creates: 2,
      updates: 0,
      deletes: 1,
      total: 3,
      byAction: { add: 2, update: 0, supersede: 0, restore: 0, delete: 1, contest: 0, clarify: 0, share: 0, erase: 0 },
      memories: 2,
    })
    expect(await summary('nobody')).toMatchObject({ total: 0, memories: 0, byAction: { add: 0, erase: 0 } })
  })

  test('tells it newest first, without a word of any memory', async () => {
    const { count, mutations } = await recent()
    expect(count).toBe(3)
    expect(mutations).toMatchObject([
      { memoryId: first, version: 2, action: 'delete', reason: 'requested', actor: { key: 'standard', agentId: null } },
      { memoryId: second, version: 1, action: 'add', reason: 'verbatim', actor: { agentId: 'scout' } },
      { memoryId: first, version: 1, action: 'add' },
    ])
    const times = mutations.map(({ timestamp }) => String(timestamp))
    expect(times).toEqual([...times].sort().reverse())
    expect(JSON.stringify(mutations)).not.toMatch(/violin|secret/)
  })

  test('gives as many as are asked for', async () => {
    expect((await recent('&limit=1')).mutations).toMatchObject([{ memoryId: first, action: 'delete' }])
    for (const limit of ['0', '101', 'x'])
      expect((await app.ask(`/v1/memories/audit/recent?user_id=ana&limit=${limit}`)).status).toBe(400)
  })

  test('does not know what is pending', async () => {
    await appendMemory(app, 'Raw material.', { status: 'pending' })
    expect(await recent('', 'u')).toEqual({ mutations: [], count: 0 })
    expect(await summary('u')).toMatchObject({ total: 0, memories: 0 })
  })

  test('needs a user', async () => {
    for (const path of ['cap', 'audit/summary', 'audit/recent'])
      expect(await app.ask(`/v1/memories/${path}`)).toMatchObject({ status: 400, body: { error: 'user_id: required' } })
  })
})
