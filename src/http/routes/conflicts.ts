import { z } from 'zod'
import { conflictStatus, resolution } from '../../domain/conflict/events.js'
import { reason } from '../../domain/event.js'
import { verdictReason } from '../../domain/verdict.js'
import { evidence } from '../answers/evidence.js'
import { CONFLICT, count, id, moment, named, share } from '../answers/named.js'
import type { Rule } from '../check.js'
import { name, paging, uuid } from '../fields.js'
import { omitUndefined } from '../omit-undefined.js'
import { read, write, writeOfOwner } from '../route.js'
import { scopeFields } from '../scope.js'

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

const listedConflict = named(
  'Conflict',
  'A contradiction between two agents of a workspace, or between two memories of the user. Never what they say.',
  {
    ...listed,
    existing_memory_id: id.optional().describe('Only for a caller who sees both memories.'),
    new_memory_id: id.optional().describe('Only for a caller who sees both memories.'),
  },
)

const conflictPage = named('ConflictPage', 'A page of conflicts, the newest first.', {
  conflicts: z.array(listedConflict).describe('The conflicts of this page.'),
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

const resolvedConflict = named('ResolvedConflict', 'The conflict is resolved, now or before.', {
  id: id.describe('The id of the conflict.'),
  status: resolution.describe('How.'),
})

const autoResolved = named('AutoResolved', 'Conflicts whose time was over.', {
  resolved: count.describe('How many were resolved.'),
})

const user_id = name.describe('Whose agents.')
const conflictId = z.object({ id: uuid.describe('The id of the conflict.') })

export const conflicts = read({
  method: 'get',
  path: '/v1/agents/conflicts',
  name: 'listConflicts',
  tag: 'Agents',
  summary: 'Contradictions between the agents of a workspace, open ones if nothing else is asked for.',
  description:
    'For the owner of the tenancy all of them, by ids, agents and times. With `workspace_id` and `agent_id` those of which ' +
    'the agent sees both memories, with the ids of these. What they say is told of one conflict at a time.',
  input: z.object({
    ...scopeFields,
    user_id,
    status: z
      .enum([...conflictStatus.options, 'resolved', 'all'])
      .default('open')
      .meta({ description: 'Only those; `resolved`: in any way.', examples: ['open'] }),
    include: z
      .literal('personal')
      .optional()
      .describe("Also the contradictions of the user's own memories in which both stay; not in a workspace."),
    ...paging,
  }),
  example: { user_id: 'ana', workspace_id: 'crew', agent_id: 'scout' },
  result: conflictPage,
  answer: ({ edge, scope, input: { status, include, limit, offset } }) =>
    edge.api.conflicts(scope, { status, personal: include === 'personal', limit, offset }),
})

export const conflict = read({
  method: 'get',
  path: '/v1/agents/conflicts/:id',
  name: 'getConflict',
  tag: 'Agents',
  summary: 'One conflict with both memories, and what each resolution would make of them.',
  description: 'For an agent that sees both; for others there is none.',
  params: conflictId,
  input: z.object({
    user_id,
    workspace_id: name.describe('The workspace that it is in.'),
    agent_id: name.describe('The agent that asks.'),
  }),
  example: { id: CONFLICT, user_id: 'ana', workspace_id: 'crew', agent_id: 'scout' },
  result: conflictRecord,
  errors: ['ConflictNotFound'],
  answer: ({ edge, scope, params }) => edge.api.conflict(scope, params.id),
})

const versions = ['existing_version', 'new_version'] as const
const seenVersion = z.int().min(1).max(2_147_483_647).optional()

/** The version of one memory alone says nothing of the other. */
const bothVersions: readonly Rule[] = versions.map((field, i) => ({
  field,
  says: `required with ${versions[1 - i]}`,
  broken: (fields) => fields[field] === undefined && versions.some((other) => fields[other] !== undefined),
}))

export const resolve = writeOfOwner({
  method: 'put',
  path: '/v1/agents/conflicts/:id/resolve',
  name: 'resolveConflict',
  tag: 'Agents',
  summary: 'Settle a conflict and both of its memories, in one step.',
  description:
    '`resolved_new`: the new memory is active, and the existing one superseded by it. `resolved_existing`: the new one is ' +
    'deleted. `resolved_both`: both are active. The same again changes nothing. Where a memory has changed since the ' +
    'conflict was opened, nothing is done, unless `existing_version` and `new_version` say that the caller has seen that.',
  params: conflictId,
  input: z.object({
    user_id: user_id.optional().describe('Whose agents. Without it the id alone finds the conflict.'),
    workspace_id: name
      .optional()
      .describe('The workspace of an agent that resolves it; it has to see both memories. Requires agent_id.'),
    agent_id: name.optional().describe('The agent that resolves it.'),
    resolution: resolution.describe('How.'),
    existing_version: seenVersion.describe('The version of the existing memory that was seen.'),
    new_version: seenVersion.describe('The version of the new memory that was seen.'),
  }),
  rules: bothVersions,
  example: { id: CONFLICT, resolution: 'resolved_new' },
  result: resolvedConflict,
  errors: ['ConflictNotFound', 'ConflictAlreadyResolved', 'ConflictChanged', 'NewMemoryHasFewerReaders'],
  owner: ({ edge, params }) => edge.api.ownerOfConflict(params.id),
  write: ({ edge, scope, params, caller, input: { resolution: how, existing_version, new_version } }) => {
    const seen =
      existing_version === undefined || new_version === undefined
        ? undefined
        : { existing: existing_version, new: new_version }
    return edge.api.resolveConflict({
      ...caller,
      scope,
      conflictId: params.id,
      resolution: how,
      ...omitUndefined({ seen }),
    })
  },
})

export const autoResolve = write({
  method: 'post',
  path: '/v1/agents/conflicts/auto-resolve',
  name: 'autoResolveConflicts',
  tag: 'Agents',
  summary: 'Resolve the conflicts whose time is over: for the more trusted agent, then for the newer memory.',
  input: z.object({ user_id }),
  example: { user_id: 'ana' },
  result: autoResolved,
  write: ({ edge, scope, caller }) => edge.api.expireConflicts({ ...caller, scope }),
})
