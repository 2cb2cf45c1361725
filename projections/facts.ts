import type { DomainEvent } from '../src/domain/all-events.js'
import type { MemoryMetadata, Metadata } from '../src/domain/event.js'
import { ownText } from '../src/domain/memory/events.js'
import { claimsOf } from '../src/indexing/claims/claims-of.js'
import { lowerComposed } from '../src/indexing/fold.js'
import { type Change, clear, type Projection, put } from '../src/projector/projection.js'
import { memoryKey, saidIn, type WordedData } from './keys.js'

/** What memories rest on, and what they claim. A memory that was taken over as it was said and claims nothing has no rows. */
export const facts: Projection<DomainEvent> = {
  MemoryStored: ({ data, metadata: m }) => [...evidence(m, data), ...(data.played ? [] : claims(m, data, data.role))],
  MemoryUpdated: ({ data, metadata: m }) => [
    ...evidence(m, data),
    clear('memory_claim', memoryKey(m)),
    ...claims(m, data, null),
  ],
  // Its evidence is that of the version whose words they are.
  MemoryRestored: ({ data, metadata: m }) => [clear('memory_claim', memoryKey(m)), ...claims(m, data, null)],
  EpisodeAbandoned: ({ data, metadata: m }) => data.memoryIds.flatMap((memoryId) => without({ memoryId, ...m })),
  EpisodesDeleted: ({ data, metadata: m }) => data.pending.flatMap((memoryId) => without({ memoryId, ...m })),
  MemoryErased: ({ metadata: m }) => without(m),
  MemoriesErased: ({ data, metadata: m }) =>
    [...data.memories.map(([memoryId]) => memoryId), ...data.pending].flatMap((memoryId) =>
      without({ memoryId, ...m }),
    ),
}

type Of = Metadata & { readonly memoryId: string }

const without = (m: Of): readonly Change[] =>
  ['memory_evidence', 'memory_claim'].map((table) => clear(table, memoryKey(m)))

const evidence = (m: MemoryMetadata, data: WordedData): readonly Change[] =>
  data.evidence.map(({ memoryId, start, end }) =>
    put(
      'memory_evidence',
      { user_id: m.userId, id: m.memoryId, words_of: m.version, evidence_id: memoryId, start_at: start },
      { end_at: end },
    ),
  )

/** The most characters of a key, which is a part of an index entry. */
const KEY = 200

/** Of a fact what its event says; of all else what its own words say. */
const claims = (m: Of, data: WordedData, role: string | null): readonly Change[] => {
  const { said, sole } = claimsIn(data, role)
  return said.map(({ subject, attribute, value }, claim) =>
    put(
      'memory_claim',
      { user_id: m.userId, id: m.memoryId, claim },
      { subject: keyOf(lowerComposed(subject)), attribute: keyOf(attribute), value, sole },
    ),
  )
}

const keyOf = (text: string): string => (text.length <= KEY ? text : [...text].slice(0, KEY).join(''))

type Claims = {
  readonly said: readonly { readonly subject: string; readonly attribute: string; readonly value: string }[]
  readonly sole: boolean
}

const claimsIn = (data: WordedData, role: string | null): Claims => {
  const { claim, subject, speaker, ...said } = saidIn(data)
  if (data.claimType !== null)
    return { said: claim === null || subject === null ? [] : [{ ...claim, subject }], sole: true }
  if (data.memoryType === 'composite') return { said: [], sole: false }
  const found = claimsOf(ownText({ speaker, ...said }), { speaker, role, language: data.language })
  return { said: found.claims, sole: found.sole }
}
