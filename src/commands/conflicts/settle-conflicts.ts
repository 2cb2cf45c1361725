import type { DomainEvent } from '../../domain/all-events.js'
import { type ConflictNow, type Resolved, settle, type Touched } from '../../domain/conflict/decisions.js'
import type { Metadata } from '../../domain/event.js'

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

/** What a step does to open conflicts about these memories: they are settled in its own append. */
export const settleConflicts = (open: readonly ConflictNow[], { touched, by }: Step): readonly Resolved[] =>
  open.flatMap(({ conflict, existing, new: news }) => settle(conflict, { by, touched, existing, new: news }))
