import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { describe, expect, test } from 'vitest'
import { compiledMain } from '../support/compiled.js'
import { type Era, eras, mcpClient } from '../support/mcp-client.js'
import { nodeUnderTest, nodeWarnings, pathUnderTest, quickStart } from '../support/node-under-test.js'
import { folder, start } from './command.js'

type Settings = Readonly<Record<string, string>>

/** A client that starts `palimpsest mcp` by itself, as programs do. */
const connected = async (settings: Settings, era?: Era, args: readonly string[] = []) => {
  const transport = new StdioClientTransport({
    command: nodeUnderTest,
    args: [...quickStart, compiledMain, 'mcp', ...args],
    env: { PATH: pathUnderTest, LOG_LEVEL: 'error', ...settings },
    cwd: folder(),
    stderr: 'pipe',
  })
  const written = { stderr: '' }
  transport.stderr?.on('data', (bytes) => {
    written.stderr += bytes
  })
  return { ...(await mcpClient(transport, era)), written, transport }
}

describe('palimpsest mcp', () => {
  test.each(eras)('serves a client of the protocol %o from its own store, without a key', async (era) => {
    const settings = { PALIMPSEST_DATA_DIR: folder(), PALIMPSEST_USER_ID: 'ana' }
    const first = await connected(settings, era)
    const { data, text } = await first.call('remember', { text: 'Ana lives in Lisbon.' })
    expect(text).toMatch(/^Remembered: /)
    expect(await first.call('recall', { query: 'Where does Ana live?', position: data.position })).toMatchObject({
      text: expect.stringContaining('Ana lives in Lisbon.'),
    })
    expect(await first.call('recall', { query: 'a', user_id: 'bob' })).toMatchObject({ isError: true })
    await first.client.close()
    const second = await connected(settings, era)
    expect(await second.call('list_memories')).toMatchObject({ data: { total: 1 } })
    expect(first.written.stderr).toBe('')
    expect(nodeWarnings(second.written.stderr)).toEqual([])
  })

  test('is an agent in a workspace where the settings say so', async () => {
    const crew = { PALIMPSEST_USER_ID: 'ana', PALIMPSEST_WORKSPACE_ID: 'crew', PALIMPSEST_AGENT_ID: 'scout' }
    const { call } = await connected({ PALIMPSEST_DATA_DIR: folder(), ...crew })
    await call('remember', { text: 'The crew meets on Mondays.' })
    expect(await call('list_memories')).toMatchObject({ data: { memories: [{ agent_id: 'scout' }] } })
  })

  test.each(eras)('offers a client of the protocol %o the tools that its options name', async (era) => {
    const settings = { PALIMPSEST_DATA_DIR: folder(), PALIMPSEST_USER_ID: 'ana' }
    const namesWith = async (args: readonly string[]) => {
      const { client, call } = await connected(settings, era, args)
      const { tools } = await client.listTools()
      return { names: tools.map(({ name }) => name), call, client }
    }
    const all = await namesWith(['--tools', 'all'])
    expect(all.names).toHaveLength(13)
    expect(await all.call('stats')).toMatchObject({ text: '0 memories.' })
    await all.client.close()
    const mem0 = await namesWith(['--profile', 'mem0'])
    expect(mem0.names).toContain('add_memory')
    await mem0.call('add_memory', { text: 'Ana lives in Lisbon.' })
    const uri = 'palimpsest://memories/ana'
    expect(await mem0.client.readResource({ uri })).toMatchObject({
      contents: [{ text: expect.stringMatching(/Lisbon/) }],
    })
    await mem0.client.close()
    const graph = await namesWith(['--profile=server-memory'])
    expect((await graph.call('search_nodes', { query: 'Where does Ana live?' })).text).toContain('Lisbon')
  })

  test.each([
    [['--profile', 'mem1'], /Allowed choices are mem0, openmemory, server-memory, hindsight, chatgpt/],
    [['--tools', 'some'], /Allowed choices are default, all/],
    [['--profile', 'mem0', '--tools', 'all'], /cannot be used with option '--tools/],
  ])('does not start with the options %j', async (args, reason) => {
    const { code, stderr } = await start(['mcp', ...args]).ended
    expect([code, stderr]).toEqual([2, expect.stringMatching(reason)])
  })

  test('speaks to the service that holds the directory, and says when that is gone or refuses the key', async () => {
    const PALIMPSEST_DATA_DIR = folder()
    const service = start(['serve'], { PALIMPSEST_DATA_DIR, PORT: '0', CORE_API_KEY: 'the-key-of-the-service' })
    const [, address = ''] = await service.seen(/is ready: (\S+)/)
    const settings = { PALIMPSEST_DATA_DIR, PALIMPSEST_USER_ID: 'ana' }
    const stranger = await connected(settings)
    expect(await stranger.call('list_memories')).toMatchObject({
      isError: true,
      text: `The palimpsest service at ${address} refuses the key. Set CORE_API_KEY to its key.`,
    })
    const { call, written } = await connected({ ...settings, CORE_API_KEY: 'the-key-of-the-service' })
    expect(written.stderr).toContain(`speaking to it at ${address}.`)
    const { data } = await call('remember', { text: 'Ana lives in Lisbon.', key: 'home' })
    const { memory_ids, position } = data as unknown as { memory_ids: string[]; position: string }
    const moved = await call('remember', { text: 'Ana lives in Porto.', replaces: memory_ids })
    expect(moved.data).toMatchObject({ outcomes: { updated: 1 } })
    expect((await call('recall', { query: 'Where does Ana live?', position })).text).toContain('Porto')
    expect(await call('forget', { id: memory_ids[0] })).toMatchObject({
      data: { in_force: { id: expect.any(String) } },
    })
    expect(await call('list_memories', { limit: 5 })).toMatchObject({ data: { total: 1 } })
    expect(await call('history', { id: memory_ids[0] })).toMatchObject({ data: { versions: [{}, {}] } })
    expect(await call('conflicts')).toMatchObject({ data: { total: 0 } })
    expect(await call('recall', { query: '' })).toMatchObject({ isError: true, text: 'query: must not be empty' })
    const keyed = { ...settings, CORE_API_KEY: 'the-key-of-the-service' }
    const profile = await connected(keyed, undefined, ['--profile', 'mem0'])
    const filters = { app_id: 'mcp', metadata: { of: 'none' } }
    expect((await profile.call('get_memories', { filters })).data).toMatchObject({ count: 0 })
    expect((await profile.call('update_memory', { memory_id: memory_ids[0], text: 'a' })).isError).toBe(true)
    expect((await profile.call('delete_all_memories')).text).toContain('Deleted 1 memories.')
    service.child.kill('SIGKILL')
    await service.ended
    expect(await call('list_memories')).toMatchObject({
      isError: true,
      text: `The palimpsest service at ${address} does not answer. Start it again (palimpsest serve).`,
    })
  })

  test('ends with a reason where another client holds the directory', async () => {
    const PALIMPSEST_DATA_DIR = folder()
    const first = await connected({ PALIMPSEST_DATA_DIR, PALIMPSEST_USER_ID: 'ana' })
    await first.call('list_memories') // its store is open then
    const { code, stdout, stderr } = await start(['mcp'], { PALIMPSEST_DATA_DIR }).ended
    expect([code, stdout]).toEqual([3, ''])
    expect(stderr).toMatch(/palimpsest serve/)
    expect(stderr).toMatch(/is in use by process \d+ on .* \(palimpsest mcp\)/)
  })

  test.each([
    [{ PALIMPSEST_WORKSPACE_ID: 'crew', PALIMPSEST_USER_ID: 'ana' }, 'PALIMPSEST_AGENT_ID must be set'],
    [{ PALIMPSEST_WORKSPACE_ID: 'crew', PALIMPSEST_AGENT_ID: 'scout' }, 'PALIMPSEST_USER_ID must be set'],
  ])('does not start with %o', async (settings, reason) => {
    const { code, stderr } = await start(['mcp'], settings).ended
    expect([code, stderr]).toEqual([2, expect.stringContaining(reason)])
  })
})
