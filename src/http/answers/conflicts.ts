import { z } from 'zod'
import { conflictStatus, resolution } from '../../domain/conflict/events.js'
import { reason } from '../../domain/event.js'
import { verdictReason } from '../../domain/verdict.js'
import { evidence } from './evidence.js'
import { count, id, moment, named, share } from './named.js'

const agent = z.string().nullable()

const listed = {
  id: id.describe('The id of the conflict.'),
  agent_a: agent.describe('The agent of the existing memory; null between memories of the user.'),
  agent_b: agent.describe('The agent of the new memory; null between memories of the user.'),
  status: conflictStatus.describe('Open, or how it was resolved.'),
  workspace_id: z.string().nullable().describe('The workspace; null between memories of the user.'),
  confidence: share
    .nullable()
    .describe('How sure it is that they contradict each other; null where that was not said.'),
  created_at: moment.describe('When it was opened.'),
  expires_at: moment.nullable().describe('From when on it is resolved without anybody.'),
  resolved_at: moment.nullable().describe('When it was resolved; null while it is open.'),
  resolved_because: reason
    .nullable()
    .describe(
      '`requested`: somebody resolved it; `expired`: nobody did in time; `settled`: a memory of it was deleted, erased or ' +
        'given other readers; `retracted`: the agent that contradicted says the same by now.',
    ),
}

const conflict = named(
  'Conflict',
  'A contradiction between two agents of a workspace, or between two memories of the user. Never what they say.',
  {
    ...listed,
    existing_memory_id: id.optional().describe('Only for a caller who sees both memories.'),
    new_memory_id: id.optional().describe('Only for a caller who sees both memories.'),
  },
)

export const conflictPage = named('ConflictPage', 'A page of conflicts, the newest first.', {
  conflicts: z.array(conflict).describe('The conflicts of this page.'),
  count,
  total: count.describe('How many there are in all.'),
})

const memoryStatus = z.enum(['active', 'needs_clarification', 'superseded', 'deleted'])
const version = z.int().min(1)

const side = named('ConflictSide', 'One of the two memories.', {
  memory_id: id.describe('The id of the memory.'),
  agent_id: z.string().nullable().describe('The agent that it is of.'),
  trust_level: share.describe('How far the agent is trusted now.'),
  status: memoryStatus.describe('What it is now.'),
  version: version.describe('Its version now.'),
  version_then: version.describe('Its version when the conflict was opened.'),
  created_at: moment,
  observed_at: moment.describe('When it was said.'),
  trust_score: share.describe('How far it was trusted when it was written.'),
  content: z.string().describe('What it says.'),
  evidence,
})

type Status = z.infer<typeof memoryStatus>

const becomes = (how: string, example: { readonly existing: Status; readonly new: Status }) =>
  z
    .object({
      existing: memoryStatus.describe('The existing memory.'),
      new: memoryStatus.describe('The new memory.'),
    })
    .meta({ description: `What they would be if it is resolved ${how}.`, examples: [example] })

export const conflictRecord = named('ConflictRecord', 'A conflict with both of its memories.', {
  ...listed,
  reason: verdictReason.describe('Why they contradict each other.'),
  suggested: resolution.describe('What trust and age spoke for.'),
  existing: side,
  new: side,
  resolutions: z
    .object({
      resolved_new: becomes('for the new memory', { existing: 'superseded', new: 'active' }),
      resolved_existing: becomes('for the existing memory', { existing: 'active', new: 'deleted' }),
      resolved_both: becomes('for both', { existing: 'active', new: 'active' }),
    })
    .nullable()
    .describe('What each resolution would make of the two; null once it is resolved.'),
})

export const resolvedConflict = named('ResolvedConflict', 'The conflict is resolved, now or before.', {
  id: id.describe('The id of the conflict.'),
  status: resolution.describe('How.'),
})

export const autoResolved = named('AutoResolved', 'Conflicts whose time was over.', {
  resolved: count.describe('How many were resolved.'),
})
