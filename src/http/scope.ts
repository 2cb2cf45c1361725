import { z } from 'zod'
import type { Actor } from '../domain/event.js'
import type { AgentScope, Scope } from '../domain/scope.js'
import type { Fields, Rule } from './check.js'
import { name } from './fields.js'
import type { KeyClass } from './keys.js'
import { omitUndefined } from './omit-undefined.js'

/** What erased users are called: nobody else may be, or they would be shown what is left of one. */
const PSEUDONYM = /^anon-[0-9a-f]{16}$/

/** The id of a user. */
const user = name.refine((id) => !PSEUDONYM.test(id), 'must not have the form of what erased users are called')

/** The scope of a request: who asks, and in which workspace. Without a workspace it is the user's own memories. */
export const scopeFields = {
  user_id: user,
  workspace_id: name.optional(),
  agent_id: name.optional(),
}

const MOST_AGENTS = 50

export const agentIds = z.array(name).max(MOST_AGENTS, `must hold at most ${MOST_AGENTS} agent ids`)

/** A list of grants has a meaning only with the visibility `restricted`. */
export const grantsNeedRestricted: Rule = {
  field: 'granted_to',
  says: 'needs visibility restricted',
  broken: (fields) => fields.granted_to !== undefined && fields.visibility !== 'restricted',
}

export const agentScope = z
  .union(
    [name, agentIds.min(1, 'must hold at least one agent id')],
    `must be all, self, others, an agent id or 1 to ${MOST_AGENTS} agent ids`,
  )
  .optional()

type AgentScopeGiven = z.output<typeof agentScope>

export type Scoped = {
  readonly user_id: string
  readonly workspace_id?: string | undefined
  readonly agent_id?: string | undefined
  readonly agent_scope?: AgentScopeGiven
}

/** Whether a workspace is named without an agent. Such a request is refused before its other fields are checked. */
export const lacksAgent = ({ workspace_id, agent_id }: Fields): boolean =>
  name.safeParse(workspace_id).success && (agent_id === undefined || agent_id === null || agent_id === '')

/** A workspace always comes with an agent: `lacksAgent` has refused all other requests. */
export const scopeOf = ({ user_id, workspace_id, agent_id, agent_scope }: Scoped): Scope =>
  workspace_id === undefined || agent_id === undefined
    ? { kind: 'user', userId: user_id }
    : {
        kind: 'workspace',
        userId: user_id,
        workspaceId: workspace_id,
        agentId: agent_id,
        agentScope: agentScopeOf(agent_scope),
      }

const agentScopeOf = (wanted: AgentScopeGiven = 'all'): AgentScope =>
  wanted === 'all' || wanted === 'self' || wanted === 'others' ? wanted : { agents: [wanted].flat() }

/** The actor of a write, for the audit trail. */
export const actorOf = (key: KeyClass, { agent_id }: Pick<Scoped, 'agent_id'>): Actor => ({
  key,
  agentId: agent_id ?? null,
})

/** The agent scope as the answer repeats it. */
export const echoOf = ({ agent_scope }: Scoped) => omitUndefined({ agentScopeGiven: agent_scope })
