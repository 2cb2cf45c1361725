import { describe, expect, test } from 'vitest'
import { MemoryNotFound } from '../../src/domain/errors.js'
import { correct, erase, type MemoryCorrection, removeAll, share } from '../../src/domain/memory/decisions.js'
import type { MemoryEvent, MemoryOf } from '../../src/domain/memory/events.js'
import type { Readers } from '../../src/domain/scope.js'
import { memoryFor } from '../support/folds.js'
import { given } from '../support/given.js'
import { samples } from '../support/samples.js'

const stored = samples.MemoryStored as MemoryOf<'MemoryStored'>
const embedded = samples.MemoryEmbedded as MemoryOf<'MemoryEmbedded'>
if ('erased' in stored.data.said) throw new Error('the samples have changed')
const { said } = stored.data
const { commandId, userId, at, actor, memoryId, episodeId = '' } = stored.metadata
const by = { commandId, userId, at, actor, reason: 'requested' as const }
const embedding = { model: 'static-en', dimensions: 2 }
const memory = memoryFor(embedding)
const { memoryType, network, language, importance, trust, claimType, evidence } = stored.data
const character = { memoryType, network, language, importance, trust, claimType, evidence, said }

const vector = 'AAAAAAAAgD8='
const porto = { ...said, content: 'Lives in Porto.', speaker: null, subject: null, keywords: 'porto', metadata: {} }
const words: MemoryCorrection['words'] = {
  content: porto.content,
  vector,
  describe: (day) => ({
    character: {
      ...character,
      importance: 0.4,
      memoryType: 'semantic',
      said: { ...porto, metadata: { dates: [day] } },
    },
    names: [{ name: 'Porto', type: 'place' }],
  }),
}
const wish = (wanted: Partial<MemoryCorrection>): MemoryCorrection => ({ memoryId, by, embedding, ...wanted })
const updated = (version: number, data: Partial<typeof character>): MemoryEvent => ({
  type: 'MemoryUpdated',
  metadata: { ...by, memoryId, version },
  data: { ...character, ...data },
})
const embeddedAgain = (version: number, floats: string | null): MemoryEvent => ({
  type: 'MemoryEmbedded',
  metadata: { ...by, memoryId },
  data: { of: version, ...embedding, embedding: { vector: floats } },
})
const oldVector = 'erased' in embedded.data.embedding ? '' : embedded.data.embedding.vector
const names = (name: string) => ({
  type: 'EntitiesMentioned' as const,
  metadata: { ...by, episodeId },
  data: { mentions: [{ memoryId, said: { name, type: 'place' as const } }] },
})
const gone = ['MemoryDeleted', 'MemoriesDeleted', 'MemoryErased', 'MemorySuperseded'] as const

describe('a correction', () => {
  test('of the words states what follows from them: the vector, the names, the dates', () =>
    given(memory)(stored, embedded, names('Lisbon'))
      .when(correct, wish({ words }))
      .then(
        updated(2, { memoryType: 'semantic', said: { ...porto, metadata: { dates: ['2026-01-02'] } as never } }),
        embeddedAgain(2, vector),
        names('Porto'),
      ))

  test('of the importance alone states the rest as it was', () =>
    given(memory)(stored, embedded, names('Lisbon'))
      .when(correct, wish({ importance: 0.9 }))
      .then(updated(2, { importance: 0.9 }), embeddedAgain(2, oldVector), names('Lisbon')))

  test('of the metadata replaces all of it', () =>
    given(memory)(stored)
      .when(correct, wish({ metadata: { colour: 'red' } }))
      .then(updated(2, { said: { ...said, metadata: { colour: 'red' } as never } })))

  test('of the words of a fact states it, and rests on nothing', () => {
    const fact = samples['MemoryStored.fact'] as MemoryOf<'MemoryStored'>
    const inferred = {
      ...fact,
      metadata: { ...fact.metadata, memoryId },
      data: { ...fact.data, claimType: 'inferred' },
    }
    given(memory)(inferred as MemoryEvent)
      .when(correct, wish({ words, importance }))
      .then(
        updated(2, {
          ...{ memoryType: 'semantic', claimType: 'stated', evidence: [] },
          said: { ...porto, metadata: { dates: ['2026-01-02'] } as never },
        }),
        embeddedAgain(2, vector),
        names('Porto'),
      )
  })

  test('that comes second makes the next version', () =>
    given(memory)(stored, updated(2, { importance: 0.9 }))
      .when(correct, wish({ importance: 0.8 }))
      .then(updated(3, { importance: 0.8 })))

  test('to words without a vector leaves none of the old words', () =>
    given(memory)(stored, embedded)
      .when(correct, wish({ words: { ...words, vector: null }, metadata: {} }))
      .then(updated(2, { memoryType: 'semantic', said: porto }), names('Porto')))

  test.each<[string, Partial<MemoryCorrection>]>([
    ['words', { words: { ...words, content: said.content } }],
    ['metadata', { metadata: structuredClone(said.metadata) }],
    ['importance', { importance }],
    ['nothing', {}],
  ])('that is true already changes nothing: %s', (_, wanted) =>
    given(memory)(stored, embedded).when(correct, wish(wanted)).thenNothing(),
  )

  test.each(gone)('is refused after %s', (type) =>
    given(memory)(stored, samples[type] as MemoryEvent)
      .when(correct, wish({ importance: 0.9 }))
      .thenRefuses(MemoryNotFound),
  )
})

const inWorkspace: Readers = { workspaceId: 'w', agentId: 'a', visibility: 'workspace', grantedTo: [] }
const shared = (version: number, readers: Readers): MemoryEvent => ({
  type: 'MemoryShared',
  metadata: { ...by, memoryId, version },
  data: { ...(readers as MemoryOf<'MemoryShared'>['data']) },
})
const owned = { ...stored, data: { ...stored.data, ...inWorkspace, grantedTo: [] } }

describe('sharing', () => {
  const restricted = { ...inWorkspace, visibility: 'restricted' as const, grantedTo: ['b', 'c'] }
  test('says who may read a memory', () =>
    given(memory)(owned).when(share, { memoryId, by, readers: restricted }).then(shared(2, restricted)))

  test.each<[string, Readers, Readers]>([
    ['with everybody', inWorkspace, inWorkspace],
    ['with everybody before there was a choice', { ...inWorkspace, visibility: null }, inWorkspace],
    ['with the same agents in another order', { ...restricted, grantedTo: ['c', 'b'] }, restricted],
  ])('what is shared already changes nothing: %s', (_, before, readers) =>
    given(memory)({ ...owned, data: { ...owned.data, ...before, grantedTo: before.grantedTo } })
      .when(share, { memoryId, by, readers })
      .thenNothing(),
  )

  test.each<[string, Readers]>([
    ['another agent', { ...restricted, agentId: 'b' }],
    ['another workspace', { ...restricted, workspaceId: 'w2' }],
    ['nobody in particular', { ...inWorkspace, workspaceId: null, agentId: null, visibility: null }],
  ])('is not for %s', (_, readers) =>
    given(memory)(owned).when(share, { memoryId, by, readers }).thenRefuses(MemoryNotFound),
  )
  test('is not for a personal memory', () =>
    given(memory)(stored).when(share, { memoryId, by, readers: restricted }).thenRefuses(MemoryNotFound))
  test.each(gone)('is refused after %s', (type) =>
    given(memory)(owned, samples[type] as MemoryEvent)
      .when(share, { memoryId, by, readers: restricted })
      .thenRefuses(MemoryNotFound),
  )
})

describe('erasing', () => {
  const saidIn = { turns: [[episodeId, 3]], pending: [] } as const
  const erased = (version: number): MemoryEvent => ({
    type: 'MemoryErased',
    metadata: { ...by, memoryId, episodeId, version },
    data: { turns: [[episodeId, 3]] },
  })
  test('names the turns of episodes that hold the same words', () =>
    given(memory)(stored).when(erase, { memoryId, by, saidIn }).then(erased(2)))
  test.each(['MemoryDeleted', 'MemoriesDeleted', 'MemorySuperseded'] as const)('goes on after %s', (type) =>
    given(memory)(stored, samples[type] as MemoryEvent)
      .when(erase, { memoryId, by, saidIn })
      .then(erased(3)),
  )
  test('happens once', () =>
    given(memory)(stored, erased(2)).when(erase, { memoryId, by, saidIn }).thenRefuses(MemoryNotFound))
})

describe('deleting many', () => {
  const found = (count: number) => Array.from({ length: count }, () => ({ memoryId, version: 7 }))
  test('gives each its next version, in one event', () =>
    expect(removeAll(found(2), by)).toEqual([
      {
        type: 'MemoriesDeleted',
        metadata: by,
        data: {
          memories: [
            [memoryId, 8],
            [memoryId, 8],
          ],
        },
      },
    ]))
  test('of as many as go in one event fits one append', () =>
    expect(JSON.stringify(removeAll(found(4000), { ...by, userId: 'u'.repeat(512) })).length).toBeLessThan(1e6))
  test('of none is nothing', () => expect(removeAll([], by)).toEqual([]))
})
