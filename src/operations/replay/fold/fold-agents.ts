import { displayNameIn } from '../../../domain/agent.js'
import type { UserEvent } from '../../../domain/all-events.js'
import type { ConflictEvent, ConflictOf } from '../../../domain/conflict/events.js'
import type { Rows } from './rows.js'

/** Applies an event to agents: how their trust has changed, and when each told something last. */
export const foldAgents = (rows: Rows, { type, data, metadata }: UserEvent): void => {
  if (type === 'EpisodeRecorded') {
    const agentId = data.agentId ?? metadata.actor.agentId
    if (agentId !== null) rows.put('agent_author', { agent_id: agentId, last_at: metadata.at })
  }
  if (type !== 'AgentTrustSet') return
  const set = {
    agent_id: metadata.agentId,
    version: metadata.version,
    trust_level: data.trust,
    display_name: displayNameIn(data),
  }
  rows.put('agent', set)
  rows.put('agent_trust', {
    ...set,
    at: metadata.at,
    actor_key: metadata.actor.key,
    actor_agent: metadata.actor.agentId,
  })
}

export const isOfConflict = (event: UserEvent): event is ConflictEvent => event.type.startsWith('Conflict')

/** Applies an event to a contradiction between two agents. One that was never opened is not resolved. */
export const foldConflict = (rows: Rows, event: ConflictEvent): void => {
  const { conflictId: id, at, reason = null } = event.metadata
  if (event.type === 'ConflictOpened') {
    rows.put('conflict_user', { id })
    rows.put('conflict', {
      ...contradictionColumns(event.data),
      id,
      status: 'open',
      workspace_id: event.data.workspaceId,
      created_at: at,
      expires_at: event.data.expiresAt,
      resolved_at: null,
      resolved_because: null,
    })
  } else if (event.type === 'ConflictContinued') rows.set('conflict', id, contradictionColumns(event.data))
  else rows.set('conflict', id, { status: event.data.resolution, resolved_at: at, resolved_because: reason })
}

type Contradiction = ConflictOf<'ConflictOpened' | 'ConflictContinued'>['data']

const contradictionColumns = ({ existing, new: news, replaces, ...why }: Contradiction) => ({
  agent_a: existing.agentId,
  agent_b: news.agentId,
  existing_id: existing.memoryId,
  new_id: news.memoryId,
  existing_version: existing.version,
  new_version: news.version,
  replaces: replaces ? Object.fromEntries(replaces) : null,
  confidence: why.confidence,
  reason: why.reason,
  suggested: why.suggested,
})
