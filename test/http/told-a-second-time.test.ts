import { describe, expect, test } from 'vitest'
import type { IngestResult } from '../../src/commands/ingest/context.js'
import { clientOf, type Fields, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'

describe.each(databasesFor(import.meta.url))('a conversation that is told a second time, on $name', (database) => {
  const app = served(database)
  const client = clientOf(app)
  let users = 0
  const someone = (): Who => ({ user_id: `user ${users++}` })
  const ingest = async (who: Who, said: readonly string[], more: Fields = {}): Promise<IngestResult> => {
    const messages = said.map((content, i) => ({ role: i % 2 === 0 ? 'user' : 'assistant', content }))
    const body = { ...who, source_site: 'chat', messages, ...more }
    const answer = await app.ask<IngestResult>('/v1/memories/ingest', body)
    expect(answer.status).toBe(200)
    return answer.body
  }
  const homes = async (who: Who) =>
    (await client.list(who)).memories
      .map(({ content }) => content)
      .filter((content) => /Berlin|Paris|Rome/.test(content))

  const MOVED = ['I live in Berlin.', 'Noted.', 'I have two cats.', 'Cute.', 'I moved to Paris.', 'Nice.']
  const SUMMARISED = ['Summary: we talked about pets.', 'Go on.', ...MOVED]

  test.each([
    ['in another session', MOVED, { session_id: 'b' }],
    ['in another source', MOVED, { source_site: 'export' }],
    ['on a later day', MOVED, { session_id: 'b', observed_at: '2026-05-09' }],
    ['behind a summary of what came before', SUMMARISED, { session_id: 'b' }],
  ])('%s leaves in force what it left in force the first time', async (_, again, more) => {
    const who = someone()
    await ingest(who, MOVED, { session_id: 'a', observed_at: '2026-05-02' })
    expect(await homes(who)).toEqual(['User: I moved to Paris.'])
    const [old] = (await ingest(who, again, { observed_at: '2026-05-02', ...more })).outcomes?.slice(-1) ?? []
    expect(old).toMatchObject({ outcome: 'stored', reason: 'late_value' })
    expect(await homes(who)).toEqual(['User: I moved to Paris.'])
    expect((await client.search(who, 'Where do I live?')).memories[0]?.content).toBe('User: I moved to Paris.')
  })

  test('behind a summary of what came before in its own session tells nothing but that', async () => {
    const who = someone()
    await ingest(who, MOVED, { session_id: 'a' })
    const again = await ingest(who, SUMMARISED, { session_id: 'a' })
    expect(again).toMatchObject({ knownTurns: MOVED.length, memoriesStored: 2 })
    expect(await homes(who)).toEqual(['User: I moved to Paris.'])
  })

  test('puts out of force what is not told again behind it', async () => {
    const who = someone()
    await ingest(who, MOVED, { session_id: 'a' })
    await ingest(who, ['I moved to Rome.'], { session_id: 'a' })
    await ingest(who, ['I moved to Paris.', 'Noted.', 'I moved to Rome.', 'Nice.', 'I moved to Berlin.'], {
      session_id: 'b',
    })
    expect(await homes(who)).toEqual(['User: I moved to Berlin.'])
  })

  test('holds what it comes back to in the end', async () => {
    const who = someone()
    await ingest(who, ['I live in Berlin.', 'Noted.', 'I live in Paris.', 'Really?', 'I live in Berlin.'])
    expect(await homes(who)).toEqual(['User: I live in Berlin.'])
    await ingest(who, ['I live in Rome.', 'Really?', 'I live in Berlin.'])
    expect(await homes(who)).toEqual(['User: I live in Berlin.'])
  })

  test('within one request holds what it says last', async () => {
    const who = someone()
    await ingest(who, [...MOVED, ...MOVED])
    expect(await homes(who)).toEqual(['User: I moved to Paris.'])
  })
})
