import type { UserEvent } from '../../../domain/all-events.js'
import type { MemoryMetadata } from '../../../domain/event.js'
import type { UserErased } from '../../../domain/user.js'
import { foldAgents, foldConflict, isOfConflict } from './fold-agents.js'
import { foldEpisode } from './fold-episode.js'
import { foldLesson, isOfLesson } from './fold-lesson.js'
import { changedMemory, deleted, erased, type Memory, step, storedMemory } from './fold-memory.js'
import { foldTellings } from './fold-tellings.js'
import { createRows, type Rows } from './rows.js'

/** The state of one user after some of their events. It is mutated, because it may hold very many memories. */
export type Bank = {
  readonly memories: Map<string, Memory>
  /** Episodes, agents, lessons, conflicts and tellings, as the rows that follow from them. */
  readonly rows: Rows
}

export const emptyBank = (): Bank => ({ memories: new Map(), rows: createRows() })

/** Applies one more event of the user. An event about a memory that was never stored changes nothing. */
export const foldEvent = (bank: Bank, event: UserEvent): void => {
  foldMemories(bank, event)
  foldEpisode(bank.rows, event)
  foldAgents(bank.rows, event)
  foldTellings(bank.rows, event)
  if (isOfLesson(event)) foldLesson(bank.rows, event)
  if (isOfConflict(event)) foldConflict(bank.rows, event)
  if (event.type === 'EpisodeAbandoned') forget(bank, event.data.memoryIds)
  if (event.type === 'EpisodesDeleted' || event.type === 'MemoriesErased') forget(bank, event.data.pending)
  if (event.type === 'UserErased') {
    bank.memories.clear()
    bank.rows.clear()
  }
}

const foldMemories = (bank: Bank, event: UserEvent): void => {
  const { at } = event.metadata
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
        change(bank, memoryId, activated({ at, ordinal, waits }))
      return
    case 'MemoriesRecalled':
      for (const { memoryId, times } of event.data.recalls) change(bank, memoryId, recalled(times, at))
      return
    case 'TellingsRemoved':
      for (const { memoryId, ...place } of event.data.first)
        change(bank, memoryId, (memory) => ({ ...memory, ...place }))
      return
    case 'MemoryUpdated':
    case 'MemoryShared':
    case 'MemorySuperseded':
    case 'MemoryRestored':
    case 'MemoryContested':
    case 'MemoryClarified':
    case 'MemoryDeleted':
    case 'MemoryErased':
      change(bank, event.metadata.memoryId, (memory) => changedMemory(memory, event))
  }
}

const versionOf = ({ metadata }: UserEvent, memoryId: string, version: number): MemoryMetadata => ({
  ...metadata,
  memoryId,
  version,
})

/** A pending memory that is removed was never a memory. */
const forget = ({ memories, rows }: Bank, ids: readonly string[]): void => {
  for (const id of ids) {
    memories.delete(id)
    rows.drop('memory_telling', id)
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
      status,
      createdAt: at,
      recalledAt: at,
      place: { ...memory.place, ordinal },
      versions: memory.versions.map((v) => (v.version === 1 ? { ...v, status, at } : v)),
    }
  }
