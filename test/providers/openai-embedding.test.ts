import { describe, expect, test, vi } from 'vitest'
import * as double from '../support/openai-double.js'
import { expectVector, KEY, provider, SIZE, server } from './openai-setup.js'

describe('a server that answers', () => {
  test('gives unit vectors in the order of the texts', async () => {
    const { baseURL, received } = await server(double.vectors(SIZE))
    const found = await provider(baseURL).embed(['one', 'two'])
    expectVector(found[0], 'one')
    expectVector(found[1], 'two')
    expect(received).toHaveLength(1)
    expect(received[0]?.path).toBe('/v1/embeddings')
    expect(received[0]?.headers.authorization).toBe(`Bearer ${KEY}`)
  })

  test('may shuffle its answer, as long as it says which is which', async () => {
    const { baseURL } = await server(double.vectors(SIZE, (items) => items.toReversed()))
    const found = await provider(baseURL).embed(['one', 'two', 'three'])
    ;['one', 'two', 'three'].forEach((text, i) => {
      expectVector(found[i], text)
    })
  })

  test('may leave the index out', async () => {
    const { baseURL } = await server(double.vectors(SIZE, (items) => items.map(({ embedding }) => ({ embedding }))))
    const found = await provider(baseURL).embed(['one', 'two'])
    expectVector(found[1], 'two')
  })

  test('may send plain numbers although base64 was asked for', async () => {
    const { baseURL } = await server(double.plainNumbers(SIZE))
    const found = await provider(baseURL).embed(['one', 'two'])
    expectVector(found[1], 'two')
  })

  test('is not asked about texts of nothing but white space', async () => {
    const { baseURL, received } = await server(double.vectors(SIZE))
    const found = await provider(baseURL).embed(['', 'word', ' \n\t'])
    expect([found[0], found[2]]).toEqual([null, null])
    expectVector(found[1], 'word')
    expect(received.map(({ body }) => body.input)).toEqual([['word']])
    expect(await provider(baseURL).embed(['', ' '])).toEqual([null, null])
    expect(await provider(baseURL).embed([])).toEqual([])
    expect(received).toHaveLength(1)
  })

  test('a vector of zeros is no vector', async () => {
    const { baseURL } = await server(double.vectors(SIZE, () => [{ index: 0, embedding: Array(SIZE).fill(0) }]))
    expect(await provider(baseURL).embed(['word'])).toEqual([null])
  })

  test('needs no key; then none is sent, not even one from the environment', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'sk-not-for-this-server')
    const { baseURL, received } = await server(double.vectors(SIZE))
    await provider(baseURL, { apiKey: undefined }).embed(['word'])
    expect(received[0]?.headers.authorization).toBeUndefined()
  })

  test('is asked for a number of dimensions only where that is known to work, or wished', async () => {
    const { baseURL, received } = await server(double.vectors(SIZE))
    await provider(baseURL).embed(['a'])
    await provider(baseURL, { model: 'text-embedding-3-small' }).embed(['b'])
    await provider(baseURL, { sendDimensions: true }).embed(['c'])
    expect(received.map(({ body }) => body.dimensions)).toEqual([undefined, SIZE, SIZE])
  })

  test('gets large lists in batches, only so many at once', async () => {
    const { baseURL, received, load } = await server(double.later(10, double.vectors(SIZE)))
    const texts = Array.from({ length: 25 }, (_, i) => `text ${i}`)
    const found = await provider(baseURL, { batchSize: 3, concurrentBatches: 2 }).embed(texts)
    texts.forEach((text, i) => {
      expectVector(found[i], text)
    })
    expect(received).toHaveLength(9)
    expect(load.most).toBe(2)
  })
})
