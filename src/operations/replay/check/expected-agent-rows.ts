import type { Agents } from '../fold/fold-agents.js'
import { digestOf, type Row, type Table } from './read-rows.js'

type TrustChange = NonNullable<ReturnType<Agents['trust']['get']>>[number]

const setOf = ({ trust, displayName }: TrustChange) => ({ trust_level: trust, display_name: digestOf(displayName) })

/** What was set last. */
const agentRows = ({ trust }: Agents): readonly Row[] =>
  [...trust].flatMap(([id, changes]) => {
    const last = changes.at(-1)
    return last === undefined ? [] : [{ id, ...setOf(last), version: last.version }]
  })

/** A row for every change. */
const trustRows = ({ trust }: Agents): readonly Row[] =>
  [...trust].flatMap(([id, changes]) =>
    changes.map((change) => ({
      ...{ id, version: change.version, at: change.at, ...setOf(change) },
      ...{ actor_key: change.actor.key, actor_agent: change.actor.agentId },
    })),
  )

/** A row for every agent that ever told anything. */
const authorRows = ({ toldAt }: Agents): readonly Row[] => [...toldAt].map(([id, last_at]) => ({ id, last_at }))

export const OF_AGENTS: Readonly<Partial<Record<Table, (agents: Agents) => readonly Row[]>>> = {
  agent: agentRows,
  agent_trust: trustRows,
  agent_author: authorRows,
}
