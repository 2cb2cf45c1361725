import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { IngestResult } from '../../src/ingest/context.js'
import { asAdmin, changesOf } from '../support/changing.js'
import { answers, status } from '../support/chat-double.js'
import type { Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { addsUp, held, type ModelApp, startModelApp } from '../support/model-app.js'
import { askedOf, rawFact, sensibleModel } from '../support/sensible-model.js'

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
const LIVES = BERLIN.slice(0, 1)
const LISBON = [{ role: 'user', name: 'Ana', content: 'I moved to Lisbon.' }]

describe.each(databasesFor(import.meta.url))('full ingest with a language model, on $name', (database) => {
  let model: ModelApp
  beforeAll(async () => {
    model = await startModelApp(database, { LLM_PRICE_INPUT: '1', LLM_PRICE_OUTPUT: '2' })
  })
  afterAll(() => model.close())
  afterEach(() => model.anew())

  test('turns stay memories, and facts stand beside them; what it took is told', async () => {
    const who = model.someone()
    const told = await model.ingest(who, BERLIN)
    expect(counted(told)).toEqual([3, 3, 0, 0, 0])
    expect(told.usage).toMatchObject([{ stage: 'extract', model: 'm-1', calls: 1, cost: expect.any(Number) }])
    expect(told.none).toBeNull()
    expect(await model.listed(who)).toEqual([
      'Ana lives in Berlin.',
      'Ana: I live in Berlin.',
      expect.stringContaining('lovely'),
    ])
    expect(model.tasks()).toEqual(['extract'])
  })

  test('a new value takes the place of the fact, and of the turn that says nothing else', async () => {
    const who = model.someone()
    await model.ingest(who, BERLIN)
    model.double.received.length = 0
    const told = await model.ingest(who, LISBON)
    expect(model.tasks()).toEqual(['extract'])
    expect(counted(told)).toEqual([2, 1, 1, 0, 0])
    expect(told.outcomes?.filter(({ outcome }) => outcome === 'updated')).toMatchObject([
      { reason: 'new_value', replaces: [expect.any(String)] },
    ])
    expect(await model.listed(who)).toEqual([
      'Ana lives in Lisbon.',
      'Ana: I moved to Lisbon.',
      expect.stringContaining('lovely'),
    ])
  })

  test('a new value takes the place of the same words of other days, and of the turns behind them', async () => {
    const who = model.someone()
    for (const at of ['2026-01-05T09:00:00Z', '2026-02-05T09:00:00Z', '2026-03-05T09:00:00Z'])
      await model.ingest(who, [{ ...BERLIN[0], timestamp: at }], { session_id: at })
    const before = await model.listed(who)
    expect(before).toEqual(['Ana lives in Berlin.', ...Array(3).fill('Ana: I live in Berlin.')])
    const { memories } = await model.client.list(who)
    const fact = memories.find(({ content }) => content === 'Ana lives in Berlin.')?.id
    await model.ingest(who, LISBON)
    expect(await model.listed(who)).toEqual(['Ana lives in Lisbon.', 'Ana: I moved to Lisbon.'])
    await model.app.ask(`/v1/memories/${fact}/restore`, { ...who, version: 1 })
    expect(await model.listed(who)).toEqual([
      before[0],
      'Ana lives in Lisbon.',
      ...before.slice(1),
      'Ana: I moved to Lisbon.',
    ])
    await changesOf(model.app).erase(who, String(fact))
    // What was found where it was shown goes as well.
    expect(await model.listed(who)).toEqual(['Ana: I moved to Lisbon.'])
  })

  test('what is said again after a new value stays', async () => {
    const who = model.someone()
    for (const at of ['2026-01-05T09:00:00Z', '2026-02-05T09:00:00Z', '2026-06-05T09:00:00Z'])
      await model.ingest(who, [{ ...BERLIN[0], timestamp: at }], { session_id: at })
    await model.ingest(who, [{ ...LISBON[0], timestamp: '2026-03-05T09:00:00Z' }])
    const { memories } = await model.client.list(who)
    const berlin = memories.filter(({ content }) => content === 'Ana: I live in Berlin.')
    expect(berlin.map(({ observed_at }) => observed_at.slice(0, 10))).toEqual(['2026-06-05'])
  })

  test.each(['soft', 'hard'])('of a fact that is deleted alone the words of other days stay: %s', async (how) => {
    const who = model.someone()
    for (const at of ['2026-01-05T09:00:00Z', '2026-02-05T09:00:00Z'])
      await model.ingest(who, [{ ...BERLIN[0], timestamp: at }], { session_id: at })
    const { memories } = await model.client.list(who)
    const fact = memories.find(({ content }) => content === 'Ana lives in Berlin.')?.id
    const hard = how === 'hard' ? 'true' : 'false'
    await changesOf(model.app).removeAll(who, `/${fact}`, { only_this: 'true', hard }, asAdmin)
    expect(await model.listed(who)).toEqual(['Ana: I live in Berlin.'])
  })

  test('a turn that says one thing goes with the same words of other days', async () => {
    const who = model.someone()
    model.replies(answers(() => ({ facts: [] })))
    const ids: string[] = []
    for (const at of ['2026-01-05T09:00:00Z', '2026-02-05T09:00:00Z'])
      ids.push(...(await model.ingest(who, [{ ...BERLIN[0], timestamp: at }], { session_id: at })).memoryIds)
    const known = [{ ref: 'k1', relation: 'changed', confidence: 0.95 }]
    model.replies(answers(() => ({ facts: [rawFact({ evidence: [{ turn: 1, quote: 'I moved to Lisbon' }], known })] })))
    const { outcomes } = await model.ingest(who, [{ ...LISBON[0], timestamp: '2026-03-05T09:00:00Z' }])
    expect(outcomes?.find(({ outcome }) => outcome === 'updated')?.replaces.toSorted()).toEqual(ids.toSorted())
  })

  test('a transcript that is sent again is known, and nothing is asked', async () => {
    const who = model.someone()
    await model.ingest(who, BERLIN)
    model.double.received.length = 0
    const again = await model.ingest(who, BERLIN)
    expect([counted(again), again.knownTurns]).toEqual([[0, 0, 0, 0, 0], 2])
    expect(model.tasks()).toEqual([])
  })

  test('a failure of the model answers 503, keeps the turns, and the same request goes on', async () => {
    const who = model.someone()
    model.replies(status(500))
    const failed = await model.ask(who, BERLIN)
    expect([failed.status, failed.body]).toMatchObject([503, { retryable: true }])
    expect(await model.listed(who)).toHaveLength(2)
    model.replies(sensibleModel())
    const told = await model.ingest(who, BERLIN)
    expect([counted(told), told.knownTurns]).toEqual([[3, 3, 0, 0, 0], 0])
    expect(await model.listed(who)).toHaveLength(3)
  })

  test('a turn that says something else stays, marked by what took the place of its fact', async () => {
    const who = model.someone()
    await model.ingest(who, [{ role: 'user', name: 'Ana', content: 'I live in Berlin. Ben repairs old radios.' }])
    const told = await model.ingest(who, LISBON)
    const stays = (await model.client.list(who)).memories.find(({ content }) => content.includes('radios'))
    const found = await model.client.search(who, 'Who repairs old radios?')
    expect(found.memories.find(({ id }) => id === stays?.id)).toMatchObject({ outdated_by: told.memoryIds.at(-1) })
  })

  test('a slip that is corrected in the same conversation leaves its turn, marked, and comes behind the fact', async () => {
    const who = model.someone()
    const quotes = [
      { turn: 1, quote: 'I live in Berlin' },
      { turn: 2, quote: 'I live in Lisbon' },
    ]
    const known = [{ ref: 't1', relation: 'corrected', confidence: 0.95 }]
    model.replies(answers(() => ({ facts: [rawFact({ evidence: quotes, known })] })))
    const said = ['I live in Berlin. Ben repairs old radios.', 'Sorry, I live in Lisbon.']
    const messages = said.map((content) => ({ role: 'user', name: 'Ana', content }))
    const { memoryIds } = await model.ingest(who, messages)
    const fact = await model.client.get(who, String(memoryIds.at(-1)))
    expect(fact).toMatchObject({ content: 'Ana lives in Lisbon.', evidence: [{ memory_id: memoryIds[1] }] })
    const { memories } = await model.client.search(who, 'Where does Ana live? Berlin or Lisbon?')
    // The turn that is right, or its fact, and then the slip.
    expect(memories.map(({ content }) => content.includes('radios'))).toEqual([false, true])
    expect(memories[1]).toMatchObject({ id: memoryIds[0], outdated_by: fact.id })
  })

  test.each([
    ['changed', 1],
    ['corrected', 0],
  ])('what was %s is told in %d memories when the past is asked for', async (relation, past) => {
    const who = model.someone()
    await model.ingest(who, LIVES)
    const known = [{ ref: 'k1', relation, confidence: 0.95 }]
    const evidence = [{ turn: 1, quote: 'I moved to Lisbon' }]
    model.replies(answers(() => ({ facts: [rawFact({ evidence, known })] })))
    await model.ingest(who, LISBON)
    const { memories } = await model.client.search(who, 'Where did Ana live before?')
    expect(memories.filter(({ content }) => content.includes('Lisbon'))).toHaveLength(1)
    expect(memories.filter(({ content }) => content.includes('Berlin'))).toHaveLength(past)
  })

  test('what replaces a fact takes the place of the turn behind it, too, where that says nothing else', async () => {
    const who = model.someone()
    const fact = (await model.ingest(who, LIVES)).memoryIds.at(-1)
    const message = { role: 'user', name: 'Ana', content: 'Faro it is, for good.', replaces: [fact] }
    const body = { ...who, messages: [message], source_site: 'chat' }
    expect((await model.app.ask('/v1/memories/ingest/quick', body)).status).toBe(200)
    expect(await model.listed(who)).toEqual(['Ana: Faro it is, for good.'])
  })

  test.each([
    ['is resumed', 503, {}],
    ['does not wait for its facts', 202, { async: true }],
  ])('a statement replaces once what it names, also where its ingest %s', async (_, first, more) => {
    const who = model.someone()
    const [turn] = (await model.ingest(who, LIVES)).memoryIds
    const messages = [{ ...LISBON[0], key: 'home', replaces: [turn] }]
    model.replies(status(500))
    expect((await model.ask(who, messages, more)).status).toBe(first)
    expect(await model.listed(who)).toEqual(['Ana: I moved to Lisbon.'])
    model.replies(sensibleModel())
    const told = await model.ingest(who, messages)
    expect(await model.listed(who)).toEqual(['Ana lives in Lisbon.', 'Ana: I moved to Lisbon.'])
    const { trail } = await model.client.trail(who, String(turn))
    expect(trail.filter(({ action }) => action === 'supersede')).toMatchObject([{ reason: 'replaced' }])
    expect((await model.client.list(who, { key: 'home' })).memories).toMatchObject([{ id: told.memoryIds[0] }])
  })

  test('a turn comes back with the fact that is restored, and goes again', async () => {
    const who = model.someone()
    const { memoryIds } = await model.ingest(who, LIVES)
    const fact = memoryIds.at(-1)
    await model.ingest(who, LISBON)
    const restored = await model.app.ask(`/v1/memories/${fact}/restore`, { ...who, version: 1 })
    expect(restored.status).toBe(200)
    expect(await model.listed(who)).toEqual([
      'Ana lives in Berlin.',
      'Ana lives in Lisbon.',
      'Ana: I live in Berlin.',
      'Ana: I moved to Lisbon.',
    ])
  })

  test('what is known is shown, but for what the readers of the new facts may not read', async () => {
    const user_id = model.someone().user_id
    const own: Who = { user_id, workspace_id: 'crew', agent_id: 'scout' }
    const [told] = LIVES
    await model.ingest(own, [{ ...told, name: 'Kim', content: 'I live in Turin.' }], { visibility: 'agent_only' })
    await model.ingest(own, [{ ...told, name: 'Kim', content: 'I work for Fiat.' }])
    model.double.received.length = 0
    await model.ingest(own, [{ ...told, name: 'Kim', content: 'I moved to Oslo, and I work for Fiat.' }])
    expect(askedOf(model.double.received[0]?.body ?? Object(null)).known?.map(({ content }) => content)).toEqual([
      'Kim works for Fiat.',
    ])
  })

  test('after five failures it goes by rules, and says so', async () => {
    const who = model.someone()
    model.replies(status(500))
    for (let i = 0; i < 5; i++) expect((await model.ask(who, BERLIN)).status).toBe(503)
    const told = await model.ingest(who, BERLIN)
    expect([counted(told), told.none]).toEqual([[2, 2, 0, 0, 0], 'by_rules'])
  })

  test('an answer that is not waited for comes at once, and facts follow', async () => {
    const who = model.someone()
    const { status, body } = await model.ask(who, BERLIN, { async: true })
    expect([status, body.awaits, body.memoriesStored]).toEqual([202, 'facts', 2])
    await expect.poll(() => model.listed(who)).toHaveLength(3)
  })

  test('a preview tells turns and facts, what would become of them and what it took, and stores nothing', async () => {
    const who = model.someone()
    await model.ingest(who, BERLIN)
    const before = await model.listed(who)
    const preview = await model.app.ask<{ facts: readonly object[]; usage: readonly object[] }>(
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
        usage: [{ stage: 'extract' }],
      },
    ])
    expect(await model.listed(who)).toEqual(before)
    expect(counted(await model.ingest(who, LISBON))).toEqual([2, 1, 1, 0, 0])
  })

  test('of two transcripts at once that state different values one is in force in the end', async () => {
    const who = model.someone()
    const hold = held('extract')
    model.replies(hold.reply)
    const asked = [model.ask(who, LIVES), model.ask(who, LISBON)]
    await hold.arrived(2)
    await hold.release()
    const told = await Promise.all(asked)
    expect(told.map((each) => each.status)).toEqual([200, 200])
    for (const { body } of told) addsUp(body)
    // Each was read when nothing was like it; the one that came second is read again.
    expect(model.tasks()).toEqual(['extract', 'extract', 'extract'])
    const listed = await model.listed(who)
    expect(listed.filter((each) => each.startsWith('Ana lives'))).toHaveLength(1)
    expect(listed.filter((each) => each.startsWith('Ana: '))).toHaveLength(1)
  })

  test('what comes again and again while it is read stays in force, as it was told later', async () => {
    const who = model.someone()
    const holds = [held('extract'), held('extract')]
    model.replies(holds[0]?.reply ?? sensibleModel())
    const asked = model.ask(who, LIVES)
    for (const [i, content] of ['I moved to Oslo.', 'I moved to Rome.'].entries()) {
      await holds[i]?.arrived()
      model.replies(sensibleModel())
      await model.ingest(who, [{ ...LIVES[0], content }])
      model.replies(holds[i + 1]?.reply ?? sensibleModel())
      await holds[i]?.release()
    }
    addsUp((await asked).body)
    const facts = (await model.listed(who)).filter((each) => !each.startsWith('Ana: '))
    expect(facts).toEqual(['Ana lives in Rome.'])
  })

  test('an Idempotency-Key gets the whole answer again', async () => {
    const who = model.someone()
    const headers = { 'Idempotency-Key': 'k' }
    const once = await model.app.ask<IngestResult>(
      '/v1/memories/ingest',
      { ...who, messages: BERLIN, source_site: 'chat' },
      { headers },
    )
    const again = await model.app.ask<IngestResult>(
      '/v1/memories/ingest',
      { ...who, messages: BERLIN, source_site: 'chat' },
      { headers },
    )
    expect(again.body).toEqual(once.body)
    expect(model.tasks()).toEqual(['extract'])
  })
})
