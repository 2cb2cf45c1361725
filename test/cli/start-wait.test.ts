import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { describe, expect, onTestFinished, test } from 'vitest'
import { compiledMain } from '../support/compiled.js'
import { freshPostgres } from '../support/database.js'
import { startEventStoreDouble } from '../support/eventstoredb/server.js'
import { startRefusingPostgres, startSilence, unusedPort } from '../support/late.js'
import { mcpClient } from '../support/mcp-client.js'
import { nodeUnderTest, pathUnderTest, quickStart } from '../support/node-under-test.js'
import { makeEmbedded } from '../support/place.js'
import { openProxy } from '../support/proxy.js'
import { folder, palimpsest, type Running, start } from './command.js'
import { ready } from './stub.js'

/** The address of an event store that nobody serves yet, and what serves it. */
const absentEventStore = async () => {
  const port = await unusedPort()
  const listen = async () => {
    const double = await startEventStoreDouble({ port })
    onTestFinished(double.close)
  }
  return { port, url: `esdb://127.0.0.1:${port}?tls=false`, listen }
}

const embedded = async () => ({ PORT: '0', LOG_FORMAT: 'json', ...(await makeEmbedded(folder())).settings })

const listening = async (server: Running): Promise<string> =>
  (await server.seen(/"address":"(http:\/\/127.0.0.1:\d+)"/))[1] ?? ''

describe('a server whose event store does not listen yet', () => {
  test('says so and why, in the log and in health, and starts when it does', async () => {
    const { port, url, listen } = await absentEventStore()
    const server = start(['serve'], { ...(await embedded()), EVENTSTORE_URL: url })
    const address = await listening(server)
    const reason = `The event store cannot be read: 127.0.0.1:${port} refuses connections: nothing listens on this port.`
    // On a busy machine the first look may end otherwise; the next comes after five seconds.
    const [, line = ''] = await server.seen(/^(.*"waiting_for".*nothing listens.*)$/m)
    expect(JSON.parse(line)).toMatchObject({ level: 'warn', waiting_for: ['EventStoreDB'], msg: reason })
    for (const path of ['/health', '/health/ready', '/health?verbose=1']) {
      const answer = await fetch(address + path)
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
      const body = (await answer.json()) as { readonly seconds_left: number } // see the expectation
      expect(body).toEqual({
        status: 'starting',
        reason,
        waiting_for: ['EventStoreDB'],
        since: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        seconds_left: expect.any(Number),
      })
      expect(body.seconds_left).toBeGreaterThan(30)
      expect(body.seconds_left).toBeLessThan(60)
    }
    expect((await fetch(`${address}/health/live`)).status).toBe(200)
    const other = await fetch(`${address}/v1/memories/search`, { method: 'POST', body: '{}' })
    expect([other.status, await other.json()]).toEqual([503, { status: 'degraded', error: 'Starting', reason }])
    await listen()
    expect(await ready(server)).toBe(address)
    expect((await fetch(`${address}/health`)).status).toBe(200)
  })

  test.each(['SIGTERM', 'SIGINT'] as const)('ends with 0 soon after %s, whatever it waits for', async (signal) => {
    const silent = `esdb://127.0.0.1:${await startSilence()}?tls=false`
    const server = start(['serve'], { ...(await embedded()), EVENTSTORE_URL: silent })
    await server.seen(/"waiting_for"/)
    const began = performance.now()
    server.child.kill(signal)
    expect((await server.ended).code).toBe(0)
    // A call that is under way would take four seconds.
    expect(performance.now() - began).toBeLessThan(3000)
  })

  test('gives up in time, and names the setting', async () => {
    const { url } = await absentEventStore()
    const { code, stderr } = await start(['serve'], {
      ...(await embedded()),
      EVENTSTORE_URL: url,
      START_WAIT_SECONDS: '2',
    }).ended
    expect(code).toBe(1)
    expect(stderr).toMatch(/^The event store cannot be read: .* Gave up after 2 s \(START_WAIT_SECONDS\)\.$/m)
  })

  test('tries once where it is not to wait', async () => {
    const { port, url } = await absentEventStore()
    const server = start(['serve'], { ...(await embedded()), EVENTSTORE_URL: url, START_WAIT_SECONDS: '0' })
    const { code, stderr } = await server.ended
    expect(code).toBe(1)
    expect(stderr).toContain(`The event store cannot be reached: `)
    expect(stderr).toContain(`connect ECONNREFUSED 127.0.0.1:${port}`)
    expect(stderr).not.toContain('waiting_for')
  })
})

test('a server whose Postgres does not answer yet starts when it does', async ({ skip }) => {
  const database = await freshPostgres()
  if (database === undefined) return skip('no Postgres')
  const network = await openProxy(database.url)
  onTestFinished(async () => {
    await network.close()
    await database.drop()
  })
  network.cut()
  const server = start(['serve'], { PORT: '0', LOG_FORMAT: 'json', DATABASE_URL: network.url })
  const address = await listening(server)
  const [, reason] = await server.seen(/"waiting_for":\["Postgres"\],.*"msg":"(.*?)"/)
  expect(reason).toMatch(/^The database cannot be reached: /)
  expect(await (await fetch(`${address}/health`)).json()).toMatchObject({ status: 'starting', reason })
  network.restore()
  expect(await ready(server)).toBe(address)
  server.child.kill('SIGTERM')
  expect((await server.ended).code).toBe(0)
})

describe('another command', () => {
  test('does not wait', async () => {
    const { code, stderr } = await palimpsest(['migrate'], {
      DATABASE_URL: await startRefusingPostgres('57P03', 'the database system is starting up'),
    })
    expect([code, stderr]).toEqual([
      1,
      'The database cannot be reached: the database system is starting up. Check that it runs, and DATABASE_URL.\n',
    ])
  })

  test.each([['migrate'], ['rebuild', '--dry-run'], ['replay', 'log']])('%s waits where it is set', async (...args) => {
    const { code, stderr } = await palimpsest(args, {
      DATABASE_URL: await startRefusingPostgres('57P03', 'the database system is starting up'),
      START_WAIT_SECONDS: '1',
      LOG_LEVEL: 'silent',
    })
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/starting up\..* Gave up after 1 s \(START_WAIT_SECONDS\)\.\n/),
    ])
  })

  test('that copies a log waits for the store to copy into as well', async () => {
    const { url } = await absentEventStore()
    const store = { ...(await makeEmbedded(folder())).settings, LOG_LEVEL: 'silent' }
    expect(await palimpsest(['migrate'], store)).toMatchObject({ code: 0 })
    const copy = ['copy-log', '--to-eventstore-url', url]
    const { code, stderr } = await palimpsest(copy, { ...store, START_WAIT_SECONDS: '1' })
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^The event store cannot be read: .* Gave up after 1 s/)])
  })
})

test('an MCP client is answered at once, and its tools say what is waited for until the store is there', async () => {
  const { url, listen } = await absentEventStore()
  const transport = new StdioClientTransport({
    command: nodeUnderTest,
    args: [...quickStart, compiledMain, 'mcp'],
    env: {
      PATH: pathUnderTest,
      LOG_LEVEL: 'error',
      ...(await makeEmbedded(folder())).settings,
      PALIMPSEST_USER_ID: 'ana',
      EVENTSTORE_URL: url,
    },
    cwd: folder(),
    stderr: 'pipe',
  })
  const { client, call } = await mcpClient(transport)
  expect((await client.listTools()).tools.length).toBeGreaterThan(0)
  expect(await call('list_memories')).toMatchObject({
    isError: true,
    text: expect.stringMatching(
      /^The store cannot be reached yet\. The event store cannot be read: .*refuses connections/,
    ),
  })
  await listen()
  await expect.poll(async () => (await call('list_memories')).text).toBe('Nothing is remembered.')
  expect((await call('remember', { text: 'Ana lives in Lisbon.' })).text).toMatch(/^Remembered: /)
})
