import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { DomainEvent } from '../../src/domain/all-events.js'
import type { MemoryOf } from '../../src/domain/memory/events.js'
import type { Databases } from '../../src/postgres/database.js'
import { identifier, sql } from '../../src/postgres/sql.js'
import { projectBatch, type ReadModel } from '../../src/projector/apply/apply-events.js'
import { databasesFor } from '../support/database.js'
import { empty, openReadModel, recordedAs } from '../support/read-model.js'
import { id } from '../support/sample-parts.js'
import { samples } from '../support/samples.js'

const fact = samples['MemoryStored.fact'] as MemoryOf<'MemoryStored'>
const sample = (name: string): DomainEvent => {
  const event = samples[name]
  if (event === undefined) throw new Error(`no sample is called ${name}`)
  return event
}
/** What becomes of the fact, whose id the samples of other events do not have. */
const ofFact = (name: string, version: number, data = {}): DomainEvent => {
  const event = sample(name)
  const metadata = { ...event.metadata, memoryId: fact.metadata.memoryId, version }
  return { ...event, metadata, data: { ...event.data, ...data } } as DomainEvent
}
const { memoryType, network, language, importance, trust, claimType, said } = fact.data
const words = { memoryType, network, language, importance, trust, claimType, said }
const other = [{ memoryId: id(8), start: 1, end: 4 }]

describe.each(databasesFor(import.meta.url))('facts on $name', ({ open }) => {
  let db: Databases
  let model: ReadModel
  beforeAll(async () => {
    db = await open()
    model = await openReadModel(db)
  })
  afterEach(() => empty(model.db))
  afterAll(() => db.close())

  const given = (...events: readonly DomainEvent[]) =>
    projectBatch(model, 'start', recordedAs(events.map((event) => [event])).flat())
  const rows = (table: string) => model.db.rows<Record<string, unknown>>(sql`select * from ${identifier(table)}`)

  test('rest on stretches of other memories, and say when they hold and what they claim', async () => {
    await given(sample('MemoryStored'), fact)
    expect(await rows('memory_evidence')).toMatchObject([
      { id: id(5), words_of: 1, evidence_id: id(3), start_at: 2, end_at: 17 },
    ])
    const [, row] = await rows('memory')
    expect(row).toMatchObject({
      subject: 'anna',
      claim_type: 'stated',
      valid_from: '2026-01-01',
      valid_to: null,
      words_of: 1,
    })
    const [, text] = await rows('memory_text')
    expect(text).toMatchObject({
      summary: 'Lives in Lisbon',
      valid_words: 'yesterday',
    })
  })

  test('that are restored rest on what their words rested on first', async () => {
    await given(
      fact,
      ofFact('MemoryUpdated', 2, { ...words, evidence: other }),
      ofFact('MemorySuperseded', 3),
      ofFact('MemoryRestored', 4, { ...words, of: 1, evidence: fact.data.evidence }),
    )
    const evidence = await rows('memory_evidence')
    expect(evidence.map(({ words_of, evidence_id }) => [words_of, evidence_id]).sort()).toEqual([
      [1, id(3)],
      [2, id(8)],
    ])
    expect(await rows('memory')).toMatchObject([
      { status: 'active', version: 4, words_of: 1, superseded_by: null, expired_at: null, deleted_at: null },
    ])
    const wordings = await rows('memory_wording')
    expect(wordings.map(({ version, words_of }) => [version, words_of]).sort()).toEqual([
      [1, 1],
      [2, 2],
      [4, 1],
    ])
  })

  test('that are erased leave nothing of what they rested on or claimed', async () => {
    await given(fact, ofFact('MemoryErased', 2))
    expect([await rows('memory_evidence'), await rows('memory_text')]).toEqual([[], []])
    expect(await rows('memory')).toMatchObject([{ status: 'erased', valid_from: null, valid_to: null }])
  })

  test('of an episode are kept until they are derived, and what an attempt came to', async () => {
    const worked = ['EpisodeRecorded', 'EpisodeExtracted', 'EpisodeFailed', 'FactsJudged'].map(sample)
    await given(...worked)
    expect(await rows('episode_extraction')).toMatchObject([
      { window_no: 0, memories: [[id(3), 1]], model: 'm-1', facts: [{ content: 'Anna lives in Lisbon.' }] },
    ])
    expect((await rows('episode_shown')).map(({ memory_id }) => memory_id).sort()).toEqual([id(4), id(5)])
    expect(await rows('episode')).toMatchObject([{ attempts: 2, failed: 'timeout', fell_back: false, usage: null }])
    expect(await rows('episode_paid')).toMatchObject([{ stage: 'extract', model: 'm-1', calls: 1 }])
    await empty(model.db)
    await given(...worked, sample('EpisodeExtracted.erased'), sample('FactsDerived'))
    const left = ['episode_extraction', 'episode_paid'].map(rows)
    expect(await Promise.all(left)).toEqual([[], []])
    expect(await rows('episode')).toMatchObject([
      {
        awaits: 'nothing',
        fell_back: true,
        derived: { usage: [{ stage: 'extract' }], outcomes: [{ reason: 'new_value' }] },
      },
    ])
  })

  test.each(['EpisodesDeleted', 'MemoriesErased', 'MemoryErased'])(
    'that were extracted of an episode go with its words: %s',
    async (name) => {
      await given(sample('EpisodeRecorded'), sample('EpisodeExtracted'), sample('MemoryStored'), sample(name))
      expect(await rows('episode_extraction')).toEqual([])
    },
  )

  test('are linked in several ways at once', async () => {
    await given(sample('MemoriesLinked'))
    const links = await rows('memory_link')
    expect(links.map(({ kind, similarity }) => [kind, similarity]).sort()).toEqual([
      ['similar', 0.6123],
      ['supersedes', null],
    ])
  })
})
