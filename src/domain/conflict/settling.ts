import type { DomainEvent } from '../all-events.js'
import type { Metadata } from '../event.js'
import { type ConflictNow, type ReplacedNow, type Resolved, settle, type Touched } from './decisions.js'

/** The memories that a step takes away or gives other readers, with what it makes of them. */
export const touchedBy = (events: readonly DomainEvent[]): ReadonlyMap<string, Touched> =>
  new Map(events.flatMap(touching))

const touching = ({ type, data, metadata }: DomainEvent): readonly (readonly [string, Touched])[] => {
  switch (type) {
    case 'MemoryDeleted':
    case 'MemoryErased':
      return [[metadata.memoryId, { version: metadata.version, readers: 'gone' }]]
    case 'MemoriesDeleted':
    case 'MemoriesErased':
      return data.memories.map(([id, version]) => [id, { version, readers: 'gone' }])
    case 'MemoryShared':
      return [[metadata.memoryId, { version: metadata.version, readers: data }]]
    default:
      return []
  }
}

type Step = { readonly touched: ReadonlyMap<string, Touched>; readonly by: Metadata }

/**
 * What a step does to open conflicts about these memories: they are settled in its own append. Of several that become active
 * in one slot the last stays so.
 */
export const settleConflicts = (open: readonly ConflictNow[], { touched, by }: Step): readonly Resolved[] => {
  const active = new Map<string, ReplacedNow>()
  const gone = new Set<string>()
  return open.flatMap(({ conflict, trust: _, slot, replaced, ...now }) => {
    const before = slot === null ? [] : [active.get(slot) ?? []].flat()
    const left = [...replaced, ...before].filter(({ memoryId }) => !gone.has(memoryId))
    const events = settle(conflict, { ...now, by, touched, replaced: left })
    for (const { type, data, metadata } of events) {
      if (type === 'MemorySuperseded') gone.add(metadata.memoryId)
      if (type === 'MemoryClarified' && data.outcome === 'active' && slot !== null)
        active.set(slot, {
          memoryId: metadata.memoryId,
          version: metadata.version,
          readers: now.new.readers,
          isInForce: true,
          isSameKey: true,
          named: null,
        })
    }
    return events
  })
}
