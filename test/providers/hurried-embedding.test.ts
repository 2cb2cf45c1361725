import { expect, test } from 'vitest'
import { silence, status, vectors } from '../support/openai-double.js'
import { expectVector, provider, SIZE, server } from './openai-setup.js'

test('who waits for a vector does not queue behind those who do not', async () => {
  const { baseURL, received } = await server(silence, vectors(SIZE))
  const { embed } = provider(baseURL, { concurrentBatches: 1, maxRetries: 0, timeoutMs: 500 })
  const ingest = embed(['a long text']).catch((error: unknown) => error)
  await expect.poll(() => received.length, { interval: 5 }).toBe(1)
  const [vector] = await embed(['a query'], undefined, new AbortController().signal)
  expectVector(vector, 'a query')
  expect(await ingest).toMatchObject({ detail: 'timed out' })
})

test('and leaves when the time is up, so that the connection is free', async () => {
  const { baseURL, load } = await server(silence)
  const ending = new AbortController()
  const asked = provider(baseURL).embed(['a query'], undefined, ending.signal)
  asked.catch(() => {})
  await expect.poll(() => load.now, { interval: 5 }).toBe(1)
  ending.abort()
  await expect(asked).rejects.toThrow()
  await expect.poll(() => load.now, { interval: 5 }).toBe(0)
})

test('a server that asks for a longer wait is not waited for', async () => {
  const { baseURL, received } = await server(status(429, { 'retry-after': '5' }), vectors(SIZE))
  const asked = provider(baseURL).embed(['a query'], undefined, new AbortController().signal)
  await expect(asked).rejects.toMatchObject({ name: 'ProviderUnavailable', detail: 'HTTP 429' })
  expect(received).toHaveLength(1)
})
