import { displayNameIn } from '../src/domain/agent.js'
import type { DomainEvent } from '../src/domain/all-events.js'
import type { ConflictOf } from '../src/domain/conflict/events.js'
import { type Projection, patch, put } from '../src/projector/projection.js'

/** The agents of each user: which of them wrote, how far each is trusted and how that came about; and a row for each contradiction between them. */
export const agents: Projection<DomainEvent> = {
  // Whoever writes, in a workspace or of the user's own: its memories may all be gone later, or be nobody else's to see.
  EpisodeRecorded: ({ data, metadata: m }) => {
    const agentId = data.agentId ?? m.actor.agentId
    return agentId === null ? [] : [put('agent_author', { user_id: m.userId, agent_id: agentId }, { last_at: m.at })]
  },
  AgentTrustSet: ({ data, metadata: m }) => {
    const agent = { user_id: m.userId, agent_id: m.agentId }
    const set = { trust_level: data.trust, display_name: displayNameIn(data) }
    return [
      put('agent', agent, { ...set, version: m.version }),
      put(
        'agent_trust',
        { ...agent, version: m.version },
        { ...set, at: m.at, actor_key: m.actor.key, actor_agent: m.actor.agentId },
      ),
    ]
  },
  ConflictOpened: ({ data, metadata: m }) => [
    put('conflict', conflictKey(m), {
      workspace_id: data.workspaceId,
      agent_a: data.existing.agentId,
      agent_b: data.new.agentId,
      status: 'open',
      existing_id: data.existing.memoryId,
      ...disputed(data),
      created_at: m.at,
      expires_at: data.expiresAt,
      resolved_at: null,
      resolved_because: null,
    }),
    put('conflict_user', { id: m.conflictId }, { user_id: m.userId }),
  ],
  ConflictContinued: ({ data, metadata: m }) => [patch('conflict', conflictKey(m), disputed(data))],
  ConflictResolved: ({ data, metadata: m }) => [
    patch('conflict', conflictKey(m), {
      status: data.resolution,
      resolved_at: m.at,
      resolved_because: m.reason ?? null,
    }),
  ],
}

const disputed = (data: ConflictOf<'ConflictOpened' | 'ConflictContinued'>['data']) => ({
  new_id: data.new.memoryId,
  new_version: data.new.version,
  existing_version: data.existing.version,
  replaces: data.replaces ? Object.fromEntries(data.replaces) : null,
  confidence: data.confidence,
  reason: data.reason,
  suggested: data.suggested,
})

const conflictKey = (m: { readonly userId: string; readonly conflictId: string }) => ({
  user_id: m.userId,
  id: m.conflictId,
})
