import type { MemoryEvent } from '../../../domain/memory/events.js'
import { readersIn } from './said-of.js'
import type { Memory, Version } from './state.js'
import { step, wordedIn } from './stored-memory.js'

/** What names one memory and makes a new version of it, after its first. */
export type MemoryChange = Exclude<
  MemoryEvent,
  { type: 'MemoryStored' | 'MemoryEmbedded' | 'MemoriesDeleted' | 'MemoriesErased' }
>

/** A memory after one more of its events. */
export const changedMemory = (memory: Memory, event: MemoryChange): Memory => {
  const { metadata: m } = event
  switch (event.type) {
    case 'MemoryUpdated': {
      const worded = wordedIn(event.data)
      return { ...next(memory, { ...step(m, 'update', 'active'), worded }), status: memory.status, worded }
    }
    case 'MemoryShared': {
      const readers = readersIn(event.data)
      const version = { ...step(m, 'share', 'active'), readers: { ...readers, trust: null } }
      return { ...next(memory, version), status: memory.status, readers }
    }
    case 'MemorySuperseded':
      return { ...next(memory, step(m, 'supersede', 'superseded')), expiredAt: m.at }
    case 'MemoryClarified': {
      const { outcome } = event.data
      return { ...next(memory, step(m, 'clarify', outcome)), deletedAt: outcome === 'deleted' ? m.at : null }
    }
    case 'MemoryDeleted':
      return deleted(memory, step(m, 'delete', 'deleted'))
    case 'MemoryErased':
      return erased(memory, step(m, 'erase', 'erased'))
  }
}

export const deleted = (memory: Memory, version: Version): Memory => ({
  ...next(memory, version),
  deletedAt: version.at,
})

/** Words and readers are changed without a word about whether the memory counts; all else is about that. */
const next = (memory: Memory, version: Version): Memory => ({
  ...memory,
  status: version.status,
  version: version.version,
  versions: [...memory.versions, version],
})

/** Nothing of what it ever said is left. */
export const erased = (memory: Memory, version: Version): Memory => withoutWords(deleted(memory, version))

const withoutWords = (memory: Memory): Memory => ({
  ...memory,
  worded: { ...memory.worded, said: 'erased' },
  versions: memory.versions.map((version) =>
    version.worded === undefined ? version : { ...version, worded: { ...version.worded, said: 'erased' as const } },
  ),
})
