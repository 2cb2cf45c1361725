import { describe, expect, test } from 'vitest'
import { ProviderRejected, ProviderUnavailable } from '../../src/providers/errors.js'
import * as chat from '../support/chat-double.js'
import { stoppedTimeouts } from '../support/stopped-timeouts.js'
import { asking, failureOf, KEY, LISBON, modelAt, server } from './a-chat-model.js'

describe('a chat server in trouble', () => {
  test('is asked again after the wait that it wishes', async () => {
    const { baseURL, received } = await server(
      chat.status(429, { 'retry-after-ms': '60' }),
      chat.status(500),
      chat.reset,
      chat.says(LISBON),
    )
    const { usage } = await modelAt(baseURL).complete(asking())
    expect(usage.calls).toBe(1)
    expect(received).toHaveLength(4)
    expect((received[1]?.at ?? 0) - (received[0]?.at ?? 0)).toBeGreaterThanOrEqual(55)
  })

  test('that asks for too long a wait is not waited for', async () => {
    const { baseURL, received } = await server(chat.status(429, { 'retry-after': '120' }))
    const failure = await failureOf(modelAt(baseURL).complete(asking()))
    expect(failure).toBeInstanceOf(ProviderUnavailable)
    expect(failure).toMatchObject({ provider: 'llm', retryAfterSeconds: 120, detail: 'HTTP 429' })
    expect(received).toHaveLength(1)
  })

  test.each([
    ['an error for ever', chat.status(503), 'HTTP 503'],
    ['malformed JSON', chat.body('{"choices": [{"mess'), 'malformed answer'],
    ['an error under status 200', chat.body('{"error": {"message": "busy"}}'), 'malformed answer'],
    ['no choice', chat.body('{"choices": []}'), 'malformed answer'],
    ['an endless answer', chat.body(`{"choices": "${'x'.repeat(9 * 2 ** 20)}"}`), 'malformed answer'],
    ['a connection that ends at once', chat.reset, 'connection failed (UND_ERR_SOCKET)'],
  ])('%s: unavailable, after every retry', async (_name, reply, detail) => {
    const { baseURL, received } = await server(reply)
    const failure = await failureOf(modelAt(baseURL, { maxRetries: 2 }).complete(asking()))
    expect(failure).toMatchObject({ name: 'ProviderUnavailable', detail, provider: 'llm' })
    expect(received).toHaveLength(3)
  })

  test.each([
    ['silence', chat.silence],
    ['half an answer', chat.halfAnAnswer],
  ])('%s is cut off, each time that it is asked', async (_name, reply) => {
    const { baseURL, received } = await server(reply)
    const timeUp = stoppedTimeouts()
    const failure = failureOf(modelAt(baseURL, { maxRetries: 1, timeoutMs: 60_000 }).complete(asking()))
    for (const requests of [1, 2]) {
      await expect.poll(() => received.length).toBe(requests)
      timeUp()
    }
    expect(await failure).toMatchObject({ name: 'ProviderUnavailable', detail: 'timed out' })
    expect(received).toHaveLength(2)
  })

  test.each([401, 403, 404, 422])('%i is not asked again without end', async (code) => {
    const error = { message: `Incorrect API key ${KEY} for "my secret text"`, code: 'invalid_api_key', param: KEY }
    const { baseURL, received } = await server(chat.status(code, {}, error))
    const failure = await failureOf(modelAt(baseURL).complete(asking()))
    expect(failure).toBeInstanceOf(ProviderRejected)
    expect(failure.message).toBe(`llm provider rejected: HTTP ${code} (invalid_api_key)`)
    expect(`${failure.stack} ${JSON.stringify(failure)}`).not.toMatch(/secret|Secret/)
    expect(received.length).toBeLessThanOrEqual(6)
  })

  test('an address or a key of impossible form is refused when the model is made', () => {
    expect(() => modelAt('ftp://example.com')).toThrow(ProviderRejected)
    expect(() => modelAt('http://localhost/v1', { apiKey: 'two\nlines' })).toThrow(ProviderRejected)
  })
})

describe('a caller who gives up', () => {
  test('is let go at once, while the call hangs', async () => {
    const { baseURL } = await server(chat.silence)
    const stop = new AbortController()
    const work = failureOf(modelAt(baseURL).complete(asking({ signal: stop.signal })))
    stop.abort(new Error('enough'))
    expect((await work).message).toBe('enough')
  })

  test('is let go while others have their turn, and frees the turn', async () => {
    const { baseURL, received } = await server(chat.later(50, chat.says(LISBON)))
    const { complete } = modelAt(baseURL, { concurrentCalls: 1 })
    const first = complete(asking())
    const stop = new AbortController()
    const work = failureOf(complete(asking({ signal: stop.signal })))
    stop.abort(new Error('enough'))
    expect((await work).message).toBe('enough')
    await first
    await complete(asking())
    expect(received).toHaveLength(2)
  })
})
