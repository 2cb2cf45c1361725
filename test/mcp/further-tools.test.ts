import { describe, expect, test } from 'vitest'
import { databases } from '../support/database.js'
import { eras, mcpOverHttp } from '../support/mcp-client.js'
import { served } from '../support/served.js'

describe.each(databases)('with all tools, on $name', (database) => {
  const app = served(database)
  let users = 0
  const connected = (path = `/mcp/u/all-${users++}`) => mcpOverHttp({ url: app.url, path: `${path}?tools=all` })
  type Connected = Awaited<ReturnType<typeof connected>>
  const keep = async ({ call }: Connected, text: string, args: object = {}) => {
    const { data } = await call('remember', { text, ...args })
    return String((data as unknown as { memory_ids: string[] }).memory_ids[0])
  }

  test('each says what it does, takes and answers', async () => {
    const { tools } = await (await connected()).client.listTools()
    expect(tools).toHaveLength(13)
    for (const { annotations, outputSchema, inputSchema } of tools) {
      expect(Object.values(annotations ?? {}).filter((hint) => typeof hint === 'boolean')).toHaveLength(4)
      expect(outputSchema).toMatchObject({ type: 'object', properties: expect.any(Object) })
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
    }
  })

  test('a memory is corrected, and restored from its history', async () => {
    const ana = await connected()
    const id = await keep(ana, 'Ana lives in Lisabon.')
    expect(await ana.call('correct', { id, content: 'Ana lives in Lisbon.' })).toMatchObject({
      isError: false,
      data: { id, version: 2, position: expect.stringMatching(/^\d+$/) },
    })
    expect(await ana.call('list_memories')).toMatchObject({ data: { memories: [{ content: 'Ana lives in Lisbon.' }] } })
    expect(await ana.call('restore', { id, version: 1 })).toMatchObject({ data: { id, version: 3 } })
    await ana.call('forget', { id })
    const { data } = await ana.call('restore', { id, version: 2 })
    expect(data).toMatchObject({ id })
    expect(await ana.call('recall', { query: 'Where does Ana live?', position: data.position })).toMatchObject({
      data: { memories: [{ content: 'Ana lives in Lisbon.' }] },
    })
    expect(await ana.call('restore', { id, version: 99 })).toMatchObject({ isError: true })
  })

  test('what was known at a time is recalled in the words of then', async () => {
    const ana = await connected()
    const lisbon = await keep(ana, 'Ana lives in Lisbon.')
    const then = new Date().toISOString()
    await keep(ana, 'Ana lives in Porto.', { replaces: [lisbon] })
    const query = 'Where does Ana live?'
    expect((await ana.call('as_of', { query, at: then })).text).toContain('Lisbon')
    expect(await ana.call('as_of', { query, at: '2001-01-01' })).toMatchObject({ data: { memories: [] } })
    expect(await ana.call('as_of', { query, at: 'then' })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/as_of/),
    })
  })

  test('it is told why a memory is answered, and why not', async () => {
    const ana = await connected()
    const lisbon = await keep(ana, 'Ana lives in Lisbon.')
    const query = 'Where does Ana live?'
    expect(await ana.call('why', { id: lisbon, query })).toMatchObject({ data: { returned: true, rank: 1 } })
    const porto = await keep(ana, 'Ana lives in Porto.', { replaces: [lisbon] })
    const { text, data } = await ana.call('why', { id: lisbon, query })
    expect(data).toMatchObject({ returned: false, reason: 'not_active', superseded_by: porto })
    expect(text).toContain(porto)
  })

  test('a memory is shared with agents of the workspace alone', async () => {
    const [scout, painter] = await Promise.all(['scout', 'painter'].map((agent) => connected(`/mcp/w/ana/sh/${agent}`)))
    if (scout === undefined || painter === undefined) throw new Error('two clients')
    const id = await keep(scout, 'The crew meets on Mondays.')
    expect(await scout.call('share', { id, visibility: 'agent_only' })).toMatchObject({ isError: false })
    expect(await painter.call('list_memories')).toMatchObject({ data: { total: 0 } })
    expect(await painter.call('share', { id, visibility: 'workspace' })).toMatchObject({ isError: true })
    const told = await scout.call('share', { id, visibility: 'restricted', granted_to: ['painter'] })
    expect(told).toMatchObject({ data: { granted_to: ['painter'] }, text: expect.stringContaining('painter, you') })
    expect(await painter.call('list_memories')).toMatchObject({ data: { total: 1 } })
    const alone = await connected()
    expect(await alone.call('share', { id, visibility: 'workspace' })).toMatchObject({
      text: expect.stringMatching(/no workspace/),
    })
  })

  test('a lesson is reported, listed, and warns', async () => {
    const ana = await connected()
    expect(await ana.call('lessons')).toMatchObject({
      text: 'There are no lessons.',
      data: { total: 0, position: null },
    })
    const pattern = 'Quoting prices of last year'
    const told = await ana.call('lessons', { pattern, right: 'Look the price up.' })
    expect(told.data).toMatchObject({ total: 1, lessons: [{ pattern, severity: 'high', failure_count: 1 }] })
    expect(told.text).toMatch(/^Reported.*Look the price up\.$/s)
    const { data } = await ana.call('recall', { query: 'quoting prices of last year' })
    expect(data).toMatchObject({ warnings: [expect.stringContaining(pattern)] })
    expect(await ana.call('lessons', { right: 'Look it up.' })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/pattern/),
    })
  })

  test('it is told how much is remembered', async () => {
    const ana = await connected()
    expect(await ana.call('stats')).toMatchObject({ text: '0 memories.', data: { count: 0, sources: {} } })
    await keep(ana, 'Ana plays the cello.')
    expect(await ana.call('stats')).toMatchObject({ text: '1 memories: 1 from mcp.', data: { count: 1 } })
  })

  describe.each(eras)('a client of the protocol %o', (era) => {
    const at = (path: string) => mcpOverHttp({ url: app.url, path, era })

    test('reads the memories of its scope as a resource, and no others', async () => {
      const user = `reader-${users++}`
      const { client, call } = await at(`/mcp/u/${user}`)
      await call('remember', { text: 'Ana plays the cello.' })
      const uri = `palimpsest://memories/${user}`
      expect((await client.listResources()).resources).toMatchObject([{ uri, mimeType: 'text/plain' }])
      const read = {
        contents: [{ uri, mimeType: 'text/plain', text: expect.stringContaining('Ana plays the cello.') }],
      }
      expect(await client.readResource({ uri })).toMatchObject(read)
      await expect(client.readResource({ uri: 'palimpsest://memories/other' })).rejects.toThrow(/not found/)
      await expect(client.readResource({ uri: `${uri}/crew/scout` })).rejects.toThrow(/not found/)
      const open = (await at('/mcp')).client
      expect((await open.listResources()).resources).toEqual([])
      expect((await open.listResourceTemplates()).resourceTemplates).toMatchObject([
        { uriTemplate: 'palimpsest://memories/{user_id}' },
      ])
      expect(await open.readResource({ uri })).toMatchObject(read)
      await expect(open.readResource({ uri: 'palimpsest://memories/%ff' })).rejects.toThrow(/must not be empty/)
      await expect(open.readResource({ uri: `${uri}/crew/scout` })).rejects.toThrow(/not found/)
    })

    test('reads those of its workspace', async () => {
      const { client, call } = await at('/mcp/w/zo%C3%AB/crew/scout')
      await call('remember', { text: 'The crew meets on Mondays.' })
      const uri = 'palimpsest://memories/zo%C3%AB/crew/scout'
      expect(await client.readResource({ uri })).toMatchObject({
        contents: [{ text: expect.stringMatching(/Mondays/) }],
      })
      await expect(client.readResource({ uri: 'palimpsest://memories/zo%C3%AB' })).rejects.toThrow(/not found/)
    })

    test('gets the block for a question as a prompt', async () => {
      const { client, call } = await at(`/mcp/u/prompted-${users++}`)
      await call('remember', { text: 'Ana plays the cello.' })
      const ask = async (args: Record<string, string>) =>
        (await client.getPrompt({ name: 'context', arguments: args })).messages
      const [message, ...others] = await ask({ query: 'Which instrument does Ana play?' })
      expect(others).toEqual([])
      expect(message).toMatchObject({
        role: 'user',
        content: { type: 'text', text: expect.stringMatching(/^### Subject: .*Ana plays the cello\.$/s) },
      })
      await expect(ask({ query: 'a', user_id: 'other' })).rejects.toThrow(/user_id/)
    })
  })
})
