import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'
import { bot, clientOf, user } from './shortening-client.js'

const DAY = 24 * 3_600_000
const START = Date.UTC(2026, 4, 4, 8)

const noted = (said: string) => [user(said), bot('Noted.')]
const EIGHTY = noted('My weight is 80 kg today.')
const OTHER = noted('My weight is 81 kg today.')
const WALK = noted('I walked to the old mill.')

describe.each(databasesFor(import.meta.url))('a client that sends each exchange by itself, on $name', (database) => {
  const app = served(database)
  let n = 0
  let client: ReturnType<typeof clientOf>
  /** The machine's clock; timers go on as they are. */
  const onDay = (day: number, minutes = 0) =>
    vi.useFakeTimers({ toFake: ['Date'], now: START + day * DAY + minutes * 60_000 })
  beforeEach(() => {
    client = clientOf(app, `user ${n++}`)
    onDay(0)
  })
  afterEach(() => void vi.useRealTimers())

  type Message = (typeof EIGHTY)[number]
  const send = async (day: number, messages: readonly Message[], more: object = {}) => {
    onDay(day)
    return client.send({ messages, ...more })
  }
  /** The first exchange on a day, and another one on the next. */
  const begin = async (more: (day: number) => object = () => ({})) => {
    const { memoryIds } = await send(0, EIGHTY, more(0))
    await send(1, OTHER, more(1))
    return memoryIds[0]
  }
  const told = () => client.about('80 kg')
  const KNOWN = { knownTurns: 2, memoriesStored: 0 }
  const ANEW = { knownTurns: 0, memoriesStored: 1 }
  const at = (day: number) => new Date(START + day * DAY).toISOString()
  const stamped = (messages: readonly Message[], day: number) =>
    messages.map((message) => ({ ...message, timestamp: at(day) }))

  test('sends one again at once, or twice at a time: it is known', async () => {
    expect(await send(0, EIGHTY)).toMatchObject(ANEW)
    expect(await send(0, EIGHTY)).toMatchObject(KNOWN)
    await send(0.01, OTHER)
    onDay(0, 30)
    expect(await client.send({ messages: EIGHTY })).toMatchObject(KNOWN)
    onDay(3)
    const answers = await Promise.all([1, 2, 3].map(() => client.send({ messages: EIGHTY })))
    expect(answers.map(({ memoriesStored }) => memoriesStored).toSorted()).toEqual([0, 0, 1])
    expect(await told()).toHaveLength(2)
  })

  test('sends one again on the next day, and nothing in between: it is known', async () => {
    await send(0, EIGHTY)
    expect(await send(1, EIGHTY)).toMatchObject(KNOWN)
    expect(await told()).toHaveLength(1)
  })

  test.each(['ingest/quick', 'ingest'])(
    'tells one anew on a later day behind others: its value is the newest, %s',
    async (path) => {
      for (const [day, said] of [EIGHTY, WALK, OTHER, WALK].entries()) {
        onDay(day)
        await client.send({ messages: said }, path)
      }
      onDay(5)
      expect(await client.send({ messages: EIGHTY }, 'ingest/preview')).toMatchObject({ knownTurns: 0 })
      expect(await client.send({ messages: EIGHTY }, path)).toMatchObject({ knownTurns: 0 })
      expect(await client.send({ messages: EIGHTY }, path)).toMatchObject(KNOWN)
      expect((await told()).length).toBeGreaterThan(0)
      const { body } = await app.ask<{ memories: { content: string; observed_at: string }[] }>(
        '/v1/memories/search/fast',
        {
          ...{ user_id: `user ${n - 1}`, query: 'What is my weight now?' },
        },
      )
      expect(body.memories[0]).toMatchObject({
        content: 'User: My weight is 80 kg today.',
        observed_at: expect.stringContaining(at(5).slice(0, 10)),
      })
    },
  )

  test('tells one anew again and again, each behind the other', async () => {
    for (let day = 0; day < 6; day++)
      expect(await send(day, day % 2 === 0 ? EIGHTY : OTHER)).toMatchObject({ knownTurns: 0, memoriesStored: 1 })
    expect(await told()).toHaveLength(3)
  })

  test('tells one anew that is answered in another way', async () => {
    await begin()
    const other = [EIGHTY[0] ?? user(''), bot('I have written down your weight.')]
    expect(await send(4, other)).toMatchObject({ knownTurns: 0 })
    expect(await told()).toHaveLength(2)
  })

  test('whose whole transcript is imported each night doubles nothing', async () => {
    await begin()
    for (const night of [2.1, 3.1])
      expect(await send(night, [...EIGHTY, ...OTHER])).toMatchObject({ memoriesStored: 0 })
    await send(4, EIGHTY)
    await send(5, WALK)
    const whole = [...EIGHTY, ...OTHER, ...EIGHTY, ...WALK]
    for (const turns of [8, 8, 6, 4])
      expect(await send(6, whole.slice(0, turns))).toMatchObject({ knownTurns: turns, memoriesStored: 0 })
    expect(await told()).toHaveLength(2)
  })

  test.each([
    ['the whole transcript of each night', [...EIGHTY, ...OTHER], {}],
    ['an exchange without a time', EIGHTY, {}],
    ['an exchange of a time before that', EIGHTY, { observed_at: at(1.9) }],
    ['the whole transcript, at the time of the import', [...EIGHTY, ...OTHER], { observed_at: at(4) }],
  ])('does not bring back what was deleted by %s', async (_, messages, more) => {
    const id = await begin()
    onDay(2)
    await client.remove(id)
    expect(await send(4, messages, more)).toMatchObject({ knownTurns: messages.length, memoriesStored: 0 })
    expect(await told()).toEqual([])
  })

  test('does not bring back what was deleted when its only exchange is imported again at a time of the import', async () => {
    const { memoryIds } = await send(0, EIGHTY)
    await client.remove(memoryIds[0])
    expect(await send(3, EIGHTY, { observed_at: at(3) })).toMatchObject(KNOWN)
    expect(await send(3, stamped(EIGHTY, 0))).toMatchObject(KNOWN)
    expect(await told()).toEqual([])
  })

  test('does not bring back what was reworded by hand', async () => {
    const id = await begin()
    await app.ask(`/v1/memories/${id}`, { user_id: `user ${n - 1}`, content: 'My weight is 79 kg.' }, { method: 'PUT' })
    expect(await send(4, EIGHTY)).toMatchObject(KNOWN)
    expect(await told()).toEqual([])
  })

  test.each([
    ['its messages', () => ({}), () => stamped(EIGHTY, 3)],
    ['the request', () => ({ observed_at: at(3) }), () => EIGHTY],
  ])('tells anew what was deleted at a later time by %s', async (_, more, messages) => {
    await client.remove(await begin())
    expect(await send(4, messages(), more())).toMatchObject(ANEW)
    expect(await told()).toHaveLength(1)
  })

  test('imports what it has told by times that tell the days apart, and twice', async () => {
    const history = [EIGHTY, OTHER, EIGHTY].map((messages, day) => stamped(messages, day))
    for (const again of [false, true])
      for (const [i, messages] of history.entries())
        expect(await send(9 + i / 1000, messages, { session_id: undefined })).toMatchObject(again ? KNOWN : ANEW)
    expect(await told()).toHaveLength(2)
  })

  test('without a session and a time sends it again', async () => {
    await begin(() => ({ session_id: undefined }))
    expect(await send(4, EIGHTY, { session_id: undefined })).toMatchObject(KNOWN)
  })
})
