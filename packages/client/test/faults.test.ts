import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { Palimpsest, PalimpsestError } from '../src/index.js'
import { type FaultyWay, openFaultyWay } from './faulty-way.js'
import { KEY } from './one-service.js'

let way: FaultyWay
beforeAll(async () => {
  way = await openFaultyWay(inject('url'))
})
afterAll(() => way.close())

let client: Palimpsest
let users = 0
/** A user of the test's own. */
const somebody = () => client.user(`faults-${++users}`)
beforeEach(() => {
  client = new Palimpsest({ url: way.url, key: KEY })
  way.seen.splice(0)
  way.expect()
})

const errorOf = async (call: Promise<unknown>): Promise<PalimpsestError> => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return error instanceof PalimpsestError ? error : expect.unreachable(`no error of the client: ${error}`)
}

const keysSeen = () => way.seen.map(({ headers }) => headers['idempotency-key'])
const lesson = { pattern: 'Quoting prices of last year', source_memory_ids: [], severity: 'high' } as const

describe('a write whose answer is lost', () => {
  test('is sent again with its key, and is not carried out twice', async () => {
    const user = somebody()
    way.expect('lost', 'lost')
    await user.reportLesson(lesson)
    expect(way.seen).toHaveLength(3)
    expect(new Set(keysSeen()).size).toBe(1)
    // The same report again would have counted once more.
    const [reported] = (await user.lessons().page()).lessons
    expect(reported).toMatchObject({ failure_count: 1 })
  })

  test('is answered as the first time', async () => {
    way.expect('lost')
    const said = { conversation: 'I play the cello.', source_site: 'chat' }
    expect(await somebody().ingest(said)).toMatchObject({ memoriesStored: 1, duplicates: 0 })
  })

  test('has another key than every other call, and that of the caller where they give one', async () => {
    const user = somebody()
    await user.setTrust('scout', { trust_level: 0.8 })
    await user.setTrust('scout', { trust_level: 0.7 })
    await user.setTrust('scout', { trust_level: 0.6 }, { idempotencyKey: 'my own' })
    expect(new Set(keysSeen()).size).toBe(3)
    expect(keysSeen().at(-1)).toBe('my own')
  })
})

describe('a call that may succeed later', () => {
  test.each([503, 429, 'broken'] as const)('is made again after %s', async (fate) => {
    way.expect(fate, fate)
    expect(await somebody().stats()).toMatchObject({ count: 0 })
    expect(way.seen).toHaveLength(3)
  })

  test('is made as often as the client is told, and then says why it failed', async () => {
    const impatient = new Palimpsest({ url: way.url, key: KEY, retries: 1 })
    way.expect(503, 503)
    expect(await errorOf(impatient.user('ana').stats())).toMatchObject({
      code: 'unavailable',
      status: 503,
      retryable: true,
      requestId: 'on-the-way',
      message: 'Somewhere on the way',
    })
    expect(way.seen).toHaveLength(2)
  })

  test('is not made again where that would not help', async () => {
    for (const fate of [400, 404, 409, 500, 502]) {
      way.expect(fate)
      expect(await errorOf(somebody().stats())).toMatchObject({ status: fate, retryable: false })
    }
    expect(way.seen).toHaveLength(5)
  })

  test('is not waited for longer than the call may take', async () => {
    way.expect(...Array.from({ length: 20 }, () => 503))
    const started = performance.now()
    const patient = new Palimpsest({ url: way.url, key: KEY, retries: 20, timeoutMs: 700 })
    expect(await errorOf(patient.user('ana').stats())).toMatchObject({ code: 'unavailable' })
    expect(performance.now() - started).toBeLessThan(700)
  })
})

describe('a call that takes too long', () => {
  test('ends in time, and tells the key to send the write again with', async () => {
    way.expect('silent')
    const call = somebody().reportLesson(lesson, { timeoutMs: 200, idempotencyKey: 'once' })
    expect(await errorOf(call)).toMatchObject({ code: 'timeout', status: 0, retryable: true, idempotencyKey: 'once' })
  })

  test('ends when its caller aborts it, also between two attempts', async () => {
    way.expect('silent')
    const during = somebody().stats({ signal: AbortSignal.timeout(100) })
    expect(await errorOf(during)).toMatchObject({ code: 'aborted', retryable: false })
    way.expect(...Array.from({ length: 9 }, () => 503))
    const between = somebody().stats({ signal: AbortSignal.timeout(300) })
    expect(await errorOf(between)).toMatchObject({ code: 'aborted' })
    const before = somebody().stats({ signal: AbortSignal.abort() })
    expect(await errorOf(before)).toMatchObject({ code: 'aborted' })
  })
})

describe('a service that cannot be used', () => {
  test('is not there', async () => {
    const closed = await openFaultyWay('')
    await closed.close()
    const nowhere = new Palimpsest({ url: closed.url, key: KEY, retries: 1 })
    const error = await errorOf(nowhere.user('ana').stats())
    expect(error).toMatchObject({ code: 'network', status: 0, retryable: true })
    expect(error.message).toMatch(/^The service cannot be reached: .*ECONNREFUSED/)
  })

  test('does not know the key', async () => {
    const stranger = new Palimpsest({ url: inject('url'), key: 'wrong' })
    expect(await errorOf(stranger.user('ana').stats())).toMatchObject({
      ...{ code: 'unauthorized', status: 401, retryable: false, message: 'The API key is not valid' },
      body: { error: 'UNAUTHORIZED' },
    })
  })

  test('refuses what is wrong, and says all of it', async () => {
    const error = await errorOf(somebody().search('', { limit: 101 }))
    expect(error).toMatchObject({ code: 'bad_request', status: 400, requestId: expect.stringMatching(/^[\w-]{8,}$/) })
    expect(error.message).toBe(Object(error.body).error)
    expect(error.message).toMatch(/^query: .*; limit: must be at most 100$/)
  })

  test('is no service at all', async () => {
    const page = async () => new Response('<html>', { status: 200 })
    const elsewhere = new Palimpsest({ url: way.url, key: KEY, fetch: page })
    expect(await errorOf(elsewhere.user('ana').stats())).toMatchObject({ code: 'unexpected', status: 200 })
  })

  test('has no address', () => expect(() => new Palimpsest({ url: 'nowhere', key: KEY })).toThrow(TypeError))
})

test('a read waits for the last write of its user, in every scope, and for a position that another process gives', async () => {
  const ana = somebody()
  await ana.stats()
  await ana.ingestQuick({ conversation: 'I live in Lisbon.', source_site: 'chat' })
  await ana.workspace('crew', 'scout').stats()
  await client.user('another').stats()
  await client.user('another', { position: ana.position }).stats()
  expect(ana.position).toMatch(/^\d+$/)
  const read = way.seen.filter(({ method }) => method === 'GET').map(({ headers }) => headers['x-min-position'])
  expect(read).toEqual([undefined, ana.position, undefined, ana.position])
})
