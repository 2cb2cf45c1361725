import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { eventStoreAddress } from '../../../src/config/event-store-address.js'
import { openProbe } from '../../../src/event-store/eventstoredb/probe.js'
import { makeCertificate } from '../../support/eventstoredb/certificate.js'
import { startEventStoreDouble } from '../../support/eventstoredb/server.js'
import { startSilence, unusedPort } from '../../support/late.js'

const probeOf = (url: string) => {
  const probe = openProbe(eventStoreAddress(url), 'palimpsest')
  onTestFinished(probe.close)
  return probe
}

const statesOf = async (url: string) => (await probeOf(url).nodes()).map(({ host, state }) => `${host} ${state}`)

const double = async (wanted: Parameters<typeof startEventStoreDouble>[0] = {}) => {
  const started = await startEventStoreDouble(wanted)
  onTestFinished(started.close)
  return started
}

describe('the nodes of an address are asked one by one', () => {
  let tls: Awaited<ReturnType<typeof makeCertificate>>
  let foreign: Awaited<ReturnType<typeof makeCertificate>>
  beforeAll(async () => {
    tls = await makeCertificate()
    foreign = await makeCertificate({ ip: '10.0.0.1', name: 'elsewhere' })
  })
  afterAll(async () => {
    await tls.remove()
    await foreign.remove()
  })
  const trusting = ({ file }: typeof tls) => `tlsCAFile=${encodeURIComponent(file)}`

  test('and each has a sentence of its own', async () => {
    const [closed, silent, { port }] = [await unusedPort(), await startSilence(), await double()]
    const hosts = [`127.0.0.1:${closed}`, 'nowhere.invalid:2113', `127.0.0.1:${silent}`, `127.0.0.1:${port}`]
    expect(await statesOf(`esdb://${hosts.join(',')}?tls=false`)).toEqual([
      `127.0.0.1:${closed} refuses connections: nothing listens on this port`,
      'nowhere.invalid:2113 cannot be found: no such host is known',
      `127.0.0.1:${silent} does not answer within 1000 ms`,
      `127.0.0.1:${port} answers, and names 127.0.0.1:${port} as the leader`,
    ])
  })

  test('a certificate that nobody trusts, one of another host, and none are told apart', async () => {
    const user = 'ops:secret'
    const [trusted, plain] = [await double({ user, tls }), await double()]
    const elsewhere = await double({ user, tls: foreign })
    const address = (port: number, options: string) => `esdb://${user}@localhost:${port}?${options}`
    expect([
      ...(await statesOf(address(trusted.port, 'keepAliveInterval=10000'))),
      ...(await statesOf(address(elsewhere.port, trusting(foreign)))),
      ...(await statesOf(address(plain.port, trusting(tls)))),
      ...(await statesOf(`esdb://localhost:${trusted.port}?tls=false`)),
      ...(await statesOf(address(trusted.port, trusting(tls)))),
    ]).toEqual([
      expect.stringMatching(/shows a certificate that is not trusted: name that of its authority as tlsCAFile$/),
      expect.stringMatching(/shows a certificate of another host$/),
      expect.stringMatching(/does not speak TLS: tls=false may be missing$/),
      expect.stringMatching(/breaks the connection off: it may want TLS, and tls=false is set$/),
      expect.stringMatching(/answers, and names \S+ as the leader$/),
    ])
  })
})

test('a probe reads, and writes nothing', async () => {
  const { url, seen } = await double()
  const probe = probeOf(url)
  await probe.read()
  await probe.nodes()
  expect(seen).toMatchObject({ appends: 0, batches: 0, subscriptions: 0 })
})
