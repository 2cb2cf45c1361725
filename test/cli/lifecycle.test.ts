import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ready, stub } from './stub.js'

describe('a server', () => {
  test('prints its address, its data directory, and two commands that can be pasted', async () => {
    const server = stub('plain')
    const address = await ready(server)
    await server.seen(/data {2}\S+\/data\n/)
    await server.seen(/local-dev-key \(for development only/)
    const curls = await server.seen(/(curl .*ingest\/quick.*)\n[\s\S]*(curl .*search.*)/)
    expect(curls[1]).toContain(`${address}/v1/memories/ingest/quick -H "Authorization: Bearer local-dev-key"`)
    expect(curls[2]).toContain(`${address}/v1/memories/search -H "Authorization: Bearer local-dev-key"`)
  })
  test('answers 503 with the reason until it is open', async () => {
    const server = stub('opens-slowly')
    const [, port] = await server.seen(/"address":"http:\/\/127.0.0.1:(\d+)"/)
    const answer = await fetch(`http://127.0.0.1:${port}/health`)
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('1')
    expect(await answer.json()).toEqual({
      status: 'starting',
      reason: 'Reading the log',
      waiting_for: [],
      since: expect.any(String),
      seconds_left: null,
    })
    expect((await fetch(await ready(server))).status).toBe(200)
  })
  test.each(['SIGTERM', 'SIGINT'] as const)(
    'on %s finishes the answers under way, closes the application, and ends with 0',
    async (signal) => {
      const server = stub('plain')
      const address = await ready(server)
      const slow = fetch(`${address}/slow?700`)
      await pause(200)
      server.child.kill(signal)
      await server.seen(/"why":"SIG/)
      await expect(fetch(address)).rejects.toThrow()
      expect(await (await slow).text()).toBe('answered')
      const { code, stdout } = await server.ended
      expect({ code, closed: stdout.endsWith('application closed\n') }).toEqual({ code: 0, closed: true })
    },
  )
  test('does not wait for connections that are kept alive', async () => {
    const server = stub('plain')
    const address = await ready(server)
    const agent = new Agent({ keepAlive: true })
    onTestFinished(() => agent.destroy())
    await new Promise<void>((answered) => get(address, { agent }, (answer) => answer.resume().on('end', answered)))
    const began = performance.now()
    server.child.kill('SIGTERM')
    expect((await server.ended).code).toBe(0)
    expect(performance.now() - began).toBeLessThan(2000)
  })
  test('stopped while it opens, it opens and closes', async () => {
    const server = stub('opens-slowly')
    await server.seen(/Reading the log/)
    server.child.kill('SIGTERM')
    expect(await server.ended).toMatchObject({ code: 0, stdout: 'application closed\n' })
  })
  test('a second signal ends it immediately', async () => {
    const server = stub('never-closes')
    await ready(server)
    server.child.kill('SIGINT')
    await pause(700)
    server.child.kill('SIGINT')
    expect((await server.ended).code).toBe(130)
  })
  test('the doubled signal of npm is one', async () => {
    const server = stub('plain')
    await ready(server)
    server.child.kill('SIGINT')
    server.child.kill('SIGINT')
    expect((await server.ended).code).toBe(0)
  })
  test('an error that nobody caught is logged, the application is closed, and the code is 1', async () => {
    const server = stub('plain')
    void fetch(`${await ready(server)}/fall`).catch(() => {})
    const { code, stdout, stderr } = await server.ended
    expect(code).toBe(1)
    expect(stderr).toMatch(/"level":"fatal".*"type":"Error","stack":\["at /)
    expect(stdout).toContain('application closed')
  })
  test('an unreachable database is reported in one sentence', async () => {
    const { code, stderr } = await stub('fails').ended
    expect(code).toBe(1)
    expect(stderr.trimEnd().split('\n').at(-1)).toBe(
      'The database cannot be reached: connect refused. Check that it runs, and DATABASE_URL.',
    )
  })
})

test('migrate says what was done and ends', async () => {
  const { code, stdout } = await stub('plain', 'migrate').ended
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'The log is prepared.\nThe read models have caught up.\n' })
})

test('a command that does not end when asked to stop is ended', async () => {
  const command = stub('never-closes', 'rebuild', '--json', '--database-url', 'postgres://127.0.0.1:1/none')
  await command.seen(/"phase":"Building"/)
  command.child.kill('SIGTERM')
  const { code, stderr } = await command.ended
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: 'Stopped by SIGTERM, before everything was tidied up; the next run sees to that.\n',
  })
})
