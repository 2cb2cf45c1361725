import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Schemas } from '../../packages/client/src/schema.js'
import type { Health } from '../../src/http/answers/health.js'
import type { Explanation } from '../../src/search/explain.js'
import type { Fields, Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { body, halfAnAnswer, send, silence, status } from '../support/openai-double.js'
import { type RerankReply, ranks, type SearchingApp, startSearchingApp } from '../support/searching-app.js'

const json = (answer: unknown): RerankReply => body(JSON.stringify(answer))
const results = (...items: readonly (readonly [index: unknown, relevance_score: unknown])[]): RerankReply =>
  json({ results: items.map(([index, relevance_score]) => ({ index, relevance_score })) })

const FAULTS: readonly (readonly [what: string, reply: RerankReply])[] = [
  ['is broken', status(500)],
  ['hangs', silence],
  ['hangs in the middle of its answer', halfAnAnswer],
  ['names a document twice', results([0, 0.9], [0, 0.8], [1, 0.1])],
  ['names a document that it was not given', results([0, 0.9], [1, 0.8], [3, 0.1])],
  ['leaves one out', results([0, 0.9], [1, 0.8])],
  ['gives one no number', results([0, 0.9], [1, 0.8], [2, null])],
  ['gives one a number without an end', body('{"results":[{"index":0,"relevance_score":1e999}]}')],
  ['answers something else', body('<html>no</html>', 'text/html')],
  ['has no end of words', json({ results: [], more: 'x'.repeat(5 * 2 ** 20) })],
]

describe.each(databasesFor(import.meta.url))('a full search with a reranker, on $name', (database) => {
  let service: SearchingApp
  const ana: Who = { user_id: 'ana' }
  const texts = ['The violin has a new string.', 'A violin string costs ten euros.', 'Strings of a violin go flat.']
  const ids: string[] = []
  beforeAll(async () => {
    service = await startSearchingApp(database, ['reranker'], {
      ...{ RERANK_CANDIDATES: '3', SEARCH_PROVIDER_PAUSE_MS: '10' },
    })
    for (const text of texts) ids.push(await service.client.keep(ana, text))
  })
  afterAll(() => service.close())
  beforeEach(async () => {
    service.well()
    await expect.poll(async () => (await search()).degraded, { interval: 20 }).toBeUndefined()
    service.reranker.received.length = 0
  })

  const search = async (more: Fields = {}, kind = 'search'): Promise<Schemas['SearchAnswer']> => {
    const asked = { ...ana, query: 'violin string', trace: true, ...more }
    const { status: code, body: answer } = await service.app.ask<Schemas['SearchAnswer']>(`/v1/memories/${kind}`, asked)
    expect(code).toBe(200)
    return answer
  }
  const said = ({ memories }: Schemas['SearchAnswer']) => memories.map(({ content }) => content)
  const inOrder = (memories: readonly Schemas['FoundMemory'][]) => {
    const scores = memories.map(({ score }) => score)
    expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  }

  test('what it finds relevant comes first, and the trace tells by how much that moved it', async () => {
    service.reranker.replies(ranks((text) => (text.includes('flat') ? 0.97 : 0.01)))
    const answer = await search()
    expect(said(answer)[0]).toBe(texts[2])
    inOrder(answer.memories)
    const { stages = [], scores = [] } = answer.observability?.retrieval ?? {}
    expect(stages.map(({ name }) => name)).toContain('rerank')
    expect(scores[0]?.rerank).toBeGreaterThan(0)
    expect(scores.at(-1)?.rerank).toBeLessThan(0)
    const [{ path, headers, body: sent } = { path: '', headers: {}, body: {} }] = service.reranker.received
    expect([path, headers.authorization]).toEqual(['/v1/rerank', 'Bearer test-key'])
    expect(sent).toEqual({ model: 'cross-1', query: 'violin string', documents: expect.any(Array), top_n: 3 })
    const { body: why } = await service.app.ask<Explanation>('/v1/memories/search/explain', {
      ...{ ...ana, query: 'violin string', memory_id: ids[2] },
    })
    expect(why).toMatchObject({ returned: true, rank: 1, score: { rerank: scores[0]?.rerank } })
  })

  test('fast search never asks it', async () => {
    const { observability } = await search({}, 'search/fast')
    expect(observability?.retrieval.stages.map(({ name }) => name)).not.toContain('rerank')
    expect(service.reranker.received).toEqual([])
  })

  test.each(FAULTS)('one that %s is left out, and the answer is that of the built-in score', async (_, reply) => {
    service.reranker.replies(ranks(() => 0))
    const usual = said(await search())
    service.reranker.replies(reply)
    const answer = await search()
    expect([said(answer), answer.degraded]).toEqual([usual, ['reranker']])
    const stage = answer.observability?.retrieval.stages.find(({ name }) => name === 'rerank')
    expect(stage).toMatchObject({ count: 3, skipped: expect.stringMatching(/^reranker: /) })
    const { providers } = (await service.app.ask<Health>('/health')).body
    expect(providers).toEqual([expect.objectContaining({ provider: 'reranker', status: 'degraded' })])
  })

  test('it reads what the caller may see and nothing else, cut to a length', async () => {
    const [scout, painter] = ['scout', 'painter'].map((agent_id) => ({ ...ana, workspace_id: 'crew', agent_id }))
    const own = { visibility: 'agent_only' }
    await service.client.keep(scout ?? ana, 'A violin string of mine is hidden.', own)
    await service.client.keep(painter ?? ana, `The violin string is ${'very '.repeat(1000)}long.`)
    await search({ ...painter })
    const [[sent = '', ...others] = []] = service.reranker.received.map(({ body: { documents } }) => documents)
    expect([sent.length, others]).toEqual([2000, []])
  })

  test('whatever it answers, the same memories come, best first, each with a score from 0 to 1', async () => {
    const anything = fc.oneof(
      { weight: 3, arbitrary: fc.double() },
      { weight: 2, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
      fc.jsonValue(),
    )
    const finite = fc.double({ noNaN: true, noDefaultInfinity: true })
    const item = fc.record({ index: fc.oneof({ weight: 4, arbitrary: fc.nat(2) }, fc.jsonValue()), score: anything })
    const list = fc.oneof(
      fc.array(item, { maxLength: 5 }),
      fc
        .tuple(anything, anything, anything)
        .map((all) => all.map((score, index) => ({ index, relevance_score: score }))),
    )
    const answers = fc.oneof(
      list,
      list.map((found) => ({ results: found })),
      fc.tuple(finite, finite, finite).map((all) => all.map((score, index) => ({ index, score }))),
      fc.jsonValue(),
    )
    const usual = said(await search()).toSorted()
    await fc.assert(
      fc.asyncProperty(answers, async (given) => {
        service.reranker.replies(json(given))
        const answer = await search()
        expect(said(answer).toSorted()).toEqual(usual)
        inOrder(answer.memories)
      }),
      { numRuns: process.env.SOAK ? 1000 : 25 },
    )
  })

  test('logits, and the answers of a server that calls documents texts', async () => {
    const logit = (text: string) => (text.includes('euros') ? 4.2 : -7.5)
    service.reranker.replies(({ body: { texts: given } }, response) =>
      given === undefined
        ? send(response, 422, 'Failed to deserialize the JSON body: missing field `texts` at line 1 column 60')
        : send(response, 200, JSON.stringify(given.map((text, index) => ({ index, score: logit(text) })))),
    )
    for (const _ of [1, 2]) {
      const answer = await search()
      expect(answer.degraded).toBeUndefined()
      expect(said(answer)[0]).toBe(texts[1])
      inOrder(answer.memories)
    }
    expect(service.reranker.received.map(({ body: sent }) => 'texts' in sent)).toEqual([false, true, true])
  })
})
