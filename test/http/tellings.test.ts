import { describe, expect, test } from 'vitest'
import type { Schemas } from '../../packages/client/src/schema.js'
import type { IngestResult } from '../../src/ingest/context.js'
import { factsOf } from '../support/append-facts.js'
import { ADMIN, changesOf } from '../support/changing.js'
import { clientOf, type Fields, query, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { rebuilt } from '../support/rebuilt.js'
import { served } from '../support/served.js'

describe.each(databasesFor(import.meta.url))('the tellings of a memory, on $name', (database) => {
  const app = served(database, { ...ADMIN, RECALL_FLUSH_MS: '60000' })
  const client = clientOf(app)
  const changes = changesOf(app)
  let users = 0
  const someone = (): Who => ({ user_id: `user ${users++}` })
  const agent = (who: Who, agent_id: string): Who => ({ ...who, workspace_id: 'w', agent_id })

  type Said = { readonly at?: string; readonly session?: string; readonly site?: string; readonly more?: Fields }
  const say = async (who: Who, content: string, { at, session, site = 'chat', more = {} }: Said = {}) => {
    const answer = await app.ask<IngestResult>('/v1/memories/ingest/quick', {
      ...who,
      source_site: site,
      messages: [{ role: 'user', content, ...(at === undefined ? {} : { timestamp: at }) }],
      ...(session === undefined ? {} : { session_id: session }),
      ...more,
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body
  }
  const tellings = (who: Who, id: string, more: Readonly<Record<string, string>> = {}) =>
    app.ask<Schemas['TellingPage']>(`/v1/memories/${id}/tellings?${query(who, more)}`)
  const ids = (page: { readonly memories: readonly { readonly id: string }[] }) => page.memories.map(({ id }) => id)

  const RENT = 'Paid the rent.'
  const DAYS = ['2026-01-01', '2026-02-01', '2026-03-01']

  test('on other days that are given are other memories: a search shows the newest that passes, a list all', async () => {
    const who = someone()
    for (const day of DAYS) expect((await say(who, RENT, { at: `${day}T09:00:00Z` })).memoriesStored).toBe(1)
    const { memories, total } = await client.list(who)
    expect([total, memories.map(({ tellings: n }) => n)]).toEqual([3, [1, 1, 1]])
    const all = await client.search(who, 'rent')
    expect(all.memories.map(({ observed_at, pieces }) => [observed_at.slice(0, 10), pieces.length])).toEqual([
      ['2026-03-01', 2],
    ])
    for (const day of DAYS) {
      const found = await client.search(who, 'rent', { from: day, to: day })
      expect(found.memories.map(({ observed_at }) => observed_at.slice(0, 10))).toEqual([day])
      expect(found.injection_text).toContain(`[${day}]`)
    }
    expect((await client.search(who, 'rent', { from: '2026-04-01' })).count).toBe(0)
  })

  test('of the lines of an export are of the day of each', async () => {
    const who = someone()
    const lines = DAYS.map((day) => `[${day.split('-').reverse().join('/')}, 09:00:00] Ana: ${RENT}`)
    expect(await client.tell(who, lines.join('\n'))).toMatchObject({ memoriesStored: 3, duplicates: 0 })
    expect((await client.search(who, 'rent', { from: '2026-03-01' })).count).toBe(1)
  })

  test('of one day, or of none, are tellings of one memory', async () => {
    const who = someone()
    await say(who, RENT, { at: '2026-01-01T09:00:00Z' })
    await say(who, 'Bought a lamp.')
    expect(await say(who, RENT, { at: '2026-01-01T21:00:00Z', session: 'b' })).toMatchObject({ duplicates: 1 })
    expect(await say(who, RENT, { session: 'c' })).toMatchObject({ duplicates: 1 })
    const again = (at: string, session: string) => say(who, 'Bought a lamp.', { at, session })
    expect(await again('2026-01-05T09:00:00Z', 'b')).toMatchObject({ duplicates: 1 })
    expect(await again('2026-01-06T09:00:00Z', 'c')).toMatchObject({ memoriesStored: 1 })
    const { memories } = await client.list(who)
    expect(memories.map(({ content, tellings: n }) => `${content} ${n}`).toSorted()).toEqual([
      'User: Bought a lamp. 1',
      'User: Bought a lamp. 2',
      'User: Paid the rent. 3',
    ])
  })

  test('count for every filter, with what was said of each', async () => {
    const who = someone()
    await say(who, 'I take metformin.', { session: 's1', site: 'slack', more: { metadata: { room: 'blue' } } })
    await say(who, 'I take metformin.', { session: 's2', site: 'mail/in', more: { metadata: { folder: 'a' } } })
    const today = new Date().toISOString().slice(0, 10)
    const listed = [
      { session_id: 's1' },
      { session_id: 's2' },
      { source_site: 'slack' },
      { source_site: 'mail/in' },
      { namespace_scope: 'site/mail' },
      { metadata: '{"folder":"a"}' },
      { metadata: '{"room":"blue"}' },
      { from: today },
    ] as const
    for (const filter of listed) {
      expect((await client.list(who, filter)).total, JSON.stringify(filter)).toBe(1)
      const asked = 'metadata' in filter ? { metadata: JSON.parse(filter.metadata) } : filter
      expect((await client.search(who, 'metformin', asked)).count, JSON.stringify(filter)).toBe(1)
    }
    // No telling has both.
    expect((await client.list(who, { session_id: 's1', metadata: '{"folder":"a"}' })).total).toBe(0)
    expect((await client.search(who, 'metformin', { session_id: 's3' })).count).toBe(0)
    const [memory] = (await client.list(who)).memories
    expect(memory).toMatchObject({ tellings: 2, source_site: 'slack', session_id: 's1' })
    const { body } = await tellings(who, String(memory?.id))
    expect(body).toMatchObject({ count: 2, total: 2 })
    expect(
      body.tellings.map(({ session_id, namespace, metadata, is_dated }) => ({
        session_id,
        namespace,
        metadata,
        is_dated,
      })),
    ).toEqual([
      { session_id: 's1', namespace: 'site/slack', metadata: { room: 'blue' }, is_dated: false },
      { session_id: 's2', namespace: 'site/mail/in', metadata: { folder: 'a' }, is_dated: false },
    ])
    const second = await tellings(who, String(memory?.id), { limit: '1', offset: '1' })
    expect(second.body.tellings.map(({ session_id }) => session_id)).toEqual(['s2'])
  })

  test.each([
    ['a session', (who: Who) => changes.removeMany(who, { session_id: 's1' })],
    ['a source', (who: Who) => changes.removeMany(who, { source_site: 'slack' })],
    ['all of a session', (who: Who) => changes.removeAll(who, '/sessions/s1')],
  ])('that %s holds go with it, and the memory with the last of them', async (_, remove) => {
    const who = someone()
    const { episodeId } = await say(who, 'I take metformin.', { session: 's1', site: 'slack' })
    const { memoryIds } = await say(who, 'I take iron.', { session: 's1', site: 'slack' })
    await say(who, 'I take metformin.', { session: 's2', site: 'mail', at: '2026-05-03T10:00:00Z' })
    const before = new Date().toISOString()
    const removed = await remove(who)
    expect([removed.status, removed.body.deleted]).toEqual([200, 1])
    const [memory, ...others] = (await client.list(who)).memories
    expect(others).toEqual([])
    expect(memory).toMatchObject({ content: 'User: I take metformin.', tellings: 1, version: 1 })
    expect(memory).toMatchObject({ session_id: 's2', source_site: 'mail', namespace: 'site/mail' })
    expect(memory?.observed_at).toBe('2026-05-03T10:00:00.000Z')
    expect((await client.list(who, { session_id: 's1' })).total).toBe(0)
    expect((await client.search(who, 'metformin', { session_id: 's1' })).count).toBe(0)
    expect((await client.search(who, 'metformin', { session_id: 's2' })).count).toBe(1)
    const episode = await app.ask<{ messages: unknown }>(`/v1/memories/episodes/${episodeId}?${query(who)}`)
    expect(JSON.stringify(episode.body)).not.toContain('metformin')
    // What was in force then is asked for, and shown, as it was told then.
    const then = { as_of: before, session_id: 's1' }
    const past = await client.search(who, 'metformin', then)
    expect(past.memories).toMatchObject([{ id: memory?.id, source_site: 'slack', namespace: 'site/slack' }])
    expect(past.memories[0]?.observed_at.slice(0, 10)).toBe(before.slice(0, 10))
    expect(ids(await client.search(who, 'iron', then))).toEqual(memoryIds)
    expect((await remove(who)).body.deleted ?? 0).toBe(0)
    expect((await changes.removeMany(who, { session_id: 's2' })).body.deleted).toBe(1)
    expect((await client.list(who)).total).toBe(0)
    expect((await changes.restore(who, String(memory?.id), 1)).status).toBe(200)
    expect((await client.get(who, String(memory?.id))).tellings).toBe(1)
    expect((await client.list(who, { session_id: 's2' })).total).toBe(1)
  })

  const HARD = { hard: 'true' }
  const asAdmin = { Authorization: `Bearer ${ADMIN.CORE_ADMIN_API_KEY}` }
  const told = async () => {
    const rows = await Promise.all(
      ['memory_text', 'memory_wording', 'episode_turn'].map((table) => client.rowsOf(table)),
    )
    return rows.flat().filter((row) => row.includes('xylophonium'))
  }

  test.each<[string, (who: Who, id: string) => Promise<{ readonly status: number }>]>([
    ['one by one', (who, id) => changes.erase(who, id)],
    ['with the session of the first', (who) => changes.removeAll(who, '/sessions/s1', HARD, asAdmin)],
    ['with the source of the first', (who) => changes.removeMany(who, { source_site: 'slack', ...HARD }, asAdmin)],
  ])('that are erased %s are erased everywhere, deleted before or not', async (_, erase) => {
    for (const isDeleted of [false, true]) {
      const who = someone()
      const { memoryIds } = await say(who, 'My word is xylophonium.', { session: 's1', site: 'slack' })
      await say(who, 'My word is xylophonium.', { session: 's2' })
      if (isDeleted) await changes.removeMany(who, { session_id: 's1' })
      expect((await erase(who, String(memoryIds[0]))).status).toBe(200)
      expect((await client.list(who)).total).toBe(0)
      expect(await told()).toEqual([])
      expect((await tellings(who, String(memoryIds[0]))).status).toBe(404)
    }
  })

  test('that are erased with a session that said again what was said before leave that', async () => {
    const who = someone()
    await say(who, 'My word is xylophonium.', { session: 's1' })
    await say(who, 'My word is xylophonium.', { session: 's2' })
    expect((await changes.removeAll(who, '/sessions/s2', HARD, asAdmin)).body.deleted).toBe(0)
    const [memory] = (await client.list(who)).memories
    expect(memory).toMatchObject({ session_id: 's1', tellings: 1 })
    expect((await client.list(who, { session_id: 's2' })).total).toBe(0)
    expect(await told()).toHaveLength(3)
  })

  test("of another agent are that agent's memory, and a search shows the caller's own of both", async () => {
    const who = someone()
    const text = 'The gateway listens on port 8080.'
    const [a, b, c] = ['a', 'b', 'c'].map((name) => agent(who, name)) as [Who, Who, Who]
    const first = await say(a, text)
    const second = await say(b, text)
    expect([first.memoriesStored, second.memoriesStored]).toEqual([1, 1])
    expect((await client.list(a)).total).toBe(2)
    for (const [as, own, other] of [
      [a, first, second],
      [b, second, first],
    ] as const) {
      const [found, ...others] = (await client.search(as, 'gateway port')).memories
      expect(others).toEqual([])
      expect([found?.id, found?.pieces]).toEqual([own.memoryIds[0], other.memoryIds])
      expect(ids(await client.search(as, 'gateway port', { agent_scope: 'self' }))).toEqual(own.memoryIds)
      expect(ids(await client.search(as, 'gateway port', { agent_scope: 'others' }))).toEqual(other.memoryIds)
    }
    expect((await client.search(c, 'gateway port')).count).toBe(1)
    expect((await client.remove(a, String(first.memoryIds[0]))).status).toBe(200)
    expect(ids(await client.search(c, 'gateway port'))).toEqual(second.memoryIds)
    expect(ids(await client.list(b, { agent_scope: 'self' }))).toEqual(second.memoryIds)
  })

  const LAUNCH = 'The launch is on Friday.'
  /** Agent a says it for itself in two sessions, and shares the memory with b. */
  const saidForOneself = async () => {
    const who = someone()
    const [a, b] = [agent(who, 'a'), agent(who, 'b')]
    const only = { visibility: 'agent_only' }
    const { memoryIds } = await say(a, LAUNCH, { session: 'open', more: only })
    await say(a, LAUNCH, { session: 'secret', more: only })
    await changes.share(a, String(memoryIds[0]), { visibility: 'workspace' })
    return { a, b, id: String(memoryIds[0]) }
  }

  test('are shown to nobody who may not read their episode, and no filter tells of them', async () => {
    const { a, b, id } = await saidForOneself()
    expect((await client.get(a, id)).tellings).toBe(2)
    expect((await client.get(b, id)).tellings).toBe(1)
    expect((await tellings(b, id)).body.tellings.map(({ session_id }) => session_id)).toEqual(['open'])
    expect((await client.list(b, { session_id: 'secret' })).total).toBe(0)
    expect((await client.list(a, { session_id: 'secret' })).total).toBe(1)
    expect((await client.search(b, 'launch', { session_id: 'secret' })).count).toBe(0)
    // What b knows of is all there is for b.
    expect((await changes.removeMany(b, { session_id: 'open' })).body.deleted).toBe(1)
  })

  test('of a critical lesson keep out all memories with the words', async () => {
    const who = someone()
    const [a, b] = [agent(who, 'a'), agent(who, 'b')]
    const text = 'Deploys go straight to production.'
    const { memoryIds } = await say(a, text)
    await say(b, text)
    await say(b, 'Deploys are announced in the channel.')
    const lesson = { ...b, pattern: 'unsafe deploys', severity: 'critical', source_memory_ids: memoryIds }
    expect((await app.ask('/v1/memories/lessons/report', lesson)).status).toBe(200)
    const found = await client.search(b, 'deploys')
    expect(found.memories.map(({ content }) => content)).toEqual(['User: Deploys are announced in the channel.'])
    expect(found.lesson_check.safe).toBe(false)
  })

  test('of one day are restored beside those of another', async () => {
    const who = someone()
    const [first] = (await say(who, RENT, { at: '2026-01-01T09:00:00Z' })).memoryIds
    await say(who, RENT, { at: '2026-02-01T09:00:00Z', session: 'b' })
    expect((await client.remove(who, String(first))).status).toBe(200)
    expect((await changes.restore(who, String(first), 1)).status).toBe(200)
    await client.remove(who, String(first))
    // Of before the deletion it is known; said anew it is a memory.
    expect(await say(who, RENT, { at: '2026-01-01T12:00:00Z', session: 'c' })).toMatchObject({ duplicates: 1 })
    await say(who, RENT, { session: 'd' })
    expect((await changes.restore(who, String(first), 1)).status).toBe(409)
  })

  test('of several days, with a contradiction between them, are searched to an end', async () => {
    const who = someone()
    const [a, b] = [agent(who, 'a'), agent(who, 'b')]
    const both = async ({ conflicts = [] }: IngestResult) => {
      for (const { id } of conflicts)
        await app.ask(`/v1/agents/conflicts/${id}/resolve`, { ...who, resolution: 'resolved_both' }, { method: 'PUT' })
    }
    await say(a, 'The gateway listens on port 8080.', { at: '2026-01-01T10:00:00Z' })
    await both(await say(b, 'The gateway listens on port 9090.', { at: '2026-02-01T10:00:00Z' }))
    await both(await say(a, 'The gateway listens on port 8080.', { at: '2026-03-01T10:00:00Z' }))
    const found = (await client.search(a, 'gateway port')).memories.map(({ content }) => content)
    expect(found.toSorted()).toEqual([
      'User: The gateway listens on port 8080.',
      'User: The gateway listens on port 9090.',
    ])
  })

  const mixed = async (who: Who, days: readonly (string | undefined)[]) => {
    const messages = days.map((day) => ({
      role: 'user',
      content: RENT,
      ...(day ? { timestamp: `${day}T09:00:00Z` } : {}),
    }))
    const answer = await app.ask<IngestResult>('/v1/memories/ingest/quick', { ...who, messages, source_site: 'chat' })
    expect(answer.status).toBe(200)
  }

  test.each([
    ['a memory of another day', '2026-02-01', [undefined, '2026-01-01'], ['2026-01-01', '2026-02-01']],
    ['a memory without a day', undefined, [undefined, '2026-01-01', '2026-02-01'], ['2026-01-01', '2026-02-01']],
  ] as const)('of days and of none in one request leave none out: %s', async (_, first, days, expected) => {
    const who = someone()
    await say(who, RENT, first === undefined ? {} : { at: `${first}T09:00:00Z` })
    await mixed(who, days)
    for (const day of expected) expect((await client.list(who, { from: day, to: day })).total, day).toBe(1)
  })

  test('in one message are one, and a hard deletion finds it', async () => {
    const who = someone()
    const twice = 'My word is xylophonium.\n\nMy dog is Rex.\n\nMy word is xylophonium.'
    await say(who, twice, { session: 's1', site: 'slack' })
    await say(who, 'My word is xylophonium.', { session: 's2', site: 'mail' })
    await changes.removeMany(who, { session_id: 's1' })
    await changes.removeMany(who, { source_site: 'slack', ...HARD }, asAdmin)
    expect((await client.list(who)).total).toBe(0)
    const rows = await told()
    expect(rows.filter((row) => row.includes(`"${who.user_id}"`))).toEqual([])
  })

  test('that are erased with their source leave no words there', async () => {
    const who = someone()
    await say(who, 'I love xylophonium.', { site: 'slack', session: 's1' })
    await say(who, 'I just love xylophonium.', { site: 'mail', session: 's2' })
    await changes.removeMany(who, { source_site: 'mail', ...HARD }, asAdmin)
    const rows = (await client.rowsOf('episode_turn')).filter((row) => row.includes(`"${who.user_id}"`))
    expect(rows.filter((row) => row.includes('just'))).toEqual([])
    expect((await client.list(who)).memories.map(({ content }) => content)).toEqual(['User: I love xylophonium.'])
  })

  test('that come first after a deletion are those that all readers of the memory may read', async () => {
    const { a, b, id } = await saidForOneself()
    await say(a, LAUNCH, { session: 'shared' })
    await changes.removeMany(a, { session_id: 'open' })
    expect((await client.get(b, id)).session_id).toBe('shared')
    expect((await client.list(b, { session_id: 'secret' })).total).toBe(0)
  })

  test('show the date of the newest that passes', async () => {
    const who = someone()
    const today = new Date().toISOString().slice(0, 10)
    await say(who, 'I like green tea.')
    await say(who, 'I like green tea.', { session: 'b', at: '2019-05-05T10:00:00Z' })
    const dateOf = async (filter: Fields) =>
      (await client.search(who, 'green tea', filter)).memories.map(({ observed_at }) => observed_at.slice(0, 10))
    expect(await dateOf({})).toEqual([today])
    expect(await dateOf({ to: '2020-01-01' })).toEqual(['2019-05-05'])
  })

  test('of a fact are those of what it rests on, as far as its reader may read that', async () => {
    const who = someone()
    const [a, b] = [agent(who, 'a'), agent(who, 'b')]
    const facts = factsOf(app)
    const readers = { workspaceId: 'w', agentId: 'a', visibility: 'workspace' as const, grantedTo: [] }
    const [plan] = (await say(a, 'The launch is on Friday.', { session: 'plans' })).memoryIds
    await say(a, 'The launch is on Friday.', { session: 'plans2' })
    const [team] = (await say(a, 'The team has five members.', { session: 'team' })).memoryIds
    const fact = await facts.state(who.user_id, 'Five people launch on Friday.', {
      on: [String(plan), String(team)],
      readers,
    })
    for (const session_id of ['plans', 'plans2', 'team'])
      expect(ids(await client.list(b, { session_id })), session_id).toContain(fact)
    expect((await tellings(b, fact)).body.total).toBe(3)
    await changes.share(a, String(plan), { visibility: 'agent_only' })
    expect((await tellings(b, fact)).body.tellings.map(({ session_id }) => session_id)).toEqual(['team'])
    expect((await tellings(a, fact)).body.total).toBe(3)
    for (const session_id of ['plans', 'plans2']) expect(ids(await client.list(b, { session_id }))).toEqual([])
  })

  test('elsewhere keep a memory whose message is edited', async () => {
    const who = someone()
    const send = (content: string) =>
      say(who, '', { session: 's1', more: { messages: [{ id: 'm1', role: 'user', content }] } })
    await send('I moved to Lisbon in March.')
    await say(who, 'I moved to Lisbon in March.', { session: 's2' })
    await send('I moved to Porto in March.')
    const contents = (await client.list(who)).memories.map(({ content }) => content).toSorted()
    expect(contents).toEqual(['User: I moved to Lisbon in March.', 'User: I moved to Porto in March.'])
    const other = someone()
    await say(other, '', { session: 's1', more: { messages: [{ id: 'm1', role: 'user', content: 'I have a cat.' }] } })
    await say(other, '', { session: 's1', more: { messages: [{ id: 'm1', role: 'user', content: 'I have a dog.' }] } })
    expect((await client.list(other)).memories.map(({ content }) => content)).toEqual(['User: I have a dog.'])
  })

  test('are refused where the request is bad, and unknown where the memory is', async () => {
    const who = someone()
    const { memoryIds } = await say(who, RENT)
    expect((await tellings(who, 'nonsense')).status).toBe(400)
    expect((await tellings(who, String(memoryIds[0]), { limit: '0' })).status).toBe(400)
    expect((await tellings(who, '00000000-0000-4000-8000-000000000000')).status).toBe(404)
    expect((await tellings({ user_id: 'stranger' }, String(memoryIds[0]))).status).toBe(404)
  })

  test('give the same rows when they are built anew', async () => {
    const { rows, live } = await rebuilt(app.databases)
    expect(live).toEqual(rows)
  })
})
