import { describe, expect, test } from 'vitest'
import { changesOf } from '../support/changing.js'
import { clientOf, type Fields, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'

const WORKSPACE: Fields = { visibility: 'workspace' }
const ALONE: Fields = { visibility: 'agent_only' }
const WITH_B: Fields = { visibility: 'restricted', granted_to: ['b'] }
const WITH_C: Fields = { visibility: 'restricted', granted_to: ['c'] }
const WITH_NOBODY: Fields = { visibility: 'restricted' }

/** How a memory of agent a is shared first and then, and which of the agents see it before and after. */
const kinds: readonly (readonly [name: string, readers: Fields, seenBy: readonly string[]])[] = [
  ['workspace', WORKSPACE, ['a', 'b', 'c']],
  ['agent_only', ALONE, ['a']],
  ['restricted to b', WITH_B, ['a', 'b']],
  ['restricted to c', WITH_C, ['a', 'c']],
  ['restricted to nobody', WITH_NOBODY, ['a']],
]
const pairs = kinds.map((before, i) => ({ before, after: kinds[(i + 1) % kinds.length] ?? before }))

describe.each(databasesFor(import.meta.url))('sharing, on $name', (database) => {
  const app = served(database)
  const client = clientOf(app)
  const changes = changesOf(app)
  let users = 0

  const agents = (user_id = `user ${users++}`) => {
    const as = (agent_id: string): Who => ({ user_id, workspace_id: 'w', agent_id })
    return { user: { user_id } as Who, as, elsewhere: { ...as('a'), workspace_id: 'w2' } as Who }
  }

  /** By which of the ways of reading somebody sees a memory: all of them, or none. */
  const waysToSee = async (who: Who, id: string): Promise<readonly string[]> => {
    const has = (found: readonly { readonly id: string }[]) => found.some((memory) => memory.id === id)
    const trail = await client.trail(who, id)
    const ways: Record<string, boolean> = {
      search: has((await client.search(who, 'falcons', { threshold: 0 })).memories),
      fast: has((await client.fast(who, 'falcons', { threshold: 0 })).memories),
      list: has((await client.list(who)).memories),
      total: (await client.list(who)).total > 0,
      stats: (await client.stats(who)).count > 0,
      expand: has(await client.expand(who, [id])),
      get: (await client.ask(`/v1/memories/${id}`, who)).status === 200,
      trail: trail.trail.at(-1)?.content !== undefined,
    }
    return Object.keys(ways).filter((way) => ways[way])
  }
  const ALL = ['search', 'fast', 'list', 'total', 'stats', 'expand', 'get', 'trail']

  test.each(pairs)('from $before.0 to $after.0', async ({ before, after }) => {
    const { as, user, elsewhere } = agents()
    const id = await client.keep(as('a'), 'The tower is full of falcons.', before[1])
    for (const [, readers, seenBy] of [before, after]) {
      if (readers === after[1])
        expect(await changes.share(as('a'), id, readers)).toMatchObject({
          status: 200,
          body: { id, granted_to: readers.granted_to ?? [], visibility: readers.visibility, version: 2 },
        })
      for (const who of [as('a'), as('b'), as('c'), user, elsewhere]) {
        const sees = who.workspace_id === 'w' && seenBy.includes(String(who.agent_id))
        expect([who.agent_id, await waysToSee(who, id)]).toEqual([who.agent_id, sees ? ALL : []])
      }
    }
    const { trail } = await client.trail(as('a'), id)
    expect(trail.map(({ version, action, reason, actor }) => [version, action, reason, actor.agentId])).toEqual([
      [1, 'add', 'verbatim', 'a'],
      [2, 'share', 'requested', 'a'],
    ])
  })

  test('is for the owner alone: for all others the memory is not there', async () => {
    const { as, user, elsewhere } = agents()
    const id = await client.keep(as('a'), 'The tower is full of falcons.')
    const own = await client.keep(user, 'The cellar is full of moths.')
    const gone = { status: 404, body: { error: 'Memory not found' } }
    for (const [who, memory] of [
      [as('b'), id],
      [elsewhere, id],
      [{ ...as('a'), user_id: 'nobody' }, id],
      [as('a'), own],
    ] as const)
      expect(await changes.share(who, memory, ALONE)).toMatchObject(gone)
    await client.remove(as('a'), id)
    expect(await changes.share(as('a'), id, ALONE)).toMatchObject(gone)
    expect((await client.log('MemoryShared')).filter(({ metadata }) => metadata.userId === user.user_id)).toEqual([])
  })

  test('as it is already writes nothing', async () => {
    const { as } = agents()
    const id = await client.keep(as('a'), 'The tower is full of falcons.')
    const count = async () => (await client.log('MemoryShared')).length
    const before = await count()
    expect((await changes.share(as('a'), id, WORKSPACE)).body).toMatchObject({ version: 1 })
    expect(await count()).toBe(before)
    const granted_to = ['c', 'b', 'c']
    const first = await changes.share(as('a'), id, { visibility: 'restricted', granted_to })
    expect(first.body).toMatchObject({ version: 2, granted_to: ['b', 'c'] })
    const again = await changes.share(as('a'), id, { visibility: 'restricted', granted_to: ['b', 'c'] })
    expect([again.body, again.headers.get('x-log-position')]).toEqual([first.body, first.headers.get('x-log-position')])
  })

  test.each<[Fields, string]>([
    [{}, 'visibility: required'],
    [{ visibility: 'public' }, 'visibility: must be one of workspace, agent_only, restricted'],
    [{ ...ALONE, granted_to: ['b'] }, 'granted_to: needs visibility restricted'],
    [{ ...ALONE, workspace_id: undefined }, 'workspace_id: required'],
    [{ ...ALONE, agent_id: undefined }, 'agent_id is required for workspace queries'],
  ])('with %j is refused', async (fields, error) => {
    const { as } = agents()
    const id = await client.keep(as('a'), 'The tower is full of falcons.')
    expect(await changes.share(as('a'), id, fields)).toMatchObject({ status: 400, body: { error } })
  })

  test('takes what is derived of a memory from its old readers to the new ones', async () => {
    const { as } = agents()
    const said = { session_id: 'one' }
    await client.keep(as('a'), 'The tower is old.', said)
    const id = await client.keep(as('a'), 'Rosa counted the falcons.', said)
    await client.keep(as('a'), 'The tower is high.', said)
    const found = async () => (await client.search(as('b'), 'falcons', { threshold: 1 })).count
    expect(await found()).toBe(3)
    await changes.share(as('a'), id, ALONE)
    expect(await found()).toBe(0)
    const told = await client.search(as('b'), 'falcons', { trace: true })
    expect(told.observability?.retrieval.terms).toEqual([{ term: 'falcon', memories: 0 }])
    await changes.share(as('a'), id, WORKSPACE)
    expect(await found()).toBe(3)
  })

  test('makes the same words of another agent no duplicate, and those of its own only for the same readers', async () => {
    const { as } = agents()
    const text = 'Bella: The key lies under the mat.'
    const { memoryIds } = await client.tell(as('a'), text, ALONE)
    await changes.share(as('a'), String(memoryIds[0]), WORKSPACE)
    expect(await client.tell(as('b'), text)).toMatchObject({ memoriesStored: 1, duplicates: 0 })
    expect(await client.tell(as('a'), text, WORKSPACE)).toMatchObject({ memoriesStored: 0, duplicates: 1 })
    expect(await client.tell(as('a'), text, ALONE)).toMatchObject({ memoriesStored: 1, duplicates: 0 })
  })
})
