import { beforeEach, describe, expect, test } from 'vitest'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'
import { clientOf } from './shortening-client.js'

type Message = { id?: string; role: string; content: string; timestamp?: string }

const said = (id: string, content: string, role = 'user'): Message => ({ id, role, content })
const MOVED = said('m1', 'I moved to Lisbon in March.')
const CELLO = said('m3', 'I play the cello on Sundays.')
const chat = [MOVED, said('m2', 'Congratulations on the move!', 'assistant'), CELLO]

describe.each(databasesFor(import.meta.url))('messages with ids, on $name', (database) => {
  const app = served(database)
  let n = 0
  let client: ReturnType<typeof clientOf>
  let userId: string
  beforeEach(() => {
    userId = `user ${n++}`
    client = clientOf(app, userId)
  })
  const contents = async () => (await client.list()).map(({ content }) => content).toSorted()
  const trail = async (id = '') =>
    (await app.ask<{ trail: { reason: string }[] }>(`/v1/memories/${id}/audit?user_id=${encodeURIComponent(userId)}`))
      .body.trail

  test('are known wherever they stand, also alone and at another time', async () => {
    const { episodeId } = await client.send({ messages: chat })
    const known = { memoriesStored: 0, duplicates: 0, episodeId }
    expect(await client.send({ messages: [CELLO] })).toMatchObject({ ...known, knownTurns: 1 })
    expect(await client.send({ messages: [{ ...CELLO, timestamp: '2026-05-04' }, MOVED] })).toMatchObject({
      ...known,
      knownTurns: 2,
    })
    const more = [CELLO, said('m4', 'I have a red Fiat.'), MOVED]
    expect(await client.send({ messages: more })).toMatchObject({ knownTurns: 2, memoriesStored: 1 })
  })

  test('bring nothing back that was deleted', async () => {
    const { memoryIds } = await client.send({ messages: chat })
    await client.remove(memoryIds[0])
    expect(await client.send({ messages: [MOVED] })).toMatchObject({ knownTurns: 1, memoriesStored: 0 })
    expect(await client.about('Lisbon')).toEqual([])
  })

  test('count in their session, with their role', async () => {
    await client.send({ messages: chat })
    const [other, none] = [{ session_id: 'c2' }, { session_id: undefined }]
    for (const more of [other, none])
      expect(await client.send({ messages: [MOVED], ...more })).toMatchObject({ knownTurns: 0 })
    expect(await client.send({ messages: [said('m1', 'I moved to Porto.', 'assistant')] })).toMatchObject({
      knownTurns: 0,
      memoriesStored: 1,
    })
    expect(await client.about('Lisbon')).toHaveLength(1)
  })

  test.each(['ingest/quick', 'ingest'])('supersede what they said before when they are edited, %s', async (path) => {
    const { memoryIds } = await client.send({ messages: chat }, path)
    const edited = [said('m1', 'I moved to Porto in March.'), ...chat.slice(1)]
    expect(await client.send({ messages: edited }, path)).toMatchObject({ knownTurns: 2, memoriesStored: 1 })
    expect(await client.about('moved to')).toEqual(['User: I moved to Porto in March.'])
    expect(await client.about('cello')).toHaveLength(1)
    expect((await trail(memoryIds[0])).map(({ reason }) => reason)).toEqual(['extracted', 'edited'])
    expect(await client.send({ messages: edited }, path)).toMatchObject({ knownTurns: 3, memoriesStored: 0 })
    expect(await client.send({ messages: chat }, path)).toMatchObject({ knownTurns: 2 })
    expect(await client.about('moved to')).toEqual(['User: I moved to Lisbon in March.'])
  })

  test('that are edited to nothing take back what they said', async () => {
    await client.send({ messages: chat })
    await client.send({ messages: [said('m1', 'Hi!'), ...chat.slice(1)] })
    expect((await contents()).join()).not.toContain('Lisbon')
  })

  test('that are edited one after the other supersede each its own', async () => {
    await client.send({ messages: chat })
    const edited = [said('m1', 'I moved to Porto in March.'), ...chat.slice(1, 2), said('m3', 'I play the viola.')]
    await client.send({ messages: edited })
    const now = (await contents()).join()
    expect(now).toContain('viola')
    expect(now).not.toContain('cello')
    expect(now).not.toContain('Lisbon')
  })

  test('that are edited by several at once are superseded once', async () => {
    await client.send({ messages: chat })
    const edited = [said('m1', 'I moved to Porto in March.'), ...chat.slice(1)]
    const answers = await Promise.all([1, 2, 3, 4].map(() => client.send({ messages: edited })))
    expect(answers.map(({ memoriesStored }) => memoriesStored).toSorted()).toEqual([0, 0, 0, 1])
    expect(await client.about('moved to')).toHaveLength(1)
  })

  test('are the same when the read models are rebuilt', async () => {
    await client.send({ messages: chat })
    await client.send({ messages: [said('m1', 'I moved to Porto in March.'), ...chat.slice(1)] })
    const watch = { report: () => {}, signal: AbortSignal.timeout(60_000) }
    expect(await app.rebuild({ verify: true, dryRun: false }, watch)).toMatchObject({ verification: { equal: true } })
    expect(await client.send({ messages: [CELLO] })).toMatchObject({ knownTurns: 1 })
  })

  test.each([['x'.repeat(257)], ['ü'.repeat(257)], ['']])('of another size are refused', async (id) => {
    const body = { user_id: userId, source_site: 'chat', messages: [{ ...MOVED, id }] }
    expect((await app.ask('/v1/memories/ingest/quick', body)).status).toBe(400)
  })
})
