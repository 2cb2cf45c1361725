import { beforeEach, describe, expect, test } from 'vitest'
import { clientOf, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'

type Message = { readonly role: string; readonly content: string; readonly name?: string }
const say = (role: string, content: string): Message => ({ role, content })

/** An answer of many pieces, each of which speaks of the same thing. */
const LONG = Array.from(
  { length: 12 },
  (_, i) =>
    `Sourdough step ${i + 1}: let the sourdough rest in the bowl for ${i + 2} hours, fold the sourdough and keep it warm, ` +
    'because the yeast of the starter works slowly, and a cold kitchen makes it work even more slowly than that.',
).join('\n\n')

describe.each(databasesFor(import.meta.url))('what a search shows of whose words, on $name', (database) => {
  const app = served(database)
  const client = clientOf(app)
  let who: Who
  let users = 0
  beforeEach(() => {
    who = { user_id: `user ${users++}` }
  })
  const chat = (messages: readonly Message[], more: object = {}) =>
    app.ask<{ memoryIds: string[] }>('/v1/memories/ingest/quick', { ...who, messages, source_site: 'chat', ...more })
  const found = async (wanted: string) => (await client.search(who, wanted, { limit: 10 })).memories

  test('is a turn once, by its best piece, with the others named', async () => {
    await chat([say('user', 'How do I bake sourdough bread?'), say('assistant', LONG)])
    const all = (await client.list(who)).memories.filter(({ role }) => role === 'assistant').map(({ id }) => id)
    expect(all.length).toBeGreaterThan(3)
    for (const search of [client.search, client.fast]) {
      const answers = (await search(who, 'sourdough starter')).memories.filter(({ role }) => role === 'assistant')
      expect(answers).toHaveLength(1)
      expect([answers[0]?.id, ...(answers[0]?.pieces ?? [])].toSorted()).toEqual(all.toSorted())
    }
  })

  test('names no piece that the caller may not see', async () => {
    const user_id = who.user_id
    const agent = { user_id, workspace_id: 'crew', agent_id: 'a' }
    await app.ask('/v1/memories/ingest/quick', {
      ...{ ...agent, visibility: 'workspace', source_site: 'chat' },
      messages: [say('user', 'How do I bake sourdough bread?'), say('assistant', LONG)],
    })
    const [, ...rest] = (await client.list(agent)).memories.filter(({ role }) => role === 'assistant')
    for (const { id } of rest.slice(0, 2))
      await app.ask(`/v1/memories/${id}/share`, { ...agent, visibility: 'agent_only' }, { method: 'POST' })
    const other = { ...agent, agent_id: 'b' }
    const seen = new Set((await client.list(other)).memories.map(({ id }) => id))
    const shown = (await client.search(other, 'sourdough starter')).memories.flatMap(({ id, pieces }) => [
      id,
      ...pieces,
    ])
    expect(shown.filter((id) => !seen.has(id))).toEqual([])
  })

  test('are the words of the user before those of the assistant, unless these are asked for', async () => {
    await chat([
      say('user', 'I would like to read a good book about the history of Lisbon.'),
      say('assistant', 'A good book about the history of Lisbon is the one by Barry Hatton.'),
    ])
    const lifts = async (wanted: string) => {
      const { observability } = await client.search(who, wanted, { trace: true })
      return observability?.retrieval.scores.map(({ assistant }) => assistant)
    }
    expect((await found('good book about the history of Lisbon'))[0]?.role).toBe('user')
    expect(await lifts('good book about the history of Lisbon')).toEqual([0, -0.1])
    expect(await lifts('Which good book about the history of Lisbon did you recommend?')).toEqual([0, 0])
  })

  test('says who spoke, and lists what was said at once in the order it was said', async () => {
    await chat([
      say('user', 'My sister works in Porto as a nurse.'),
      { ...say('user', 'Our garden has a pond.'), name: 'Ana' },
      say('assistant', 'A pond needs care in winter.'),
    ])
    const { memories } = await client.list(who)
    expect(memories.map(({ role, turn }) => [role, turn])).toEqual([
      ['user', 0],
      ['user', 1],
      ['assistant', 2],
    ])
    expect(await client.get(who, memories[2]?.id ?? '')).toMatchObject({ role: 'assistant', turn: 2 })
  })

  test('is what was said later before what it replaced, but not where the past is asked for', async () => {
    for (const [day, colour] of [
      ['2026-01-05', 'green'],
      ['2026-03-05', 'orange'],
    ])
      await chat([say('user', `My favourite colour for the kitchen is ${colour} now.`)], {
        observed_at: `${day}T10:00:00Z`,
      })
    const colours = async (wanted: string) =>
      (await found(wanted)).map(({ content }) => /green|orange/.exec(content)?.[0])
    expect(await colours('What is my favourite colour for the kitchen?')).toEqual(['orange', 'green'])
    expect(await colours('What was my favourite colour for the kitchen before?')).toEqual(['green', 'orange'])
  })

  test('is a standing instruction where a task like it comes up', async () => {
    await chat([
      say('user', 'Always give distances in kilometres when I ask about hiking trails.'),
      ...Array.from({ length: 12 }, (_, i) =>
        say('user', `We walked hiking trail number ${i} near the lake on a sunny day.`),
      ),
    ])
    const [first] = await found('Which hiking trails are there near Sintra?')
    expect(first?.content).toContain('kilometres')
    expect(await client.get(who, first?.id ?? '')).toMatchObject({ memory_type: 'procedural' })
  })
})
