import { z } from 'zod'
import { conflictStatus, resolution } from '../../domain/conflict/events.js'
import { reason } from '../../domain/event.js'
import { verdictReason } from '../../domain/verdict.js'
import { evidence } from './evidence.js'
import { AT, CONFLICT, count, EARLIER_MEMORY, id, MEMORY, moment, named, share } from './named.js'

const agent = z.string().nullable()

const listed = {
  id: id.describe('The id of the conflict.'),
  agent_a: agent.meta({
    description: 'The agent of the existing memory; null between memories of the user.',
    examples: ['scout'],
  }),
  agent_b: agent.meta({
    description: 'The agent of the new memory; null between memories of the user.',
    examples: ['painter'],
  }),
  status: conflictStatus.meta({ description: 'Open, or how it was resolved.', examples: ['open'] }),
  workspace_id: z.string().nullable().describe('The workspace; null between memories of the user.'),
  confidence: share.nullable().meta({
    description: 'How sure it is that they contradict each other; null where that was not said.',
    examples: [0.9],
  }),
  created_at: moment.describe('When it was opened.'),
  expires_at: moment
    .nullable()
    .meta({ description: 'From when on it is resolved without anybody.', examples: ['2026-05-09T09:30:00.000Z'] }),
  resolved_at: moment
    .nullable()
    .meta({ description: 'When it was resolved; null while it is open.', examples: [null] }),
  resolved_because: reason.nullable().meta({
    description:
      '`requested`: somebody resolved it; `expired`: nobody did in time; `settled`: a memory of it was deleted, erased or ' +
      'given other readers; `retracted`: the agent that contradicted says the same by now.',
    examples: [null],
  }),
}

const example = {
  ...{ id: CONFLICT, agent_a: 'scout', agent_b: 'painter', status: 'open' as const, workspace_id: 'crew' },
  ...{ confidence: 0.9, created_at: AT, expires_at: '2026-05-09T09:30:00.000Z' },
  ...{ resolved_at: null, resolved_because: null },
}

const conflict = named({
  name: 'Conflict',
  says: 'A contradiction between two agents of a workspace, or between two memories of the user. Never what they say.',
  fields: {
    ...listed,
    existing_memory_id: id
      .optional()
      .meta({ description: 'Only for a caller who sees both memories.', examples: [EARLIER_MEMORY] }),
    new_memory_id: id.optional().meta({ description: 'Only for a caller who sees both memories.', examples: [MEMORY] }),
  },
  example: { ...example, existing_memory_id: EARLIER_MEMORY, new_memory_id: MEMORY },
})

export const conflictPage = named({
  name: 'ConflictPage',
  says: 'A page of conflicts, the newest first.',
  fields: {
    conflicts: z.array(conflict).meta({ description: 'The conflicts of this page.', examples: [[]] }),
    count,
    total: count.describe('How many there are in all.'),
  },
  example: {
    conflicts: [{ ...example, existing_memory_id: EARLIER_MEMORY, new_memory_id: MEMORY }],
    ...{ count: 1, total: 1 },
  },
})

const memoryStatus = z.enum(['active', 'needs_clarification', 'superseded', 'deleted'])
const version = z.int().min(1)

const sideExample = {
  ...{ memory_id: MEMORY, agent_id: 'painter', trust_level: 0.5, status: 'needs_clarification' as const },
  ...{ version: 1, version_then: 1, created_at: AT, observed_at: AT, trust_score: 0.5 },
  content: 'The staging database is in Porto.',
  evidence: [],
}

const side = named({
  name: 'ConflictSide',
  says: 'One of the two memories.',
  fields: {
    memory_id: id.describe('The id of the memory.'),
    agent_id: z.string().nullable().describe('The agent that it is of.'),
    trust_level: share.meta({ description: 'How far the agent is trusted now.', examples: [0.5] }),
    status: memoryStatus.meta({ description: 'What it is now.', examples: ['active'] }),
    version: version.describe('Its version now.'),
    version_then: version.meta({ description: 'Its version when the conflict was opened.', examples: [1] }),
    created_at: moment,
    observed_at: moment.describe('When it was said.'),
    trust_score: share.meta({ description: 'How far it was trusted when it was written.', examples: [0.5] }),
    content: z.string().describe('What it says.'),
    evidence,
  },
  example: sideExample,
})

type Status = z.infer<typeof memoryStatus>

const becomes = (how: string, example: { readonly existing: Status; readonly new: Status }) =>
  z
    .object({
      existing: memoryStatus.meta({ description: 'The existing memory.', examples: ['superseded'] }),
      new: memoryStatus.meta({ description: 'The new memory.', examples: ['active'] }),
    })
    .meta({ description: `What they would be if it is resolved ${how}.`, examples: [example] })

export const conflictRecord = named({
  name: 'ConflictRecord',
  says: 'A conflict with both of its memories.',
  fields: {
    ...listed,
    reason: verdictReason.meta({ description: 'Why they contradict each other.', examples: ['new_value'] }),
    suggested: resolution.meta({ description: 'What trust and age spoke for.', examples: ['resolved_new'] }),
    existing: side,
    new: side,
    resolutions: z
      .object({
        resolved_new: becomes('for the new memory', { existing: 'superseded', new: 'active' }),
        resolved_existing: becomes('for the existing memory', { existing: 'active', new: 'deleted' }),
        resolved_both: becomes('for both', { existing: 'active', new: 'active' }),
      })
      .nullable()
      .meta({
        description: 'What each resolution would make of the two; null once it is resolved.',
        examples: [null],
      }),
  },
  example: {
    ...example,
    ...{ reason: 'new_value' as const, suggested: 'resolved_new' as const },
    existing: {
      ...sideExample,
      ...{ memory_id: EARLIER_MEMORY, agent_id: 'scout', status: 'active' as const },
      content: 'The staging database is in Lisbon.',
    },
    new: sideExample,
    resolutions: {
      resolved_new: { existing: 'superseded', new: 'active' },
      resolved_existing: { existing: 'active', new: 'deleted' },
      resolved_both: { existing: 'active', new: 'active' },
    },
  },
})

export const resolvedConflict = named({
  name: 'ResolvedConflict',
  says: 'The conflict is resolved, now or before.',
  fields: { id: id.describe('The id of the conflict.'), status: resolution.describe('How.') },
  example: { id: CONFLICT, status: 'resolved_new' },
})

export const autoResolved = named({
  name: 'AutoResolved',
  says: 'Conflicts whose time was over.',
  fields: { resolved: count.meta({ description: 'How many were resolved.', examples: [2] }) },
  example: { resolved: 2 },
})
