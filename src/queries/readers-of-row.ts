import type { Readers, Visibility } from '../domain/readers.js'

/** The columns that say who may read a row. */
export type ReaderColumns = {
  readonly workspace_id: string | null
  readonly agent_id: string | null
  readonly visibility: Visibility | null
  readonly granted_to: string[]
}

/** The same as decisions have it. */
export const readersOfRow = ({ workspace_id, agent_id, visibility, granted_to }: ReaderColumns): Readers => ({
  workspaceId: workspace_id,
  agentId: agent_id,
  visibility,
  grantedTo: granted_to,
})
