import type { Conflict } from '../fold/state.js'
import type { Row, Table } from './read-rows.js'

const conflictRow = (conflict: Conflict): Row => {
  const { existing, new: news, id, status, confidence, reason, suggested } = conflict
  return {
    ...{ id, status, confidence, reason, suggested },
    workspace_id: conflict.workspaceId,
    ...{ agent_a: existing.agentId, agent_b: news.agentId },
    ...{ existing_id: existing.memoryId, new_id: news.memoryId },
    ...{ existing_version: existing.version, new_version: news.version },
    created_at: conflict.createdAt,
    expires_at: conflict.expiresAt,
    resolved_at: conflict.resolvedAt,
    resolved_because: conflict.resolvedBecause,
  }
}

/** Whose a conflict is, apart from its user. */
const userRow = ({ id }: Conflict): Row => ({ id })

/** The row of a conflict in each table, as it follows from the log. */
export const OF_CONFLICT: Readonly<Partial<Record<Table, (conflict: Conflict) => Row>>> = {
  conflict: conflictRow,
  conflict_user: userRow,
}
