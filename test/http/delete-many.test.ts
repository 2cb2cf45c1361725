import { describe, expect, test } from 'vitest'
import { changesOf } from '../support/changing.js'
import { clientOf, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'

describe.each(databasesFor(import.meta.url))('deleting many at once, on $name', (database) => {
  const app = served(database)
  const client = clientOf(app)
  const changes = changesOf(app)
  let users = 0

  /** A memory for each pair of source and session, named after both. */
  const kept = async (scope: Partial<Who> = {}) => {
    const who = { user_id: `user ${users++}`, ...scope }
    const ids = new Map<string, string>()
    for (const source_site of ['chat', 'mail'])
      for (const session_id of ['s1', 's2']) {
        const id = await client.keep(who, `A note of ${source_site} in ${session_id}.`, { source_site, session_id })
        ids.set(`${source_site} ${session_id}`, id)
      }
    const left = async () =>
      (await client.list(who)).memories.map(({ source_site, session_id }) => `${source_site} ${session_id}`).sort()
    return { who, ids, left }
  }

  test.each<[Readonly<Record<string, string>>, readonly string[]]>([
    [{ source_site: 'chat' }, ['mail s1', 'mail s2']],
    [{ session_id: 's1' }, ['chat s2', 'mail s2']],
    [{ source_site: 'chat', session_id: 's1' }, ['chat s2', 'mail s1', 'mail s2']],
    [{ source_site: 'fax' }, ['chat s1', 'chat s2', 'mail s1', 'mail s2']],
  ])('%j leaves %j', async (narrowing, expected) => {
    for (const scope of [{}, { workspace_id: 'w', agent_id: 'a' }]) {
      const { who, left } = await kept(scope)
      const answer = await changes.removeMany(who, narrowing)
      expect([answer.status, answer.body]).toEqual([200, { success: true, deleted: 4 - expected.length }])
      expect(await left()).toEqual(expected)
      expect((await client.stats(who)).count).toBe(expected.length)
      expect((await client.search(who, 'note', { threshold: 0 })).count).toBe(expected.length)
      expect((await changes.removeMany(who, narrowing)).body.deleted).toBe(0)
    }
  })

  test('of an ingest deletes what came of it, each with a version of its own, in one event', async () => {
    const { who } = await kept()
    const { episodeId, memoryIds } = await client.tell(who, 'Ana: The kettle is broken.\nBen: The harp is sold.')
    const before = (await client.log()).length
    expect((await changes.removeMany(who, { episode_id: episodeId })).body.deleted).toBe(2)
    expect((await client.log()).slice(before).map(({ type }) => type)).toEqual(['MemoriesDeleted'])
    for (const id of memoryIds) {
      const { trail } = await client.trail(who, id)
      expect(trail.map(({ version, action, reason }) => [version, action, reason])).toEqual([
        [1, 'add', 'extracted'],
        [2, 'delete', 'requested'],
      ])
      expect((await client.remove(who, id)).status).toBe(404)
    }
    expect((await client.list(who)).total).toBe(4)
  })

  test('of nothing writes nothing', async () => {
    const { who } = await kept()
    const before = (await client.log('MemoriesDeleted')).length
    expect((await changes.removeMany(who, { session_id: 'unheard of' })).body).toEqual({ success: true, deleted: 0 })
    expect(await client.log('MemoriesDeleted')).toHaveLength(before)
  })

  test('takes only what the caller sees', async () => {
    const user_id = `user ${users++}`
    const as = (agent_id: string): Who => ({ user_id, workspace_id: 'w', agent_id })
    const said = { session_id: 's' }
    await client.keep({ user_id }, 'My own note.', said)
    await client.keep(as('a'), 'A note for all.', said)
    await client.keep(as('a'), 'A note for me.', { ...said, visibility: 'agent_only' })
    await client.keep(as('a'), 'A note for two.', { ...said, visibility: 'restricted', granted_to: ['b'] })
    await client.keep({ ...as('a'), workspace_id: 'w2' }, 'A note elsewhere.', said)
    expect((await changes.removeMany(as('c'), said)).body.deleted).toBe(1)
    expect((await changes.removeMany(as('b'), said)).body.deleted).toBe(1)
    expect((await changes.removeMany(as('a'), said)).body.deleted).toBe(1)
    expect((await changes.removeMany({ user_id }, said)).body.deleted).toBe(1)
    expect((await client.list({ ...as('a'), workspace_id: 'w2' })).total).toBe(1)
  })

  test.each<[Readonly<Record<string, string>>, string]>([
    [{}, 'source_site: required, or else session_id or episode_id'],
    [{ episode_id: 'x' }, 'episode_id: must be a uuid'],
    [{ session_id: '' }, 'session_id: must not be empty'],
    [{ session_id: 's', workspace_id: 'w' }, 'agent_id is required for workspace queries'],
  ])('with %j is refused', async (narrowing, error) => {
    const { who, left } = await kept()
    expect(await changes.removeMany(who, narrowing)).toMatchObject({ status: 400, body: { error } })
    expect(await left()).toHaveLength(4)
  })
})
