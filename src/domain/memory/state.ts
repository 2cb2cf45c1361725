import type { z } from 'zod'
import type { Fold } from '../decider.js'
import { type EmbeddingModel, sameModel } from '../embedding.js'
import type { EpisodeOf, entityType } from '../episode.js'
import { isErased } from '../event.js'
import type { Readers } from '../scope.js'
import type { claimType, Evidence, language, MemoryEvent, MemoryOf, memoryType, network, Wording } from './events.js'

/** The content of a memory and its classification. */
export type Character = {
  readonly memoryType: z.infer<typeof memoryType>
  readonly network: z.infer<typeof network>
  readonly language: z.infer<typeof language>
  readonly importance: number
  readonly trust: number
  /** Null for what was taken over as it was said. */
  readonly claimType: z.infer<typeof claimType> | null
  readonly evidence: Evidence
  readonly said: Wording
}

/** An entity that a memory names. */
export type Named = { readonly name: string; readonly type: z.infer<typeof entityType> }

/** The content of the newest version of a memory. */
export type Stated = {
  readonly character: Character
  readonly names: readonly Named[]
  /** As in MemoryEmbedded; null for a text without a known word. */
  readonly vector: string | null
}

export type KnownMemory = Stated & {
  readonly status: 'active' | 'needs_clarification' | 'inactive'
  readonly memoryId: string
  readonly version: number
  readonly episodeId: string
  /** ISO 8601, a day or a moment: the reference for relative dates. */
  readonly observedOn: string
  readonly readers: Readers
}

/** Only what the next decision needs. Inactive: superseded or deleted. An erased memory is unknown. */
export type Memory = { readonly status: 'unknown' } | KnownMemory

type Past = MemoryEvent | EpisodeOf<'EntitiesMentioned'>

/**
 * The write side reads this state from the read model of one embedding model; the tests fold it from events. A pending
 * memory is activated by its episode, not by an event of its own.
 */
export const memoryFor = (model: EmbeddingModel): Fold<Memory, Past> => ({
  initial: { status: 'unknown' },
  evolve: (state, event) => {
    if (event.type === 'MemoryStored') return begun(event)
    const passedBy = event.type === 'MemoryEmbedded' && (event.data.past || !sameModel(event.data, model))
    return state.status === 'unknown' || passedBy ? state : after(state, event)
  },
})

const begun = ({ data, metadata: { memoryId, version, episodeId = '' } }: MemoryOf<'MemoryStored'>): Memory => {
  const { status, said, workspaceId, agentId, visibility, grantedTo } = data
  if (status === 'pending' || isErased(said)) return { status: 'unknown' }
  const { memoryType, network, language, importance, trust, claimType, evidence, occurredOn, observedAt } = data
  return {
    status,
    memoryId,
    version,
    episodeId,
    observedOn: occurredOn ?? observedAt,
    readers: { workspaceId, agentId, visibility, grantedTo },
    character: { memoryType, network, language, importance, trust, claimType, evidence, said },
    names: [],
    vector: null,
  }
}

const after = (state: KnownMemory, { type, data, metadata }: Exclude<Past, MemoryOf<'MemoryStored'>>): Memory => {
  switch (type) {
    case 'EntitiesMentioned':
      return { ...state, names: data.mentions.flatMap(namedBy(state.memoryId)) }
    case 'MemoryEmbedded':
      return { ...state, vector: isErased(data.embedding) ? null : data.embedding.vector }
    case 'MemoryUpdated': {
      const { said } = data
      if (isErased(said)) return { status: 'unknown' }
      return { ...state, version: metadata.version, character: { ...data, said }, names: [], vector: null }
    }
    case 'MemoryRestored': {
      const { of: _, said, ...character } = data
      if (isErased(said)) return { status: 'unknown' }
      const { version } = metadata
      return { ...state, status: 'active', version, character: { ...character, said }, names: [], vector: null }
    }
    case 'MemoryShared':
      return { ...state, version: metadata.version, readers: data }
    case 'MemoryContested':
      return { ...state, status: 'needs_clarification', version: metadata.version }
    case 'MemoryClarified':
      return { ...state, status: data.outcome === 'active' ? 'active' : 'inactive', version: metadata.version }
    case 'MemorySuperseded':
    case 'MemoryDeleted':
      return { ...state, status: 'inactive', version: metadata.version }
    case 'MemoriesDeleted':
      return { ...state, status: 'inactive', version: state.version + 1 }
    case 'TellingsRemoved':
      return { ...state, ...placeIn(data.first.find(({ memoryId }) => memoryId === state.memoryId)) }
    case 'MemoryErased':
    case 'MemoriesErased':
      return { status: 'unknown' }
  }
}

/** A memory has the place of its first telling. */
const placeIn = (first: MemoryOf<'TellingsRemoved'>['data']['first'][number] | undefined) =>
  first === undefined ? {} : { episodeId: first.episodeId, observedOn: first.occurredOn }

type Mention = EpisodeOf<'EntitiesMentioned'>['data']['mentions'][number]

const namedBy =
  (id: string) =>
  ({ memoryId, said }: Mention): readonly Named[] =>
    memoryId === id && !isErased(said) ? [said] : []
