import { describe, expect, test } from 'vitest'
import type { IngestResult } from '../../src/commands/ingest/context.js'
import { clientOf, type Fields, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'

describe.each(databasesFor(import.meta.url))('a correction that is an ingest of its own, on $name', (database) => {
  const app = served(database)
  const client = clientOf(app)
  let users = 0
  const someone = (): Who => ({ user_id: `user ${users++}` })
  const ingest = async (who: Who, said: string | readonly Fields[], more: Fields = {}): Promise<IngestResult> => {
    const words = typeof said === 'string' ? { conversation: said } : { messages: said }
    const { status, body } = await app.ask<IngestResult>('/v1/memories/ingest', {
      ...{ ...who, source_site: 'chat' },
      ...words,
      ...more,
    })
    expect(status).toBe(200)
    return body
  }
  const listed = async (who: Who) => (await client.list(who)).memories.map(({ content }) => content).sort()
  const user = (content: string) => ({ role: 'user', content })
  const assistant = (content: string) => ({ role: 'assistant', content })

  test.each([
    ['I live in Springfield.', 'Sorry, I meant Springdale.', 'I live in Springdale.'],
    ['I live in Springfield.', 'No, I meant Springdale, not Springfield.', 'I live in Springdale.'],
    ['My dentist appointment is on Monday.', 'Actually it was Tuesday.', 'My dentist appointment is on Tuesday.'],
    ['My phone number is 555-0134.', 'Sorry, I meant 555-0143.', 'My phone number is 555-0143.'],
    ['Ich wohne in Freiburg.', 'Nein, ich meinte Freising.', 'Ich wohne in Freising.'],
  ])('takes up the turn before and is told in full: %s %s', async (first, second, full) => {
    for (const session of [{}, { session_id: 's' }]) {
      const who = someone()
      const before = await ingest(who, first, session)
      const after = await ingest(who, second, session)
      expect(after.outcomes).toEqual([
        { memoryId: after.memoryIds[0], outcome: 'updated', reason: 'correction', replaces: before.memoryIds },
      ])
      expect(await listed(who)).toEqual([`${full}\n${second}`])
    }
  })

  test('takes back what was said before', async () => {
    const who = someone()
    const before = await ingest(who, 'I live in Springfield.')
    expect((await ingest(who, 'Forget that.')).outcomes).toMatchObject([
      { outcome: 'deleted', replaces: before.memoryIds },
    ])
    expect(await listed(who)).toEqual([])
  })

  test('may correct a correction', async () => {
    const who = someone()
    await ingest(who, 'I live in Springfield.')
    await ingest(who, 'Sorry, I meant Springdale.')
    const after = await ingest(who, 'No, I meant Springvale.')
    expect(after.outcomes).toMatchObject([{ reason: 'correction' }])
    expect(await listed(who)).toEqual(['I live in Springvale.\nNo, I meant Springvale.'])
  })

  test('is found by what it is about', async () => {
    const who = someone()
    await ingest(who, [user('My dentist appointment is on Wednesday.'), assistant('Noted.')])
    await ingest(who, [user('sorry, I meant Thursday')])
    const { memories } = await client.search(who, 'When is my dentist appointment?')
    expect(memories.map(({ content }) => content)).toEqual([
      'User: My dentist appointment is on Thursday.\nsorry, I meant Thursday',
    ])
  })

  test('that is sent twice is known', async () => {
    const who = someone()
    await ingest(who, 'I live in Springfield.')
    await ingest(who, 'Sorry, I meant Springdale.')
    expect(await ingest(who, 'Sorry, I meant Springdale.')).toMatchObject({ duplicates: 1, memoriesStored: 0 })
  })

  test('sees the answer of the assistant between, whether the transcript is sent whole or not', async () => {
    const [whole, apart] = [someone(), someone()]
    const first = [user('I live in Springfield.'), assistant('Springfield is a lovely town to live in.')]
    for (const who of [whole, apart]) await ingest(who, first)
    expect((await ingest(whole, [...first, user('Sorry, I meant Springdale.')])).memoriesUpdated).toBe(1)
    expect((await ingest(apart, [user('Sorry, I meant Springdale.'), assistant('Noted.')])).memoriesUpdated).toBe(1)
    for (const who of [whole, apart]) expect((await listed(who)).join()).not.toContain('I live in Springfield.')
  })

  test.each<[string, Fields, Fields, Partial<Who>]>([
    ['of another session', { session_id: 'a' }, { session_id: 'b' }, {}],
    ['of another source', {}, { source_site: 'mail' }, {}],
    ['of a later week', { observed_at: '2026-05-01' }, { observed_at: '2026-05-08' }, {}],
    ['of an earlier day', { observed_at: '2026-05-08' }, { observed_at: '2026-05-07' }, {}],
    ['in a workspace', {}, {}, { workspace_id: 'w', agent_id: 'one' }],
  ])('does not take up what is %s', async (_, first, second, elsewhere) => {
    const who = someone()
    await ingest(who, 'I live in Springfield.', first)
    expect((await ingest({ ...who, ...elsewhere }, 'Sorry, I meant Springdale.', second)).memoriesUpdated).toBe(0)
    expect(await listed(who)).toContain('I live in Springfield.')
  })

  test('does not take up what another agent said, nor what the agent shared with others', async () => {
    const { user_id } = someone()
    const as = (agent_id: string): Who => ({ user_id, workspace_id: 'w', agent_id })
    await ingest(as('one'), 'I live in Springfield.')
    expect((await ingest(as('two'), 'Sorry, I meant Springdale.')).memoriesUpdated).toBe(0)
    expect((await ingest(as('one'), 'I meant Springvale.', { visibility: 'agent_only' })).memoriesUpdated).toBe(0)
    expect(await listed(as('one'))).toContain('I live in Springfield.')
  })

  test.each<[string, readonly (readonly Fields[])[]]>([
    [
      'somebody else said',
      [[user('I live in Springfield.')], [{ role: 'user', name: 'Ben', content: 'I meant Springdale.' }]],
    ],
    ['the assistant said', [[assistant('You live in Springfield.')], [user('I meant Springdale.')]]],
    ['is no value', [[user('My favourite film is Heat, and I live in Springfield.')], [user('Actually it was fun.')]]],
    ['is of another kind', [[user('I live in Springfield.')], [user('I meant 42.')]]],
    [
      'lies further back',
      [
        [user('I live in Springfield.'), assistant('Springfield is a lovely town.')],
        [user('The weather is mild and the harbour is full.'), assistant('The harbour is full of boats, indeed.')],
        [user('Sorry, I meant Springdale.')],
      ],
    ],
    ['the assistant corrects', [[user('I live in Springfield.')], [assistant('No, you meant Springdale.')]]],
  ])('does not take up what %s', async (_, turns) => {
    const who = someone()
    for (const messages of turns) await ingest(who, messages)
    expect((await listed(who)).join()).toContain('ive in Springfield.')
  })

  test('does not take up what was deleted, nor anything behind turns that are context only', async () => {
    const who = someone()
    const { memoryIds } = await ingest(who, 'I live in Springfield.')
    await ingest(who, 'I live in Springfield since May.', { source_site: 'mail' })
    await client.remove(who, String(memoryIds[0]))
    expect((await ingest(who, 'Sorry, I meant Springdale.')).memoriesUpdated).toBe(0)
    const other = someone()
    await ingest(other, [user('I live in Springfield.')])
    const context = [user('We flew to Oslo.'), user('Sorry, I meant Springdale.')]
    expect((await ingest(other, context, { from_turn: 1 })).memoriesUpdated).toBe(0)
  })

  test('by quick ingest puts nothing out of force, and is told in full', async () => {
    const who = someone()
    await client.tell(who, 'I live in Springfield.')
    await client.tell(who, 'Sorry, I meant Springdale.')
    expect(await listed(who)).toEqual(['I live in Springdale.\nSorry, I meant Springdale.', 'I live in Springfield.'])
  })
})
