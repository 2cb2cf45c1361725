import { displayNameIn } from '../src/domain/agent.js'
import type { DomainEvent } from '../src/domain/all-events.js'
import { type Projection, put } from '../src/projector/projection.js'

/** The agents of each user: which of them wrote, how far each is trusted, and how that came about. */
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
}
