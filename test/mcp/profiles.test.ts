import { describe, expect, test } from 'vitest'
import { databases } from '../support/database.js'
import { eras, mcpOverHttp, type ToolAnswer } from '../support/mcp-client.js'
import { served } from '../support/served.js'

const matching = (pattern: RegExp) => expect.stringMatching(pattern)

describe.each(databases)('a profile, on $name', (database) => {
  const app = served(database)
  let users = 0
  const connected = (profile: string, path = `/mcp/u/profile-${users++}`, era: (typeof eras)[number] = 'legacy') =>
    mcpOverHttp({ url: app.url, path: `${path}?profile=${profile}`, era })
  type Call = Awaited<ReturnType<typeof connected>>['call']
  /** Clients of these servers read the text. */
  const read = ({ text, data, isError }: ToolAnswer) => {
    expect([isError, text]).toEqual([false, JSON.stringify(data)])
    return data as unknown as Readonly<Record<string, never>> & { results: { id: string; memory: string }[] }
  }

  describe('mem0', () => {
    const add = async (call: Call, text: string, args: object = {}) =>
      String(read(await call('add_memory', { text, ...args })).results[0]?.id)

    test.each(eras)('serves a client of the protocol %o from adding to deleting', async (era) => {
      const { call } = await connected('mem0', undefined, era)
      const id = await add(call, 'Ana lives in Lisbon.', { user_id: null, metadata: { topic: 'home' } })
      const query = 'Where does Ana live?'
      expect(read(await call('search_memories', { query, limit: 3, filters: null }))).toMatchObject({
        results: [{ id, memory: 'Ana lives in Lisbon.', metadata: { topic: 'home' }, score: expect.any(Number) }],
      })
      expect(read(await call('get_memory', { memory_id: id }))).toMatchObject({ id, memory: 'Ana lives in Lisbon.' })
      expect(read(await call('update_memory', { memory_id: id, text: 'Ana lives in Porto.' }))).toMatchObject({
        message: matching(/version 2/),
      })
      expect(read(await call('get_memories'))).toMatchObject({ count: 1, results: [{ memory: 'Ana lives in Porto.' }] })
      expect(read(await call('delete_memory', { memory_id: id }))).toEqual({ message: `Deleted ${id}.` })
      expect(read(await call('get_memories'))).toEqual({ count: 0, results: [] })
      expect(await call('get_memory', { memory_id: id })).toMatchObject({ isError: true, text: matching(/not found/) })
    })

    test('takes messages, and answers what came of them', async () => {
      const { call } = await connected('mem0')
      const messages = [
        { role: 'user', content: 'I play the cello in a quartet.' },
        { role: 'assistant', content: 'Good to know that you play the cello.' },
      ]
      const { results } = read(await call('add_memory', { text: 'not used', messages }))
      expect(results[0]).toMatchObject({ memory: matching(/cello in a quartet/), app_id: 'mcp' })
    })

    test('narrows by app, run, metadata and time, and pages', async () => {
      const { call } = await connected('mem0')
      await add(call, 'Ana plays the cello.', { app_id: 'cursor', run_id: 'r-1', metadata: { topic: 'music' } })
      await add(call, 'Ana lives in Lisbon.', { app_id: 'claude', run_id: 'r-2' })
      const memories = async (filters: object) =>
        read(await call('get_memories', { filters })).results.map(({ memory }) => memory)
      const cello = ['Ana plays the cello.']
      for (const clause of [{ app_id: 'cursor' }, { run_id: 'r-1' }, { metadata: { topic: 'music' } }])
        for (const filters of [clause, { AND: [clause, { created_at: { gte: '2020-01-01' } }] }]) {
          expect(await memories(filters)).toEqual(cello)
          const { results } = read(await call('search_memories', { query: 'Ana', filters }))
          expect(results.map(({ memory }) => memory)).toEqual(cello)
        }
      expect(await memories({ created_at: { lte: '2020-01-01' } })).toEqual([])
      for (const filters of [
        { OR: [{ metadata: { topic: 'music' } }, { metadata: { topic: { in: ['art'] } } }] },
        { AND: [{ app_id: 'cursor' }, { NOT: [{ metadata: { topic: 'home' } }] }] },
        { metadata: { topic: { ne: 'home', eq: 'music' } } },
        {
          AND: [
            { metadata: { topic: { nin: ['home'] } } },
            { OR: [{ AND: [{ metadata: { topic: 'music' } }] }] },
            { run_id: 'r-1' },
          ],
        },
      ]) {
        expect(await memories(filters)).toEqual(cello)
        const { results } = read(await call('search_memories', { query: 'Ana', filters }))
        expect(results.map(({ memory }) => memory)).toEqual(cello)
      }
      expect(read(await call('get_memories', { page: 2, page_size: 1 }))).toMatchObject({
        count: 2,
        results: [{ memory: cello[0] }],
      })
      expect(read(await call('list_entities'))).toMatchObject({
        results: expect.arrayContaining([{ id: 'cursor', type: 'app', total_memories: 1 }]),
      })
      for (const filters of [
        { OR: [] },
        { OR: [{}] },
        { NOT: [{ app_id: 'a' }] },
        { OR: [{ metadata: { topic: 'music' } }, { run_id: 'r-1' }] },
        { categories: ['a'] },
        { AND: [{ run_id: 'a' }, { run_id: 'b' }] },
        { AND: [{ created_at: { gte: '2026-03-01' } }, { created_at: { gte: '2026-01-01' } }] },
      ])
        expect(await call('search_memories', { query: 'Ana', filters })).toMatchObject({
          isError: true,
          text: matching(/^filters: /),
        })
    })

    test('deletes all of a run, an app, or the user, and nobody else’s', async () => {
      const { call } = await connected('mem0')
      const other = await connected('mem0')
      await add(other.call, 'Bob has a parrot.')
      for (const [text, app_id, run_id] of [
        ['Ana plays the cello.', 'cursor', 'r-1'],
        ['Ana lives in Lisbon.', 'claude', 'r-2'],
        ['Ana has a dog.', 'claude', 'r-3'],
      ] as const)
        await add(call, text, { app_id, run_id })
      expect(await call('delete_all_memories', { userId: 'x' })).toMatchObject({ isError: true })
      expect(await call('delete_all_memories', { user_id: 'other' })).toMatchObject({ isError: true })
      expect(await call('delete_all_memories', { agent_id: 'scout' })).toMatchObject({ isError: true })
      expect(read(await call('get_memories'))).toMatchObject({ count: 3 })
      expect(read(await call('delete_all_memories', { run_id: 'r-2' }))).toEqual({ message: 'Deleted 1 memories.' })
      expect(read(await call('delete_all_memories'))).toEqual({ message: 'Deleted 2 memories.' })
      expect(read(await call('get_memories'))).toMatchObject({ count: 0 })
      expect(read(await other.call('get_memories'))).toMatchObject({ count: 1 })
    })

    test('an argument sets the user where the connection names none, and never an agent or another user', async () => {
      const open = await connected('mem0', '/mcp')
      const user = `set-${users++}`
      expect(await open.call('add_memory', { text: 'Ana sings.' })).toMatchObject({
        text: matching(/user_id: required/),
      })
      await add(open.call, 'Ana sings.', { user_id: user })
      const filters = { AND: [{ user_id: user }] }
      expect(read(await open.call('get_memories', { filters }))).toMatchObject({ count: 1 })
      for (const agent of [{ agent_id: 'scout' }, { agent_id: 'scout', user_id: user }])
        expect(await open.call('add_memory', { text: 'a', ...agent })).toMatchObject({ isError: true })
      const { call } = await connected('mem0')
      expect(await call('get_memories', { filters })).toMatchObject({
        isError: true,
        text: matching(/must be left out/),
      })
      const scout = await connected('mem0', '/mcp/w/ana/profiles/scout')
      await add(scout.call, 'The crew meets.', { agent_id: 'scout' })
      expect(await scout.call('search_memories', { query: 'a', filters: { agent_id: 'x' } })).toMatchObject({
        text: 'agent_id: must be left out or be scout',
      })
      expect(read(await scout.call('delete_all_memories'))).toEqual({ message: 'Deleted 1 memories.' })
    })
  })

  test('openmemory adds, finds, lists and deletes', async () => {
    const { call } = await connected('openmemory')
    const said = 'Ana lives in Lisbon. Ana plays the cello.'
    const { results } = read(await call('add_memories', { text: said, infer: false }))
    expect(results).toMatchObject([{ memory: said }])
    await call('add_memories', { text: 'Ana has a dog.' })
    expect(read(await call('search_memory', { query: 'dog' })).results[0]).toMatchObject({ memory: 'Ana has a dog.' })
    expect(read(await call('list_memories')).results.map(({ memory }) => memory)).toEqual(['Ana has a dog.', said])
    const gone = '4f0a2d8e-9c31-4e7b-a6d4-2b8c1e5f7a90'
    expect(read(await call('delete_memories', { memory_ids: [gone, results[0]?.id] }))).toMatchObject({
      messages: [matching(/no memory/), matching(/^Deleted/)],
    })
    expect(await call('delete_all_memories', { user_id: 'ana' })).toMatchObject({ isError: true })
    expect(read(await call('delete_all_memories'))).toEqual({ message: 'Deleted 1 memories.' })
    expect(read(await call('list_memories'))).toEqual({ results: [] })
  })

  describe('hindsight', () => {
    const texts = (answer: ToolAnswer) =>
      (read(answer).results as unknown as { text: string }[]).map(({ text }) => text)

    test.each(eras)(
      'serves a client of the protocol %o: it retains, recalls by tags, and reflects without a model',
      async (era) => {
        const { call } = await connected('hindsight', undefined, era)
        const told = read(
          await call('retain', {
            content: 'Ana plays the cello.',
            context: 'music',
            tags: ['hobby', 'music'],
            metadata: { from: 'chat' },
            timestamp: '2026-05-08T10:00:00Z',
          }),
        )
        expect(told).toMatchObject({ status: 'completed', memory_ids: [expect.any(String)] })
        await call('retain', { content: 'Ana teaches music in Lisbon.', tags: ['work'] })
        await call('retain', { content: 'Ana likes music from Mali.' })
        const recall = async (args: object) => texts(await call('recall', { query: 'music cello Ana', ...args }))
        expect(read(await call('recall', { query: 'cello', tags: ['hobby'], tags_match: 'any_strict' }))).toMatchObject(
          {
            results: [
              {
                text: 'Ana plays the cello.',
                context: 'music',
                mentioned_at: '2026-05-08T10:00:00.000Z',
                tags: ['hobby', 'music'],
                metadata: { from: 'chat' },
              },
            ],
          },
        )
        expect(await recall({})).toHaveLength(3)
        expect(await recall({ tags: ['work'], budget: 'low' })).toHaveLength(2)
        expect(await recall({ tags: ['hobby', 'music'], tags_match: 'all_strict' })).toEqual(['Ana plays the cello.'])
        expect(await recall({ tags: ['hobby'], tags_match: 'exact' })).toEqual([])
        expect(await recall({ max_tokens: 1 })).toEqual([])
        expect(await call('recall', { query: 'a', types: ['world'] })).toMatchObject({ isError: true })
        const reflected = read(
          await call('reflect', { query: 'Which instrument would suit Ana?', include_based_on: true }),
        )
        expect(reflected).toMatchObject({ text: matching(/^No model reflects here.*\[2026-05-08\] Ana plays/s) })
        expect(reflected.based_on).toHaveLength(3)
      },
    )

    test('the text of a document takes the place of the one before', async () => {
      const { call } = await connected('hindsight')
      const retain = (content: string, args: object = {}) => call('retain', { content, document_id: 'plan', ...args })
      await retain('The plan is to sail.')
      await retain('The plan is to walk.')
      expect(texts(await call('recall', { query: 'plan' }))).toEqual(['The plan is to walk.'])
      await retain('The plan starts in May.', { update_mode: 'append' })
      expect(texts(await call('recall', { query: 'plan' }))).toHaveLength(2)
    })

    test('a bank is a user', async () => {
      const open = await connected('hindsight', '/mcp')
      const bank_id = `bank-${users++}`
      await open.call('retain', { content: 'Ana sings.', bank_id })
      expect(texts(await open.call('recall', { query: 'sings', bank_id }))).toEqual(['Ana sings.'])
      const { call } = await connected('hindsight')
      expect(await call('recall', { query: 'sings', bank_id })).toMatchObject({ isError: true })
    })
  })

  test('chatgpt searches and fetches', async () => {
    const user = `/mcp/u/gpt-${users++}`
    await (await mcpOverHttp({ url: app.url, path: user })).call('remember', { text: 'Ana plays the cello.' })
    const { call } = await connected('chatgpt', user)
    const { results } = read(await call('search', { query: 'cello' }))
    const [{ id } = { id: '' }] = results
    const url = `palimpsest://memory/${id}`
    expect(results).toEqual([{ id, title: 'Ana plays the cello.', url }])
    expect(read(await call('fetch', { id }))).toMatchObject({
      id,
      title: 'Ana plays the cello.',
      text: 'Ana plays the cello.',
      url,
      metadata: { source_site: 'mcp' },
    })
    expect(await call('fetch', { id: 'none' })).toMatchObject({ isError: true })
  })
})
