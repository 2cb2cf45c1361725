import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type RunningApp, startApp } from '../support/app.js'
import { type Client, clientOf, type Fields } from '../support/client.js'
import { databases, isOnAll } from '../support/database.js'
import type { AppendFault } from '../support/eventstoredb/script.js'
import { type EventStoreDouble, startEventStoreDouble } from '../support/eventstoredb/server.js'
import { countIn, serviceLogIn } from '../support/eventstoredb/written-log.js'
import { rebuilt } from '../support/rebuilt.js'

const who = { user_id: 'anna' }

/** Embedded, because the other suites with a log in EventStoreDB are on Postgres. */
const kinds = isOnAll ? databases : databases.slice(0, 1)

describe.each(kinds)('a service whose log is in EventStoreDB, its read models on $name', ({ open }) => {
  let double: EventStoreDouble
  let app: RunningApp
  let client: Client
  const lines: { readonly msg: string; readonly reason?: string; readonly status?: number }[] = []
  const saying = (...messages: string[]) => lines.filter(({ msg }) => messages.includes(msg))
  beforeAll(async () => {
    double = await startEventStoreDouble()
    const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
    app = await startApp({ open }, { EVENTSTORE_URL: `${double.url}&defaultDeadline=2000` }, { logger })
    client = clientOf(app)
    // What is done for the first time takes longer than a call may here.
    await client.keep(who, 'The harp is in the hall.')
  })
  afterEach(() => {
    double.script.appends.length = 0
    Object.assign(double.script, { stalled: false, doubled: false, slowMs: 0, readsHang: false })
  })
  afterAll(async () => {
    await app.close()
    await double.close()
  })
  const tell = (text: string) =>
    app.ask<Fields>('/v1/memories/ingest/quick', { ...who, source_site: 'chat', conversation: text })
  const held = async (word: string) =>
    (await client.list(who)).memories.filter(({ content }) => content.includes(word)).length

  const faults: readonly AppendFault[] = ['answer lost', 'request lost', 'hangs', 'commits and hangs', 'no position']
  test.each(faults)('an append of which the %s is stored once, and answered as if nothing had been', async (fault) => {
    const word = `viola${faults.indexOf(fault)}`
    const stored = countIn(double, 'MemoryStored')
    double.script.appends.push(fault)
    expect(await tell(`Anna: The ${word} has a new string.`)).toMatchObject({
      status: 200,
      body: { memoriesStored: 1 },
    })
    expect(await held(word)).toBe(1)
    expect(countIn(double, 'MemoryStored')).toBe(stored + 1)
  })

  test('an append that hangs twice is 503 within its time, and the same request settles it', async () => {
    double.script.appends.push('commits and hangs', 'hangs')
    const began = performance.now()
    const refused = await tell('Anna: The piano was tuned by Goran.')
    expect(refused).toMatchObject({ status: 503, body: { error: 'Event store unavailable' } })
    expect(refused.headers.get('Retry-After')).toMatch(/^\d+$/)
    expect(performance.now() - began).toBeLessThan(9000)
    expect(await tell('Anna: The piano was tuned by Goran.')).toMatchObject({
      status: 200,
      body: { memoriesStored: 0 },
    })
    expect(await held('piano')).toBe(1)
  })

  test('a part of a large ingest whose answer is lost is there once', async () => {
    const lines = Array.from(
      { length: 300 },
      (_, i) => `Anna: Crate ${i} holds ${i * 7} ${'very '.repeat(55)}old books.`,
    )
    const stored = countIn(double, 'MemoryStored')
    double.script.appends.push('commits and hangs')
    const answer = await client.tell({ user_id: 'large' }, lines.join('\n'))
    expect(answer.memoriesStored).toBe(300)
    expect((await client.list({ user_id: 'large' })).total).toBe(300)
    expect(countIn(double, 'MemoryStored')).toBe(stored + 300)
  })

  test('while it is gone, memories are read and writes are 503; when it is back, all goes on by itself', async () => {
    await double.stop()
    expect(await tell('Anna: The oboe is lent to Ben.')).toMatchObject({
      status: 503,
      body: { error: 'Event store unavailable' },
    })
    expect(await held('piano')).toBe(1)
    const { status, body } = await app.ask<Fields>('/health')
    expect([status, body.reason, body.lag]).toEqual([503, 'Event store unavailable', null])
    expect(await app.ask('/health/ready')).toMatchObject({ status: 200, body: { status: 'ok' } })
    await pause(300)
    await double.restart()
    await expect.poll(async () => (await app.ask('/health')).status, { timeout: 10_000 }).toBe(200)
    expect((await tell('Anna: The oboe is lent to Ben.')).status).toBe(200)
    expect(await held('oboe')).toBe(1)
  })

  test('what hangs is noticed without anybody asking, and is one line in the log, as is its end', async () => {
    await expect.poll(async () => (await app.ask('/health')).status, { timeout: 10_000 }).toBe(200)
    lines.length = 0
    const changes = () => saying('the service is degraded', 'the service is well').map(({ msg }) => msg)
    double.script.readsHang = true
    await expect.poll(changes, { timeout: 20_000 }).toEqual(['the service is degraded'])
    for (let probe = 0; probe < 20; probe++) expect((await app.ask('/health')).status).toBe(503)
    expect((await app.ask('/health/ready')).status).toBe(200)
    expect(saying('the service is degraded')).toMatchObject([{ reason: 'Event store unavailable' }])
    expect(lines.filter(({ status }) => status === 503)).toEqual([])
    double.script.readsHang = false
    await expect.poll(changes, { timeout: 20_000 }).toEqual(['the service is degraded', 'the service is well'])
    expect(saying('the subscription to the log is made anew').length).toBeLessThanOrEqual(1)
  })

  test.each([
    ['dropped subscriptions', () => double.drop()],
    ['doubled deliveries', () => Object.assign(double.script, { doubled: true })],
    ['slow deliveries', () => Object.assign(double.script, { slowMs: 10 })],
  ])('%s hold up no write for good, and change no row', async (what, befall) => {
    befall()
    for (let i = 0; i < 5; i++) {
      expect((await tell(`Anna: Trunk ${i} of ${what} is packed.`)).status).toBe(200)
      if (what.startsWith('dropped')) befall()
    }
    await expect.poll(() => held(what), { timeout: 10_000 }).toBe(5)
  })

  test('and the read models are those of the log', async () => {
    await expect.poll(async () => (await app.ask<Fields>('/health')).body.lag, { timeout: 10_000 }).toBe(0)
    const { rows, live } = await rebuilt(app.databases, serviceLogIn(double))
    expect(live).toEqual(rows)
  })
})
