import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Variables } from '../../src/config/config.js'
import { startApp } from '../support/app.js'
import { clientOf, type Fields } from '../support/client.js'
import { databases, type TestDatabase } from '../support/database.js'
import { openAiDouble, type Reply, status, vectors } from '../support/openai-double.js'

const anna = { user_id: 'anna' }
const told = { ...anna, conversation: 'Anna: The violin has a new string.', source_site: 'chat' }
const settings = (baseURL: string, more: Variables = {}): Variables => ({
  EMBEDDING_PROVIDER: 'openai',
  EMBEDDING_API_URL: baseURL,
  EMBEDDING_API_KEY: 'test-key',
  EMBEDDING_MODEL: 'model-one',
  EMBEDDING_DIMENSIONS: '8',
  ...more,
})

describe.each(databases.slice(-1))('with embeddings from a server', ({ open }) => {
  let kept: Awaited<ReturnType<TestDatabase['open']>>
  let database: Pick<TestDatabase, 'open'>
  beforeEach(async () => {
    kept = await open()
    database = { open: async () => ({ ...kept, close: async () => {} }) }
  })
  afterEach(() => kept.close())

  const withServer = async (replies: readonly [Reply, ...Reply[]], work: (baseURL: string) => Promise<void>) => {
    const double = await openAiDouble(...replies)
    try {
      await work(double.baseURL)
    } finally {
      await double.close()
    }
  }

  test('a server that fails to the end: try again later, and nothing has been written', () =>
    withServer([status(500), status(500), status(500), status(500), vectors(8)], async (baseURL) => {
      const app = await startApp(database, settings(baseURL))
      const before = (await clientOf(app).log()).length
      const refused = await app.ask<Fields>('/v1/memories/ingest/quick', told)
      expect(refused.status).toBe(503)
      expect(refused.headers.get('Retry-After')).toMatch(/^\d+$/)
      expect(refused.body).toEqual({ error: expect.any(String), detail: 'HTTP 500', retryable: true })
      expect(await clientOf(app).log()).toHaveLength(before)
      expect((await clientOf(app).list(anna)).total).toBe(0)
      const again = await app.ask<Fields>('/v1/memories/ingest/quick', told)
      expect(again.body).toMatchObject({ memoriesStored: 1 })
      await app.close()
    }))

  test('a server that refuses our key: no retry, and nothing has been written', () =>
    withServer([status(401, {}, { code: 'invalid_api_key', message: 'bad key test-key' })], async (baseURL) => {
      const app = await startApp(database, settings(baseURL))
      const before = (await clientOf(app).log()).length
      for (const path of ['/v1/memories/ingest', '/v1/memories/ingest/quick']) {
        const refused = await app.ask<Fields>(path, told)
        expect(refused.status).toBe(502)
        expect(refused.body).toEqual({ error: expect.any(String), detail: 'HTTP 401 (invalid_api_key)' })
        expect(JSON.stringify(refused.body)).not.toContain('test-key')
      }
      expect(await clientOf(app).log()).toHaveLength(before)
      await app.close()
    }))

  test('a turn that was ingested before is not sent to the server again', async () => {
    const double = await openAiDouble(vectors(8))
    const app = await startApp(database, settings(double.baseURL))
    const client = clientOf(app)
    const lines = ['The violin has a new string.', 'The bow is in the attic.', 'The lesson is on Monday.']
    await client.tell(anna, lines.slice(0, 2).join('\n\n'), { session_id: 'one' })
    const before = double.received.length
    const again = await client.tell(anna, lines.join('\n\n'), { session_id: 'one' })
    expect(again).toMatchObject({ memoriesStored: 1, duplicates: 0 })
    expect(double.received.slice(before).map(({ body }) => body.input)).toEqual([[lines[2]]])
    await app.close()
    await double.close()
  })

  test('another model, other dimensions and the built-in model are refused at the start, with what to put back', () =>
    withServer([vectors(8)], async (baseURL) => {
      const app = await startApp(database, settings(baseURL))
      await clientOf(app).tell(anna, told.conversation)
      await app.close()
      const changed: readonly Variables[] = [
        settings(baseURL, { EMBEDDING_MODEL: 'model-two' }),
        settings(baseURL, { EMBEDDING_DIMENSIONS: '16' }),
        { EMBEDDING_PROVIDER: 'builtin' },
      ]
      for (const variables of changed) {
        const refused = startApp(database, variables)
        await expect(refused).rejects.toThrow('palimpsest reembed')
        await expect(refused).rejects.toThrow(
          'EMBEDDING_PROVIDER=openai EMBEDDING_MODEL=model-one EMBEDDING_DIMENSIONS=8',
        )
      }
      const again = await startApp(database, settings(baseURL))
      expect((await clientOf(again).list(anna)).total).toBe(1)
      await again.close()
    }))
})
