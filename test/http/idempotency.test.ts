import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../src/postgres/sql.js'
import { type RunningApp, startApp } from '../support/app.js'
import { type Client, clientOf, type Fields, query } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { losingAnswers } from '../support/losing-answers.js'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const QUICK = '/v1/memories/ingest/quick'
const said = (user_id: string, conversation: string, more: Fields = {}) => ({
  user_id,
  source_site: 'chat',
  conversation,
  ...more,
})

describe.each(databasesFor(import.meta.url))('a write with an Idempotency-Key, on $name', ({ open }) => {
  let app: RunningApp
  let client: Client
  /** How many answers of appends that end a request are still to be lost. */
  let losing = 0
  beforeAll(async () => {
    const isLost = (types: readonly unknown[]) => types.includes('RequestAnswered') && losing > 0 && losing-- > 0
    app = await startApp({ open: async () => losingAnswers(await open(), isLost) })
    client = clientOf(app)
  })
  beforeEach(() => {
    losing = 0
  })
  afterAll(() => app.close())

  const ask = (key: string, path: string, body?: unknown, method?: string) =>
    app.ask<Fields>(path, body, { headers: { 'Idempotency-Key': key }, ...(method ? { method } : {}) })
  const told = (answer: Awaited<ReturnType<typeof ask>>) => ({
    status: answer.status,
    replayed: answer.headers.get('Idempotency-Replayed'),
    body: answer.body,
  })
  const remove = (key: string, user: string, id: string) =>
    ask(key, `/v1/memories/${id}?${query({ user_id: user })}`, undefined, 'DELETE')

  test('is carried out once and answered the same again', async () => {
    const body = said('ana', 'Ana: The violin has a new bridge.')
    const first = await ask('one', QUICK, body)
    expect(told(first)).toMatchObject({ status: 200, replayed: null, body: { memoriesStored: 1 } })
    const before = (await client.log()).length
    const again = await ask('one', QUICK, body)
    expect(told(again)).toEqual({ status: 200, replayed: 'true', body: first.body })
    expect(Number(again.headers.get('X-Log-Position'))).toBeGreaterThanOrEqual(
      Number(first.headers.get('X-Log-Position')),
    )
    expect((await client.log()).length).toBe(before)
  })

  test('keeps hashes of the key and of the request, and an answer without a word of the conversation', async () => {
    await ask('a secret key', QUICK, said('hush', 'Ana: Nobody knows of the harpsichord.'))
    const [answered] = (await client.log('RequestAnswered')).filter(({ metadata }) => metadata.userId === 'hush')
    expect(answered?.data).toMatchObject({
      key: sha256('a secret key'),
      request: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(JSON.stringify(answered?.data)).not.toMatch(/harpsichord|a secret key/)
  })

  test('goes by what is asked, not by the order in which it is written', async () => {
    const body = { ...said('order', 'Ana: The cello has a new bridge.'), metadata: { a: 1, b: { c: 2, d: 3 } } }
    const first = await ask('order', QUICK, body)
    const turned = Object.fromEntries(Object.entries(body).reverse())
    const again = await ask('order', QUICK, { ...turned, metadata: { b: { d: 3, c: 2 }, a: 1 } })
    expect(told(again)).toEqual({ status: 200, replayed: 'true', body: first.body })
  })

  test('refuses the key with 422 for another body, path or query, and writes nothing', async () => {
    const id = await client.keep({ user_id: 'ben' }, 'The cello is repaired.')
    await ask('two', QUICK, said('ben', 'Ben: The flute is lost.'))
    const before = (await client.log()).length
    for (const other of [
      await ask('two', QUICK, said('ben', 'Ben: The flute is found.')),
      await ask('two', '/v1/memories/ingest', said('ben', 'Ben: The flute is lost.')),
      await remove('two', 'ben', id),
    ])
      expect([other.status, other.body]).toEqual([422, { error: 'Idempotency-Key: was used for another request' }])
    expect((await client.log()).length).toBe(before)
  })

  test('is another one for every user', async () => {
    for (const user of ['carl', 'dora'])
      expect(told(await ask('three', QUICK, said(user, 'I play the tuba.')))).toMatchObject({
        replayed: null,
        body: { memoriesStored: 1 },
      })
  })

  test('twenty times at once runs once, and all are answered alike', async () => {
    const body = said('emil', 'Emil: Two drums stand in the cellar.')
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask('four', QUICK, body)))
    expect(answers.filter(({ headers }) => headers.get('Idempotency-Replayed') === null)).toHaveLength(1)
    expect(new Set(answers.map(({ status, body: text }) => JSON.stringify([status, text]))).size).toBe(1)
    expect((await client.log('EpisodeRecorded')).filter(({ metadata }) => metadata.userId === 'emil')).toHaveLength(1)
  })

  test('that ended in 503 after the commit tells the retry what was done', async () => {
    const body = said('fay', 'Fay: The piano was tuned by Goran.')
    losing = 2
    expect((await ask('five', QUICK, body)).status).toBe(503)
    expect(told(await ask('five', QUICK, body))).toMatchObject({
      status: 200,
      replayed: 'true',
      body: { memoriesStored: 1, duplicates: 0 },
    })
    expect((await client.list({ user_id: 'fay' })).total).toBe(1)
  })

  test('of a large ingest whose last answer was lost tells the retry all of it', async () => {
    const lines = Array.from({ length: 300 }, (_, i) => `Crate ${i} holds ${i * 7} ${'very '.repeat(55)}old books.`)
    losing = 2
    const body = said('hal', lines.join('\n'))
    expect((await ask('six', QUICK, body)).status).toBe(503)
    const { memoriesStored } = (await ask('six', QUICK, body)).body
    expect([memoriesStored, (await client.list({ user_id: 'hal' })).total]).toEqual([300, 300])
  })

  test('of a deletion answers 200 again; what wrote nothing is worked out again', async () => {
    const id = await client.keep({ user_id: 'ida' }, 'The harp is sold.')
    expect(told(await remove('seven', 'ida', id))).toEqual({
      status: 200,
      replayed: null,
      body: { success: true, ids: [id] },
    })
    expect(told(await remove('seven', 'ida', id))).toEqual({
      status: 200,
      replayed: 'true',
      body: { success: true, ids: [id] },
    })
    for (let i = 0; i < 2; i++)
      expect(told(await remove('eight', 'ida', id))).toMatchObject({ status: 404, replayed: null })
  })

  test('forgets the key after a day', async () => {
    const body = said('jo', 'Jo: The trumpet is dented.')
    await ask('nine', QUICK, body)
    const [answered] = (await client.log('RequestAnswered')).filter(({ metadata }) => metadata.userId === 'jo')
    const db = await client.readModel()
    await db.rows(sql`update answered_request set at = at - interval '24 hours 1 second' where user_id = 'jo'`)
    expect(answered).toBeDefined()
    const again = await ask('nine', QUICK, said('jo', 'Jo: The trumpet is mended.'))
    expect(told(again)).toMatchObject({ status: 200, replayed: null, body: { memoriesStored: 1 } })
  })

  test.each(['', 'k'.repeat(256), 'tab\there', 'caf\u00e9'])('refuses the key %j', async (key) => {
    const before = (await client.log()).length
    const answer = await ask(key, QUICK, said('kim', 'Kim: Nothing is written.'))
    expect([answer.status, answer.body]).toEqual([
      400,
      { error: 'Idempotency-Key: must be 1 to 255 printable ASCII characters' },
    ])
    expect((await client.log()).length).toBe(before)
  })
})
