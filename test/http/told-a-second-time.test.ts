import { describe, expect, test } from 'vitest'
import type { IngestResult } from '../../src/ingest/context.js'
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
  const contents = async (who: Who) => (await client.list(who)).memories.map(({ content }) => content)

  const MOVED = ['I live in Berlin.', 'Noted.', 'I have two cats.', 'Cute.', 'I moved to Paris.', 'Nice.']
  const SUMMARISED = ['Summary: we talked about pets.', 'Go on.', ...MOVED]

  test.each([
    ['in another session', MOVED, { session_id: 'b' }],
    ['in another source', MOVED, { source_site: 'export' }],
    ['behind a summary of what came before', SUMMARISED, { session_id: 'b' }],
    ['twice in one request', [...MOVED, ...MOVED], { session_id: 'b' }],
  ])('%s is stored once', async (_, again, more) => {
    const who = someone()
    await ingest(who, MOVED, { session_id: 'a', observed_at: '2026-05-02' })
    const first = await contents(who)
    await ingest(who, again, { observed_at: '2026-05-02', ...more })
    const told = await contents(who)
    expect(told.filter((content) => !/Summary|Go on/.test(content))).toEqual(first)
  })

  test('on a later day that is given is other memories, and a search shows each once', async () => {
    const who = someone()
    await ingest(who, MOVED, { session_id: 'a', observed_at: '2026-05-02' })
    await ingest(who, MOVED, { session_id: 'b', observed_at: '2026-05-09' })
    expect((await contents(who)).toSorted()).toEqual(
      [...MOVED, ...MOVED]
        .filter((said) => /I |Cute/.test(said))
        .map((said) => (said === 'Cute.' ? 'Assistant: Cute.' : `User: ${said}`))
        .toSorted(),
    )
    const { memories } = await client.search(who, 'Where do I live?')
    const cats = memories.filter(({ content }) => content === 'User: I have two cats.')
    expect(cats.map(({ observed_at }) => observed_at.slice(0, 10))).toEqual(['2026-05-09'])
  })

  test('behind a summary of what came before in its own session tells nothing but that', async () => {
    const who = someone()
    await ingest(who, MOVED, { session_id: 'a' })
    const again = await ingest(who, SUMMARISED, { session_id: 'a' })
    expect(again).toMatchObject({ knownTurns: MOVED.length, memoriesStored: 2 })
  })
})
