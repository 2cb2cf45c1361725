import { describe, expect, test } from 'vitest'
import { type DomainEvent, isOfUser, type UserEvent } from '../../../src/domain/all-events.js'
import { foldEvent } from '../../../src/operations/replay/fold/fold-event.js'
import { createRows, type ModelRow, type Table } from '../../../src/operations/replay/fold/rows.js'
import { id } from '../../support/sample-parts.js'
import { samples } from '../../support/samples.js'

const ID = id(3)
const sample = (name: string): UserEvent => {
  const event: DomainEvent | undefined = samples[name]
  if (event === undefined || !isOfUser(event)) throw new Error(`no sample is called ${name}`)
  return event
}

/** The rows after these events. */
const folded = (...names: readonly string[]) => {
  const rows = createRows()
  for (const name of names) foldEvent(rows, sample(name))
  return rows
}

/** given(...samples).is(the memory's row, and those of its trail) */
const given = (...names: readonly string[]) => ({
  is: (memory: ModelRow | undefined, versions?: readonly ModelRow[]) => {
    const rows = folded(...names)
    expect(rows.of('memory', ID)).toMatchObject(memory === undefined ? [] : [memory])
    if (versions) expect(rows.of('memory_version', ID)).toMatchObject(versions)
  },
})
const step = (version: number, action: string, status: string) => ({ version, action, status })
const FIRST = step(1, 'add', 'active')

describe('a memory, folded from its events', () => {
  test('is nothing before it is stored', () => given('MemoryUpdated', 'MemoriesRecalled').is(undefined, []))
  test('is what it was stored as', () =>
    given('MemoryStored').is({ status: 'active', version: 1, source_site: 'chat' }, [FIRST]))
  test('has its place and its age from the event that makes it active', () => {
    const { at } = sample('EpisodeIngested').metadata
    given('MemoryStored', 'EpisodeIngested').is({ status: 'active', session: 's1', ordinal: 7, created_at: at })
  })
  test('says something else after an update, and is as active as before', () => {
    given('MemoryStored', 'MemoryUpdated').is({ status: 'active', version: 2 }, [FIRST, step(2, 'update', 'active')])
    given('MemoryStored', 'MemoryDeleted', 'MemoryUpdated').is({ status: 'deleted' })
  })
  test('has other readers after it is shared, each version with its own', () => {
    const rows = folded('MemoryStored', 'MemoryShared')
    expect(rows.of('memory', ID)).toMatchObject([{ granted_to: ['b'] }])
    expect(rows.of('memory_readers', ID)).toMatchObject([
      { version: 1, granted_to: [], trust_score: 1 },
      { version: 2, granted_to: ['b'], trust_score: null },
    ])
    expect(rows.of('memory_wording', ID)).toMatchObject([{ version: 1 }])
  })
  test('is superseded with its time, by another, or by none where it was withdrawn', () => {
    const { at } = sample('MemorySuperseded').metadata
    given('MemoryStored', 'MemorySuperseded').is({ status: 'superseded', expired_at: at, superseded_by: id(4) })
    given('MemoryStored', 'MemorySuperseded.withdrawn').is({ status: 'superseded', superseded_by: null })
  })
  test('is active again in earlier words, whatever became of it', () => {
    const restored = { status: 'active', version: 3, expired_at: null, superseded_by: null, deleted_at: null }
    given('MemoryStored', 'MemorySuperseded', 'MemoryRestored').is({ ...restored, words_of: 1 }, [
      FIRST,
      step(2, 'supersede', 'superseded'),
      step(3, 'restore', 'active'),
    ])
    given('MemoryStored', 'MemoryDeleted', 'MemoryRestored').is(restored)
  })
  test('waits once it is contested', () =>
    given('MemoryStored', 'MemoryContested').is({ status: 'needs_clarification', version: 2 }, [
      FIRST,
      step(2, 'contest', 'needs_clarification'),
    ]))
  test('is settled as it was clarified', () =>
    given('MemoryStored', 'MemoryClarified').is({ status: 'active', version: 2, deleted_at: null }))
  test('is deleted, alone or with others', () => {
    const { at } = sample('MemoryDeleted').metadata
    given('MemoryStored', 'MemoryDeleted').is({ status: 'deleted', version: 2, deleted_at: at })
    given('MemoryStored', 'MemoriesDeleted').is({ status: 'deleted' }, [FIRST, step(2, 'delete', 'deleted')])
  })
  test('loses its words in every version when it is erased, and keeps its trail', () => {
    given('MemoryStored', 'MemoryErased').is({ status: 'erased', subject: null }, [FIRST, step(2, 'erase', 'erased')])
    const rows = folded('MemoryStored', 'MemoryErased')
    expect([rows.of('memory_text', ID), rows.of('memory_wording', ID)]).toEqual([[], []])
  })
  test('may come without words', () => {
    expect(folded('MemoryStored.erased').of('memory_text', ID)).toMatchObject([{ content: '' }])
    expect(folded('MemoryStored', 'MemoryUpdated.erased').of('memory_text', ID)).toMatchObject([{ content: '' }])
  })
  test('counts how often it was shown', () => {
    const shown = ['MemoryStored', 'MemoriesRecalled', 'MemoriesRecalled']
    given(...shown).is({ status: 'active', version: 1 })
    expect(folded(...shown).of('memory_access', ID)).toMatchObject([{ access_count: 4 }])
  })
  test.each(['MemoryEmbedded', 'EntitiesMentioned', 'MemoriesLinked', 'RequestAnswered'])(
    'is no other after %s',
    (name) => given('MemoryStored', name).is({ version: 1 }, [FIRST]),
  )
})

describe('an episode, folded from its events', () => {
  /** The rows of a table after these events. */
  const rows = (table: Table, ...names: readonly string[]) =>
    folded(...names).within(table, { after: undefined, last: undefined })
  test('is what was recorded, and then what its ingest did', () => {
    expect(rows('episode', 'EpisodeRecorded')).toMatchObject([{ counts: null }])
    expect(rows('episode_turn', 'EpisodeRecorded')).toMatchObject([{ content: 'hi' }, {}])
    expect(rows('episode', 'EpisodeRecorded', 'EpisodeIngested')).toMatchObject([{ counts: { factsExtracted: 1 } }])
  })
  test('holds what a model found until it is derived', () => {
    const worked = ['EpisodeRecorded', 'EpisodeExtracted', 'EpisodeFailed', 'FactsJudged']
    expect(rows('episode', ...worked)).toMatchObject([
      { awaits: 'nothing', attempts: 2, failed: 'timeout', fell_back: false, derived: null },
    ])
    expect(rows('episode_extraction', ...worked)).toHaveLength(1)
    expect(rows('episode_shown', ...worked)).toMatchObject([{ memory_id: id(4) }, { memory_id: id(5) }])
    const derived = [...worked, 'EpisodeExtracted.erased', 'FactsDerived']
    expect(rows('episode', ...derived)).toMatchObject([
      { fell_back: true, derived: { outcomes: [{ reason: 'new_value' }] } },
    ])
    expect(rows('episode_extraction', ...derived)).toEqual([])
  })
  test('loses what was extracted of it with the words of any of its turns', () =>
    expect(rows('episode_extraction', 'EpisodeRecorded', 'EpisodeExtracted', 'EpisodesDeleted')).toEqual([]))
  test('loses the turns that said what is erased, and what stood beside them', () => {
    const erased = ['EpisodeRecorded', 'MemoryStored', 'MemoryErased']
    expect(rows('episode_turn', ...erased)).toMatchObject([{ content: 'hi' }, { content: null }])
    expect(rows('episode', ...erased)).toMatchObject([{ source_url: '', metadata: {} }])
  })
})
