import type { Readers } from '../../../domain/readers.js'

export const readerColumns = ({ workspaceId, agentId, visibility, grantedTo }: Readers) => ({
  workspace_id: workspaceId,
  agent_id: agentId,
  visibility,
  granted_to: grantedTo,
})
