import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Schemas } from '../../packages/client/src/schema.js'
import type { Health } from '../../src/http/answers/health.js'
import type { Explanation } from '../../src/search/explain.js'
import { reset } from '../support/chat-double.js'
import type { Fields, Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { body, halfAnAnswer, type Reply, silence, status, vectors } from '../support/openai-double.js'
import { type SearchingApp, startSearchingApp } from '../support/searching-app.js'

const FAULTS: readonly (readonly [what: string, reply: Reply])[] = [
  ['is broken', status(500)],
  ['is over its limit', status(429, { 'retry-after': '30' })],
  ['refuses the key', status(401)],
  ['hangs', silence],
  ['hangs in the middle of its answer', halfAnAnswer],
  ['ends the connection', reset],
  ['gives vectors of another length', vectors(4)],
  ['answers something else', body('<html>no</html>', 'text/html')],
]

describe.each(databasesFor(import.meta.url))('a search whose embedding server is away, on $name', (database) => {
  let service: SearchingApp
  const ana: Who = { user_id: 'ana' }
  const scout: Who = { user_id: 'ana', workspace_id: 'crew', agent_id: 'scout' }
  const ids: string[] = []
  beforeAll(async () => {
    service = await startSearchingApp(database, ['embedding'])
    for (const who of [ana, scout])
      for (const text of ['The violin has a new string.', 'Basil wants sun.', 'The ferry leaves at noon.'])
        ids.push(await service.client.keep(who, text))
  })
  afterAll(() => service.close())
  afterEach(async () => {
    service.well()
    await expect.poll(async () => (await search('search', ana)).degraded, { interval: 20 }).toBeUndefined()
  })

  const search = async (
    kind: 'search' | 'search/fast',
    who: Who,
    more: Fields = {},
  ): Promise<Schemas['SearchAnswer']> => {
    // Whatever is near in meaning would do: only what holds no word of the query is left out without a vector.
    const asked = { ...who, query: 'violin string', threshold: 0, trace: true, ...more }
    const answer = await service.app.ask<Schemas['SearchAnswer']>(`/v1/memories/${kind}`, asked)
    expect(answer.status).toBe(200)
    return answer.body
  }
  const now = () => new Date(Date.now() + 1000).toISOString()

  test.each(FAULTS)('one that %s: every search is answered by words, and says so', async (_, reply) => {
    expect((await search('search', ana)).count, 'with vectors everything is near enough').toBeGreaterThan(1)
    service.embedding.replies(reply)
    const answers = [
      await search('search', ana),
      await search('search/fast', ana),
      await search('search', scout),
      await search('search', ana, { as_of: now() }),
    ]
    for (const { memories, degraded, observability } of answers) {
      expect(memories.map(({ content }) => content)).toEqual(['The violin has a new string.'])
      expect(degraded).toEqual(['embedding'])
      const stages = observability?.retrieval.stages ?? []
      expect(stages.filter(({ skipped }) => skipped !== undefined)).toEqual([
        expect.objectContaining({ name: 'embed', count: 0, skipped: expect.stringMatching(/^embedding: /) }),
      ])
    }
    const { body: why } = await service.app.ask<Explanation>('/v1/memories/search/explain', {
      ...ana,
      query: 'violin string',
      memory_id: ids[1],
    })
    expect(why).toMatchObject({ returned: false, reason: 'no_match', degraded: ['embedding'] })
  })

  test('a query that no word answers finds nothing', async () => {
    service.embedding.replies(status(500))
    expect(await search('search', ana, { query: 'moped' })).toMatchObject({ count: 0, degraded: ['embedding'] })
  })

  test('nobody waits for a server that keeps failing, until one search tries it again', async () => {
    service.embedding.replies(silence)
    for (const _ of [1, 2, 3]) await search('search', ana)
    // On a slow machine the pause is over before the next search: that one fails again, and the one after it does not ask.
    const next = async () => {
      const before = service.embedding.received.length
      const { observability } = await search('search', ana)
      const embed = observability?.retrieval.stages.find(({ name }) => name === 'embed')
      return { asked: service.embedding.received.length - before, skipped: embed?.skipped }
    }
    await expect.poll(next, { interval: 1 }).toEqual({ asked: 0, skipped: 'embedding: paused after failures' })
    service.well()
    await expect.poll(async () => (await search('search', ana)).degraded, { interval: 20 }).toBeUndefined()
  })

  test('health and the log tell of it, once, without a word of the query, and of its end', async () => {
    const providers = async () => (await service.app.ask<Health>('/health')).body.providers
    expect(await providers()).toEqual([{ provider: 'embedding', status: 'ok', since: null, detail: null }])
    service.lines.length = 0
    service.embedding.replies(status(503))
    for (const _ of [1, 2, 3, 4]) await search('search', ana)
    const told = { provider: 'embedding', status: 'degraded', since: expect.any(String), detail: 'HTTP 503' }
    const { status: code, body: health } = await service.app.ask<Health>('/health')
    expect([code, health.status, health.providers]).toEqual([200, 'ok', [told]])
    service.well()
    await expect.poll(providers, { interval: 20 }).toEqual([told])
    await expect.poll(async () => (await search('search', ana)).degraded, { interval: 20 }).toBeUndefined()
    expect(await providers()).toEqual([expect.objectContaining({ status: 'ok', since: null })])
    const about = service.lines.filter(({ provider }) => provider === 'embedding')
    expect(about.filter(({ level }) => level === 'warn').length).toBeLessThanOrEqual(1)
    expect(about.at(-1)).toMatchObject({ msg: 'a provider answers searches again' })
    expect(JSON.stringify(service.lines)).not.toMatch(/violin/)
  })

  test('an ingest needs its vectors, and is refused until they are there', async () => {
    service.embedding.replies(status(401))
    const told = { ...ana, conversation: 'Ana: The oboe is sold.', source_site: 'chat' }
    expect((await service.app.ask('/v1/memories/ingest/quick', told)).status).toBe(502)
  })
})
