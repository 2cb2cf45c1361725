import type { DomainEvent } from '../src/domain/all-events.js'
import { type Projection, patch, put } from '../src/projector/projection.js'

/** A row for each contradiction between agents, and whose it is. */
export const conflicts: Projection<DomainEvent> = {
  ConflictOpened: ({ data, metadata: m }) => [
    put('conflict', conflictKey(m), {
      workspace_id: data.workspaceId,
      agent_a: data.existing.agentId,
      agent_b: data.new.agentId,
      status: 'open',
      existing_id: data.existing.memoryId,
      new_id: data.new.memoryId,
      existing_version: data.existing.version,
      new_version: data.new.version,
      confidence: data.confidence,
      reason: data.reason,
      suggested: data.suggested,
      created_at: m.at,
      expires_at: data.expiresAt,
      resolved_at: null,
      resolved_because: null,
    }),
    put('conflict_user', { id: m.conflictId }, { user_id: m.userId }),
  ],
  ConflictResolved: ({ data, metadata: m }) => [
    patch('conflict', conflictKey(m), {
      status: data.resolution,
      resolved_at: m.at,
      resolved_because: m.reason ?? null,
    }),
  ],
}

const conflictKey = (m: { readonly userId: string; readonly conflictId: string }) => ({
  user_id: m.userId,
  id: m.conflictId,
})
