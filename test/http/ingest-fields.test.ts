import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningApp, startApp } from '../support/app.js'
import { type Client, clientOf, type Fields, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'

describe.each(databasesFor(import.meta.url))('what a memory keeps of its conversation, on $name', (database) => {
  let close: () => Promise<void>
  let client: Client
  let ask: RunningApp['ask']
  let users = 0
  beforeAll(async () => {
    const app = await startApp(database)
    close = app.close
    client = clientOf(app)
    ask = app.ask
  })
  afterAll(() => close())

  const someone = () => ({ user_id: `user ${users++}` })
  const told = async (text: string, more: Fields = {}, who: Who = someone()) => {
    const { memoryIds } = await client.tell(who, text, more)
    const records = await client.expand(who, memoryIds)
    const [first] = records
    if (!first) throw new Error('nothing was stored')
    return { who, records, first }
  }

  test('a session date dates it, and is the anchor of relative dates', async () => {
    const { first } = await told('[Session date: 4 May 2023]\nAnna: I adopted a cat yesterday.')
    expect(first).toMatchObject({
      observed_at: '2023-05-04T00:00:00.000Z',
      metadata: { dates: [{ text: 'yesterday', from: '2023-05-03', to: '2023-05-03' }] },
    })
    expect(Date.now() - Date.parse(first.created_at)).toBeLessThan(60_000)
    expect(first.content).toBe('Anna: I adopted a cat yesterday.')
  })

  test('observed_at wins over a session date', async () => {
    const text = '[Session date: 4 May 2023]\nAnna: I adopted a cat yesterday.'
    const { first } = await told(text, { observed_at: '2024-01-10T12:00:00Z' })
    expect(first.observed_at).toBe('2024-01-10T12:00:00.000Z')
    expect(JSON.stringify(first.metadata)).toContain('2024-01-09')
  })

  test('messages are taken as the APIs of language models have them: parts, calls of tools, no content', async () => {
    const who = someone()
    const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }
    const call = { id: 'call-1', type: 'function', function: { name: 'book', arguments: '{"secret":"plan"}' } }
    const first = [
      { role: 'user', content: [{ type: 'text', text: 'My dentist is Dr. Okafor in Bristol.' }, image] },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'assistant', tool_calls: [call] },
    ]
    const send = async (messages: readonly object[]) => {
      const { status, body } = await ask('/v1/memories/ingest/quick', { ...who, source_site: 'chat', messages })
      expect(status).toBe(200)
      return body
    }
    const contents = async () => (await client.list(who)).memories.map(({ content }) => content)
    await send(first)
    expect(await contents()).toEqual(['User: My dentist is Dr. Okafor in Bristol.'])
    const last = {
      role: 'user',
      name: null,
      tool_calls: null,
      parts: [{ type: 'text', text: 'The next visit is in May.' }],
    }
    const texts = first.map(({ role }, i) => ({ role, content: i === 0 ? 'My dentist is Dr. Okafor in Bristol.' : '' }))
    expect(await send([...texts, last])).toMatchObject({ duplicates: 1, memoriesStored: 1 })
    const pasted = await told(JSON.stringify([...first, last]))
    expect(pasted.records.map(({ content }) => content)).toEqual([
      'User: My dentist is Dr. Okafor in Bristol.',
      'User: The next visit is in May.',
    ])
  })

  test.each([
    ['a number', 7, 'messages[0].content: must be a string, a part, a list of parts or null'],
    ['absent', undefined, 'messages[0].content: required'],
    ['a list in a list', [['a']], 'messages[0].content: must be a string, a part, a list of parts or null'],
    [
      'too much',
      [{ type: 'text', text: 'x'.repeat(100_001) }],
      'messages: must be at most 100,000 characters together',
    ],
  ])('a message whose content is %s is refused', async (_, content, error) => {
    const messages = [{ role: 'user', content }]
    const answer = await ask('/v1/memories/ingest', { ...someone(), source_site: 'chat', messages })
    expect(answer).toMatchObject({ status: 400, body: { error } })
  })

  test('nobody may be called what an erased user is called', async () => {
    const error = 'user_id: must not have the form of what erased users are called'
    const body = { user_id: 'anon-0123456789abcdef', source_site: 'chat', conversation: 'I moved to Lisbon.' }
    expect(await ask('/v1/memories/ingest', body)).toMatchObject({ status: 400, body: { error } })
  })

  test("the day of observed_at is that of its own zone, and stands in a search's text", async () => {
    const { who, first } = await told('Anna: I adopted a cat today.', { observed_at: '2024-01-10T23:30:00-05:00' })
    expect(first.observed_at).toBe('2024-01-11T04:30:00.000Z')
    expect(JSON.stringify(first.metadata)).toContain('2024-01-10')
    expect((await client.search(who, 'cat')).injection_text).toMatch(/^- \[2024-01-1[01]\] \[answer\] Anna: I adopted/m)
  })

  test("the conversation's metadata is shown on every memory of it, beside the memory's own", async () => {
    const metadata = { topic: 'moving', deep: { list: [1, 'zwei', null, { ok: true }] }, '': 'empty key' }
    const { who, records } = await told('Anna: I moved to Lisbon yesterday.\nBen: I bought a red bicycle.', {
      metadata,
    })
    expect(records.map((record) => record.metadata)).toEqual([
      { ...metadata, dates: [expect.objectContaining({ text: 'yesterday' })] },
      metadata,
    ])
    for (const { id, metadata: shown } of (await client.list(who)).memories)
      expect((await client.get(who, id)).metadata).toEqual(shown)
  })

  test('source, address, session and namespace', async () => {
    const more = { source_site: 'mail/Büro', source_url: 'https://mail.example/7', session_id: 'März' }
    expect((await told('Anna: The violin is repaired.', more)).first).toMatchObject({
      source_site: 'mail/Büro',
      source_url: 'https://mail.example/7',
      session_id: 'März',
      namespace: 'site/mail/Büro',
      workspace_id: null,
      agent_id: null,
      visibility: null,
      trust_score: 1,
      version: 1,
      status: 'active',
      access_count: 0,
    })
  })

  test('in a workspace: whose it is and who may see it', async () => {
    const who = { ...someone(), workspace_id: 'w', agent_id: 'a' }
    const own = { workspace_id: 'w', agent_id: 'a', trust_score: 0.5 }
    expect((await told('Anna: The violin is repaired.', {}, who)).first).toMatchObject({
      ...own,
      visibility: 'workspace',
    })
    const more = { visibility: 'restricted', granted_to: ['b', 'b', 'c'] }
    expect((await told('Anna: The cello is not.', more, who)).first).toMatchObject({ ...own, visibility: 'restricted' })
  })

  test('the record is the same in list, get and expand', async () => {
    const { who, first } = await told('Anna: The violin is repaired.')
    const [listed] = (await client.list(who)).memories
    const got = await client.get(who, first.id)
    const { embedding, ...rest } = got
    const still = { access_count: 0, last_accessed_at: '' }
    expect(listed && { ...listed, ...still }).toEqual({ ...got, ...still })
    expect({ ...first, ...still }).toEqual({ ...rest, ...still })
    expect(embedding).toHaveLength(256)
    expect(Math.hypot(...embedding)).toBeCloseTo(1, 3)
  })

  test.each([
    'Anna: first line\n\nBen: second line, with   spaces\tand tabs',
    '### Subject: site/chat\n- [2025-01-01] [answer] not ours, but kept as it is',
    'hi',
    '| a | b |\n|---|---|\n| 1 | 2 |',
  ])('with skip_extraction the text %j is one memory, verbatim', async (text) => {
    const who = someone()
    const id = await client.keep(who, text)
    expect((await client.get(who, id)).content).toBe(text)
    expect((await client.list(who)).total).toBe(1)
  })

  test('Windows line ends part turns and leave no trace', async () => {
    const { records } = await told('Anna: I saw whales.\r\nBen: I saw sharks.\r\n')
    expect(records.map(({ content }) => content)).toEqual(['Anna: I saw whales.', 'Ben: I saw sharks.'])
  })

  test.each([
    ['我昨天在上海吃了小笼包。', '小笼包'],
    ['私は京都で抹茶を飲みました。', '抹茶'],
    ['저는 부산에서 회를 먹었어요.', '부산에서'],
    ['אני גר בתל אביב מאז הקיץ.', 'תל אביב'],
    ['أسكن في القاهرة منذ الصيف.', 'القاهرة'],
    ['Мы переехали в Казань зимой.', 'Казань'],
    ['🎻🎻 concert tonight in the Café Zürich 🎻', 'café zürich'],
    ['The e\u0301te\u0301 festival was loud.', 'été'],
    ['```ts\nconst answer = computeFrobnication(42)\n```', 'computeFrobnication'],
    ['| city | rent |\n|---|---|\n| Porto | 900 |\n| Braga | 700 |', 'rent in Braga'],
    [`It's "quoted", back\\slashed and 100% o'clock`, "back\\slashed 'quoted'"],
  ])('%j is kept as it was written and found by %j', async (text, wanted) => {
    const { who, first } = await told(text)
    await client.tell(who, 'Rosa: Nothing of this kind at all, only potatoes.')
    expect(first.content).toBe(text)
    const found = await client.search(who, wanted)
    expect(found.memories[0]).toMatchObject({ id: first.id, content: text })
    expect((await client.fast(who, wanted)).memories[0]?.id).toBe(first.id)
  })
})
