import type { ConflictEvent, ConflictOf } from '../../../domain/conflict/events.js'
import type { Conflict } from './state.js'

/** Applies an event to a conflict. One that was never opened is not resolved. */
export const foldConflict = (conflicts: Map<string, Conflict>, event: ConflictEvent): void => {
  const { conflictId: id, at, reason = null } = event.metadata
  if (event.type === 'ConflictOpened') conflicts.set(id, opened(event))
  const before = conflicts.get(id)
  if (event.type === 'ConflictResolved' && before !== undefined)
    conflicts.set(id, { ...before, status: event.data.resolution, resolvedAt: at, resolvedBecause: reason })
}

const opened = ({ data, metadata }: ConflictOf<'ConflictOpened'>): Conflict => {
  const { workspaceId, existing, new: news, confidence, reason, suggested, expiresAt } = data
  return {
    ...{ id: metadata.conflictId, status: 'open', workspaceId, existing, new: news },
    ...{ confidence, reason, suggested, createdAt: metadata.at, expiresAt },
    ...{ resolvedAt: null, resolvedBecause: null },
  }
}
