import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { start } from '../../cli/command.js'
import { compiledDouble } from '../../support/compiled.js'
import { testedServers } from '../../support/eventstoredb/tested-server.js'
import { serviceLogIn } from '../../support/eventstoredb/written-log.js'
import { wholeLog } from '../../support/rebuilt.js'
import { freshStream, saying, textOf } from '../../support/said.js'

const ADDRESS = 'esdb://ops:secret@a:2113,b:2114?tlsCAFile=ca.pem'

describe('the event store of the suites', () => {
  test('is a double of each suite, which can be restarted, where ESDB_URL is not set', async () => {
    for (const environment of [{}, { ESDB_URL: '' }, { ESDB_RESTART: 'exit 1' }]) {
      const servers = testedServers(environment)
      expect(servers).toMatchObject({ isRunning: false, canRestart: true })
      const [one, two] = await Promise.all([servers.open(), servers.open()])
      expect(one.url).not.toBe(two.url)
      await Promise.all([one.close(), two.close()])
    }
  })

  test('is the one of ESDB_URL, told without its password, and restarted as ESDB_RESTART says', async () => {
    const kept = testedServers({ ESDB_URL: ADDRESS })
    expect(kept).toMatchObject({ isRunning: true, canRestart: false })
    expect(kept.about).toBe(
      'a:2113,b:2114; without ESDB_RESTART no test that restarts it; without ESDB_NODE no test that stops a node of a cluster',
    )
    expect((await kept.open()).url).toBe(ADDRESS)
    await expect((await kept.open()).restart()).rejects.toThrow('ESDB_RESTART is not set')
    const restartable = testedServers({ ESDB_URL: ADDRESS, ESDB_RESTART: 'sleep 60 & exit 3', ESDB_NODE: 'exit 4 #' })
    expect(restartable).toMatchObject({ canRestart: true, canStopNodes: true, about: 'a:2113,b:2114' })
    await expect((await restartable.openCluster()).node('hang', 2)).rejects.toThrow('ESDB_NODE has ended with 4')
    await expect((await restartable.open()).restart()).rejects.toThrow('ESDB_RESTART has ended with 3')
  })

  test('is refused where ESDB_URL is no address, without a word of it', () => {
    const refused = () => testedServers({ ESDB_URL: 'http://ops:secret@localhost' })
    expect(refused).toThrow(/^ESDB_URL must be an address like esdb:/)
    expect(refused).not.toThrow(/secret/)
  })
})

describe('the double as a server of its own', { timeout: 120_000 }, () => {
  const serving = async (...more: string[]) => {
    const folder = await mkdtemp(join(tmpdir(), 'palimpsest-served-'))
    const [url] = await start([folder, ...more], {}, compiledDouble).seen(/^\S+:\/\/\S+/)
    const command = `"${process.execPath}" "${compiledDouble}" "${folder}" --restart`
    const server = await testedServers({ ESDB_URL: url, ESDB_RESTART: command }).open()
    onTestFinished(async () => {
      const { pid } = JSON.parse(await readFile(join(folder, 'running.json'), 'utf8'))
      process.kill(pid, 'SIGKILL')
      await rm(folder, { recursive: true, force: true })
    })
    return server
  }

  test.each([
    ['without TLS', []],
    ['with TLS and a user', ['--tls', '--user', 'ops:se cret']],
  ])('%s has the same log after it was killed, and knows what it has taken', async (_, more) => {
    const server = await serving('--foreign', '50', ...more)
    const [before, after] = [serviceLogIn(server, 'test'), serviceLogIn(server, 'test')]
    onTestFinished(() => after.close())
    const streams = ['one', 'two'].map((name) => freshStream(name))
    for (let n = 0; n < 8; n++)
      for (const stream of streams) await before.append(stream, 'any', saying([`${stream} ${n}`, 'more']))
    const last = { stream: freshStream('last'), events: saying(['last']) }
    const appended = await before.append(last.stream, 'no-stream', last.events)
    const events = await wholeLog(before)
    await before.close()
    await server.restart()
    expect(events).toHaveLength(33)
    expect(await wholeLog(after)).toEqual(events)
    expect(await after.append(last.stream, 'no-stream', last.events)).toEqual(appended)
    expect((await after.append(last.stream, appended.revision, saying(['next']))).position).toBeGreaterThan(
      appended.position,
    )
    expect((await wholeLog(after)).map(textOf).at(-1)).toBe('next')
  })

  test.each([
    ['several nodes', (url: string) => url.replace(/127\.0\.0\.1(:\d+)/, '127.0.0.1:1,127.0.0.1$1')],
    ['one name of a cluster', (url: string) => url.replace('esdb://', 'kurrentdb+discover://')],
  ])('is found by %s', async (_, address) => {
    const { url } = await testedServers({})
      .open()
      .then((server) => {
        onTestFinished(server.close)
        return server
      })
    const store = serviceLogIn({ url: address(url) }, 'test')
    onTestFinished(() => store.close())
    const stream = freshStream('cluster')
    const { position } = await store.append(stream, 'no-stream', saying(['x']))
    expect(await store.end()).toBe(position)
    expect((await wholeLog(store)).map(textOf)).toEqual(['x'])
  })
})
