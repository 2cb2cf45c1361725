import { z } from 'zod'
import { actor } from '../../domain/event.js'
import { count, moment, named, share } from '../answers/named.js'
import { name, paging, personName } from '../fields.js'
import { omitUndefined } from '../omit-undefined.js'
import { read, write } from '../route.js'
import { scopeFields } from '../scope.js'

const agentId = z.string().describe('The agent.')
const trustLevel = share.describe('How far the user trusts it: 0 not at all, 1 fully, 0.5 where nothing was set.')
const nameOrNull = z.string().nullable().describe('What people call it; null where that was not told.')

const trustGiven = named('AgentTrustGiven', 'How far the user trusts the agent from now on.', {
  agent_id: agentId,
  trust_level: trustLevel,
})

const agentTrust = named('AgentTrust', 'How far the user trusts an agent.', {
  agent_id: agentId,
  trust_level: trustLevel,
  display_name: z.string().optional().describe('What people call it; only where that was told.'),
})

const agentOverview = named('AgentOverview', 'An agent, and what it shares.', {
  agent_id: agentId,
  display_name: nameOrNull,
  trust_level: trustLevel,
  memories_shared: count.describe(
    'Active memories that it owns and that another agent may read; in a workspace, of those that the caller sees.',
  ),
  conflicts_won: count.describe('Contradictions that were settled in favour of what it said.'),
  conflicts_lost: count.describe('Contradictions that were settled against what it said.'),
})

const agentPage = named('AgentPage', 'A page of agents, in the order of their ids.', {
  agents: z.array(agentOverview),
  count: count.describe('How many are on this page.'),
  total: count,
})

const trustChange = named('TrustChange', 'One change of the trust in an agent, or of its name.', {
  version: z.int().min(1).describe('Counts the changes of this agent, from 1 without gaps.'),
  at: moment,
  trust_level: share.describe('From then on.'),
  previous: share.describe('Before; 0.5 before the first change.'),
  display_name: nameOrNull,
  actor: actor.describe('The class of the key.'),
})

const trustHistory = named('TrustHistory', 'How the trust in an agent has changed, newest first.', {
  agent_id: agentId,
  changes: z.array(trustChange).describe('Newest first.'),
  count: count.describe('How many are on this page.'),
  total: count,
})

const user_id = name.describe('Whose agent it is.')
const agent_id = name.describe('The agent that is or may be trusted.')

export const setTrust = write({
  method: 'put',
  path: '/v1/agents/trust',
  name: 'setAgentTrust',
  tag: 'Agents',
  summary: 'Say how far a user trusts an agent.',
  description:
    'From then on the memories that it shares rank higher or lower for others, and what it writes has that ' +
    '`trust_score`. Where all of it is so already, nothing is written.',
  input: z.object({
    user_id,
    agent_id,
    trust_level: z
      .number()
      .min(0)
      .max(1)
      .describe('0: not at all; 0.5: as an agent of which nothing is set; 1: fully.'),
    display_name: personName.optional().describe('What people call it. Left out: it keeps its name.'),
  }),
  example: { user_id: 'ana', agent_id: 'scout', trust_level: 0.8, display_name: 'The scout' },
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
  method: 'get',
  path: '/v1/agents/trust',
  name: 'getAgentTrust',
  tag: 'Agents',
  summary: 'How far a user trusts an agent.',
  description: 'An agent of which nothing was set has 0.5.',
  input: z.object({ user_id, agent_id }),
  example: { user_id: 'ana', agent_id: 'scout' },
  result: agentTrust,
  answer: async ({ edge, input: { user_id: userId, agent_id: agentId } }) => {
    const { trust, displayName } = await edge.api.agent(userId, agentId)
    return { agent_id: agentId, trust_level: trust, ...omitUndefined({ display_name: displayName ?? undefined }) }
  },
})

export const agents = read({
  method: 'get',
  path: '/v1/agents',
  name: 'listAgents',
  tag: 'Agents',
  summary: "A user's agents, with the trust in each and how much it shares, in the order of their ids.",
  description:
    'Those whose trust was set, and those that ever told anything. In a workspace, those whose trust was set and those ' +
    'that own a memory which the caller sees: nothing tells of a memory that it does not see.',
  input: z.object({ ...scopeFields, ...paging }),
  example: { user_id: 'ana', limit: 20 },
  result: agentPage,
  answer: ({ edge, scope, input: { limit, offset } }) => edge.api.agents(scope, { limit, offset }),
})

export const agentAudit = read({
  method: 'get',
  path: '/v1/agents/:agent_id/audit',
  name: 'agentAudit',
  tag: 'Agents',
  summary: 'How the trust in an agent has changed, newest first.',
  description: 'Speaks to the owner of the tenancy. Of an agent whose trust was never set there is nothing to tell.',
  params: z.object({ agent_id }),
  input: z.object({ user_id, ...paging }),
  example: { agent_id: 'scout', user_id: 'ana', limit: 20 },
  result: trustHistory,
  answer: ({ edge, params, input: { user_id: userId, limit, offset } }) =>
    edge.api.trustHistory(userId, { agentId: params.agent_id, limit, offset }),
})
