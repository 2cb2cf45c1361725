import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { disagreeing } from '../support/agents.js'
import { status } from '../support/chat-double.js'
import { type Client, query, type Who } from '../support/client.js'
import { databases } from '../support/database.js'
import { type ModelApp, startModelApp } from '../support/model-app.js'
import { rebuilt } from '../support/rebuilt.js'
import { replayOfService } from '../support/replaying.js'

const port = (n: number) => `The API gateway listens on port ${n}.`
const says = (...contents: readonly string[]) => contents.map((content) => ({ role: 'user', name: 'Ana', content }))

describe.each(databases)('a turn of an ingest with a language model, on $name', (database) => {
  let model: ModelApp
  let client: Client
  let told: ReturnType<typeof disagreeing>
  beforeAll(async () => {
    model = await startModelApp(database, { RECALL_FLUSH_MS: '60000', LLM_MAX_TOKENS_PER_INGEST: '1000' })
    client = model.client
    told = disagreeing(model.app, client)
  })
  afterAll(() => model.close())

  const opened = async (one = port(8080), other = port(9090)) => {
    const { as } = told.someone()
    const { memoryIds } = await model.ingest(as('a'), says(one))
    const { conflicts = [], memoryIds: turns } = await model.ingest(as('b'), says(other))
    return { as, existing: String(memoryIds[0]), turn: String(turns[0]), conflict: conflicts[0] }
  }
  const lessonsOf = async (who: Who) =>
    (await model.app.ask<{ lessons: readonly object[] }>(`/v1/memories/lessons?${query(who)}`)).body.lessons

  test.each([
    ['but for a value', port(8080), port(9090), 'gateway port'],
    ['but for a negation', 'The importer supports CSV files.', 'The importer does not support CSV files.', 'CSV files'],
  ])('and contradicts another agent in the same words %s waits', async (_, one, other, asked) => {
    const { as, existing, turn, conflict } = await opened(one, other)
    expect(conflict).toMatchObject({ memoryId: turn, with: existing, suggested: 'resolved_new' })
    expect(await told.statusOf(as('b'), turn)).toBe('needs_clarification')
    for (const who of ['a', 'b', 'c']) expect((await told.found(as(who), asked)).join()).not.toContain(other)
    expect((await client.trail(as('b'), turn)).trail).toMatchObject([{ version: 1, action: 'add' }])
    expect((await told.conflict(as('a'), String(conflict?.id))).body).toMatchObject({
      new: { memory_id: turn, status: 'needs_clarification', version: 1, version_then: 1 },
    })
  })

  test.each([
    ['resolved_new', [port(9090)]],
    ['resolved_existing', [port(8080)]],
    ['resolved_both', [port(8080), port(9090)]],
  ])('and waits is found after %s as it would be of any other ingest', async (resolution, left) => {
    const { as, conflict } = await opened()
    expect((await told.resolve(String(conflict?.id), resolution)).status).toBe(200)
    expect((await told.found(as('c'), 'gateway port')).map((words) => words.replace('Ana: ', ''))).toEqual(left)
  })

  test('and waits is active when what it contradicts is deleted', async () => {
    const { as, existing, turn } = await opened()
    await client.remove(as('a'), existing)
    expect(await told.statusOf(as('b'), turn)).toBe('active')
  })

  test('gives way to the next value: one conflict, one lost, and no pattern of it', async () => {
    const { as, turn, conflict } = await opened()
    const next = await model.ingest(as('b'), says(port(7070)))
    expect(next.conflicts).toMatchObject([{ id: conflict?.id, memoryId: next.memoryIds[0] }])
    expect((await client.trail(as('b'), turn)).trail.at(-1)).toMatchObject({ version: 2, action: 'supersede' })
    expect((await told.conflicts(as('a'))).total).toBe(1)
    expect(await lessonsOf(as('a'))).toEqual([])
    await told.resolve(String(conflict?.id), 'resolved_existing')
    const { body } = await model.app.ask<{ agents: readonly object[] }>(`/v1/agents?${query(as('a'))}`)
    expect(body.agents).toMatchObject([{ agent_id: 'a', conflicts_won: 1, conflicts_lost: 0 }])
  })

  test('gives way to the next value of the same conversation', async () => {
    const { as } = told.someone()
    await model.ingest(as('a'), says(port(8080)))
    const { conflicts = [], memoryIds } = await model.ingest(as('b'), says(port(9090), port(7070)))
    expect(new Set(conflicts.map(({ id }) => id)).size).toBe(1)
    expect(await told.statusOf(as('b'), String(memoryIds[0]))).toBeUndefined()
    expect(await told.statusOf(as('b'), String(memoryIds[1]))).toBe('needs_clarification')
  })

  test('waits for nobody who does not read it, for no opinion, and for nothing of its own agent', async () => {
    const { as } = told.someone()
    await model.ingest(as('a'), says(port(8080), 'I think that tabs are better than spaces.'))
    const hidden = await model.ingest(as('b'), says(port(9090)), { visibility: 'agent_only' })
    const opinion = await model.ingest(as('b'), says('I think that tabs are not better than spaces.'))
    const own = await model.ingest(as('a'), says(port(7070)))
    for (const { conflicts } of [hidden, opinion, own]) expect(conflicts).toBeUndefined()
    expect((await told.conflicts(as('a'))).total).toBe(0)
  })

  test('is told again by a retry with the same key', async () => {
    const { as } = told.someone()
    await model.ingest(as('a'), says(port(8080)))
    const init = { headers: { 'Idempotency-Key': 'port' } }
    const once = await model.ask(as('b'), says(port(9090)), {}, init)
    expect(once.body.conflicts).toHaveLength(1)
    expect((await model.ask(as('b'), says(port(9090)), {}, init)).body).toEqual(once.body)
  })

  test('waits from when it was stored, also where the model answers later or never', async () => {
    const failing = await startModelApp(database)
    failing.replies(status(500))
    const theirs = disagreeing(failing.app, failing.client)
    const { as } = theirs.someone()
    const told = says(port(9090), 'I have a green boat in the harbour.')
    await failing.client.tell(as('a'), port(8080))
    for (let i = 0; i < 5; i++) expect((await failing.ask(as('b'), told)).status).toBe(503)
    expect((await theirs.conflicts(as('a'))).total).toBe(1)
    const waits = await failing.ingest(as('b'), told)
    expect(waits.conflicts).toMatchObject([{ memoryId: waits.memoryIds[0] }])
    expect(await theirs.statusOf(as('b'), String(waits.memoryIds[0]))).toBe('needs_clarification')
    await failing.close()
  })

  test('is the same after the read models are built anew, and in a fold of the log', async () => {
    const { rows, live } = await rebuilt(model.app.databases)
    expect(live).toEqual(rows)
    const [answer] = await replayOfService(model.app.databases, { ask: 'check' })
    expect(answer).toMatchObject({ kind: 'verdict', verdict: { equal: true } })
  })
})
