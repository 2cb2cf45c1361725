import { type AgentTrustSet, displayNameIn } from '../../../domain/agent.js'
import type { UserEvent } from '../../../domain/all-events.js'
import type { Actor } from '../../../domain/event.js'

/** One change of an agent's trust, as its event states it. */
type TrustChange = {
  readonly version: number
  readonly trust: number
  readonly displayName: string | null
  readonly at: string
  readonly actor: Actor
}

/** The agents of a user, by id: how their trust has changed, and when each told something last. */
export type Agents = { readonly trust: Map<string, readonly TrustChange[]>; readonly toldAt: Map<string, string> }

export const noAgents = (): Agents => ({ trust: new Map(), toldAt: new Map() })

export const foldAgents = ({ trust, toldAt }: Agents, { type, data, metadata }: UserEvent): void => {
  if (type === 'EpisodeRecorded') {
    const agentId = data.agentId ?? metadata.actor.agentId
    if (agentId !== null) toldAt.set(agentId, metadata.at)
  }
  if (type === 'AgentTrustSet')
    trust.set(metadata.agentId, [...(trust.get(metadata.agentId) ?? []), changeOf({ type, data, metadata })])
}

const changeOf = ({ data, metadata: { version, at, actor } }: AgentTrustSet): TrustChange => ({
  ...{ version, at, actor },
  ...{ trust: data.trust, displayName: displayNameIn(data) },
})
