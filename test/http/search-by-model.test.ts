import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Schemas } from '../../packages/client/src/schema.js'
import type { Explanation } from '../../src/search/explain.js'
import { answers, type ChatReply, inputOf, refuses, says, silence, status, systemOf } from '../support/chat-double.js'
import type { Fields, Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { type SearchingApp, startSearchingApp } from '../support/searching-app.js'

type Asked = 'expand' | 'repair'
const OTHER: Readonly<Record<Asked, unknown>> = { expand: { words: [], dates: [] }, repair: { query: '' } }

/** A model that answers one of the two questions with this, and the other with nothing. */
const only = (asked: Asked, answer: unknown): ChatReply =>
  answers((request) => {
    const is: Asked = systemOf(request).includes('"instead"') ? 'expand' : 'repair'
    return is === asked ? answer : OTHER[is]
  })
const instead = (word: string, ...others: readonly unknown[]) =>
  only('expand', { words: [{ word, instead: others }], dates: [] })
const nothing = instead('')

describe.each(databasesFor(import.meta.url))('a full search with a language model, on $name', (database) => {
  let service: SearchingApp
  const ana: Who = { user_id: 'ana' }
  const ids = new Map<string, string>()
  const texts = {
    car: 'The Volvo estate is in the garage in Zagreb.',
    moon: 'We watched the landing on the neighbours’ television.',
    string: 'The violin has a new string.',
    basil: 'Basil wants sun.',
  }
  beforeAll(async () => {
    service = await startSearchingApp(database, ['model'], { SEARCH_EXPAND: 'true', SEARCH_REPAIR: 'true' })
    for (const [name, text] of Object.entries(texts))
      ids.set(name, await service.client.keep(ana, text, name === 'moon' ? { observed_at: '1969-07-20' } : {}))
  })
  afterAll(() => service.close())
  beforeEach(async () => {
    service.well(nothing)
    await expect.poll(async () => (await search('violin string')).degraded, { interval: 20 }).toBeUndefined()
    service.model.received.length = 0
    service.lines.length = 0
  })

  const search = async (query: string, more: Fields = {}, kind = 'search'): Promise<Schemas['SearchAnswer']> => {
    const asked = { ...ana, query, threshold: 1, trace: true, ...more }
    const { status: code, body } = await service.app.ask<Schemas['SearchAnswer']>(`/v1/memories/${kind}`, asked)
    expect(code).toBe(200)
    return body
  }
  const said = ({ memories }: Schemas['SearchAnswer']) => memories.map(({ content }) => content)
  const skipped = ({ observability }: Schemas['SearchAnswer']) =>
    Object.fromEntries(
      (observability?.retrieval.stages ?? []).flatMap(({ name, skipped: why }) =>
        why === undefined ? [] : [[name, why]],
      ),
    )

  test('other words that it gives for those of the query find what the query does not', async () => {
    const query = 'wheelbarrow with four doors'
    expect(said(await search(query))).toEqual([])
    service.model.replies(instead('wheelbarrow', 'Volvo', 'estate'))
    const answer = await search(query)
    expect(said(answer)).toEqual([texts.car])
    expect(answer.observability?.retrieval.scores[0]).toMatchObject({ lexical: 0, relatedTerms: expect.any(Number) })
    const asked = { ...ana, query, threshold: 1, memory_id: ids.get('car') }
    const { body: why } = await service.app.ask<Explanation>('/v1/memories/search/explain', asked)
    expect(why).toMatchObject({ returned: true, reason: 'returned' })
  })

  test('words for none of the query, and words without an end, find nothing', async () => {
    service.model.replies(instead('bicycle', 'Volvo'))
    expect(said(await search('wheelbarrow'))).toEqual([])
    const flood = Array.from({ length: 5000 }, (_, i) => `word${i}`)
    service.model.replies(instead('wheelbarrow', ...flood, 'Volvo'))
    expect(said(await search('wheelbarrow'))).toEqual([])
  })

  test('a date that it knows counts as one that the query names', async () => {
    const dated = async () =>
      (await search('landing violin')).observability?.retrieval.scores.map(({ date }) => date > 0)
    expect(await dated()).not.toContain(true)
    service.model.replies(only('expand', { words: [], dates: ['1969-07', 'July', '1969-99'] }))
    expect(await dated()).toContain(true)
  })

  test('where nothing fits well another wording is looked for once, and kept where it finds something better', async () => {
    const query = 'conveyance of the Scandinavian make'
    service.model.replies(only('repair', { query: 'Volvo estate in the garage' }))
    const answer = await search(query)
    expect(said(answer)).toEqual([texts.car])
    expect(skipped(answer)).toEqual({})
    expect(service.model.received.map(({ body }) => inputOf(body))).toEqual([
      { query, today: expect.any(String) },
      { query, today: expect.any(String) },
    ])
    const counts = new Map(answer.observability?.retrieval.stages.map(({ name, count }) => [name, count]))
    expect([counts.get('score'), counts.get('repair'), counts.get('read'), counts.get('lessons')]).toEqual([0, 1, 1, 0])
    const asked = { ...ana, query, threshold: 1, memory_id: ids.get('car') }
    const { body: why } = await service.app.ask<Explanation>('/v1/memories/search/explain', asked)
    expect(why).toMatchObject({ returned: true, rank: 1, stage: null })
  })

  test('otherwise everything stays as it was, and the trace says why', async () => {
    expect(skipped(await search('violin string'))).toEqual({ repair: 'the best hit is not weak' })
    for (const [wording, why] of [
      ['', 'no other wording'],
      ['of the wheelbarrow', 'no other wording'],
      ['hot air balloon', 'another wording found nothing better'],
    ]) {
      service.model.replies(only('repair', { query: wording }))
      const answer = await search('wheelbarrow')
      expect([said(answer), skipped(answer)]).toEqual([[], { repair: why }])
    }
  })

  test.each<[string, ChatReply]>([
    ['is broken', status(500)],
    ['hangs', silence],
    ['refuses', refuses],
    ['answers something else', says('I would rather not.')],
    ['answers another form', says('{"words": "none", "query": 7}')],
  ])('one that %s is left out, and everything else is as it was', async (_, reply) => {
    service.model.replies(reply)
    const answer = await search('violin string')
    expect([said(answer), answer.degraded]).toEqual([[texts.string], ['llm']])
    expect(skipped(answer)).toMatchObject({ expand: expect.stringMatching(/^llm: /) })
  })

  test('what it took is logged, and no word of what was asked; secrets are not sent', async () => {
    await search('violin string sk-proj-Zq8vT1xY7nB4mK2pL9rW3sD6fG0hJ5cV8aE1uI4o')
    const asked = service.lines.filter(({ msg }) => msg === 'a search asked the language model')
    expect(asked).toEqual([
      expect.objectContaining({ prompt: 'query-expansion-1', calls: 1, inputTokens: expect.any(Number) }),
    ])
    expect(JSON.stringify(service.lines)).not.toMatch(/violin/)
    expect(JSON.stringify(service.model.received.map(({ body }) => body))).not.toContain('Zq8vT1xY7nB4mK2pL9rW3')
  })

  test('fast search never asks it', async () => {
    await search('wheelbarrow', {}, 'search/fast')
    expect(service.model.received).toEqual([])
  })
})
