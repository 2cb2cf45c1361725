import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type ChatReply,
  cutOff,
  halfAnAnswer,
  isFiltered,
  refuses,
  reset,
  says,
  silence,
  status,
} from '../support/chat-double.js'
import { query } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { addsUp, type ModelApp, onlyAt, startModelApp } from '../support/model-app.js'
import { sensibleModel } from '../support/sensible-model.js'

type Episodes = { readonly episodes: readonly { readonly id: string }[] }

const BERLIN = [{ role: 'user', name: 'Ana', content: 'I live in Berlin.' }]
const LISBON = [{ role: 'user', name: 'Ana', content: 'I moved to Lisbon.' }]

const faults: readonly (readonly [string, ChatReply])[] = [
  ['no JSON', says('Sure! Here are the facts: {')],
  ['an empty answer', says('')],
  ['another schema', says('{"answer": 42}')],
  ['a list of nonsense', says('{"facts": [1, "two", null]}')],
  ['a refusal', refuses],
  ['a content filter', isFiltered],
  ['an answer that is cut off', cutOff('{"facts": [{"evidence": [{"turn": 1')],
  ['a wrong key', status(401)],
  ['no such model', status(404)],
  ['too many requests', status(429, { 'retry-after': '17' })],
  ['an error of the server', status(500)],
  ['a broken connection', reset],
  ['half an answer', halfAnAnswer],
  ['silence', silence],
]

describe.each(databasesFor(import.meta.url))('a language model that fails, on $name', (database) => {
  let model: ModelApp
  beforeAll(async () => {
    model = await startModelApp(database, { LLM_TIMEOUT_MS: '300' })
  })
  afterAll(() => model.close())
  afterEach(() => model.anew())

  test.each(faults)(
    'at extraction with %s: the turns are there, and the same request goes on',
    async (_name, reply) => {
      const who = model.someone()
      model.replies(onlyAt('extract', reply))
      const failed = await model.ask(who, BERLIN)
      expect([502, 503], JSON.stringify(failed.body)).toContain(failed.status)
      expect(await model.listed(who)).toEqual(['Ana: I live in Berlin.'])
      expect((await model.client.search(who, 'Where does Ana live?', { threshold: 0 })).count).toBe(1)
      model.anew()
      const told = await model.ingest(who, BERLIN)
      expect([told.factsExtracted, told.memoriesStored]).toEqual([2, 2])
      expect(model.tasks()).toEqual(['extract'])
    },
  )

  test('the wait that the provider asks for is passed on', async () => {
    model.replies(status(429, { 'retry-after': '17' }))
    const { headers } = await model.ask(model.someone(), BERLIN)
    expect(headers.get('Retry-After')).toBe('17')
  })

  test('after five failures it goes by rules', async () => {
    const who = model.someone()
    await model.ingest(who, BERLIN)
    model.replies(status(500))
    for (let i = 0; i < 5; i++) expect((await model.ask(who, LISBON)).status).toBe(503)
    model.double.received.length = 0
    const told = await model.ingest(who, LISBON)
    expect(model.tasks()).toEqual([])
    expect(await model.listed(who)).toContain('Ana: I moved to Lisbon.')
    const episode = await model.episode(who, told.episodeId)
    expect(episode.facts).toMatchObject({ state: 'derived', attempts: 5 })
    expect(episode.facts).toMatchObject({ fell_back: true })
    expect(told.none).toBe('by_rules')
  })

  /** Tokens that were read, as the double counts them. */
  const tokensRead = () =>
    model.double.received.reduce(
      (sum, { body }) => sum + Math.ceil(body.messages.reduce((all, { content }) => all + content.length, 0) / 4),
      0,
    )

  test('what answers cost that could not be used is told so far, and with the rest in the end', async () => {
    const who = model.someone()
    await model.ingest(who, BERLIN)
    model.double.received.length = 0
    model.replies(onlyAt('extract', says('Sure!')))
    expect((await model.ask(who, LISBON)).status).toBe(503)
    const [{ id } = { id: '' }] = (await model.app.ask<Episodes>(`/v1/memories/episodes?${query(who)}`)).body.episodes
    const soFar = [{ stage: 'extract', model: 'm-1', calls: 2, inputTokens: tokensRead(), cost: null }]
    expect((await model.episode(who, id)).facts).toMatchObject({ state: 'awaited', usage: soFar })
    model.replies(sensibleModel())
    const { usage } = await model.ingest(who, LISBON)
    expect(usage).toMatchObject([{ stage: 'extract', calls: 3 }])
    expect(usage?.reduce((sum, { inputTokens }) => sum + inputTokens, 0)).toBe(tokensRead())
    expect((await model.episode(who, id)).facts).toMatchObject({ usage })
  })

  test('no fact at all is said as such', async () => {
    model.replies(says('{"facts": []}'))
    const told = await model.ingest(model.someone(), BERLIN)
    expect([told.factsExtracted, told.none]).toEqual([1, 'nothing_found'])
  })
})

describe.each(databasesFor(import.meta.url))('a budget that is spent, on $name', (database) => {
  let model: ModelApp
  beforeAll(async () => {
    model = await startModelApp(database, { LLM_MAX_TOKENS_PER_INGEST: '1000' })
  })
  afterAll(() => model.close())

  test('goes by rules, is flagged, and nothing is asked', async () => {
    const who = model.someone()
    const { status: code, body } = await model.ask(who, BERLIN)
    expect(code).toBe(200)
    addsUp(body)
    expect([body.none, await model.listed(who)]).toEqual(['by_rules', ['Ana: I live in Berlin.']])
    expect(model.tasks()).toEqual([])
    expect((await model.episode(who, body.episodeId)).facts).toMatchObject({ fell_back: true })
  })

  test('counts what earlier attempts cost', async () => {
    const limited = await startModelApp(database, { LLM_MAX_TOKENS_PER_INGEST: '3000' })
    const who = limited.someone()
    limited.replies(says('Sure!'))
    expect((await limited.ask(who, BERLIN)).status).toBe(503)
    limited.anew()
    const told = await limited.ingest(who, BERLIN)
    await limited.close()
    expect([limited.tasks(), told.none]).toEqual([[], 'by_rules'])
    expect(told.usage).toMatchObject([{ stage: 'extract', calls: 2 }])
  })

  test('is no error of a preview either', async () => {
    const preview = await model.app.ask('/v1/memories/ingest/preview', {
      ...model.someone(),
      messages: BERLIN,
      source_site: 'chat',
    })
    expect(preview.status, JSON.stringify(preview.body)).toBe(200)
  })
})
