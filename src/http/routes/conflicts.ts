import { z } from 'zod'
import { conflictStatus, resolution } from '../../domain/conflict/events.js'
import { autoResolved, conflictPage, conflictRecord, resolvedConflict } from '../answers/conflicts.js'
import { CONFLICT } from '../answers/named.js'
import type { Rule } from '../check.js'
import { name, paging, uuid } from '../fields.js'
import { omitUndefined } from '../omit-undefined.js'
import { read, write, writeOfOwner } from '../route.js'
import { scopeFields } from '../scope.js'

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
const version = z.int().min(1).max(2_147_483_647).optional()

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
    existing_version: version.describe('The version of the existing memory that was seen.'),
    new_version: version.describe('The version of the new memory that was seen.'),
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
