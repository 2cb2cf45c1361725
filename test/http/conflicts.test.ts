import { describe, expect, test } from 'vitest'
import type { Schemas } from '../../packages/client/src/schema.js'
import { disagreementOn } from '../support/agents.js'
import { factsOf } from '../support/append-facts.js'
import { query, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { rebuilt } from '../support/rebuilt.js'

const OLD = 'The API gateway listens on port 8080.'
const NEW = 'The API gateway listens on port 9090.'

describe.each(databasesFor(import.meta.url))('a contradiction between agents, on $name', (database) => {
  const on = disagreementOn(database, { RECALL_FLUSH_MS: '60000' })

  const opened = async () => {
    const { as, user } = on.told.someone()
    const { id, existing, memoryId } = await on.told.contradict(as, [OLD, NEW])
    return { as, user, id, existing, memoryId, asked: 'gateway port' }
  }

  test('keeps the new memory waiting, and is named where it is opened, listed and searched', async () => {
    const { as, user, id, existing, memoryId, asked } = await opened()
    expect(await on.told.found(as('a'), asked)).toEqual([OLD])
    expect(await on.told.statusOf(as('a'), memoryId)).toBe('needs_clarification')
    const seen = { existing_memory_id: existing, new_memory_id: memoryId }
    const item = { id, agent_a: 'a', agent_b: 'b', status: 'open', workspace_id: 'crew' }
    expect(await on.told.conflicts(as('b'))).toMatchObject({ conflicts: [{ ...item, ...seen }], count: 1, total: 1 })
    const owners = await on.told.conflicts(user)
    expect(owners).toMatchObject({ conflicts: [item], count: 1 })
    expect(JSON.stringify(owners)).not.toMatch(new RegExp(`${existing}|${memoryId}`))
    const { injection_text } = await on.client.fast(as('c'), asked)
    expect(injection_text.split('\n').slice(-2)).toEqual([
      '### Open conflicts',
      expect.stringMatching(`\\[conflict\\] b contradicts what a says, "${OLD}": ${id}`),
    ])
    expect((await on.told.conflict(as('c'), id)).body).toMatchObject({
      existing: { memory_id: existing, content: OLD, status: 'active', trust_level: 0.5 },
      new: { memory_id: memoryId, content: NEW, status: 'needs_clarification', version: 1 },
      resolutions: { resolved_new: { existing: 'superseded', new: 'active' } },
    })
  })

  test.each([
    ['resolved_new', [NEW], 'supersede', 'active'],
    ['resolved_existing', [OLD], 'add', undefined],
    ['resolved_both', [OLD, NEW], 'add', 'active'],
  ])('that is %s leaves in search %j', async (resolution, left, existingNow, newNow) => {
    const { as, id, existing, memoryId, asked } = await opened()
    expect(await on.told.resolve(id, resolution)).toMatchObject({ status: 200, body: { id, status: resolution } })
    expect(await on.told.found(as('a'), asked)).toEqual(left)
    const trail = async (memory: string) => (await on.client.trail(as('a'), memory)).trail.at(-1)?.action
    expect([await trail(existing), await trail(memoryId)]).toEqual([existingNow, 'clarify'])
    expect(await on.told.statusOf(as('a'), memoryId)).toBe(newNow)
    expect(await on.told.conflicts(as('a'))).toMatchObject({ conflicts: [], total: 0 })
    expect((await on.told.conflicts(as('a'), { status: 'all' })).conflicts).toMatchObject([
      { id, status: resolution, resolved_because: 'requested' },
    ])
    expect((await on.told.resolve(id, resolution)).status).toBe(200)
    const other = resolution === 'resolved_both' ? 'resolved_new' : 'resolved_both'
    expect(await on.told.resolve(id, other)).toMatchObject({
      status: 409,
      body: { error: 'Conflict already resolved' },
    })
    expect(await on.told.found(as('a'), asked)).toEqual(left)
  })

  test('counts for whom it was resolved, as far as the caller sees both sides', async () => {
    const { as, user, id, memoryId } = await opened()
    const figures = async (who: Who) =>
      (await on.app.ask<Schemas['AgentPage']>(`/v1/agents?${query(who)}`)).body.agents.map((agent) => [
        agent.agent_id,
        agent.conflicts_won,
        agent.conflicts_lost,
      ])
    expect(await figures(user)).toEqual([
      ['a', 0, 0],
      ['b', 0, 0],
    ])
    await on.told.resolve(id, 'resolved_new')
    const after = [
      ['a', 0, 1],
      ['b', 1, 0],
    ]
    expect(await figures(user)).toEqual(after)
    expect(await figures(as('c'))).toContainEqual(['b', 1, 0])
    const narrowed = { ...as('b'), visibility: 'agent_only' }
    await on.app.ask(`/v1/memories/${memoryId}/visibility`, narrowed, { method: 'PUT' })
    expect((await figures(as('c'))).flat()).not.toContain(1)
    expect(await figures(user)).toEqual(after)
  })

  test('is undone by restoring the memory that lost', async () => {
    const { as, id, existing, asked } = await opened()
    await on.told.resolve(id, 'resolved_new')
    const restored = await on.app.ask(`/v1/memories/${existing}/restore`, { ...as('a'), version: 1 })
    expect(restored.status).toBe(200)
    expect(await on.told.found(as('c'), asked)).toEqual([OLD, NEW])
  })

  test('is settled by deleting one of its memories, in favour of the other', async () => {
    const { as, id, existing, asked } = await opened()
    await on.client.remove(as('a'), existing)
    expect(await on.told.found(as('a'), asked)).toEqual([NEW])
    expect((await on.told.conflicts(as('a'), { status: 'all' })).conflicts).toMatchObject([
      { id, status: 'resolved_new', resolved_because: 'settled' },
    ])
  })

  test('about a memory that has changed since is not resolved unseen', async () => {
    const { as, id, existing } = await opened()
    await on.app.ask(`/v1/memories/${existing}`, { ...as('a'), importance: 0.9 }, { method: 'PUT' })
    expect(await on.told.resolve(id, 'resolved_new')).toMatchObject({
      status: 409,
      body: { id, status: 'open', existing_version: 2, new_version: 1 },
    })
    const seen = { existing_version: 2, new_version: 1 }
    expect((await on.told.resolve(id, 'resolved_new', seen)).status).toBe(200)
  })

  test('is nobody else’s matter: other agents and users find none', async () => {
    const { as, user } = on.told.someone()
    const readers = (granted_to: string[]) => ({ visibility: 'restricted', granted_to })
    await on.client.tell(as('a'), OLD, readers(['b']))
    const { conflicts = [] } = await on.client.tell(as('b'), NEW, readers(['a']))
    const id = String(conflicts[0]?.id)
    for (const who of [as('c'), { ...as('a'), workspace_id: 'elsewhere' }]) {
      expect(await on.told.conflicts(who)).toMatchObject({ conflicts: [], total: 0 })
      expect((await on.told.conflict(who, id)).status).toBe(404)
      expect(await on.told.resolve(id, 'resolved_new', { ...who })).toMatchObject({
        status: 404,
        body: { error: 'Conflict not found' },
      })
    }
    expect((await on.told.resolve(id, 'resolved_new', { user_id: 'nobody' })).status).toBe(404)
    expect((await on.told.conflicts(as('a'))).total).toBe(1)
    expect((await on.app.ask(`/v1/agents/conflicts/${id}?${query(user)}`)).status).toBe(400)
  })

  test('with other readers than the existing memory has opens no conflict: nobody waits because of what they cannot see', async () => {
    const { as } = on.told.someone()
    await on.client.tell(as('a'), OLD, { visibility: 'restricted', granted_to: ['b'] })
    expect((await on.client.tell(as('b'), NEW)).conflicts).toBeUndefined()
    expect(await on.told.found(as('c'), 'gateway port')).toEqual([NEW])
  })

  test('of the user’s own memories is listed where that is asked for, in force both, and nothing to be resolved', async () => {
    const { as, user } = on.told.someone()
    const from = await on.client.keep(user, 'Ana: Ben lives in Lisbon.')
    const to = await on.client.keep(user, 'Ben: I live in Berlin.')
    await factsOf(on.app).link(user.user_id, [{ from, to, kind: 'contradicts', similarity: null }])
    expect(await on.told.conflicts(user)).toMatchObject({ conflicts: [], total: 0 })
    const { conflicts, total } = await on.told.conflicts(user, { include: 'personal' })
    expect([total, conflicts]).toMatchObject([
      1,
      [{ agent_a: null, agent_b: null, workspace_id: null, status: 'open' }],
    ])
    const memories = [conflicts[0]?.existing_memory_id, conflicts[0]?.new_memory_id].map(String)
    for (const id of memories) expect(await on.told.statusOf(user, id)).toBe('active')
    expect((await on.told.resolve(String(conflicts[0]?.id), 'resolved_new')).status).toBe(404)
    expect((await on.told.conflicts(user, { include: 'personal', status: 'resolved' })).total).toBe(0)
    expect((await on.told.conflicts(as('a'), { include: 'personal' })).total).toBe(0)
    await on.client.remove(user, String(memories[0]))
    expect((await on.told.conflicts(user, { include: 'personal' })).total).toBe(0)
  })

  test('hides the waiting words from others, so that whoever is contradicted may still say the same', async () => {
    const { as } = await opened()
    expect((await on.client.tell(as('a'), NEW)).memoriesStored).toBe(1)
  })

  test.each(["'; drop table conflict; --", '../../etc/passwd', '{"a":1}', '__proto__', 'constructor'])(
    'between agents with names such as %s is one as any other',
    async (name) => {
      const { as } = on.told.someone(`${name} user`)
      await on.client.tell(as(name), OLD)
      const [conflict] = (await on.client.tell(as(`${name}2`), NEW)).conflicts ?? []
      expect((await on.told.conflicts(as(name))).conflicts).toMatchObject([{ agent_a: name, agent_b: `${name}2` }])
      expect((await on.told.resolve(String(conflict?.id), 'resolved_new')).status).toBe(200)
      expect(await on.told.found(as(name), 'gateway port')).toEqual([NEW])
    },
  )

  test('is the same after the read models are built anew', async () => {
    await opened()
    const { rows, live } = await rebuilt(on.app.databases)
    expect(live).toEqual(rows)
  })
})
