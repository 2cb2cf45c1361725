import { describe, expect, test } from 'vitest'
import { databases } from '../support/database.js'
import { eras, mcpOverHttp } from '../support/mcp-client.js'
import { served } from '../support/served.js'

describe.each(databases)('the tools over HTTP, on $name', (database) => {
  const app = served(database)
  let users = 0
  const connected = (path = `/mcp/u/user-${users++}`) => mcpOverHttp({ url: app.url, path })

  test.each(eras)('serve a client of the protocol %o from remembering to forgetting', async (era) => {
    const user = `user-${users++}`
    const { client, call } = await mcpOverHttp({ url: app.url, path: `/mcp/u/${user}`, era })
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'remember',
      'recall',
      'list_memories',
      'forget',
      'history',
      'conflicts',
    ])
    for (const { annotations, outputSchema, inputSchema } of tools) {
      const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const
      expect(hints.map((hint) => typeof annotations?.[hint])).toEqual(hints.map(() => 'boolean'))
      expect(outputSchema).toMatchObject({ type: 'object' })
      expect(inputSchema).toMatchObject({ additionalProperties: false })
    }
    const told = await call('remember', { text: 'Ana lives in Lisbon.' })
    expect(told).toMatchObject({ isError: false, data: { outcomes: { stored: 1 }, conflicts: [], facts: [] } })
    const { position, memory_ids } = told.data as unknown as { position: string; memory_ids: string[] }
    const found = await call('recall', { query: 'Where does Ana live?', position })
    expect(found.text).toContain('Ana lives in Lisbon.')
    expect(found.text).toContain(memory_ids[0])
    expect(found.data).toMatchObject({ memories: [{ id: memory_ids[0], content: 'Ana lives in Lisbon.' }] })
    expect(await call('forget', { id: memory_ids[0] })).toMatchObject({ data: { deleted: memory_ids } })
    expect((await call('recall', { query: 'Where does Ana live?' })).text).toBe('Nothing is remembered about this.')
  })

  test('what is known already is not stored again, and the answer says so', async () => {
    const { call } = await connected()
    await call('remember', { text: 'Ana plays the cello.' })
    const again = await call('remember', { text: 'Ana plays the cello.' })
    expect(again.text).toMatch(/known already/)
    expect(again.data).toMatchObject({ memory_ids: [], outcomes: { stored: 0, duplicates: 1 } })
  })

  test('messages are remembered as a conversation, and full mode tells of each fact', async () => {
    const { call } = await connected()
    const messages = [
      { role: 'user', content: 'I am allergic to peanuts.', timestamp: '2026-05-08T10:00:00Z' },
      { role: 'assistant', content: 'I will remember that you are allergic to peanuts.' },
    ]
    const told = await call('remember', { messages, mode: 'full', session_id: 's-1' })
    expect(told.isError).toBe(false)
    expect(told.data).toMatchObject({ facts: [{ outcome: 'stored' }, {}] })
    const { data } = await call('list_memories')
    expect(JSON.stringify(data)).toContain('2026-05-08T10:00:00')
  })

  test('two names in messages are two speakers, and fields that are not known are told of', async () => {
    const { call } = await connected()
    const says = (sender: string, more: object) => ({
      role: 'user',
      content: 'My dentist is Dr Weber.',
      sender,
      ...more,
    })
    const told = await call('remember', { messages: [says('Alice', { mood: 'glad' }), says('Bob', { mood: 'sad' })] })
    expect(told.data).toMatchObject({ memory_ids: [{}, {}].map(() => expect.any(String)) })
    expect(told.text).toContain('These fields are not known and had no effect: messages[].mood.')
    const plain = await call('remember', { messages: [says('Carol', {})] })
    expect(plain.text).not.toContain('not known')
    const { text } = await call('list_memories')
    for (const name of ['Alice', 'Bob', 'Carol']) expect(text).toContain(`${name}: My dentist is Dr Weber.`)
  })

  test('a superseded id deletes nothing, and answers the one in force over all steps', async () => {
    const { call } = await connected()
    const keep = async (text: string, replaces: readonly string[] = []) => {
      const { data } = await call('remember', { text, replaces, key: 'home' })
      return String((data as unknown as { memory_ids: string[] }).memory_ids[0])
    }
    const lisbon = await keep('Ana lives in Lisbon.')
    const porto = await keep('Ana lives in Porto.', [lisbon])
    const faro = await keep('Ana lives in Faro.')
    for (const id of [lisbon, porto]) {
      const refused = await call('forget', { id })
      expect(refused.text).toContain(id)
      expect(refused.data).toMatchObject({ deleted: [], not_deleted: [id], in_force: { id: faro } })
      expect(refused.text).toContain(faro)
    }
    expect(await call('list_memories')).toMatchObject({ data: { total: 1, memories: [{ id: faro, key: 'home' }] } })
    const { data, text } = await call('history', { id: lisbon })
    expect(data).toMatchObject({
      versions: [
        { action: 'add', content: 'Ana lives in Lisbon.' },
        { action: 'supersede', reason: 'replaced' },
      ],
    })
    expect(text).toContain('supersede')
    expect(await call('history', { id: faro })).toMatchObject({ data: { total_tellings: 1, tellings: [{}] } })
    expect(await call('forget', { id: faro })).toMatchObject({ data: { deleted: [faro] } })
    expect(await call('forget', { id: faro })).toMatchObject({ isError: true })
  })

  test.each([
    ['peanuts', ['I am allergic to peanuts.']],
    ['peanut allergy', ['I am allergic to peanuts.']],
    ['my job as a nurse', ['I work as a nurse.']],
    ['the zebra', []],
    ['everything about you', []],
  ])('by the query %j show only what holds a word of it', async (query, contents) => {
    const { call } = await connected()
    for (const text of ['I am allergic to peanuts.', 'I work as a nurse.']) await call('remember', { text })
    const { data, text } = await call('forget', { query })
    expect(data).toMatchObject({ deleted: [], preview: contents.map((content) => ({ content })) })
    if (contents.length === 0)
      expect([data.confirm, text]).toEqual([null, expect.stringMatching(/holds a word of this/)])
    await call('forget', { confirm: data.confirm })
    expect(await call('list_memories')).toMatchObject({ data: { total: 2 - contents.length } })
  })

  test('tell what else a replaced memory said, and how to keep it', async () => {
    const { call } = await connected()
    const { data } = await call('remember', {
      messages: [{ role: 'user', content: 'Ana lives in Lisbon. She prefers green tea.', key: 'about.ana' }],
    })
    const [id] = data.memory_ids ?? []
    const next = await call('remember', { text: 'Ana lives in Porto. She has a cat.', replaces: [id] })
    expect(next).toMatchObject({ data: { also_lost: ['She prefers green tea.'] } })
    expect(next.text).toMatch(/"She prefers green tea\.".*to keep what still holds, call remember with it/)
    expect(await call('list_memories')).toMatchObject({ data: { total: 1 } })
  })

  test.each(['quick', 'full'])('store several sentences as several memories, as a conversation: %s', async (mode) => {
    const { call } = await connected()
    const text = 'I live in Lisbon. My dentist is Ms. Okafor. I prefer green tea.'
    expect(await call('remember', { text, mode })).toMatchObject({ data: { outcomes: { stored: 3 } } })
    expect(await call('remember', { text, mode })).toMatchObject({ data: { outcomes: { stored: 0 } } })
    expect(await call('list_memories')).toMatchObject({ data: { total: 3 } })
  })

  test.each([
    'Ana lives in Lisbon. She prefers green tea.',
    'Ana lives in Lisbon. She prefers green tea. She has a cat.',
    'Ana: I live in Lisbon. I prefer green tea.',
  ])('keep sentences together that make no sense alone: %s', async (text) => {
    const { call } = await connected()
    await call('remember', { text })
    expect(await call('list_memories')).toMatchObject({ data: { memories: [{ content: text }] } })
  })

  test('by query nothing is deleted before the token is given back, in its own scope', async () => {
    const { call } = await connected('/mcp/u/forgetful')
    await call('remember', { text: 'Ana has a dog named Rex.' })
    await call('remember', { text: 'Ana plays the cello.' })
    const { data } = await call('forget', { query: 'Rex the dog' })
    expect(data).toMatchObject({ deleted: [], preview: [{ content: 'Ana has a dog named Rex.' }] })
    expect(await call('list_memories')).toMatchObject({ data: { total: 2 } })
    const other = await connected('/mcp/u/forgetful-2')
    expect(await other.call('forget', { confirm: data.confirm })).toMatchObject({ isError: true })
    expect(await call('forget', { confirm: `x${data.confirm}` })).toMatchObject({ isError: true })
    expect(await call('forget', { confirm: data.confirm })).toMatchObject({ data: { preview: [], not_deleted: [] } })
    expect(await call('list_memories')).toMatchObject({ data: { memories: [{ content: 'Ana plays the cello.' }] } })
    expect(await call('forget', { confirm: data.confirm })).toMatchObject({ data: { deleted: [] } })
  })

  test('a contradiction of two agents is told with what both say', async () => {
    const [scout, painter] = await Promise.all(
      ['scout', 'painter'].map((agent) => connected(`/mcp/w/ana/crew/${agent}`)),
    )
    await scout?.call('remember', { text: 'Ana lives in Lisbon.' })
    await painter?.call('remember', { text: 'Ana does not live in Lisbon.', mode: 'full' })
    const told = await painter?.call('conflicts')
    expect(told?.data).toMatchObject({
      total: 1,
      conflicts: [{ existing: { agent_id: 'scout', content: 'Ana lives in Lisbon.' }, new: { agent_id: 'painter' } }],
    })
    expect((await (await connected('/mcp/u/ana')).call('conflicts')).isError).toBe(false)
  })

  test.each([
    ['remember', {}, /either text or messages/],
    ['remember', { text: 'a', messages: [{ role: 'user', content: 'b' }] }, /either text or messages/],
    ['remember', { text: '' }, /must not be empty/],
    ['remember', { text: 'a\0b' }, /NUL/],
    ['remember', { text: 'a', workspace_id: 'crew' }, /workspace_id/],
    [
      'remember',
      { text: 'Ana lives in Porto.', replaces: ['4f0a2d8e-9c31-4e7b-a6d4-2b8c1e5f7a90'] },
      /Memory not found/,
    ],
    ['recall', {}, /query/],
    ['recall', { query: 'a', limit: 0 }, /limit/],
    ['recall', { query: 'a', position: '999999999999' }, /behind/i],
    ['forget', { id: 'no uuid' }, /id/],
    ['forget', { query: 'a', confirm: 'b' }, /exactly one/],
    ['forget', { confirm: 'made.up' }, /no token/],
    ['history', { id: '4f0a2d8e-9c31-4e7b-a6d4-2b8c1e5f7a90' }, /Memory not found/],
    ['list_memories', { cursor: 'made up' }, /next_cursor/],
  ])('%s with %o is refused with a reason', async (name, args, reason) => {
    const { call } = await connected()
    const { isError, text } = await call(name, args)
    expect(text).toMatch(reason)
    expect(isError).toBe(true)
  })
})
