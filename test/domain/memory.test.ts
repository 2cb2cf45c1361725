import { describe, test } from 'vitest'
import { MemoryNotFound } from '../../src/domain/errors.js'
import { remove } from '../../src/domain/memory/decisions.js'
import type { MemoryEvent, MemoryOf } from '../../src/domain/memory/events.js'
import { memoryFor } from '../support/folds.js'
import { given } from '../support/given.js'
import { samples } from '../support/samples.js'

const likesTea = samples.MemoryStored as MemoryOf<'MemoryStored'>
const { commandId, userId, at, actor } = likesTea.metadata
const memory = memoryFor({ model: 'static-en', dimensions: 2 })
const by = { commandId, userId, at, actor }
const wish = { memoryId: likesTea.metadata.memoryId, by }
const deleted = (version: number): MemoryEvent => ({
  type: 'MemoryDeleted',
  metadata: { ...by, memoryId: wish.memoryId, version },
  data: {},
})

describe('a memory', () => {
  test('is deleted as its next version', () => given(memory)(likesTea).when(remove, wish).then(deleted(2)))

  test('is deleted after its newest version, whatever that was', () =>
    given(memory)(likesTea, samples.MemoryUpdated as MemoryEvent, {
      ...(samples.MemoryShared as MemoryOf<'MemoryShared'>),
      metadata: { ...likesTea.metadata, version: 3 },
    })
      .when(remove, wish)
      .then(deleted(4)))

  test('that waits for clarification can be deleted', () =>
    given(memory)({ ...likesTea, data: { ...likesTea.data, status: 'needs_clarification' } })
      .when(remove, wish)
      .then(deleted(2)))

  test('gets no version from a new embedding', () =>
    given(memory)(likesTea, samples.MemoryEmbedded as MemoryEvent)
      .when(remove, wish)
      .then(deleted(2)))

  test.each(['MemoryDeleted', 'MemoryErased', 'MemorySuperseded'] as const)('cannot be deleted after %s', (type) =>
    given(memory)(likesTea, samples[type] as MemoryEvent)
      .when(remove, wish)
      .thenRefuses(MemoryNotFound),
  )

  test('that never was cannot be deleted', () => given(memory)().when(remove, wish).thenRefuses(MemoryNotFound))

  test('that is still pending cannot be deleted', () =>
    given(memory)({ ...likesTea, data: { ...likesTea.data, status: 'pending' } })
      .when(remove, wish)
      .thenRefuses(MemoryNotFound))
})
