import { describe, expect, test } from 'vitest'
import { sql } from '../../src/postgres/sql.js'
import { ADMIN, changesOf } from '../support/changing.js'
import { clientOf, type Fields, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { replayOfService } from '../support/replaying.js'
import { served } from '../support/served.js'

type Ingested = { readonly memoryIds: readonly string[] }

describe.each(databasesFor(import.meta.url))('an echo, on $name', (database) => {
  const app = served(database, { ...ADMIN, MAX_APPEND_BYTES: `${2 ** 20}` })
  const client = clientOf(app)
  const changes = changesOf(app)
  let users = 0

  const somebody = (): Who => ({ user_id: `user ${users++}` })
  const agents = () => {
    const user_id = `user ${users++}`
    return (agent_id: string): Who => ({ user_id, workspace_id: 'w', agent_id })
  }
  /** User and assistant in turn; the memories that are stored. */
  const chat = async (who: Who, ...contents: readonly string[]): Promise<readonly string[]> => {
    const messages = contents.map((content, i) => ({ role: i % 2 === 0 ? 'user' : 'assistant', content }))
    const { body } = await app.ask<Ingested>('/v1/memories/ingest/quick', { ...who, source_site: 'chat', messages })
    return body.memoryIds
  }
  const told = async (who: Who, ...contents: readonly string[]): Promise<string> =>
    String((await chat(who, ...contents))[0])
  /** Lisbon is told, and then asked for. */
  const lisbon = async (who = somebody()) => {
    const moved = await told(who, 'I moved to Lisbon yesterday.')
    const echo = await told(who, 'Where do I live?', 'You live in Lisbon.')
    return { who, moved, echo }
  }
  const echoOf = async (who: Who, id: string) => (await client.get(who, id)).echo_of
  const statusOf = async (who: Who, id: string) => (await client.ask(`/v1/memories/${id}`, who)).status
  const foundBy = async (who: Who, query: string, more: Fields = {}) =>
    (await client.search(who, query, more)).memories.map(({ id }) => id)

  test('is stored as ever, and every answer says of what', async () => {
    const { who, moved, echo } = await lisbon()
    expect(await client.get(who, echo)).toMatchObject({ echo_of: moved, status: 'active', evidence: [] })
    expect(await echoOf(who, moved)).toBeNull()
    const { memories } = await client.list(who)
    expect(new Map(memories.map(({ id, echo_of }) => [id, echo_of]))).toEqual(
      new Map([
        [echo, moved],
        [moved, null],
      ]),
    )
    expect((await client.expand(who, [echo])).map(({ echo_of }) => echo_of)).toEqual([moved])
    const found = await client.search(who, 'Where do I live?')
    expect(new Map(found.memories.map(({ id, echo_of }) => [id, echo_of]))).toEqual(
      new Map([
        [moved, null],
        [echo, moved],
      ]),
    )
  })

  test('stands after what it says again in every search, and that takes its place', async () => {
    const { who, moved, echo } = await lisbon()
    await chat(who, 'Where I live matters to me.')
    for (const find of [client.search, client.fast])
      for (const query of ['Where do I live?', 'Lisbon']) {
        const ids = (await find(who, query)).memories.map(({ id }) => id)
        expect([ids.includes(moved), ids.includes(echo)]).toEqual([true, true])
        expect(ids.indexOf(echo)).toBeGreaterThan(ids.indexOf(moved))
      }
    const ids = await foundBy(who, 'Where do I live?')
    expect(ids.indexOf(echo)).toBe(ids.indexOf(moved) + 1)
    expect(await foundBy(who, 'Where do I live?', { limit: 1 })).toEqual([moved])
  })

  test('is told of the statement just before it, in the same conversation', async () => {
    const who = somebody()
    const [moved, echo] = await chat(
      who,
      'I moved to Porto with my cat Nero.',
      'Great! So you moved to Porto with Nero.',
    )
    expect(await echoOf(who, String(echo))).toBe(moved)
  })

  test.each([
    ['adds something of its own', 'You live in Lisbon, close to the river.'],
    ['denies it', 'You do not live in Lisbon.'],
    ['names another', 'You live in Porto.'],
    ['says how many', 'You live in 2 flats in Lisbon.'],
  ])('is no turn that %s', async (_, answer) => {
    const who = somebody()
    await chat(who, 'I moved to Lisbon yesterday.')
    expect(await echoOf(who, await told(who, 'Where do I live?', answer))).toBeNull()
  })

  test('is nothing that a user says, or that two memories say together', async () => {
    const who = somebody()
    await chat(who, 'I moved to Lisbon yesterday.')
    await chat(who, 'My dentist is Dr Weber.')
    expect(await echoOf(who, await told(who, 'I live in Lisbon now, I moved.'))).toBeNull()
    expect(await echoOf(who, await told(who, 'What do you know?', 'Your dentist in Lisbon is Dr Weber.'))).toBeNull()
  })

  test('is none of what one of its readers may not read', async () => {
    const as = agents()
    const secret = { visibility: 'agent_only' }
    const moved = await app.ask<Ingested>('/v1/memories/ingest/quick', {
      ...as('a'),
      ...secret,
      source_site: 'chat',
      conversation: 'I moved to Lisbon yesterday.',
    })
    expect(await echoOf(as('a'), await told(as('a'), 'Where do I live?', 'You live in Lisbon.'))).toBeNull()
    const { body } = await app.ask<Ingested>('/v1/memories/ingest/quick', {
      ...as('a'),
      ...secret,
      source_site: 'chat',
      messages: [
        { role: 'user', content: 'In which city do I live?' },
        { role: 'assistant', content: 'You live in Lisbon.' },
      ],
    })
    expect(await echoOf(as('a'), String(body.memoryIds[0]))).toBe(moved.body.memoryIds[0])
  })

  test.each([
    ['deleted', (who: Who, id: string) => client.remove(who, id)],
    ['corrected', (who: Who, id: string) => changes.update(who, id, { content: 'I moved to Porto yesterday.' })],
  ] as const)('goes with what is %s, and comes back with it', async (_, change) => {
    const { who, moved, echo } = await lisbon()
    await change(who, moved)
    expect(await statusOf(who, echo)).toBe(404)
    expect(await foundBy(who, 'Where do I live?')).not.toContain(echo)
    expect(await changes.restore(who, moved, 1)).toMatchObject({ status: 200 })
    expect(await echoOf(who, echo)).toBe(moved)
    expect(await foundBy(who, 'Where do I live?')).toContain(echo)
  })

  test('goes with what is replaced, and with what is forgotten on request', async () => {
    const { who, moved, echo } = await lisbon()
    const porto = await client.tell(who, 'I moved to Porto.', { replaces: [moved] })
    expect(porto.memoryIds).toHaveLength(1)
    expect(await statusOf(who, echo)).toBe(404)
    expect((await client.trail(who, echo)).trail.at(-1)).toMatchObject({ action: 'supersede' })
    const again = await lisbon()
    await chat(again.who, 'Forget that I moved to Lisbon.')
    expect(await statusOf(again.who, again.moved)).toBe(404)
    expect(await statusOf(again.who, again.echo)).toBe(404)
  })

  test('that was corrected by hand says something of its own', async () => {
    const { who, moved, echo } = await lisbon()
    await changes.update(who, echo, { importance: 0.9 })
    expect(await echoOf(who, echo)).toBe(moved)
    await changes.update(who, echo, { content: 'Lives in the old town of Lisbon.' })
    expect(await echoOf(who, echo)).toBeNull()
    await client.remove(who, moved)
    expect(await statusOf(who, echo)).toBe(200)
  })

  test('is hidden from whoever may not read any more what it says again', async () => {
    const as = agents()
    const moved = await told(as('a'), 'I moved to Lisbon yesterday.')
    const echo = await told(as('b'), 'Where do I live?', 'You live in Lisbon.')
    expect(await echoOf(as('b'), echo)).toBe(moved)
    await changes.share(as('a'), moved, { visibility: 'agent_only' })
    for (const agent of ['b', 'c']) {
      expect(await statusOf(as(agent), echo)).toBe(404)
      expect(await foundBy(as(agent), 'Where do I live?', { threshold: 0 })).toEqual([])
    }
  })

  test.each(['erase', 'eraseMany'] as const)('is erased with its turn, by %s', async (how) => {
    const who = somebody()
    const [moved] = await chat(who, 'I moved to Quixtown yesterday.')
    const [echo] = await chat(who, 'Where do I live?', 'You live in Quixtown.')
    expect(await echoOf(who, String(echo))).toBe(moved)
    if (how === 'erase') await changes.erase(who, String(moved))
    else {
      const { episode_id } = await client.get(who, String(moved))
      await changes.removeAll(who, `/episodes/${episode_id}`, { hard: 'true' }, { Authorization: 'Bearer admin-key' })
    }
    expect(await statusOf(who, String(echo))).toBe(404)
    const db = await client.readModel()
    const tables = await db.rows<{ name: string }>(sql`
      select tablename::text as name from pg_tables where schemaname = current_schema()`)
    for (const { name } of tables)
      expect(`${name} ${(await client.rowsOf(name)).join('\n').toLowerCase()}`).not.toContain('quixt')
    const { trail } = await client.trail(who, String(echo))
    expect(trail.at(-1)).toMatchObject({ action: 'erase' })
  })

  test('of a large ingest is one all the same', async () => {
    const who = somebody()
    const filler = Array.from({ length: 800 }, (_, i) => (i % 2 === 0 ? `Item ${i} has colour ${i * 7}.` : 'ok'))
    const ids = await chat(
      who,
      'I moved to Lisbon yesterday.',
      'ok',
      ...filler,
      'Where do I live?',
      'You live in Lisbon.',
    )
    expect(await echoOf(who, String(ids.at(-1)))).toBe(ids[0])
  })

  test('is rebuilt, and found by an audit', async () => {
    const [answer] = await replayOfService(app.databases, { ask: 'check' })
    expect(answer).toMatchObject({ verdict: { equal: true, readModels: true, mismatch: null } })
    const watch = { report: () => {}, signal: new AbortController().signal }
    expect(await app.rebuild({ verify: true, dryRun: false }, watch)).toMatchObject({ verification: { equal: true } })
  })
})
