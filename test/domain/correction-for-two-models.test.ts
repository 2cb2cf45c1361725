import { describe, test } from 'vitest'
import { embeddedBy } from '../../src/domain/embedding.js'
import { correct, type MemoryCorrection } from '../../src/domain/memory/decisions.js'
import type { MemoryEvent, MemoryOf } from '../../src/domain/memory/events.js'
import { memoryFor } from '../support/folds.js'
import { given } from '../support/given.js'
import { samples } from '../support/samples.js'

const stored = samples.MemoryStored as MemoryOf<'MemoryStored'>
const embedded = samples.MemoryEmbedded as MemoryOf<'MemoryEmbedded'>
const one = { model: 'static-en', dimensions: 2 }
const other = { model: 'other', dimensions: 2 }
const { commandId, userId, at, actor, memoryId } = stored.metadata
const by = { commandId, userId, at, actor, reason: 'requested' as const }
const { memoryType, network, language, importance, trust, claimType, evidence, said } = stored.data
if ('erased' in said || 'erased' in embedded.data.embedding) throw new Error('the samples have changed')
const character = { memoryType, network, language, importance, trust, claimType, evidence, said }
const porto = { ...said, content: 'Lives in Porto.', speaker: null, metadata: {} }
const { vector } = embedded.data.embedding

const reworded: MemoryCorrection['words'] = {
  content: porto.content,
  vector: null,
  describe: () => ({ character: { ...character, said: porto }, names: [] }),
}
const wish = (wanted: Partial<MemoryCorrection>): MemoryCorrection => ({ memoryId, by, embedding: one, ...wanted })
const seen = (text: string, floats: string | null) => [{ ...other, vectors: new Map([[text, floats]]) }]
const updated = (data: Partial<typeof character>): MemoryEvent => ({
  type: 'MemoryUpdated',
  metadata: { ...by, memoryId, version: 2 },
  data: { ...character, ...data },
})
const told = (model: typeof one, floats: string | null) =>
  embeddedBy(model, { ...by, memoryId }, { of: 2, vector: floats })

describe('a correction while the store is changed to another model', () => {
  test('is told as both see it, also that one has no vector for it', () =>
    given(memoryFor(one))(stored, embedded)
      .when(correct, wish({ words: reworded, secondaryVectors: seen(porto.content, vector) }))
      .then(updated({ said: porto }), told(one, null), told(other, vector)))

  test('of the importance keeps the vector of the model that answers, none of another and none of the past', () =>
    given(memoryFor(one))(
      stored,
      embedded,
      embeddedBy(other, embedded.metadata, { of: 1, vector: 'AACAvwAAAAA=' }),
      embeddedBy(one, embedded.metadata, { of: 1, vector: 'AACAvwAAgD8=', past: true }),
    )
      .when(correct, wish({ importance: 0.9, secondaryVectors: seen('another text', null) }))
      .then(updated({ importance: 0.9 }), told(one, vector)))
})
