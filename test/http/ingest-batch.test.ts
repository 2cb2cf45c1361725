import { describe, expect, test } from 'vitest'
import type { IngestResult } from '../../src/ingest/context.js'
import { clientOf, type Fields, query, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'

type Outcome = Fields & { readonly index: number; readonly status: number }
type Batch = {
  readonly results: readonly (Outcome & Partial<IngestResult>)[]
  readonly count: number
  readonly failed: number
}

const BATCH = '/v1/memories/ingest/batch'

describe.each(databasesFor(import.meta.url))('a batch of ingests, on $name', (database) => {
  const app = served(database, { MEMORY_CAP_MAX: '20', MEMORY_CAP_ENFORCE: 'true' })
  const client = clientOf(app)
  let users = 0
  const someone = (): Who => ({ user_id: `user ${users++}` })
  const said = (who: Who, conversation: string, more: Fields = {}) => ({
    ...who,
    conversation,
    source_site: 'chat',
    ...more,
  })
  const send = (conversations: readonly unknown[], more: Fields = {}, key?: string) =>
    app.ask<Batch>(BATCH, { conversations, ...more }, key === undefined ? {} : { headers: { 'Idempotency-Key': key } })
  const listed = async (who: Who) => (await client.list(who)).memories.map(({ content }) => content).sort()
  const statuses = ({ results }: Batch) => results.map(({ index, status }) => [index, status])

  test('takes in each conversation as an ingest of its own, in the order of each user', async () => {
    const [ana, ben] = [someone(), someone()]
    const { status, body, headers } = await send([
      said(ana, 'I live in Berlin.'),
      said(ben, 'I live in Rome.'),
      said(ana, 'Ana keeps bees.'),
    ])
    expect([status, body.count, body.failed]).toEqual([200, 3, 0])
    expect(statuses(body)).toEqual([
      [0, 200],
      [1, 200],
      [2, 200],
    ])
    const newestFirst = (await client.list(ana)).memories.map(({ content }) => content)
    expect([newestFirst, await listed(ben)]).toEqual([['Ana keeps bees.', 'I live in Berlin.'], ['I live in Rome.']])
    const log = await client.log()
    expect(log.map(({ position }) => `${position}`)).toContain(headers.get('X-Log-Position'))
  })

  test('by quick ingest may keep a text verbatim', async () => {
    const who = someone()
    const { body } = await send(
      [said(who, 'I live in Berlin.'), said(who, 'I moved.\n\nTo Lisbon.', { skip_extraction: true })],
      { mode: 'quick' },
    )
    expect(body.results.map(({ outcomes }) => outcomes)).toEqual([undefined, undefined])
    expect(await listed(who)).toEqual(['I live in Berlin.', 'I moved.\n\nTo Lisbon.'])
  })

  test('tells of each that is bad what a request of its own is told, and takes in the others', async () => {
    const who = someone()
    const bad = [
      {},
      null,
      said(who, ''),
      said({ ...who, workspace_id: 'w' }, 'I live in Rome.'),
      said(who, 'a\0b'),
      said(who, 'x'.repeat(100_001)),
      { ...who, source_site: 'chat', messages: [{ role: 'user' }] },
      said(who, Array.from({ length: 21 }, (_, i) => `Ana: Town ${i} has ${i} cranes.`).join('\n')),
    ]
    const { status, body } = await send([...bad, said(who, 'I live in Rome.')])
    expect([status, body.failed, body.count]).toEqual([200, bad.length, bad.length + 1])
    for (const [i, request] of bad.entries()) {
      const alone = await app.ask<Fields>('/v1/memories/ingest', request)
      expect(body.results[i]).toEqual({ index: i, status: alone.status, ...alone.body })
    }
    expect(await listed(who)).toEqual(['I live in Rome.'])
  })

  test('sent again with its key takes in each conversation once, also what failed the first time', async () => {
    const who = someone()
    const conversations = [said(who, 'Ana: I play the cello.'), said(who, ''), said(who, 'Ana: I have a boat.')]
    const first = await send(conversations, {}, 'batch')
    const again = await send(conversations, {}, 'batch')
    expect(again.body.results.map(({ replayed, status }) => [replayed, status])).toEqual([
      [true, 200],
      [undefined, 400],
      [true, 200],
    ])
    for (const i of [0, 2]) expect(again.body.results[i]).toEqual({ ...first.body.results[i], replayed: true })
    expect(await listed(who)).toEqual(['Ana: I have a boat.', 'Ana: I play the cello.'])
    const alone = await app.ask('/v1/memories/ingest', conversations[2], { headers: { 'Idempotency-Key': 'batch:2' } })
    expect(alone.headers.get('Idempotency-Replayed')).toBe('true')
    const other = await send([conversations[0], conversations[2], conversations[2]], {}, 'batch')
    expect(statuses(other.body)).toEqual([
      [0, 200],
      [1, 200],
      [2, 200],
    ])
    const changed = await send([said(who, 'Ana: I play the viola.')], {}, 'batch')
    expect(statuses(changed.body)).toEqual([[0, 422]])
    expect((await send(conversations, { mode: 'quick' }, 'batch')).body.results[0]).toMatchObject({ status: 422 })
  })

  test('stores a fact once that two of its conversations state', async () => {
    const who = someone()
    const { body } = await send([said(who, 'I have a boat.'), said(who, 'I have a boat!', { source_site: 'mail' })])
    expect(body.results.map(({ memoriesStored, duplicates }) => [memoriesStored, duplicates])).toEqual([
      [1, 0],
      [0, 1],
    ])
  })

  test('of the most conversations of many users is taken in whole', async () => {
    const many = Array.from({ length: 100 }, (_, i) =>
      said({ user_id: `many ${i % 10}` }, `Ana: Crane ${i} is ${i} m high.`),
    )
    const { body } = await send(many, { mode: 'quick' })
    expect([body.count, body.failed]).toEqual([100, 0])
    const { memories } = await client.list({ user_id: 'many 3' })
    expect(memories.map(({ content }) => content).reverse()).toEqual(
      Array.from({ length: 10 }, (_, i) => `Ana: Crane ${10 * i + 3} is ${10 * i + 3} m high.`),
    )
  })

  test.each<[string, Fields, number, string]>([
    ['no conversations', {}, 400, 'conversations: required'],
    ['an empty list', { conversations: [] }, 400, 'conversations: must hold at least one conversation'],
    ['101', { conversations: Array(101).fill({}) }, 400, 'conversations: must hold at most 100 conversations'],
    ['another mode', { conversations: [{}], mode: 'slow' }, 400, 'mode: must be one of full, quick'],
    ['something else', { conversations: 'x' }, 400, 'conversations: must be an array'],
    ['too much', { conversations: ['x'.repeat(2 ** 21)] }, 413, 'body: must be at most 2 MiB'],
  ])('with %s is refused as a whole', async (_, body, status, error) => {
    expect(await app.ask(BATCH, body)).toMatchObject({ status, body: { error } })
  })

  test('takes a key that leaves room for the places', async () => {
    const conversations = [said(someone(), 'I have a boat.')]
    expect((await send(conversations, {}, 'k'.repeat(252))).body.failed).toBe(0)
    const { status, body } = await send(conversations, {}, 'k'.repeat(253))
    expect([status, body]).toEqual([400, { error: 'Idempotency-Key: must be at most 252 characters for a batch' }])
  })

  test('keeps the keys of agents apart', async () => {
    const { user_id } = someone()
    const as = (agent_id: string): Who => ({ user_id, workspace_id: 'w', agent_id })
    for (const agent of ['one', 'two'])
      expect(
        (await send([said(as(agent), `The boat of ${agent} is green.`)], {}, 'k')).body.results[0],
      ).not.toHaveProperty('replayed')
    expect((await app.ask<Fields>(`/v1/memories/list?${query(as('one'))}`)).body.total).toBe(2)
  })
})
