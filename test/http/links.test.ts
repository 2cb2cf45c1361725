import { describe, expect, test } from 'vitest'
import type { Schemas } from '../../packages/client/src/schema.js'
import { factsOf } from '../support/append-facts.js'
import { ADMIN, changesOf } from '../support/changing.js'
import { clientOf, query, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'

describe.each(databasesFor(import.meta.url))('what stands between memories, on $name', (database) => {
  const app = served(database, ADMIN)
  const client = clientOf(app)
  const changes = changesOf(app)
  const facts = factsOf(app)
  let users = 0

  const somebody = () => ({ user_id: `linker ${users++}` })
  const agents = () => {
    const who = { ...somebody(), workspace_id: 'w' }
    return { a: { ...who, agent_id: 'a' }, b: { ...who, agent_id: 'b' } }
  }
  const links = async (who: Who, id: string) =>
    (await app.ask<Schemas['MemoryLinks'] & { error?: string }>(`/v1/memories/${id}/links?${query(who)}`)).body
  const entities = async (who: Who, more: Readonly<Record<string, string>> = {}) =>
    (await app.ask<Schemas['EntityPage']>(`/v1/memories/entities?${query(who, more)}`)).body
  const entity = (who: Who, name: string, more: Readonly<Record<string, string>> = {}) =>
    app.ask<Schemas['EntityOfName'] & { error?: string }>(
      `/v1/memories/entities/${encodeURIComponent(name)}?${query(who, more)}`,
    )
  /** Three memories that have nothing in common. */
  const three = async (who: Who) =>
    [
      await client.keep(who, 'The ferry leaves at noon.'),
      await client.keep(who, 'Marta repairs violins.'),
      await client.keep(who, 'Basil wants sun.'),
    ] as const

  test('links are told from both ends, those that contest something first', async () => {
    const who = somebody()
    const [a, b, c] = await three(who)
    const fact = await facts.state(who.user_id, 'There is a ferry.', { on: [a] })
    await facts.link(who.user_id, [
      { from: a, to: b, kind: 'similar', similarity: 0.6 },
      { from: c, to: a, kind: 'similar', similarity: 0.7 },
      { from: a, to: c, kind: 'contradicts', similarity: null },
      { from: fact, to: a, kind: 'evidence', similarity: null },
    ])
    expect(await links(who, a)).toEqual({
      links: [
        { memory_id: c, kind: 'contradicts', similarity: null, direction: 'out' },
        { memory_id: fact, kind: 'evidence', similarity: null, direction: 'in' },
        { memory_id: c, kind: 'similar', similarity: 0.7, direction: 'in' },
        { memory_id: b, kind: 'similar', similarity: 0.6, direction: 'out' },
      ],
      count: 4,
    })
    expect((await links(who, fact)).links).toEqual([
      { memory_id: a, kind: 'evidence', similarity: null, direction: 'out' },
    ])
    await client.remove(who, c)
    expect((await links(who, a)).links.map(({ kind }) => kind)).toEqual(['evidence', 'similar'])
  })

  test('what took the place of another is linked with it until that is restored', async () => {
    const who = somebody()
    const [old, later] = await three(who)
    await facts.supersede(who.user_id, old, { version: 2, by: later })
    await facts.link(who.user_id, [{ from: later, to: old, kind: 'supersedes', similarity: null }])
    expect((await links(who, later)).links).toEqual([
      { memory_id: old, kind: 'supersedes', similarity: null, direction: 'out' },
    ])
    expect(await links(who, old)).toMatchObject({ error: 'Memory not found' })
    await changes.restore(who, old, 1)
    expect([await links(who, later), await links(who, old)]).toEqual([
      { links: [], count: 0 },
      { links: [], count: 0 },
    ])
  })

  test('a link is told to those who see both ends, and of a hidden memory nothing', async () => {
    const { a, b } = agents()
    const [ferry, violins] = await three(a)
    await facts.link(a.user_id, [{ from: ferry, to: violins, kind: 'similar', similarity: 0.6 }])
    expect(await links(b, ferry)).toMatchObject({ count: 1 })
    await changes.share(a, violins, { visibility: 'agent_only' })
    expect(await links(a, ferry)).toMatchObject({ count: 1 })
    expect(await links(b, ferry)).toEqual({ links: [], count: 0 })
    expect(await links(b, violins)).toMatchObject({ error: 'Memory not found' })
    expect(await links(somebody(), ferry)).toMatchObject({ error: 'Memory not found' })
  })

  test('spellings that differ in case and accents are one entity, by the name that most have', async () => {
    const who = somebody()
    const [a, b, c] = await three(who)
    await facts.mention(who.user_id, [
      [a, 'Zürich', 'place'],
      [b, 'Zürich', 'place'],
      [b, 'ZURICH', 'place'],
      [c, 'Zurich', 'organization'],
      [c, 'Zurich West', 'place'],
    ])
    const named = (await entities(who, { q: 'zuri' })).entities
    expect(named).toEqual([
      { name: 'Zürich', type: 'place', aliases: ['ZURICH'], mentions: 3, memories: 2 },
      { name: 'Zurich', type: 'organization', aliases: [], mentions: 1, memories: 1 },
      { name: 'Zurich West', type: 'place', aliases: [], mentions: 1, memories: 1 },
    ])
    const all = await entities(who)
    expect(all.total).toBe(all.count)
    const second = await entities(who, { q: 'ZÜRICH', limit: '1', offset: '1' })
    expect(second).toEqual({ entities: named.slice(1, 2), count: 1, total: 3 })
    expect(await entities(who, { offset: '99' })).toEqual({ entities: [], count: 0, total: all.total })
    expect((await entity(who, 'zurich')).body).toEqual({ ...named[0], memory_ids: [b, a] })
    expect((await entity(who, 'zurich', { limit: '1', offset: '1' })).body.memory_ids).toEqual([a])
    expect((await entity(who, 'Zurich', { type: 'organization' })).body).toEqual({ ...named[1], memory_ids: [c] })
    expect(await entity(who, 'Bern')).toMatchObject({ status: 404, body: { error: 'Entity not found' } })
  })

  test('of equally frequent spellings the longest is the name, then the first', async () => {
    const who = somebody()
    const [a] = await three(who)
    await facts.mention(who.user_id, [
      [a, 'éa', 'tool'],
      [a, 'EA', 'tool'],
      [a, 'Ea', 'tool'],
    ])
    expect((await entity(who, 'ea')).body).toMatchObject({
      name: 'EA',
      aliases: ['Ea', 'éa'],
      mentions: 3,
      memories: 1,
    })
  })

  test('an entity may have any name, also that of a path', async () => {
    const who = somebody()
    const [a] = await three(who)
    for (const name of ['links', 'audit', 'a/b?c#d', '%']) {
      await facts.mention(who.user_id, [[a, name, 'concept']])
      expect((await entity(who, name)).body).toMatchObject({ name, memory_ids: [a] })
    }
  })

  test('name, counts and existence are those of what the caller sees', async () => {
    const { a, b } = agents()
    const [x, y, z] = await three(a)
    await facts.mention(a.user_id, [
      [x, 'ZÜRICH', 'place'],
      [y, 'Zürich', 'place'],
      [z, 'Zürich', 'place'],
      [z, 'Secret Base', 'place'],
    ])
    for (const id of [y, z]) await changes.share(a, id, { visibility: 'agent_only' })
    expect((await entity(a, 'zürich')).body).toMatchObject({ name: 'Zürich', mentions: 3, memory_ids: [z, y, x] })
    expect((await entity(b, 'zürich')).body).toMatchObject({
      name: 'ZÜRICH',
      aliases: [],
      mentions: 1,
      memory_ids: [x],
    })
    expect((await entity(b, 'secret base')).status).toBe(404)
    expect((await entities(b, { q: 'secret' })).total).toBe(0)
    expect((await entities(b, { q: 'z' })).entities).toMatchObject([{ name: 'ZÜRICH', mentions: 1, memories: 1 }])
    await client.remove(a, x)
    expect((await entity(b, 'zürich')).status).toBe(404)
  })
})
