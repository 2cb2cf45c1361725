import { describe, expect, test } from 'vitest'
import type { Schemas } from '../../packages/client/src/schema.js'
import type { Readers } from '../../src/domain/scope.js'
import { disagreementOn } from '../support/agents.js'
import { factsOf } from '../support/append-facts.js'
import { changesOf } from '../support/changing.js'
import type { Who } from '../support/client.js'
import { databases } from '../support/database.js'
import { replayOfService } from '../support/replaying.js'

const OLD = 'The Lisbon gateway listens on port 8080.'
const NEW = 'The Lisbon gateway listens on port 9090.'
const ROOM = 'User: The Lisbon gateway stands in the blue room.'
const FACT = 'The port of the gateway is 8080.'
const COMPOSED = `User: ${OLD}\nThe Lisbon gateway stands in the blue room.`

describe.each(databases)('what hangs on a contradiction between agents, on $name', (database) => {
  const on = disagreementOn(database, { CONFLICT_EXPIRY_MS: '0' })

  const trust = (user: Who, agent_id: string, trust_level: number) =>
    on.app.ask('/v1/agents/trust', { ...user, agent_id, trust_level }, { method: 'PUT' })
  const composites = async (who: Who) =>
    (await on.client.list(who, { memory_type: 'composite' })).memories.map(({ content }) => content)

  test('consensus goes to whom is trusted more today, whatever was so when it was written', async () => {
    const { as, user } = on.told.someone()
    const { id, existing, memoryId } = await on.told.contradict(as, [OLD, NEW])
    await on.told.resolve(id, 'resolved_both')
    const asked = (who: Who): Promise<Schemas['SearchAnswer']> =>
      on.client.search(who, 'On which port does the Lisbon gateway listen now?', { current_only: true, threshold: 0 })
    const left = async () => {
      const { memories, consensus } = await asked(as('c'))
      return [memories.map(({ content }) => content), consensus?.removed_memory_ids]
    }
    expect(await left()).toEqual([[NEW], [existing]])
    await trust(user, 'a', 0.9)
    expect(await left()).toEqual([[OLD], [memoryId]])
    await trust(user, 'b', 0.95)
    expect(await left()).toEqual([[NEW], [existing]])
  })

  test('what contradicts a memory contradicts another with its words, which a search shows instead', async () => {
    const { as } = on.told.someone()
    await on.client.tell(as('c'), OLD, { visibility: 'agent_only' })
    const { id, memoryId } = await on.told.contradict(as, [OLD, NEW])
    await on.told.resolve(id, 'resolved_both')
    for (const agent of ['a', 'b', 'c']) {
      const all = await on.client.search(as(agent), 'Lisbon gateway port', { current_only: false, threshold: 0 })
      expect([all.count, all.consensus?.removed_count]).toEqual([2, 0])
      const left = await on.client.search(as(agent), 'Lisbon gateway port', { current_only: true, threshold: 0 })
      expect([left.memories.map((one) => one.id), left.consensus?.removed_count]).toEqual([[memoryId], 1])
    }
  })

  /** A full ingest of agent a that makes a composite, and another one of agent b that contradicts a part of it. */
  const composed = async () => {
    const { as, user } = on.told.someone()
    const { memoryIds } = await on.told.full(as('a'), `User: ${OLD}\nAssistant: Nice.\n${ROOM}`)
    expect(await composites(as('c'))).toEqual([COMPOSED])
    const { conflicts = [] } = await on.told.full(as('b'), `User: ${NEW}`)
    const [conflict] = conflicts
    if (conflict === undefined) throw new Error('no conflict was opened')
    expect(await composites(as('c'))).toEqual([COMPOSED])
    return { as, user, existing: String(memoryIds[0]), ...conflict }
  }

  test('a composite goes with the part that its time decides against, and stays with the one it decides for', async () => {
    const lost = await composed()
    expect(await on.told.autoResolve(lost.user.user_id)).toBe(1)
    expect(await composites(lost.as('c'))).toEqual([])
    const won = await composed()
    await trust(won.user, 'a', 0.9)
    expect(await on.told.autoResolve(won.user.user_id)).toBe(1)
    expect(await composites(won.as('c'))).toEqual([COMPOSED])
  })

  test.each([
    ['resolved_new', []],
    ['resolved_existing', [COMPOSED]],
    ['resolved_both', [COMPOSED]],
  ])('a composite of the existing memory after %s', async (resolution, left) => {
    const { as, id } = await composed()
    expect((await on.told.resolve(id, resolution)).status).toBe(200)
    expect(await composites(as('c'))).toEqual(left)
  })

  test('a composite goes with a part that is deleted, which settles the conflict, and stays where the new memory goes', async () => {
    const gone = await composed()
    await on.client.remove(gone.as('a'), gone.existing)
    expect(await composites(gone.as('c'))).toEqual([])
    expect(await on.told.statusOf(gone.as('b'), gone.memoryId)).toBe('active')
    const left = await composed()
    await on.client.remove(left.as('b'), left.memoryId)
    expect(await composites(left.as('c'))).toEqual([COMPOSED])
  })

  let appended: ReturnType<typeof factsOf> | undefined
  const facts = () => {
    appended ??= factsOf(on.app)
    return appended
  }
  const readBy = (agentId: string): Readers => ({
    workspaceId: 'crew',
    agentId,
    visibility: 'workspace',
    grantedTo: [],
  })
  const listed = async (who: Who) => (await on.client.list(who)).memories.map(({ content }) => content).toSorted()

  /** On another day, and with the label of a chat. */
  const alsoSaid = async (who: Who, said: string) => {
    await on.client.tell(who, said, { observed_at: '2026-02-05' })
    await on.client.tell(who, `User: ${said}`, { observed_at: '2026-03-05' })
  }

  test.each([
    ['resolved_new', [NEW]],
    ['resolved_existing', [OLD, `User: ${OLD}`]],
    ['resolved_both', [OLD, NEW, `User: ${OLD}`]],
    ['its time', [NEW]],
  ])('what else has the words of the existing memory after %s', async (resolution, left) => {
    const { as, user } = on.told.someone()
    await alsoSaid(as('a'), OLD)
    const { id } = await on.told.contradict(as, [OLD, NEW])
    if (resolution === 'its time') expect(await on.told.autoResolve(user.user_id)).toBe(1)
    else expect((await on.told.resolve(id, resolution)).status).toBe(200)
    expect(await listed(as('c'))).toEqual(left)
  })

  test('what else has the words of the new memory goes with it, and what it contradicts', async () => {
    const { as } = on.told.someone()
    const { id } = await on.told.contradict(as, [OLD, NEW])
    await alsoSaid(as('b'), NEW)
    await on.client.tell(as('d'), NEW, { visibility: 'agent_only' })
    expect((await on.told.resolve(id, 'resolved_existing')).status).toBe(200)
    expect(await listed(as('b'))).toEqual([OLD])
    expect(await listed(as('d'))).toEqual([NEW, OLD].toSorted())
    expect((await on.told.conflicts(as('a'), { status: 'open' })).conflicts).toEqual([])
  })

  /** A fact that rests on what agent a says and agent b contradicts. */
  const resting = async () => {
    const { as, user } = on.told.someone()
    const conflict = await on.told.contradict(as, [OLD, NEW])
    await facts().state(user.user_id, FACT, { on: [conflict.existing], readers: readBy('a') })
    return { as, user, ...conflict }
  }

  test.each([
    ['resolved_new', [NEW]],
    ['resolved_existing', [OLD, FACT]],
    ['resolved_both', [OLD, NEW, FACT]],
  ])('a fact that rests on the existing memory alone after %s', async (resolution, left) => {
    const { as, id, existing } = await resting()
    expect((await on.told.resolve(id, resolution)).status).toBe(200)
    expect(await listed(as('c'))).toEqual(left)
    if (resolution !== 'resolved_new') return
    expect((await changesOf(on.app).restore(as('a'), existing, 1)).status).toBe(200)
    expect(await listed(as('c'))).toEqual([OLD, NEW, FACT])
  })

  test('a fact goes with what its time decides against', async () => {
    const { as, user } = await resting()
    expect(await on.told.autoResolve(user.user_id)).toBe(1)
    expect(await listed(as('c'))).toEqual([NEW])
  })

  test('a turn goes with its only fact, which another agent contradicts', async () => {
    const { as, user } = on.told.someone()
    const turn = await on.client.keep(as('a'), 'Port 8080, as ever.')
    const fact = await facts().state(user.user_id, FACT, { on: [turn], readers: readBy('a') })
    const { conflicts = [] } = await on.client.tell(as('b'), NEW, { replaces: [fact], skip_extraction: true })
    await on.told.resolve(String(conflicts[0]?.id), 'resolved_new')
    expect(await listed(as('c'))).toEqual([NEW])
  })

  test('what a waiting statement replaces takes its facts along when the contradicted memory is deleted', async () => {
    const { as, user } = on.told.someone()
    const own = await on.client.keep(as('b'), 'The gateway is reached over the back door.')
    await facts().state(user.user_id, FACT, { on: [own], readers: readBy('b') })
    const existing = await on.client.keep(as('a'), OLD)
    const { conflicts = [] } = await on.client.tell(as('b'), NEW, { replaces: [own], skip_extraction: true })
    expect(conflicts).toHaveLength(1)
    await on.client.remove(as('a'), existing)
    expect(await listed(as('c'))).toEqual([NEW])
  })

  test('a conflict is settled for both where one of its memories is shared with others than the other', async () => {
    const { as, id, existing, memoryId } = await composed()
    await changesOf(on.app).share(as('a'), existing, { visibility: 'agent_only' })
    expect((await on.told.conflicts({ user_id: as('a').user_id }, { status: 'all' })).conflicts).toMatchObject([
      { id, status: 'resolved_both', resolved_because: 'settled' },
    ])
    expect(await on.told.statusOf(as('b'), memoryId)).toBe('active')
  })

  test('is what a fold of the log says', async () => {
    const [answer] = await replayOfService(on.app.databases, { ask: 'check' })
    expect(answer).toMatchObject({ kind: 'verdict', verdict: { equal: true } })
  })
})
