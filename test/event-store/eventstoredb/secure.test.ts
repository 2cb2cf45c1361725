import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EventStoreUnavailable } from '../../../src/event-store/event-store.js'
import { CertificateUnreadable, EventStoreRefused } from '../../../src/event-store/eventstoredb/errors.js'
import { describeError } from '../../../src/logger.js'
import { makeCertificate } from '../../support/eventstoredb/certificate.js'
import { openFaultyLog } from '../../support/eventstoredb/faulty-log.js'
import { follow, freshStream, saying } from '../../support/said.js'

const PASSWORD = 'p:a@s/s wörd%'

describe('an EventStoreDB with TLS', () => {
  let tls: Awaited<ReturnType<typeof makeCertificate>>
  beforeAll(async () => {
    tls = await makeCertificate()
  })
  afterAll(() => tls.remove())
  const opened = (password: string, trusts = true) =>
    openFaultyLog({
      wanted: { user: `ops:${PASSWORD}`, tls },
      url: ({ port }) => {
        const trust = trusts ? `tlsCAFile=${encodeURIComponent(tls.file)}&` : ''
        return `esdb://ops:${encodeURIComponent(password)}@localhost:${port}?${trust}keepAliveInterval=10000&defaultDeadline=2000`
      },
    })

  test('is told the user and the password of the address with every call', async () => {
    const log = await opened(PASSWORD)
    await log.store.append(freshStream('s'), 'no-stream', saying(['x']))
    expect(await follow(log.store, { after: 'start', count: 1 })).toHaveLength(1)
    const basic = `Basic ${Buffer.from(`ops:${PASSWORD}`).toString('base64')}`
    expect(new Set(log.double.seen.users)).toEqual(new Set([basic]))
    expect([log.double.seen.appends, log.double.seen.batches]).toEqual([1, 0])
    await log.close()
  })

  test.each([
    ['another password', 'wrong pass', true, EventStoreRefused],
    ['a certificate that nobody trusts', PASSWORD, false, EventStoreUnavailable],
  ] as const)('refuses %s, and no error holds the password', async (_, password, trusts, kind) => {
    const log = await opened(password, trusts)
    const error = await log.store.append(freshStream('s'), 'any', saying(['x'])).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(kind)
    const told = JSON.stringify(describeError(error)) + (error instanceof Error ? error.message + error.stack : '')
    for (const secret of [password, encodeURIComponent(password)]) expect(told).not.toContain(secret)
    await log.close()
  })

  test('whose certificate file is not there is refused with its name', async () => {
    const url = () => 'esdb://ops:secret@localhost:2113?tlsCAFile=/nowhere/ca.pem'
    const opening = openFaultyLog({ url })
    await expect(opening).rejects.toThrow(CertificateUnreadable)
    await expect(opening).rejects.toThrow(/^EVENTSTORE_URL.*\/nowhere\/ca\.pem/)
  })
})
