import { z } from 'zod'
import { actor } from '../../domain/event.js'
import { AT, count, moment, named, share } from './named.js'

const agentId = z.string().describe('The agent.')
const trustLevel = share.describe('How far the user trusts it: 0 not at all, 1 fully, 0.5 where nothing was set.')
const name = z.string().nullable().describe('What people call it; null where that was not told.')

export const trustGiven = named({
  name: 'AgentTrustGiven',
  says: 'How far the user trusts the agent from now on.',
  fields: { agent_id: agentId, trust_level: trustLevel },
  example: { agent_id: 'scout', trust_level: 0.8 },
})

export const agentTrust = named({
  name: 'AgentTrust',
  says: 'How far the user trusts an agent.',
  fields: {
    agent_id: agentId,
    trust_level: trustLevel,
    display_name: z.string().optional().describe('What people call it; only where that was told.'),
  },
  example: { agent_id: 'scout', trust_level: 0.8, display_name: 'The scout' },
})

const scout = {
  ...{ agent_id: 'scout', display_name: 'The scout', trust_level: 0.8 },
  ...{ memories_shared: 12, conflicts_won: 0, conflicts_lost: 0 },
}

const agentOverview = named({
  name: 'AgentOverview',
  says: 'An agent, and what it shares.',
  fields: {
    agent_id: agentId,
    display_name: name,
    trust_level: trustLevel,
    memories_shared: count.describe(
      'Active memories that it owns and that another agent may read; in a workspace, of those that the caller sees.',
    ),
    conflicts_won: count.describe('Contradictions that were settled in favour of what it said.'),
    conflicts_lost: count.describe('Contradictions that were settled against what it said.'),
  },
  example: scout,
})

export const agentPage = named({
  name: 'AgentPage',
  says: 'A page of agents, in the order of their ids.',
  fields: {
    agents: z.array(agentOverview),
    count: count.describe('How many are on this page.'),
    total: count,
  },
  example: { agents: [scout], count: 1, total: 1 },
})

const raised = {
  ...{ version: 2, at: AT, trust_level: 0.8, previous: 0.5, display_name: 'The scout' },
  actor: { key: 'standard' as const, agentId: null },
}

const trustChange = named({
  name: 'TrustChange',
  says: 'One change of the trust in an agent, or of its name.',
  fields: {
    version: z.int().min(1).describe('Counts the changes of this agent, from 1 without gaps.'),
    at: moment,
    trust_level: share.describe('From then on.').meta({ examples: [0.8] }),
    previous: share.describe('Before; 0.5 before the first change.').meta({ examples: [0.5] }),
    display_name: name,
    actor: actor.describe('The class of the key.'),
  },
  example: raised,
})

export const trustHistory = named({
  name: 'TrustHistory',
  says: 'How the trust in an agent has changed, newest first.',
  fields: {
    agent_id: agentId,
    changes: z.array(trustChange).meta({ description: 'Newest first.', examples: [[raised]] }),
    count: count.describe('How many are on this page.'),
    total: count,
  },
  example: { agent_id: 'scout', changes: [raised], count: 1, total: 2 },
})
