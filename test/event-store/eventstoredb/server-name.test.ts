import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { inspect } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { eventStoreAddress } from '../../../src/config/event-store-address.js'
import { EventStoreUnavailable } from '../../../src/event-store/event-store.js'
import { createEventStoreDbEventStore } from '../../../src/event-store/eventstoredb/event-store.js'
import { makeCertificate } from '../../support/eventstoredb/certificate.js'
import { openFaultyLog } from '../../support/eventstoredb/faulty-log.js'
import { follow, freshStream, saying } from '../../support/said.js'

const certificate = async (of: { readonly ip?: string; readonly name?: string } = {}) => {
  const made = await makeCertificate(of)
  onTestFinished(made.remove)
  return made
}
type Certificate = Awaited<ReturnType<typeof certificate>>

/** A log in a double with that certificate, which its client trusts. */
const opened = async (tls: Certificate, host: string) => {
  const url = ({ port }: { readonly port: number }) =>
    `esdb://ops:secret@${host}:${port}?tlsCAFile=${encodeURIComponent(tls.file)}&defaultDeadline=2000`
  const log = await openFaultyLog({ wanted: { user: 'ops:secret', tls }, url })
  onTestFinished(log.close)
  return log
}

/** A server that tells what the first client names it in the TLS handshake; false is no name. */
const listener = async (tls: Certificate) => {
  const server = createServer({ cert: tls.certificate, key: tls.key, ALPNProtocols: ['h2'] })
  onTestFinished(() => void server.close())
  const named = new Promise<string | false>((resolve) =>
    server.on('secureConnection', (socket) => {
      resolve('servername' in socket ? (socket.servername as string | false) : false)
      socket.destroy()
    }),
  )
  server.on('tlsClientError', () => {}).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, named }
}

describe('an EventStoreDB with TLS at an IP address', () => {
  test('is read and written, and Node warns of nothing', async () => {
    const warnings: Error[] = []
    const gather = (warning: Error) => void warnings.push(warning)
    process.on('warning', gather)
    onTestFinished(() => void process.off('warning', gather))
    const { store } = await opened(await certificate(), '127.0.0.1')
    await store.append(freshStream('s'), 'no-stream', saying(['x']))
    expect(await follow(store, { after: 'start', count: 1 })).toHaveLength(1)
    expect(warnings).toEqual([])
  })

  test.each([
    ['another address', '127.0.0.1', { ip: '192.0.2.1' }, /does not match certificate's altnames: IP: 127\.0\.0\.1/],
    ['another name', 'localhost', { name: 'elsewhere.example' }, /Host: localhost\. is not in the cert's altnames/],
  ] as const)('is refused where its certificate is of %s', async (_, host, of, reason) => {
    const { store } = await opened(await certificate(of), host)
    const error = await store.append(freshStream('s'), 'any', saying(['x'])).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(EventStoreUnavailable)
    expect(inspect(error)).toMatch(reason)
  })

  test.each([
    ['no name', 'at its address', ['127.0.0.1'], false],
    ['no name', 'at an address of its cluster', ['127.0.0.1', '127.0.0.1'], false],
    ['its name', 'at its name', ['localhost'], 'localhost'],
  ] as const)('is told %s in the handshake %s', async (_, _where, names, told) => {
    const tls = await certificate()
    const { port, named } = await listener(tls)
    const hosts = names.map((name) => `${name}:${port}`).join(',')
    const query = `tlsCAFile=${encodeURIComponent(tls.file)}&defaultDeadline=500&maxDiscoverAttempts=1`
    const address = eventStoreAddress(`esdb://ops:secret@${hosts}?${query}`)
    const store = createEventStoreDbEventStore({
      ...{ address, prefix: 'test', maxAppendBytes: 1 << 20, page: 50, stallMs: 5000 },
      lost: () => {},
    })
    onTestFinished(() => store.close())
    const asked = store.append(freshStream('s'), 'any', saying(['x'])).catch(() => {})
    expect(await named).toBe(told)
    await asked
  })
})
