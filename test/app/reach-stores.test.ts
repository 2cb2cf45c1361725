import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openWhenReached, reachStores, type StartWait, type Waiting } from '../../src/app/reach-stores.js'
import { sentenceOf } from '../../src/cli/explain.js'
import { OperationRefused } from '../../src/concurrency/operation.js'
import { configFrom, type Variables } from '../../src/config/config.js'
import { EventStoreUnavailable } from '../../src/event-store/event-store.js'
import { CertificateUnreadable, EventStoreRefused } from '../../src/event-store/eventstoredb/errors.js'
import { makeCertificate } from '../support/eventstoredb/certificate.js'
import { startEventStoreDouble } from '../support/eventstoredb/server.js'
import { startRefusingPostgres, unusedPort } from '../support/late.js'
import { virtualClock } from '../support/virtual-clock.js'

const waiting = (wanted: Partial<StartWait> = {}) => {
  const told: Waiting[] = []
  const clock = virtualClock()
  const { signal } = new AbortController()
  const tell = (each: Waiting) => void told.push(each)
  return { told, clock, wait: { waitMs: 60_000, signal, sentenceOf, clock, tell, ...wanted } }
}

/** How the wait for these settings ends, and when. */
const endOf = async (variables: Variables, wanted?: Partial<StartWait>) => {
  const { told, clock, wait } = waiting(wanted)
  const error = await reachStores(configFrom(variables), wait).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return { error, told, seconds: clock.now() / 1000 }
}

describe('a start', () => {
  let tls: Awaited<ReturnType<typeof makeCertificate>>
  beforeAll(async () => {
    tls = await makeCertificate()
  })
  afterAll(() => tls.remove())

  test('waits for nothing where the store is embedded', async () => {
    expect(await endOf({})).toEqual({ error: undefined, told: [], seconds: 0 })
  })

  test('tells after a second, then every five, what it waits for and how long it still does, and gives up', async () => {
    const port = await unusedPort()
    const { error, told, seconds } = await endOf({ DATABASE_URL: `postgres://127.0.0.1:${port}/store` })
    expect(error).toBeInstanceOf(OperationRefused)
    expect(error).toHaveProperty(
      'message',
      `The database cannot be reached: connect ECONNREFUSED 127.0.0.1:${port}. Check that it runs, and DATABASE_URL. Gave up after 60 s (START_WAIT_SECONDS).`,
    )
    expect(seconds).toBeGreaterThanOrEqual(60)
    expect(told.length).toBeGreaterThanOrEqual(12)
    expect(told[0]?.waitingFor).toEqual(['Postgres'])
  })

  test.each([
    [
      '57P03',
      'the database system is starting up',
      /^The database cannot be reached: the database system is starting up\./,
    ],
    ['53300', 'sorry, too many clients already', /^The database cannot be reached: sorry, too many clients already\./],
  ])('waits for a Postgres that answers %s', async (state, message, reason) => {
    const { error, seconds } = await endOf({ DATABASE_URL: await startRefusingPostgres(state, message) })
    expect(error).toMatchObject({ message: expect.stringMatching(reason) })
    expect(seconds).toBeGreaterThanOrEqual(60)
  })

  test.each([
    ['28P01', 'password authentication failed for user "ana"', /^The database refuses this user and password: /],
    ['28000', 'role "ana" does not exist', /^The database refuses this user: /],
    ['3D000', 'database "store" does not exist', /^The server has no such database: /],
  ])('ends when a Postgres has answered %s for ten seconds', async (state, message, reason) => {
    const { error, told, seconds } = await endOf({ DATABASE_URL: await startRefusingPostgres(state, message) })
    expect(sentenceOf(error)).toMatch(reason)
    expect(told[0]?.reason).toMatch(reason)
    expect(Math.floor(seconds)).toBe(10)
  })

  test('ends at once where no waiting mends what Postgres says', async () => {
    const { error, seconds } = await endOf({ DATABASE_URL: await startRefusingPostgres('0A000', 'not supported') })
    expect(error).toMatchObject({ code: '0A000' })
    expect(seconds).toBe(0)
  })

  test('ends when an EventStoreDB has refused the password for ten seconds, and says what to do', async () => {
    const double = await startEventStoreDouble({ user: 'ops:secret', tls })
    onTestFinished(double.close)
    const trust = `tlsCAFile=${encodeURIComponent(tls.file)}`
    const { error, told, seconds } = await endOf({
      EVENTSTORE_URL: `esdb://ops:wrong@localhost:${double.port}?${trust}`,
    })
    expect(error).toBeInstanceOf(EventStoreRefused)
    for (const sentence of [sentenceOf(error), told[0]?.reason])
      expect(sentence).toMatch(
        /^The event store does not know the user of EVENTSTORE_URL.*\. Check the user and the password in EVENTSTORE_URL, and the /,
      )
    expect(Math.floor(seconds)).toBe(10)
  })

  test('ends at once where the file of certificates cannot be read', async () => {
    const url = 'esdb://ops:secret@localhost:2113?tlsCAFile=/nowhere/ca.pem'
    const { error, seconds } = await endOf({ EVENTSTORE_URL: url })
    expect(error).toBeInstanceOf(CertificateUnreadable)
    expect(seconds).toBe(0)
  })

  test('waits for both servers, and tells only of the one that does not answer yet', async () => {
    const double = await startEventStoreDouble()
    onTestFinished(double.close)
    const { error, told } = await endOf({
      EVENTSTORE_URL: double.url,
      DATABASE_URL: `postgres://127.0.0.1:${await unusedPort()}/store`,
    })
    expect(error).toMatchObject({ message: expect.stringMatching(/^The database cannot be reached/) })
    expect(told.at(-1)?.waitingFor).toEqual(['Postgres'])
  })

  test('opens again where a server goes away before all is open, as long as it may wait', async () => {
    const double = await startEventStoreDouble()
    onTestFinished(double.close)
    const { wait, told } = waiting()
    let tries = 0
    const opened = { close: async () => {} }
    const open = async () => {
      if (++tries < 9) throw new EventStoreUnavailable('away')
      return opened
    }
    const config = configFrom({ EVENTSTORE_URL: double.url })
    expect(await openWhenReached(config, wait, open)).toBe(opened)
    expect(told.map(({ reason }) => reason)).toContain(
      'The event store cannot be reached: away. Check that it runs, and EVENTSTORE_URL.',
    )
    tries = 0
    await expect(openWhenReached(config, { ...wait, waitMs: 0 }, open)).rejects.toThrow('away')
    await expect(openWhenReached(configFrom({}), wait, open)).rejects.toThrow('away')
  })
})
