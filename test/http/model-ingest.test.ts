import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { IngestResult } from '../../src/commands/ingest/context.js'
import { type RunningApp, startApp } from '../support/app.js'
import { type ChatReply, type ChatRequest, chatDouble, inputOf, status } from '../support/chat-double.js'
import { type Client, clientOf, type Fields, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { sensibleModel } from '../support/sensible-model.js'

const counted = ({
  factsExtracted,
  memoriesStored,
  memoriesUpdated,
  memoriesDeleted,
  memoriesSkipped,
}: IngestResult) => [factsExtracted, memoriesStored, memoriesUpdated, memoriesDeleted, memoriesSkipped]

const BERLIN = [
  { role: 'user', name: 'Ana', content: 'I live in Berlin.' },
  { role: 'assistant', content: 'Berlin is lovely in spring.' },
]
const LISBON = [{ role: 'user', name: 'Ana', content: 'I moved to Lisbon.' }]

const taskOf = (request: ChatRequest): string => String(Object(inputOf(request)).task)

describe.each(databasesFor(import.meta.url))('full ingest with a language model, on $name', (database) => {
  let app: RunningApp
  let client: Client
  let double: Awaited<ReturnType<typeof chatDouble>>
  let reply: ChatReply = sensibleModel()
  let users = 0
  beforeAll(async () => {
    double = await chatDouble((received, response) => reply(received, response))
    app = await startApp(database, {
      LLM_PROVIDER: 'openai',
      LLM_API_URL: double.baseURL,
      LLM_MODEL: 'm-1',
      LLM_MAX_RETRIES: '0',
      LLM_PRICE_INPUT: '1',
      LLM_PRICE_OUTPUT: '2',
    })
    client = clientOf(app)
  })
  afterAll(async () => {
    await app.close()
    await double.close()
  })
  afterEach(() => {
    reply = sensibleModel()
    double.received.length = 0
  })
  const someone = (): Who => ({ user_id: `user ${users++}` })
  const ask = (who: Who, messages: readonly object[], more: Fields = {}) =>
    app.ask<IngestResult>('/v1/memories/ingest', { ...who, messages, source_site: 'chat', ...more })
  const ingest = async (who: Who, messages: readonly object[], more: Fields = {}): Promise<IngestResult> => {
    const { status, body } = await ask(who, messages, more)
    expect(status, JSON.stringify(body)).toBe(200)
    const [all, ...outcomes] = counted(body)
    expect(
      outcomes.reduce((sum = 0, count = 0) => sum + count, 0),
      'the counts add up',
    ).toBe(all)
    return body
  }
  const listed = async (who: Who) => (await client.list(who)).memories.map(({ content }) => content).sort()
  const tasks = () => double.received.map(({ body }) => taskOf(body))

  test('turns stay memories, and facts stand beside them; what it took is told', async () => {
    const who = someone()
    const told = await ingest(who, BERLIN)
    expect(counted(told)).toEqual([3, 3, 0, 0, 0])
    expect(told.usage).toMatchObject([{ stage: 'extract', model: 'm-1', calls: 1, cost: expect.any(Number) }])
    expect(told.none).toBeNull()
    expect(await listed(who)).toEqual([
      'Ana lives in Berlin.',
      'Ana: I live in Berlin.',
      expect.stringContaining('lovely'),
    ])
    expect(tasks()).toEqual(['extract'])
  })

  test('a new value takes the place of the fact, never of what was said', async () => {
    const who = someone()
    await ingest(who, BERLIN)
    double.received.length = 0
    const told = await ingest(who, LISBON)
    expect(tasks()).toEqual(['extract', 'judge'])
    expect(counted(told)).toEqual([2, 1, 1, 0, 0])
    expect(told.outcomes?.filter(({ outcome }) => outcome === 'updated')).toMatchObject([
      { reason: 'new_value', replaces: [expect.any(String)] },
    ])
    expect(await listed(who)).toEqual([
      'Ana lives in Lisbon.',
      'Ana: I live in Berlin.',
      'Ana: I moved to Lisbon.',
      expect.stringContaining('lovely'),
    ])
  })

  test('a transcript that is sent again is known, and nothing is asked', async () => {
    const who = someone()
    await ingest(who, BERLIN)
    double.received.length = 0
    const again = await ingest(who, BERLIN)
    expect([counted(again), again.knownTurns]).toEqual([[0, 0, 0, 0, 0], 2])
    expect(tasks()).toEqual([])
  })

  test('a failure of the model answers 503, keeps the turns, and the same request goes on', async () => {
    const who = someone()
    reply = status(500)
    const failed = await ask(who, BERLIN)
    expect([failed.status, failed.body]).toMatchObject([503, { retryable: true }])
    expect(await listed(who)).toHaveLength(2)
    reply = sensibleModel()
    const told = await ingest(who, BERLIN)
    expect([counted(told), told.knownTurns]).toEqual([[3, 3, 0, 0, 0], 0])
    expect(await listed(who)).toHaveLength(3)
  })

  test('what was extracted is not paid for again when judging fails', async () => {
    const who = someone()
    await ingest(who, BERLIN)
    reply = (received, response) =>
      (taskOf(received.body) === 'judge' ? status(500) : sensibleModel())(received as never, response)
    expect((await ask(who, LISBON)).status).toBe(503)
    double.received.length = 0
    reply = sensibleModel()
    expect(counted(await ingest(who, LISBON))).toEqual([2, 1, 1, 0, 0])
    expect(tasks()).toEqual(['judge'])
  })

  test('after five failures it goes by rules, and says so', async () => {
    const who = someone()
    reply = status(500)
    for (let i = 0; i < 5; i++) expect((await ask(who, BERLIN)).status).toBe(503)
    const told = await ingest(who, BERLIN)
    expect([counted(told), told.none]).toEqual([[2, 2, 0, 0, 0], 'by_rules'])
  })

  test('an answer that is not waited for comes at once, and facts follow', async () => {
    const who = someone()
    const { status, body } = await ask(who, BERLIN, { async: true })
    expect([status, body.awaits, body.memoriesStored]).toEqual([202, 'facts', 2])
    await expect.poll(() => listed(who)).toHaveLength(3)
  })

  test('a preview tells turns and facts, what would become of them and what it took, and stores nothing', async () => {
    const who = someone()
    await ingest(who, BERLIN)
    const before = await listed(who)
    const preview = await app.ask<{ facts: readonly object[]; usage: readonly object[] }>(
      '/v1/memories/ingest/preview',
      { ...who, messages: LISBON, source_site: 'chat' },
    )
    expect([preview.status, preview.body]).toMatchObject([
      200,
      {
        ...{ factsExtracted: 2, memoriesStored: 1, memoriesUpdated: 1, none: null },
        facts: [
          { content: 'Ana: I moved to Lisbon.', outcome: 'stored', reason: 'new' },
          { content: 'Ana lives in Lisbon.', outcome: 'updated', reason: 'new_value', replaces: [expect.any(String)] },
        ],
        usage: [{ stage: 'extract' }, { stage: 'judge' }],
      },
    ])
    expect(await listed(who)).toEqual(before)
    expect(counted(await ingest(who, LISBON))).toEqual([2, 1, 1, 0, 0])
  })

  test('an Idempotency-Key gets the whole answer again', async () => {
    const who = someone()
    const headers = { 'Idempotency-Key': 'k' }
    const once = await app.ask<IngestResult>(
      '/v1/memories/ingest',
      { ...who, messages: BERLIN, source_site: 'chat' },
      { headers },
    )
    const again = await app.ask<IngestResult>(
      '/v1/memories/ingest',
      { ...who, messages: BERLIN, source_site: 'chat' },
      { headers },
    )
    expect(again.body).toEqual(once.body)
    expect(tasks()).toEqual(['extract'])
  })
})
