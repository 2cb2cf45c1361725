import { beforeEach, describe, expect, test, vi } from 'vitest'
import { sql } from '../../src/postgres/sql.js'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'

type Result = { episodeId: string; memoriesStored: number; duplicates: number; knownTurns: number; memoryIds: string[] }
type Message = { role: string; content: string; name?: string }

const say = (role: string, content: string): Message => ({ role, content })
const chat = [
  say('user', 'I moved to Lisbon in March.'),
  say('assistant', 'Congratulations on the move to Lisbon!'),
  say('user', 'My sister Eva works as a nurse in Porto.'),
  say('assistant', 'Porto is a fine place for a nurse.'),
  say('user', 'I am allergic to peanuts.'),
  say('assistant', 'I will remember the peanut allergy.'),
  say('user', 'My car is a red Fiat from 2019.'),
]

describe.each(databasesFor(import.meta.url))('a conversation sent after every turn, on $name', (database) => {
  const app = served(database, { CORE_ADMIN_API_KEY: 'admin-key-of-the-tests' })
  let n = 0
  let user = ''
  beforeEach(() => {
    user = `user ${n++}`
  })
  const ingest = async (body: object): Promise<Result> => {
    const answer = await app.ask<Result>('/v1/memories/ingest/quick', { user_id: user, source_site: 'chat', ...body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body
  }
  const contents = async (): Promise<string[]> => {
    const { body } = await app.ask<{ memories: { content: string }[] }>(
      `/v1/memories/list?user_id=${encodeURIComponent(user)}&limit=1000`,
    )
    return body.memories.map(({ content }) => content).toSorted()
  }
  const events = () => app.databases.within('log').rows(sql`select count(*)::int as events from event`)
  const remove = (id: string) =>
    app.ask(`/v1/memories/${id}?user_id=${encodeURIComponent(user)}`, undefined, { method: 'DELETE' })
  const correct = (id: string, content: string) =>
    app.ask(`/v1/memories/${id}`, { user_id: user, content }, { method: 'PUT' })

  test('stores each turn once, and says how many it knew', async () => {
    const known: number[] = []
    for (let i = 1; i <= chat.length; i++) known.push((await ingest({ messages: chat.slice(0, i) })).knownTurns)
    // A beginning of a single turn may be that of any conversation.
    expect(known).toEqual([0, 0, 2, 3, 4, 5, 6])
    expect(await contents()).toHaveLength(7)
    const again = await ingest({ messages: chat })
    expect(again).toMatchObject({ knownTurns: 7, memoriesStored: 0, duplicates: 0, memoryIds: [] })
  })

  test('does not bring back what was deleted, corrected or erased', async () => {
    const first = await ingest({ messages: chat })
    const [lisbon = '', , eva = '', , peanuts = ''] = first.memoryIds
    await remove(lisbon)
    await correct(eva, 'Eva works as a doctor in Porto.')
    await app.ask(`/v1/memories/${peanuts}?user_id=${encodeURIComponent(user)}&hard=true`, undefined, {
      method: 'DELETE',
      headers: { Authorization: 'Bearer admin-key-of-the-tests' },
    })
    const before = await contents()
    const grown = [...chat, say('assistant', 'A Fiat is easy to park.'), say('user', 'I play the cello.')]
    const answer = await ingest({ messages: grown })
    expect(answer).toMatchObject({ knownTurns: 7, memoriesStored: 2 })
    const added = (await contents()).filter((content) => !before.includes(content))
    expect(added).toEqual(['Assistant: A Fiat is easy to park.', 'User: I play the cello.'])
  })

  test('writes nothing at all when every turn is known', async () => {
    const first = await ingest({ messages: chat })
    const before = await events()
    const again = await ingest({ messages: chat })
    expect(again).toMatchObject({ knownTurns: 7, episodeId: first.episodeId })
    expect(await events()).toEqual(before)
  })

  test('is known as a sliding window, too', async () => {
    await ingest({ messages: chat.slice(0, 5) })
    const answer = await ingest({ messages: chat.slice(3) })
    expect(answer).toMatchObject({ knownTurns: 2, memoriesStored: 2 })
    expect(await ingest({ messages: chat.slice(5) })).toMatchObject({ knownTurns: 2, memoriesStored: 0 })
  })

  test('is known as a sliding window of a long text, too', async () => {
    const lines = Array.from({ length: 700 }, (_, n) => `Shelf ${n} holds ${n * 3} books.`)
    await ingest({ conversation: lines.slice(0, 400).join('\n') })
    await ingest({ conversation: lines.slice(0, 690).join('\n') })
    expect(await ingest({ conversation: lines.slice(50).join('\n') })).toMatchObject({ knownTurns: 640 })
  })

  test('that was edited is new where it differs', async () => {
    await ingest({ messages: chat })
    const edited = [...chat.slice(0, 2), say('user', 'My brother Leo works as a nurse in Porto.'), ...chat.slice(3)]
    expect(await ingest({ messages: edited })).toMatchObject({ knownTurns: 6, memoriesStored: 1, duplicates: 0 })
    expect(await ingest({ messages: edited })).toMatchObject({ knownTurns: 7, memoriesStored: 0, duplicates: 0 })
    expect(await ingest({ messages: chat })).toMatchObject({ knownTurns: 7 })
  })

  test('may change its instructions, which come before it', async () => {
    const at = (time: string) => say('system', `You are helpful. It is ${time}.`)
    await ingest({ messages: [at('noon'), ...chat.slice(0, 3)] })
    expect(await ingest({ messages: [at('one'), ...chat] })).toMatchObject({ knownTurns: 3, memoriesStored: 4 })
  })

  test('may come as text, a turn a line', async () => {
    const lines = chat.map(({ role, content }) => `${role === 'user' ? 'Ana' : 'Bot'}: ${content}`)
    const first = await ingest({ conversation: `[Session date: 8 May 2026]\n${lines.slice(0, 4).join('\n')}` })
    await remove(first.memoryIds[0] ?? '')
    const answer = await ingest({ conversation: `[Session date: 9 May 2026]\n${lines.join('\n')}` })
    expect(answer).toMatchObject({ knownTurns: 4, memoriesStored: 3, duplicates: 0 })
    expect((await contents()).filter((content) => content.includes('Lisbon'))).toEqual([
      'Bot: Congratulations on the move to Lisbon!',
    ])
  })

  test('a line that goes on what was said before belongs to who said it', async () => {
    await ingest({ conversation: 'Ana: I moved to Lisbon.\nBob: I stay in Rome.' })
    await ingest({ conversation: 'Ana: I moved to Lisbon.\nBob: I stay in Rome.\nMy flat is near the river Tiber.' })
    expect(await contents()).toContain('Bob: My flat is near the river Tiber.')
  })

  test('a single turn is a statement of its own each time', async () => {
    const berlin = () => ingest({ messages: [say('user', 'I live in Berlin now.')] })
    const { memoryIds } = await berlin()
    expect(await berlin()).toMatchObject({ duplicates: 1, knownTurns: 0 })
    await remove(memoryIds[0] ?? '')
    expect(await berlin()).toMatchObject({ memoriesStored: 1, knownTurns: 0 })
  })

  test('turns that were sent one by one are known when all are sent', async () => {
    const sent: string[] = []
    for (const message of chat) sent.push(...(await ingest({ messages: [message] })).memoryIds)
    await remove(sent[0] ?? '')
    expect(await ingest({ messages: chat })).toMatchObject({ knownTurns: 7, memoriesStored: 0 })
  })

  test('exchanges that were sent one by one are known when all are sent, and each when it is sent again', async () => {
    const session = { session_id: 'live' }
    for (const at of [0, 2, 4]) await ingest({ messages: chat.slice(at, at + 2), ...session })
    expect(await ingest({ messages: chat, ...session })).toMatchObject({ knownTurns: 6, memoriesStored: 1 })
    expect(await ingest({ messages: chat.slice(2, 4), ...session })).toMatchObject({ knownTurns: 2 })
  })

  test('of a few turns without a session is known for an hour', async () => {
    const paid = [say('user', 'Hi'), say('assistant', 'Hello!'), say('user', 'Paid the rent.')]
    const minutes = (n: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 4, 4, 8, n) })
    const send = (messages: readonly Message[], more: object = {}) => ingest({ messages, ...more })
    try {
      minutes(0)
      await send(paid)
      await send(paid, { session_id: 'a' })
      await send(chat)
      minutes(50)
      expect(await send(paid)).toMatchObject({ knownTurns: 3 })
      minutes(90)
      expect(await send(paid)).toMatchObject({ knownTurns: 0, duplicates: 1 })
      expect(await send(paid, { session_id: 'a' })).toMatchObject({ knownTurns: 3 })
      expect(await send(chat)).toMatchObject({ knownTurns: 7 })
    } finally {
      vi.useRealTimers()
    }
  })

  test('is another one for another session, source or agent', async () => {
    await ingest({ messages: chat, session_id: 'a' })
    for (const other of [{ session_id: 'b' }, {}, { session_id: 'a', source_site: 'mail' }])
      expect(await ingest({ messages: chat, ...other })).toMatchObject({ knownTurns: 0, duplicates: 7 })
    const agent = { workspace_id: 'w', agent_id: 'scout', session_id: 'a' }
    expect(await ingest({ messages: chat, ...agent })).toMatchObject({ knownTurns: 0, memoriesStored: 7 })
    expect(await ingest({ messages: chat, ...agent, agent_id: 'other' })).toMatchObject({ knownTurns: 0 })
    expect(await ingest({ messages: chat, ...agent })).toMatchObject({ knownTurns: 7 })
  })

  test('from_turn says what is context only', async () => {
    const answer = await ingest({ messages: chat, from_turn: 4 })
    expect(answer).toMatchObject({ knownTurns: 0, memoriesStored: 3 })
    const refused = await app.ask('/v1/memories/ingest/quick', {
      ...{ user_id: user, source_site: 'chat', messages: chat, from_turn: -1 },
    })
    expect(refused.status).toBe(400)
  })

  test('what we wrote into it ourselves makes no difference', async () => {
    await ingest({ messages: chat.slice(0, 3) })
    const pasted = '### Subject: site/chat\n- [2026-05-08] [answer] User: I moved to Lisbon in March.\n'
    const messages = chat.with(2, say('user', `${pasted}${chat[2]?.content}`))
    expect(await ingest({ messages })).toMatchObject({ knownTurns: 3, memoriesStored: 4 })
  })

  test('two continuations at once store each turn once', async () => {
    await ingest({ messages: chat.slice(0, 2) })
    const answers = await Promise.all(Array.from({ length: 6 }, () => ingest({ messages: chat })))
    expect(answers.reduce((sum, { memoriesStored }) => sum + memoriesStored, 0)).toBe(5)
    expect(await contents()).toHaveLength(7)
  })

  test('verbatim notes are no conversation', async () => {
    const note = { conversation: 'one line\nanother line', skip_extraction: true }
    await ingest(note)
    expect(await ingest(note)).toMatchObject({ knownTurns: 0, duplicates: 1 })
  })
})
