import { describe, expect, test } from 'vitest'
import type { IngestResult } from '../../src/commands/ingest/context.js'
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

/** Several times as many as are ruled on; the soak, as many as a conversation may hold. */
const STATEMENTS = rounds(400, 2000)

/** Consonants and vowels, for the names of towns. */
const SOUNDS = ['bdfgklmnprst', 'aeiou']

describe.each(databasesFor(import.meta.url))('full ingest by rules, on $name', (database) => {
  const app = served(database, { MAX_APPEND_BYTES: `${2 ** 20}` })
  const client = clientOf(app)
  let users = 0
  const someone = (): Who => ({ user_id: `user ${users++}` })
  const ingest = async (who: Who, conversation: string, more: Fields = {}): Promise<IngestResult> => {
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

  test('a new value takes the place of the old one, which keeps its trail', async () => {
    const who = someone()
    const before = await ingest(who, 'I live in Berlin.')
    const after = await ingest(who, 'I moved to Lisbon.')
    expect(counted(after)).toEqual([1, 0, 1, 0, 0])
    expect(after.outcomes).toEqual([
      { memoryId: after.memoryIds[0], outcome: 'updated', reason: expect.any(String), replaces: before.memoryIds },
    ])
    expect(await listed(who)).toEqual(['I moved to Lisbon.'])
    const { trail } = await client.trail(who, String(before.memoryIds[0]))
    expect(trail.map(({ action, reason }) => [action, reason])).toEqual([
      ['add', 'extracted'],
      ['supersede', 'superseded'],
    ])
  })

  test.each([
    'My sister lives in Lisbon.',
    'Should I move to Lisbon?',
    'I used to live in Lisbon.',
    'When I was a child I lived in Lisbon.',
    'I might move to Lisbon next year.',
    'I also own a flat in Lisbon.',
  ])('leaves what is known as it is: %s', async (text) => {
    const who = someone()
    await ingest(who, 'I live in Berlin.')
    const { memoriesUpdated, memoriesDeleted } = await ingest(who, text)
    expect([memoriesUpdated, memoriesDeleted]).toEqual([0, 0])
    expect(await listed(who)).toContain('I live in Berlin.')
  })

  test('a memory that says more is not closed for one of the things that it says', async () => {
    const who = someone()
    await ingest(who, 'I live in Berlin and my dog is called Rex.')
    await ingest(who, 'I moved to Lisbon.')
    expect(await listed(who)).toContain('I live in Berlin and my dog is called Rex.')
  })

  test('what is taken back is closed, and the wish itself is no memory', async () => {
    const who = someone()
    const before = await ingest(who, 'I live in Berlin.')
    const after = await ingest(who, 'Forget that I live in Berlin.')
    expect(counted(after)).toEqual([1, 0, 0, 1, 0])
    expect(after.outcomes?.[0]).toMatchObject({ outcome: 'deleted', replaces: before.memoryIds })
    expect(await listed(who)).toEqual([])
  })

  test('what says something besides a wish to forget is stored', async () => {
    const who = someone()
    const before = await ingest(who, 'I live in Berlin.')
    const text = 'Forget that I live in Berlin. My dog is called Rex and he loves the lake.'
    const after = await ingest(who, text)
    expect(after.outcomes?.[0]).toMatchObject({ outcome: 'updated', reason: 'retraction', replaces: before.memoryIds })
    expect(await listed(who)).toEqual([text])
  })

  test('what is corrected in the same conversation is closed in the same append', async () => {
    const who = someone()
    const after = await ingest(who, 'Ana: I live in Berlin.\nBen: Nice.\nAna: I moved to Lisbon last week.')
    expect(after.memoriesUpdated).toBe(1)
    expect((await listed(who)).join()).not.toContain('Berlin')
  })

  test('a value of earlier times that is told late does not take the place of the newer one', async () => {
    const who = someone()
    await ingest(who, 'I live in Lisbon.', { observed_at: '2026-05-01' })
    const late = await ingest(who, 'I live in Berlin.', { observed_at: '2024-05-01' })
    expect(late.outcomes?.[0]).toMatchObject({ outcome: 'stored', reason: 'late_value' })
    expect(await listed(who)).toEqual(['I live in Lisbon.'])
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

  test('of a conversation that goes in parts, what is corrected at its end is closed with it', async () => {
    const who = someone()
    const entry = (i: number) =>
      `Ana: Entry ${i} tells of the harbour and the violin in house ${i * 13}. `.padEnd(300, 'x')
    const lines = [
      'Ana: I live in Berlin.',
      ...Array.from({ length: 280 }, (_, i) => entry(i)),
      'Ana: I moved to Lisbon.',
    ]
    const after = await ingest(who, lines.join('\n'))
    const appends = (await client.log()).filter(({ metadata }) => metadata.episodeId === after.episodeId)
    expect(appends.filter(({ metadata }) => metadata.append.index === 0).length).toBeGreaterThan(1)
    expect(counted(after)).toEqual([282, 281, 1, 0, 0])
    const contents = await listed(who)
    expect(contents).toContain('Ana: I moved to Lisbon.')
    expect(contents).not.toContain('Ana: I live in Berlin.')
  })

  test.each([
    ['differ from one another', 'My brother lives in', 0],
    ['take the place of one another', 'I live in', 119],
  ])('of many statements that %s, all are stored, and a bounded number of rulings', async (_, words, least) => {
    const town = (i: number) =>
      [i % 12, (i / 12) % 5, (i / 60) % 12, (i / 720) % 5].map((n, at) => SOUNDS[at % 2]?.[Math.floor(n)]).join('')
    const lines = Array.from(
      { length: STATEMENTS },
      (_, i) => `Ana: ${words} ${town(i).replace(/^./, (c) => c.toUpperCase())}lburg.`,
    )
    const who = someone()
    const after = await ingest(who, lines.join('\n'))
    expect(after.memoriesStored + after.memoriesUpdated).toBe(STATEMENTS)
    expect(after.memoriesUpdated).toBeGreaterThanOrEqual(least)
    expect((await client.list(who)).total).toBe(STATEMENTS - after.memoriesUpdated)
    const judged = (await client.log()).filter(
      ({ type, metadata }) => type === 'FactsJudged' && metadata.episodeId === after.episodeId,
    )
    expect(judged.map(({ data }) => (data.verdicts as unknown[]).length)).toEqual([120])
  })

  test('what was put out of force can be restored', async () => {
    const who = someone()
    const { memoryIds } = await ingest(who, 'I live in Berlin.')
    await ingest(who, 'I moved to Lisbon.')
    const { status } = await app.ask(`/v1/memories/${memoryIds[0]}/restore`, { ...who, version: 1 })
    expect(status).toBe(200)
    expect(await listed(who)).toEqual(['I live in Berlin.', 'I moved to Lisbon.'])
  })

  test('quick ingest closes nothing', async () => {
    const who = someone()
    await client.tell(who, 'I live in Berlin.')
    await client.tell(who, 'I moved to Lisbon.')
    expect(await listed(who)).toEqual(['I live in Berlin.', 'I moved to Lisbon.'])
  })
})
