import { z } from 'zod'
import { actor } from '../../domain/event.js'
import { count, moment, named, share } from '../answers/named.js'
import { name, paging, personName } from '../fields.js'
import { omitUndefined } from '../omit-undefined.js'
import { read, write } from '../route.js'
import { scopeFields } from '../scope.js'

const trustGiven = named('AgentTrustGiven', { agent_id: z.string(), trust_level: share })

const agentTrust = named('AgentTrust', {
  agent_id: z.string(),
  trust_level: share,
  display_name: z.string().optional(),
})

const agentOverview = named('AgentOverview', {
  agent_id: z.string(),
  display_name: z.string().nullable(),
  trust_level: share,
  memories_shared: count,
  conflicts_won: count,
  conflicts_lost: count,
})

const agentPage = named('AgentPage', { agents: z.array(agentOverview), count, total: count })

const trustChange = named('TrustChange', {
  version: z.int().min(1),
  at: moment,
  trust_level: share,
  previous: share,
  display_name: z.string().nullable(),
  actor,
})

const trustHistory = named('TrustHistory', {
  agent_id: z.string(),
  changes: z.array(trustChange),
  count,
  total: count,
})

const user_id = name
const agent_id = name

export const setTrust = write({
  call: 'PUT /v1/agents/trust',
  name: 'setAgentTrust',
  input: z.object({
    user_id,
    agent_id,
    trust_level: share,
    display_name: personName.optional(),
  }),
  result: trustGiven,
  write: ({ edge, scope, caller, input: { agent_id: agentId, trust_level, display_name } }) =>
    edge.api.setTrust({
      ...caller,
      // The agent that is named is not the one that asks.
      actor: { ...caller.actor, agentId: null },
      scope,
      agentId,
      trust: trust_level,
      ...omitUndefined({ displayName: display_name }),
    }),
})

export const getTrust = read({
  call: 'GET /v1/agents/trust',
  name: 'getAgentTrust',
  input: z.object({ user_id, agent_id }),
  result: agentTrust,
  answer: async ({ edge, input: { user_id: userId, agent_id: agentId } }) => {
    const { trust, displayName } = await edge.api.agent(userId, agentId)
    return { agent_id: agentId, trust_level: trust, ...omitUndefined({ display_name: displayName ?? undefined }) }
  },
})

export const agents = read({
  call: 'GET /v1/agents',
  name: 'listAgents',
  input: z.object({ ...scopeFields, ...paging }),
  result: agentPage,
  answer: ({ edge, scope, input: { limit, offset } }) => edge.api.agents(scope, { limit, offset }),
})

export const agentAudit = read({
  call: 'GET /v1/agents/:agent_id/audit',
  name: 'agentAudit',
  params: z.object({ agent_id }),
  input: z.object({ user_id, ...paging }),
  result: trustHistory,
  answer: ({ edge, params, input: { user_id: userId, limit, offset } }) =>
    edge.api.trustHistory(userId, { agentId: params.agent_id, limit, offset }),
})
