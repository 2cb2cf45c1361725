import type { UserEvent } from '../../../domain/all-events.js'
import type { ConflictEvent, ConflictOf } from '../../../domain/conflict/events.js'
import type { EpisodeOf } from '../../../domain/episode.js'
import type { MemoryMetadata } from '../../../domain/event.js'
import type { LessonEvent } from '../../../domain/lesson/events.js'
import type { RecallOf } from '../../../domain/recall.js'
import type { UserErased } from '../../../domain/user.js'
import { type Agents, foldAgents, noAgents } from './fold-agents.js'
import { foldEpisode } from './fold-episode.js'
import { foldLesson, isOfLesson } from './fold-lesson.js'
import { changedMemory, deleted, erased, step, storedMemory } from './fold-memory.js'
import { foldTellings, type Tellings } from './fold-tellings.js'
import type { Conflict, Episode, Lesson, Memory } from './state.js'

/** The state of one user after some of their events. It is mutated, because it may hold very many memories. */
export type Bank = {
  readonly memories: Map<string, Memory>
  readonly episodes: Map<string, Episode>
  readonly agents: Agents
  readonly lessons: Map<string, Lesson>
  readonly conflicts: Map<string, Conflict>
  readonly tellings: Tellings
}

export const emptyBank = (): Bank => ({
  memories: new Map(),
  episodes: new Map(),
  agents: noAgents(),
  lessons: new Map(),
  conflicts: new Map(),
  tellings: new Map(),
})

/** Applies one more event of the user. An event about a memory that was never stored changes nothing. */
export const foldEvent = (bank: Bank, event: UserEvent): void => {
  if (isOfLesson(event)) foldLesson(bank.lessons, event)
  else foldOther(bank, event)
}

const foldOther = (bank: Bank, event: Exclude<UserEvent, LessonEvent>): void => {
  foldApart(bank, event)
  if (isOfNoMemory(event)) return
  switch (event.type) {
    case 'MemoryStored':
      bank.memories.set(event.metadata.memoryId, storedMemory(event))
      return
    case 'MemoriesDeleted':
      for (const [id, version] of event.data.memories)
        change(bank, id, (memory) => deleted(memory, step(versionOf(event, id, version), 'delete', 'deleted')))
      return
    case 'MemoriesErased':
      for (const [id, version] of event.data.memories)
        change(bank, id, (memory) => erased(memory, step(versionOf(event, id, version), 'erase', 'erased')))
      return
    case 'EpisodeIngested':
      for (const { memoryId, ordinal, waits } of event.data.activated)
        change(bank, memoryId, activated({ at: event.metadata.at, ordinal, waits }))
      return
    case 'MemoriesRecalled':
      for (const { memoryId, times } of event.data.recalls) change(bank, memoryId, recalled(times, event.metadata.at))
      return
    case 'TellingsRemoved':
    case 'EpisodeAbandoned':
    case 'EpisodeRecorded':
    case 'EpisodeExtracted':
    case 'EpisodeFailed':
    case 'FactsJudged':
    case 'FactsDerived':
    case 'MemoriesLinked':
    case 'EntitiesMentioned':
    case 'MemoryEmbedded':
    case 'AgentTrustSet':
    case 'RequestAnswered':
      return
    default:
      change(bank, event.metadata.memoryId, (memory) => changedMemory(memory, event))
  }
}

/** What is no memory, and what takes pending ones away. */
const foldApart = (bank: Bank, event: UserEvent): void => {
  foldEpisode(bank.episodes, event)
  foldAgents(bank.agents, event)
  foldConflict(bank.conflicts, event)
  foldTellings(bank.tellings, event)
  forget(bank, pendingRemovedBy(event))
  if (event.type === 'UserErased') forgetAll(bank)
  if (event.type === 'TellingsRemoved')
    for (const { memoryId, ...place } of event.data.first) change(bank, memoryId, (memory) => ({ ...memory, ...place }))
}

const forgetAll = ({ memories, episodes, lessons, conflicts, tellings, agents }: Bank): void => {
  for (const known of [memories, episodes, lessons, conflicts, tellings, agents.trust, agents.toldAt]) known.clear()
}

/** Applies an event to a conflict. One that was never opened is not resolved. */
const foldConflict = (conflicts: Map<string, Conflict>, event: UserEvent): void => {
  if (!isOfConflict(event)) return
  const { conflictId: id, at, reason = null } = event.metadata
  const before = conflicts.get(id)
  if (event.type === 'ConflictOpened') conflicts.set(id, openedConflict(event))
  else if (before === undefined) return
  else if (event.type === 'ConflictContinued') conflicts.set(id, { ...before, ...continuedBy(event) })
  else conflicts.set(id, { ...before, status: event.data.resolution, resolvedAt: at, resolvedBecause: reason })
}

const openedConflict = ({ data, metadata }: ConflictOf<'ConflictOpened'>): Conflict => {
  const { workspaceId, existing, new: news, confidence, reason, suggested, replaces, expiresAt } = data
  return {
    ...{ id: metadata.conflictId, status: 'open', workspaceId, existing, new: news },
    ...{ confidence, reason, suggested, replaces, createdAt: metadata.at, expiresAt },
    ...{ resolvedAt: null, resolvedBecause: null },
  }
}

const continuedBy = ({ data: { replaced: _, replaces, ...now } }: ConflictOf<'ConflictContinued'>) => ({
  ...now,
  replaces,
})

export const isOfConflict = (event: UserEvent): event is ConflictEvent => event.type.startsWith('Conflict')

const versionOf = ({ metadata }: UserEvent, memoryId: string, version: number): MemoryMetadata => ({
  ...metadata,
  memoryId,
  version,
})

const pendingRemovedBy = ({ type, data }: UserEvent): readonly string[] => {
  if (type === 'EpisodeAbandoned') return data.memoryIds
  return type === 'EpisodesDeleted' || type === 'MemoriesErased' ? data.pending : []
}

/** A pending memory that is removed was never a memory. */
const forget = ({ memories, tellings }: Bank, ids: readonly string[]): void => {
  for (const id of ids) {
    memories.delete(id)
    tellings.delete(id)
  }
}

/** A memory that goes with its user: the last that is told of it. */
export const erasedWithUser = (memory: Memory, { metadata }: UserErased): Memory =>
  erased(memory, step({ ...metadata, memoryId: memory.id, version: memory.version + 1 }, 'erase', 'erased'))

const change = ({ memories }: Bank, id: string, how: (memory: Memory) => Memory): void => {
  const memory = memories.get(id)
  if (memory) memories.set(id, how(memory))
}

const recalled =
  (times: number, at: string) =>
  (memory: Memory): Memory => ({ ...memory, recalls: memory.recalls + times, recalledAt: at })

type Activation = { readonly at: string; readonly ordinal: number; readonly waits: true | undefined }

/** A pending memory becomes one, and this is its creation time. */
const activated =
  ({ at, ordinal, waits }: Activation) =>
  (memory: Memory): Memory => {
    const status = waits ? 'needs_clarification' : 'active'
    return {
      ...memory,
      ...{ status, createdAt: at, recalledAt: at, place: { ...memory.place, ordinal } },
      versions: memory.versions.map((v) => (v.version === 1 ? { ...v, status, at } : v)),
    }
  }

type OfNoMemory =
  | RecallOf<'RecallsExpired' | 'RecallWordsErased'>
  | EpisodeOf<'EpisodesDeleted'>
  | ConflictEvent
  | UserErased

const NO_MEMORY: readonly UserEvent['type'][] = ['RecallsExpired', 'RecallWordsErased', 'EpisodesDeleted', 'UserErased']

/** What is given up of receipts and of conversations changes no memory that is there, and a whole user leaves none. */
const isOfNoMemory = (event: UserEvent): event is OfNoMemory => isOfConflict(event) || NO_MEMORY.includes(event.type)
