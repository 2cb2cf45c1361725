import { type Agent, type AgentTrustSet, displayNameIn, UNKNOWN_AGENT } from '../../src/domain/agent.js'
import type { Conflict, ConflictEvent, KnownConflict } from '../../src/domain/conflict/events.js'
import { type EmbeddingModel, sameModel } from '../../src/domain/embedding.js'
import type { EpisodeOf } from '../../src/domain/episode.js'
import { isErased } from '../../src/domain/event.js'
import type { Lesson, LessonEvent } from '../../src/domain/lesson/events.js'
import type { MemoryEvent, MemoryOf } from '../../src/domain/memory/events.js'
import type { KnownMemory, Memory, Named } from '../../src/domain/memory/state.js'
import type { Fold } from '../../src/domain/store.js'

/*
 * The states that decisions are made on, folded from events. The service reads them from the read models.
 */

/** Of the events about one agent. */
export const agent: Fold<Agent, AgentTrustSet> = {
  initial: UNKNOWN_AGENT,
  evolve: (_, { metadata: { version }, data }) => ({ version, trust: data.trust, displayName: displayNameIn(data) }),
}

type About = Pick<KnownConflict, 'existing' | 'new' | 'reason' | 'suggested'>
const sidesOf = ({ existing, new: news, reason, suggested }: About): About => ({
  existing,
  new: news,
  reason,
  suggested,
})

/** What resolving a conflict does to its memories says nothing about the conflict itself. */
type ConflictPast = ConflictEvent | MemoryOf<'MemoryClarified' | 'MemorySuperseded'>

export const conflict: Fold<Conflict, ConflictPast> = {
  initial: { status: 'unknown' },
  evolve: (state, { type, data, metadata }) => {
    if (type === 'ConflictOpened') return { conflictId: metadata.conflictId, status: 'open', ...sidesOf(data) }
    if (type === 'ConflictContinued') return state.status === 'unknown' ? state : { ...state, ...sidesOf(data) }
    return type !== 'ConflictResolved' || state.status === 'unknown' ? state : { ...state, status: data.resolution }
  },
}

export const lesson: Fold<Lesson, LessonEvent> = {
  initial: { status: 'unknown' },
  evolve: (state, { type, data, metadata: m }) => {
    if (type === 'LessonReported') {
      const { said, severity, sourceMemoryIds } = data
      const { wrong, right } = isErased(said) ? NO_EXAMPLES : said
      const known = { status: 'active' as const, severity, sourceMemoryIds, wrong, right }
      return { ...known, lessonId: m.lessonId, isErased: isErased(said) }
    }
    if (state.status === 'unknown') return state
    switch (type) {
      case 'LessonRepeated': {
        const { wrong, right } = isErased(data.said) ? NO_EXAMPLES : data.said
        const sourceMemoryIds = [...state.sourceMemoryIds, ...data.sourceMemoryIds]
        return { ...state, severity: data.severity, wrong, right, sourceMemoryIds }
      }
      case 'LessonDeactivated':
        return { ...state, status: m.reason === 'expired' ? 'expired' : 'deactivated' }
      case 'LessonsErased':
        return { ...state, ...NO_EXAMPLES, isErased: true }
      case 'LessonEmbedded':
        return state
    }
  },
}

const NO_EXAMPLES = { wrong: null, right: null } as const

type MemoryPast = MemoryEvent | EpisodeOf<'EntitiesMentioned'>

/** A pending memory is activated by its episode, not by an event of its own. */
export const memoryFor = (model: EmbeddingModel): Fold<Memory, MemoryPast> => ({
  initial: { status: 'unknown' },
  evolve: (state, event) => {
    if (event.type === 'MemoryStored') return memoryStored(event)
    const passedBy = event.type === 'MemoryEmbedded' && (event.data.past || !sameModel(event.data, model))
    return state.status === 'unknown' || passedBy ? state : memoryAfter(state, event)
  },
})

const memoryStored = ({ data, metadata: { memoryId, version, episodeId = '' } }: MemoryOf<'MemoryStored'>): Memory => {
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

const memoryAfter = (
  state: KnownMemory,
  { type, data, metadata }: Exclude<MemoryPast, MemoryOf<'MemoryStored'>>,
): Memory => {
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
