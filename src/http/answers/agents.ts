import { z } from 'zod'
import { actor } from '../../domain/event.js'
import { count, moment, named, share } from './named.js'

const agentId = z.string().describe('The agent.')
const trustLevel = share.describe('How far the user trusts it: 0 not at all, 1 fully, 0.5 where nothing was set.')
const name = z.string().nullable().describe('What people call it; null where that was not told.')

export const trustGiven = named('AgentTrustGiven', 'How far the user trusts the agent from now on.', {
  agent_id: agentId,
  trust_level: trustLevel,
})

export const agentTrust = named('AgentTrust', 'How far the user trusts an agent.', {
  agent_id: agentId,
  trust_level: trustLevel,
  display_name: z.string().optional().describe('What people call it; only where that was told.'),
})

const agentOverview = named('AgentOverview', 'An agent, and what it shares.', {
  agent_id: agentId,
  display_name: name,
  trust_level: trustLevel,
  memories_shared: count.describe(
    'Active memories that it owns and that another agent may read; in a workspace, of those that the caller sees.',
  ),
  conflicts_won: count.describe('Contradictions that were settled in favour of what it said.'),
  conflicts_lost: count.describe('Contradictions that were settled against what it said.'),
})

export const agentPage = named('AgentPage', 'A page of agents, in the order of their ids.', {
  agents: z.array(agentOverview),
  count: count.describe('How many are on this page.'),
  total: count,
})

const trustChange = named('TrustChange', 'One change of the trust in an agent, or of its name.', {
  version: z.int().min(1).describe('Counts the changes of this agent, from 1 without gaps.'),
  at: moment,
  trust_level: share.describe('From then on.'),
  previous: share.describe('Before; 0.5 before the first change.'),
  display_name: name,
  actor: actor.describe('The class of the key.'),
})

export const trustHistory = named('TrustHistory', 'How the trust in an agent has changed, newest first.', {
  agent_id: agentId,
  changes: z.array(trustChange).describe('Newest first.'),
  count: count.describe('How many are on this page.'),
  total: count,
})
