import { describe, expect, test } from 'vitest'
import { clientOf, type Fields } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'

const user = (content: string) => ({ role: 'user', content })
const assistant = (content: string) => ({ role: 'assistant', content })

describe.each(databasesFor(import.meta.url))('the text for a prompt, on $name', (database) => {
  const app = served(database)
  const client = clientOf(app)
  let users = 0

  /** Each conversation on a day of its own, from 12 January 2026 (a Monday) on. */
  const chat = async (...conversations: readonly (readonly Fields[])[]) => {
    const who = { user_id: `chat ${users++}` }
    for (const [i, messages] of conversations.entries()) {
      const body = {
        ...who,
        source_site: 'chat',
        session_id: `s${i}`,
        observed_at: `2026-01-${12 + i}T10:00:00Z`,
        messages,
      }
      const { status } = await app.ask('/v1/memories/ingest/quick', body)
      expect(status).toBe(200)
    }
    const asked = async (query: string, more: Fields = {}) =>
      (await client.search(who, query, { limit: 10, ...more })).injection_text
    const labelled = async (query: string) => (await asked(query)).match(/(?<=\[answer\] ).*/g) ?? []
    return { who, asked, labelled }
  }

  test('labels what the user stated, never the question or what an assistant says', async () => {
    const { labelled } = await chat(
      [user('My dentist is called Okafor.'), assistant('Noted, your dentist is called Okafor.')],
      [user('What is my dentist called?'), assistant('Your dentist is called Okafor.')],
    )
    expect(await labelled('What is my dentist called?')).toEqual(['User: My dentist is called Okafor.'])
  })

  test('labels what the assistant suggested where that is asked for, and no wish of it', async () => {
    const { labelled } = await chat([
      user('My monstera has yellow leaves, any advice?'),
      assistant('Water the monstera only when the soil is dry.'),
      user('I will try that with the monstera.'),
      assistant('Good luck with your monstera!'),
    ])
    for (const query of ['What did you suggest for my monstera?', 'How did you tell me to water my monstera?'])
      expect(await labelled(query)).toEqual(['Assistant: Water the monstera only when the soil is dry.'])
  })

  test('of a question with its short answer labels by who answered', async () => {
    const { labelled } = await chat([user('I need new boots.'), assistant('Which shoe size do you wear?'), user('42.')])
    expect(await labelled('What is my shoe size?')).toEqual(['Assistant: Which shoe size do you wear? User: 42.'])
  })

  test('leaves out what an assistant only said again, and is not short for its words', async () => {
    const { asked } = await chat(
      [user('I started at Novartis this week.')],
      [user('Where do I work?'), assistant('You work at Novartis.')],
    )
    const text = await asked('Where do I work?')
    expect(text).toContain('User: I started at Novartis this week.')
    expect(text).not.toContain('You work at Novartis')
    expect(await asked('Where do I work?', { packed: 'all' })).toContain('You work at Novartis')
  })

  test('shows all of the last session, and labels what was stated there last', async () => {
    const { asked, labelled } = await chat(
      [user('My sourdough starter smells of varnish.')],
      [user('I want to buy a kayak for the estuary.'), assistant('Look for one with a skeg.')],
    )
    expect(await labelled('Where did we leave off?')).toEqual(['User: I want to buy a kayak for the estuary.'])
    expect(await asked('Where did we leave off?')).toContain('skeg')
  })

  test('does not label what holds now where a query asks for what was before', async () => {
    const { labelled } = await chat(
      [user('My phone number is 0171 555 2039.')],
      [user('My phone number is 0160 555 8812 now.')],
    )
    expect(await labelled('What is my phone number?')).toEqual(['User: My phone number is 0160 555 8812 now.'])
    expect(await labelled('What was my previous phone number?')).toEqual(['User: My phone number is 0171 555 2039.'])
  })

  test('shows words without the colours of a terminal', async () => {
    const { asked } = await chat([user('My server dies with \u001b[31mEADDRINUSE\u001b[0m on port 4173.')])
    expect(await asked('Which port?')).toContain('User: My server dies with EADDRINUSE on port 4173.')
  })

  test('finds the statement of somebody who types in small letters beside a question', async () => {
    const { labelled } = await chat([user('i teach pottery on tuesdays. how do i price a course?')])
    expect(await labelled('What do I teach?')).toHaveLength(1)
    expect(await labelled('How do I price a course?')).toEqual([])
  })

  test('labels nothing where a number is asked for and none is stated', async () => {
    const { labelled } = await chat([user('My niece Lotte got her badge in swimming.')])
    expect(await labelled('How old is my niece Lotte?')).toEqual([])
    expect(await labelled('Who is my niece?')).toHaveLength(1)
  })

  test('puts statements of one template newest first, and labels the newest alone', async () => {
    const { who, asked } = await chat(
      [user('I live in Oslo.')],
      [user('I live in Rome now.')],
      [user('I now live in Berlin.')],
    )
    for (const search of [client.search, client.fast]) {
      const { memories } = await search(who, 'Where do I live?')
      expect(memories.map(({ content }) => content)).toEqual([
        'User: I now live in Berlin.',
        'User: I live in Rome now.',
        'User: I live in Oslo.',
      ])
    }
    const text = await asked('Where do I live?')
    expect(text.match(/\[answer\].*/g)).toEqual(['[answer] User: I now live in Berlin.'])
    expect(text.endsWith('[answer] User: I now live in Berlin.')).toBe(true)
  })

  test('moves nothing else: a change in other words stands by its score', async () => {
    const { who } = await chat(
      [user('My sister Anna lives in Graz with her cats.')],
      [user('Anna Huber moved to Linz.')],
    )
    const { memories } = await client.search(who, 'Does my sister Anna have cats?')
    expect(memories[0]?.content).toContain('Graz')
  })

  test('has no line far weaker than the best, and no courtesy, unless all is packed; citations are what it holds', async () => {
    const { who, asked } = await chat([
      user('The gate code of the marina is on the blue card in the boat.'),
      assistant('Enjoy your boat!'),
      user('A boat race is on television.'),
    ])
    const query = 'Where is the gate code of the marina?'
    const all = await asked(query, { packed: 'all', threshold: 0 })
    expect(all).toContain('Enjoy your boat!')
    expect(all).toContain('television')
    for (const search of [client.search, client.fast]) {
      const answer = await search(who, query, { threshold: 0 })
      expect(answer.injection_text).not.toMatch(/Enjoy|television/)
      expect(answer.citations).toEqual(answer.memories.slice(0, 1).map(({ id }) => id))
      expect(answer.budget_constrained).toBe(false)
      expect([...answer.citations, ...answer.expand_ids]).toEqual(answer.memories.map(({ id }) => id))
    }
  })

  test('tells the day of words for one, and takes nothing in when it is pasted back', async () => {
    const { who, asked } = await chat(
      [user('The plumber comes on Friday at noon.')],
      [user('The plumber is called Mr Rossi.')],
    )
    const text = await asked('When does the plumber come?')
    expect(text).toContain('on Friday (2026-01-16) at noon')
    const before = (await client.list(who)).memories.length
    await client.tell(who, `User: ${text}`)
    await client.tell(who, text)
    const list = '- The plumber comes on Friday (2026-01-16) at noon.\n- The plumber is called Mr Rossi.'
    const body = { ...who, source_site: 'chat', messages: [user(list)] }
    expect((await app.ask('/v1/memories/ingest/quick', body)).status).toBe(200)
    expect((await client.list(who)).memories).toHaveLength(before)
  })

  test('other words for what is packed are refused', async () => {
    const { status } = await app.ask('/v1/memories/search', { user_id: 'u', query: 'boat', packed: 'none' })
    expect(status).toBe(400)
  })
})
