import { describe, expect, test } from 'vitest'
import { type DomainEvent, isOfUser, type UserEvent } from '../../../src/domain/all-events.js'
import { emptyBank, foldEvent } from '../../../src/operations/replay/fold/bank.js'
import type { Memory } from '../../../src/operations/replay/fold/fold-memory.js'
import type { Table } from '../../../src/operations/replay/fold/rows.js'
import { id } from '../../support/sample-parts.js'
import { samples } from '../../support/samples.js'

const ID = id(3)
const sample = (name: string): UserEvent => {
  const event: DomainEvent | undefined = samples[name]
  if (event === undefined || !isOfUser(event)) throw new Error(`no sample is called ${name}`)
  return event
}

/** given(...samples).is(what the memory is) */
const given = (...names: readonly string[]) => ({
  is: (expected: Partial<Memory> | undefined) => {
    const bank = emptyBank()
    for (const name of names) foldEvent(bank, sample(name))
    const memory = bank.memories.get(ID)
    if (expected === undefined) expect(memory).toBeUndefined()
    else expect(memory).toMatchObject(expected)
  },
})
const step = (version: number, action: string, status: string) => expect.objectContaining({ version, action, status })
const FIRST = step(1, 'add', 'active')

describe('a memory, folded from its events', () => {
  test('is nothing before it is stored', () => given('MemoryUpdated', 'MemoriesRecalled').is(undefined))
  test('is what it was stored as', () =>
    given('MemoryStored').is({ status: 'active', version: 1, sourceSite: 'chat', recalls: 0, versions: [FIRST] }))
  test('has its place and its age from the event that makes it active', () => {
    const { at } = sample('EpisodeIngested').metadata
    given('MemoryStored', 'EpisodeIngested').is({
      status: 'active',
      place: { session: 's1', ordinal: 7 },
      createdAt: at,
    })
  })
  test('says something else after an update, and is as active as before', () => {
    given('MemoryStored', 'MemoryUpdated').is({
      status: 'active',
      version: 2,
      versions: [FIRST, step(2, 'update', 'active')],
    })
    given('MemoryStored', 'MemoryDeleted', 'MemoryUpdated').is({ status: 'deleted' })
  })
  test('has other readers after it is shared, each version with its own', () =>
    given('MemoryStored', 'MemoryShared').is({
      readers: expect.objectContaining({ grantedTo: ['b'] }),
      versions: [
        expect.objectContaining({ readers: expect.objectContaining({ grantedTo: [], trust: 1 }) }),
        expect.objectContaining({
          readers: expect.objectContaining({ grantedTo: ['b'], trust: null }),
          worded: undefined,
        }),
      ],
    }))
  test('is superseded with its time', () =>
    given('MemoryStored', 'MemorySuperseded').is({
      status: 'superseded',
      expiredAt: sample('MemorySuperseded').metadata.at,
    }))
  test('is superseded by another, or by none where it was withdrawn', () => {
    given('MemoryStored', 'MemorySuperseded').is({ supersededBy: id(4) })
    given('MemoryStored', 'MemorySuperseded.withdrawn').is({ status: 'superseded', supersededBy: null })
  })
  test('is active again in earlier words, whatever became of it', () => {
    const restored = { status: 'active', version: 3, expiredAt: null, supersededBy: null, deletedAt: null } as const
    given('MemoryStored', 'MemorySuperseded', 'MemoryRestored').is({
      ...restored,
      worded: expect.objectContaining({ of: 1 }),
      versions: [FIRST, step(2, 'supersede', 'superseded'), step(3, 'restore', 'active')],
    })
    given('MemoryStored', 'MemoryDeleted', 'MemoryRestored').is(restored)
  })
  test('waits once it is contested', () =>
    given('MemoryStored', 'MemoryContested').is({
      status: 'needs_clarification',
      version: 2,
      versions: [FIRST, step(2, 'contest', 'needs_clarification')],
    }))
  test('is settled as it was clarified', () =>
    given('MemoryStored', 'MemoryClarified').is({ status: 'active', version: 2, deletedAt: null }))
  test('is deleted, alone or with others', () => {
    const { at } = sample('MemoryDeleted').metadata
    given('MemoryStored', 'MemoryDeleted').is({ status: 'deleted', version: 2, deletedAt: at })
    given('MemoryStored', 'MemoriesDeleted').is({
      status: 'deleted',
      version: 2,
      versions: [FIRST, step(2, 'delete', 'deleted')],
    })
  })
  test('loses its words in every version when it is erased, and keeps its trail', () =>
    given('MemoryStored', 'MemoryErased').is({
      status: 'erased',
      worded: expect.objectContaining({ said: 'erased' }),
      versions: [
        expect.objectContaining({ worded: expect.objectContaining({ said: 'erased' }) }),
        step(2, 'erase', 'erased'),
      ],
    }))
  test('may come without words', () => {
    given('MemoryStored.erased').is({ worded: expect.objectContaining({ said: 'erased' }) })
    given('MemoryStored', 'MemoryUpdated.erased').is({ worded: expect.objectContaining({ said: 'erased' }) })
  })
  test('counts how often it was shown', () =>
    given('MemoryStored', 'MemoriesRecalled', 'MemoriesRecalled').is({ recalls: 4, status: 'active', version: 1 }))
  test.each(['MemoryEmbedded', 'EntitiesMentioned', 'MemoriesLinked', 'RequestAnswered'])(
    'is no other after %s',
    (name) => {
      given('MemoryStored', name).is({ version: 1, versions: [FIRST] })
    },
  )
})

describe('an episode, folded from its events', () => {
  /** The rows of a table after these events. */
  const rows = (table: Table, ...names: readonly string[]) => {
    const bank = emptyBank()
    for (const name of names) foldEvent(bank, sample(name))
    return bank.rows.within(table, { after: undefined, last: undefined })
  }
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
