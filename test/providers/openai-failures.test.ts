import { describe, expect, test } from 'vitest'
import { ProviderRejected, ProviderUnavailable } from '../../src/providers/errors.js'
import * as double from '../support/openai-double.js'
import { stoppedTimeouts } from '../support/stopped-timeouts.js'
import { expectVector, KEY, provider, SIZE, server } from './openai-setup.js'

const failureOf = async (work: Promise<unknown>): Promise<Error> => {
  const outcome = await work.then(
    () => new Error('it did not fail'),
    (error: unknown) => error,
  )
  return outcome instanceof Error ? outcome : new Error('it threw something else')
}

describe('a server in trouble', () => {
  test('is asked again after the wait that it wishes', async () => {
    const { baseURL, received } = await server(
      double.status(429, { 'retry-after-ms': '60' }),
      double.status(503),
      double.vectors(SIZE),
    )
    const found = await provider(baseURL).embed(['word'])
    expectVector(found[0], 'word')
    expect(received).toHaveLength(3)
    expect((received[1]?.at ?? 0) - (received[0]?.at ?? 0)).toBeGreaterThanOrEqual(55)
  })

  test('that asks for too long a wait is not waited for', async () => {
    const { baseURL, received } = await server(double.status(429, { 'retry-after': '120' }))
    const failure = await failureOf(provider(baseURL).embed(['word']))
    expect(failure).toBeInstanceOf(ProviderUnavailable)
    expect(failure).toMatchObject({ retryAfterSeconds: 120, detail: 'HTTP 429' })
    expect(received).toHaveLength(1)
  })

  test.each([
    ['an error for ever', double.status(500), 'HTTP 500'],
    ['malformed JSON', double.body('{"data": [{"ind'), 'malformed answer'],
    ['a page of HTML', double.body('<html></html>', 'text/html'), 'malformed answer'],
    ['an error under status 200', double.body('{"error": {"message": "busy"}}'), 'malformed answer'],
    ['nothing', double.body(''), 'malformed answer'],
  ])('%s: unavailable, after every retry', async (_name, reply, detail) => {
    const { baseURL, received } = await server(reply)
    const failure = await failureOf(provider(baseURL, { maxRetries: 2 }).embed(['word']))
    expect(failure).toBeInstanceOf(ProviderUnavailable)
    expect(failure).toMatchObject({ detail, provider: 'embedding', retryAfterSeconds: 5 })
    expect(received).toHaveLength(3)
  })

  test.each([
    ['silence', double.silence],
    ['half an answer', double.halfAnAnswer],
  ])('%s is cut off, each time that it is asked', async (_name, reply) => {
    const { baseURL, received } = await server(reply)
    const timeUp = stoppedTimeouts()
    const failure = failureOf(provider(baseURL, { maxRetries: 1, timeoutMs: 60_000 }).embed(['word']))
    for (const requests of [1, 2]) {
      await expect.poll(() => received.length).toBe(requests)
      timeUp()
    }
    expect(await failure).toMatchObject({ name: 'ProviderUnavailable', detail: 'timed out' })
    expect(received).toHaveLength(2)
  })

  test('a connection that breaks off is tried again', async () => {
    const { baseURL } = await server(double.brokenOff, double.vectors(SIZE))
    const found = await provider(baseURL).embed(['word'])
    expectVector(found[0], 'word')
  })

  test('a server that is not there is unavailable', async () => {
    const gone = await double.openAiDouble(double.silence)
    await gone.close()
    const failure = await failureOf(provider(gone.baseURL).embed(['word']))
    expect(failure).toMatchObject({ name: 'ProviderUnavailable', detail: 'connection failed (ECONNREFUSED)' })
  })
})

describe('a server that refuses', () => {
  test.each([400, 401, 403, 404, 413, 422])('with %i is not asked again', async (code) => {
    const { baseURL, received } = await server(double.status(code))
    const failure = await failureOf(provider(baseURL).embed(['word']))
    expect(failure).toBeInstanceOf(ProviderRejected)
    expect(failure.message).toContain(`HTTP ${code}`)
    expect(received).toHaveLength(1)
  })

  test('is not quoted: neither the key nor the text reaches the error', async () => {
    const error = { message: `Incorrect API key ${KEY} for "my secret text"`, code: 'invalid_api_key', param: KEY }
    const { baseURL } = await server(double.status(401, {}, error))
    const failure = await failureOf(provider(baseURL).embed(['my secret text']))
    const everything = `${failure.message} ${failure.stack} ${JSON.stringify(failure)} ${String(failure.cause)}`
    expect(failure.message).toBe('embedding provider rejected: HTTP 401 (invalid_api_key)')
    expect(everything).not.toContain(KEY)
    expect(everything).not.toContain('my secret text')
  })

  test('stops the other batches of the same call', async () => {
    const { baseURL, received } = await server(double.status(401), double.vectors(SIZE))
    const embedding = provider(baseURL, { batchSize: 1, concurrentBatches: 1 })
    await failureOf(embedding.embed(['a', 'b', 'c', 'd']))
    // Waits in the same queue: had the others been sent, they would have come first.
    await embedding.embed(['e'])
    expect(received.map(({ body }) => body.input)).toEqual([['a'], ['e']])
  })

  test('leaves the provider usable for the next call', async () => {
    const { baseURL } = await server(double.status(401), double.vectors(SIZE))
    const embedding = provider(baseURL, { concurrentBatches: 1 })
    await failureOf(embedding.embed(['a']))
    expectVector((await embedding.embed(['b']))[0], 'b')
  })
})

describe('an answer that cannot be used is refused at once', () => {
  test.each([
    ['other dimensions', double.vectors(SIZE + 1)],
    ['a vector too few', double.vectors(SIZE, (items) => items.slice(1))],
    ['one index twice', double.vectors(SIZE, (items) => items.map((item) => ({ ...item, index: 0 })))],
    [
      'null for a number',
      double.vectors(SIZE, (items) => items.map((i) => ({ ...i, embedding: Array(SIZE).fill(null) }))),
    ],
    [
      'a NaN',
      double.vectors(SIZE, (items) =>
        items.map((i) => ({ ...i, embedding: double.base64(Array(SIZE).fill(Number.NaN)) })),
      ),
    ],
  ])('%s', async (_name, reply) => {
    const { baseURL, received } = await server(reply)
    const failure = await failureOf(provider(baseURL).embed(['a', 'b']))
    expect(failure).toBeInstanceOf(ProviderRejected)
    expect(failure.message).toContain('EMBEDDING_DIMENSIONS (8)')
    expect(received).toHaveLength(1)
  })
})

test.each([
  ['ftp://example.com', KEY],
  ['nonsense', KEY],
  ['http://localhost/v1', 'two\nlines'],
])('an address or a key of impossible form is refused when the provider is made', (baseURL, apiKey) => {
  expect(() => provider(baseURL, { apiKey })).toThrow(ProviderRejected)
})
