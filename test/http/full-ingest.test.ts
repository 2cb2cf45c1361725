import { describe, expect, test } from 'vitest'
import type { IngestResult } from '../../src/ingest/context.js'
import { rounds } from '../faults/rounds.js'
import { clientOf, type Fields, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'

const counted = ({
  factsExtracted,
  memoriesStored,
  memoriesUpdated,
  memoriesDeleted,
  memoriesSkipped,
}: IngestResult) => [factsExtracted, memoriesStored, memoriesUpdated, memoriesDeleted, memoriesSkipped]

/** In the soak, as many as a conversation may hold. */
const STATEMENTS = rounds(400, 2000)

describe.each(databasesFor(import.meta.url))('full ingest without a model, on $name', (database) => {
  const app = served(database, { MAX_APPEND_BYTES: `${2 ** 20}` })
  const client = clientOf(app)
  let users = 0
  const someone = (): Who => ({ user_id: `user ${users++}` })
  const ingest = async (who: Who, conversation: string | undefined, more: Fields = {}): Promise<IngestResult> => {
    const { status, body } = await app.ask<IngestResult>('/v1/memories/ingest', {
      ...who,
      conversation,
      source_site: 'chat',
      ...more,
    })
    expect(status).toBe(200)
    const [all, ...outcomes] = counted(body)
    expect(
      outcomes.reduce((sum = 0, count = 0) => sum + count, 0),
      'the counts add up',
    ).toBe(all)
    expect(body.outcomes).toHaveLength(all ?? -1)
    return body
  }
  const listed = async (who: Who) => (await client.list(who)).memories.map(({ content }) => content).sort()

  test.each([
    'I moved to Lisbon.',
    'Forget that I live in Berlin.',
    'My sister lives in Lisbon.',
    'Should I move to Lisbon?',
    'I used to live in Lisbon.',
  ])('supersedes nothing by itself, and stores what is said: %s', async (text) => {
    const who = someone()
    await ingest(who, 'I live in Berlin.')
    expect(counted(await ingest(who, text))).toEqual([1, 1, 0, 0, 0])
    expect(await listed(who)).toEqual(['I live in Berlin.', text].sort())
  })

  test.each([
    ['My dentist appointment is on Wednesday.', 'Sorry, I meant Thursday, the dentist.'],
    ['My dentist is Dr. Okafor.', 'My dentist is now Dr. Lind.'],
    ['My rent at the dentist is 900 euros.', 'My rent at the dentist is 950 euros.'],
  ])('of a statement and what seems to replace it, both stay and are found: %s %s', async (earlier, later) => {
    const who = someone()
    const user = (content: string) => ({ messages: [{ role: 'user', content }], session_id: 's' })
    for (const text of [earlier, later]) {
      const { outcomes } = await ingest(who, undefined, user(text))
      expect(outcomes).toMatchObject([{ outcome: 'stored', reason: 'new', replaces: [] }])
    }
    const found = (await client.search(who, 'When is the dentist?')).memories.map(({ content }) => content)
    expect(found.sort()).toEqual([`User: ${earlier}`, `User: ${later}`].sort())
  })

  test('a value of earlier times that is told late is stored beside the newer one', async () => {
    const who = someone()
    await ingest(who, 'I live in Lisbon.', { observed_at: '2026-05-01' })
    const late = await ingest(who, 'I live in Berlin.', { observed_at: '2024-05-01' })
    expect(late.outcomes).toMatchObject([{ outcome: 'stored', reason: 'new', replaces: [] }])
    expect(await listed(who)).toEqual(['I live in Berlin.', 'I live in Lisbon.'])
  })

  test('nobody closes what another agent said', async () => {
    const user = someone().user_id
    const as = (agent_id: string): Who => ({ user_id: user, workspace_id: 'w', agent_id })
    await ingest(as('one'), 'The capital of Ruritania is Strelsau.')
    const after = await ingest(as('two'), 'The capital of Ruritania is Zenda.')
    expect(counted(after)).toEqual([1, 1, 0, 0, 0])
    expect(after.conflicts).toHaveLength(1)
    expect(await listed(as('one'))).toEqual(['The capital of Ruritania is Strelsau.'])
  })

  test('the same conversation again does nothing', async () => {
    const who = someone()
    const talk = 'Ana: I live in Berlin.\nBen: And now?\nAna: I moved to Lisbon.'
    await ingest(who, talk)
    const before = await listed(who)
    const events = (await client.log()).filter(({ type }) => type !== 'MemoriesRecalled').length
    expect(counted(await ingest(who, talk))).toEqual([0, 0, 0, 0, 0])
    expect(await listed(who)).toEqual(before)
    expect((await client.log()).filter(({ type }) => type !== 'MemoriesRecalled')).toHaveLength(events)
  })

  test('of a conversation that goes in parts, every turn is stored', async () => {
    const who = someone()
    const entry = (i: number) =>
      `Ana: Entry ${i} tells of the harbour and the violin in house ${i * 13}. `.padEnd(300, 'x')
    const after = await ingest(who, Array.from({ length: 280 }, (_, i) => entry(i)).join('\n'))
    const appends = (await client.log()).filter(({ metadata }) => metadata.episodeId === after.episodeId)
    expect(appends.filter(({ metadata }) => metadata.append.index === 0).length).toBeGreaterThan(1)
    expect(counted(after)).toEqual([280, 280, 0, 0, 0])
  })

  test('of many statements that differ in one place, all are stored', async () => {
    const who = someone()
    const lines = Array.from({ length: STATEMENTS }, (_, i) => `Ana: I live in house ${i} of the old town.`)
    expect(counted(await ingest(who, lines.join('\n')))).toEqual([STATEMENTS, STATEMENTS, 0, 0, 0])
    expect((await client.list(who)).total).toBe(STATEMENTS)
  })
})
