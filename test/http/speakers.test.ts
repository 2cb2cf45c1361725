import { describe, expect, test } from 'vitest'
import type { IngestResult } from '../../src/ingest/context.js'
import type { Fields, Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { fullIngestOf, noted, user } from '../support/full-ingest.js'
import { served } from '../support/served.js'

const PATHS = ['ingest', 'ingest/quick'] as const

describe.each(databasesFor(import.meta.url))('who speaks in a conversation, on $name', (database) => {
  const app = served(database)
  const { client, someone, send, contents } = fullIngestOf(app)
  const speaks = (field: string, who: unknown) => (content: string) => ({ role: 'user', content, [field]: who })
  const [alice, bob] = [speaks('sender', 'Alice'), speaks('author', { display_name: 'Bob', username: 'bob92' })]
  const speakersOf = async (who: Who) =>
    (await client.list(who)).memories
      .filter(({ memory_type: type }) => type !== 'composite')
      .map(({ content, subject }) => [content.split(':')[0], subject])
      .toSorted()
  const taken = ({ outcomes = [] }: IngestResult) =>
    outcomes.filter(({ reason }) => reason !== 'new').map(({ outcome, reason }) => [outcome, reason])

  test.each([
    ['name', 'Alice', 'Bob'],
    ['sender', 'Alice', 'Bob'],
    ['author', 'Alice', 'Bob'],
    ['sender', { name: 'Alice', username: 'a' }, { name: 'Bob', username: 'b' }],
    ['author', { name: null, display_name: 'Alice' }, { display_name: 'Bob' }],
    ['sender', { username: 'Алиса' }, { username: 'Боб' }],
    ['author', 'Claude', 'user 2'],
  ])('is two people where %s is %j and %j', async (field, one, two) => {
    const who = someone()
    const nameOf = (value: unknown): string =>
      typeof value === 'string' ? value : String(Object.values(Object(value)).find((each) => each !== null))
    await send(who, [
      speaks(field, one)('My dentist is Dr Weber.'),
      speaks(field, two)('My dentist is Dr Weber.'),
      user('My dentist is Dr Weber.'),
    ])
    expect(await speakersOf(who)).toEqual(
      [nameOf(one), nameOf(two), 'User'].map((name) => [name, name.toLowerCase()]).toSorted(),
    )
  })

  test.each(['human', 'User', 'gpt', 'bot', 'me', 'Assistant', 'Benutzer', 'usuario', 'ユーザー', '', ' '])(
    'is nobody who is called %j',
    async (word) => {
      for (const field of ['name', 'sender', 'author']) {
        const who = someone()
        await send(who, [speaks(field, word)('My dentist is Dr Weber.')])
        if (field !== 'name') await send(who, [speaks(field, { username: word })('The pool opens at nine.')])
        expect(new Set((await speakersOf(who)).map(([label]) => label))).toEqual(new Set(['User']))
      }
    },
  )

  test('is the name before the sender, and the sender before the author', async () => {
    const who = someone()
    const content = 'The pool opens at nine.'
    await send(who, [{ role: 'user', content, name: 'Alice', sender: 'Bob', author: 'Carol' }])
    await send(who, [{ role: 'user', content, name: null, sender: { id: 7, name: 'Bob' }, author: 'Carol' }])
    await send(who, [{ role: 'user', content, name: 'user', sender: { id: 7 }, author: 'Carol' }])
    expect((await speakersOf(who)).map(([label]) => label)).toEqual(['Alice', 'Bob', 'Carol'])
  })

  test('is told by every door: a batch, a preview, messages as text, the tools of agents, other interfaces', async () => {
    const messages = [alice('My dentist is Dr Weber.'), bob('My dentist is Dr Okafor.')]
    const both = ['Alice: My dentist is Dr Weber.', 'Bob: My dentist is Dr Okafor.']
    const preview = await app.ask<{ facts: readonly { content: string }[] }>('/v1/memories/ingest/preview', {
      ...someone(),
      messages,
      source_site: 'chat',
    })
    expect(preview.body.facts.map(({ content }) => content)).toEqual(both)
    const doors: readonly ((who: Who) => Promise<{ readonly status: number }>)[] = [
      (who) => app.ask('/v1/memories/ingest/batch', { conversations: [{ ...who, messages, source_site: 'chat' }] }),
      (who) => app.ask('/compat/atomicmemory/v1/memories/ingest', { ...who, messages, source_site: 'chat' }),
      (who) => app.ask('/v1/memories/ingest', { ...who, conversation: JSON.stringify(messages), source_site: 'chat' }),
    ]
    for (const send of doors) {
      const who = someone()
      expect((await send(who)).status).toBe(200)
      expect((await contents(who)).toSorted()).toEqual(both)
    }
  })

  const MUST = 'must be a name of at most 256 characters, or an object with name, display_name or username'
  test.each<[string, unknown, string?]>([
    ['a number', 7],
    ['a list', ['Alice']],
    ['too long', 'x'.repeat(257), 'must be at most 256 characters'],
    ['an object whose name is a number', { name: 7 }],
  ])('is refused where the sender is %s', async (_, sender, says = MUST) => {
    const message = { role: 'user', content: 'My dentist is Dr Weber.', sender }
    const { status, body } = await app.ask<{ error: string }>('/v1/memories/ingest', {
      ...someone(),
      messages: [message],
      source_site: 'chat',
    })
    expect([status, body.error]).toEqual([400, `messages[0].sender: ${says}`])
  })

  test('counts among what names may take', async () => {
    const messages = Array.from({ length: 200 }, (_, i) => ({
      role: 'user',
      content: '',
      author: { username: `${i} `.padEnd(256, 'x') },
    }))
    const { body } = await app.ask<{ error: string }>('/v1/memories/ingest', {
      ...someone(),
      messages,
      source_site: 'chat',
    })
    expect(body.error).toBe('messages: roles and names must be at most 50,000 characters together')
  })

  describe.each(PATHS)('as %s hears it', (path) => {
    const say = (who: Who, messages: readonly Fields[], session_id = 'a') => send(who, messages, { session_id }, path)

    test.each([
      ['My phone number is 555 0101.', 'My phone number is 555 0202.', 'Forget my phone number.'],
      ['Meine Adresse ist Mühlweg 5.', 'Meine Adresse ist Bergstraße 9.', 'Bitte vergiss meine Adresse.'],
      ['Mi dirección es Calle Mayor 5.', 'Mi dirección es Gran Vía 9.', 'Olvida mi dirección.'],
    ])("one speaker takes back their own words, and not another's: %s", async (ofAlice, ofBob, request) => {
      const who = someone()
      await say(who, [alice(ofAlice), bob(ofBob), noted])
      expect(taken(await say(who, [bob(request)], 'b'))).toEqual([['deleted', 'forgotten']])
      expect((await contents(who)).filter((each) => each.startsWith('Bob'))).toEqual([])
      expect(await contents(who)).toContain(`Alice: ${ofAlice}`)
      expect(taken(await say(who, [bob(request)], 'c'))).toEqual([['skipped', 'forget_unclear']])
      expect(await contents(who)).toContain(`Alice: ${ofAlice}`)
    })

    test('a speaker of a text takes back what they said, and what nobody named said', async () => {
      const who = someone()
      const tell = (conversation: string, session_id: string) =>
        send(who, [], { conversation, messages: undefined, session_id }, path)
      await say(who, [user('My phone number is 555 0303.'), noted])
      await tell('Alice: My phone number is 555 0101.\nBob: My phone number is 555 0202.', 'x')
      expect(taken(await tell('Alice: Forget my phone number.\nBob: The pool opens at nine.', 'y'))).toContainEqual([
        'deleted',
        'forgotten',
      ])
      const left = ['Bob: My phone number is 555 0202.', 'Bob: The pool opens at nine.']
      expect((await contents(who)).filter((each) => !each.startsWith('Assistant'))).toEqual(left)
      await tell('Bob: The sauna is closed.\nAlice: Scratch that.', 'z')
      await tell('Alice: The gym is full.\nAlice: Scratch that.\nBob: The café is open.', 'w')
      expect((await contents(who)).filter((each) => !each.startsWith('Assistant'))).toEqual(
        [...left, 'Bob: The sauna is closed.', 'Bob: The café is open.'].toSorted(),
      )
    })

    test('a speaker is known in any case of letters, and also takes back what nobody named said', async () => {
      const who = someone()
      await say(who, [speaks('name', 'ALICE')('My phone number is 555 0101.'), user('My phone number is 555 0303.')])
      await send(who, [], { conversation: 'My phone number is 555 0404.', messages: undefined, session_id: 'x' }, path)
      expect(taken(await say(who, [alice('Forget my phone number.')], 'b'))).toEqual([['deleted', 'forgotten']])
      expect((await contents(who)).join()).not.toContain('555')
    })

    test('the user whom no name tells from others takes back what any user said, and nothing of an assistant', async () => {
      const who = someone()
      const says = { role: 'assistant', content: 'My phone number is 555 0505.' }
      await say(who, [alice('My phone number is 555 0101.'), bob('My phone number is 555 0202.'), says])
      const told = await say(who, [user('Forget my phone number.')], 'b')
      expect(told.outcomes).toMatchObject([{ outcome: 'deleted', replaces: [expect.any(String), expect.any(String)] }])
      expect(await contents(who)).toEqual(['Assistant: My phone number is 555 0505.'])
    })

    test('who says "Scratch that." after another one takes nothing back', async () => {
      const who = someone()
      await say(who, [alice('The pool opens at nine.'), bob('Scratch that.')])
      await say(who, [bob('The pool opens at ten.'), alice('Scratch that.')], 'b')
      await say(who, [bob('The pool opens at noon.')], 'c')
      expect(taken(await say(who, [alice('Scratch that.')], 'c'))).toEqual([['skipped', 'forget_unclear']])
      expect(await contents(who)).toHaveLength(3)
      expect(taken(await say(who, [bob('Scratch that.')], 'd'))).toEqual([['skipped', 'forget_unclear']])
      await say(who, [alice('The pool opens at one.'), alice('Scratch that.')], 'e')
      expect((await contents(who)).join()).not.toContain('at one')
    })

    test('a short answer is of who gave it', async () => {
      const who = someone()
      const asks = { role: 'assistant', content: 'What is your phone number?' }
      await say(who, [asks, alice('555 0101')])
      expect(taken(await say(who, [asks, alice('555 0101'), bob('Scratch that.')]))).not.toContainEqual([
        'deleted',
        'forgotten',
      ])
      expect((await contents(who)).join()).toContain('555 0101')
    })

    test("one speaker's new statement leaves another's in force and shown as such", async () => {
      const who = someone()
      await say(who, [alice('My dentist is Dr Weber.')])
      await say(who, [bob('My dentist is now Dr Okafor.')], 'b')
      await say(who, [bob('My dentist is Dr Weber.')], 'c')
      const { memories } = await client.search(who, 'Who is the dentist of Alice?')
      const found = memories.find(({ content }) => content === 'Alice: My dentist is Dr Weber.')
      expect(found).toMatchObject({ outdated_by: null, pieces: [] })
      expect((await contents(who)).toSorted()).toEqual([
        'Alice: My dentist is Dr Weber.',
        'Bob: My dentist is Dr Weber.',
        'Bob: My dentist is now Dr Okafor.',
      ])
    })
  })
})
