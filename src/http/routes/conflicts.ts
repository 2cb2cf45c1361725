import { z } from 'zod'
import { conflictStatus, resolution } from '../../domain/conflict/events.js'
import { reason } from '../../domain/event.js'
import { verdictReason } from '../../domain/verdict.js'
import { evidence } from '../answers/memory.js'
import { count, id, moment, named, share } from '../answers/named.js'
import type { Rule } from '../check.js'
import { name, paging, uuid } from '../fields.js'
import { omitUndefined } from '../omit-undefined.js'
import { read, write, writeOfOwner } from '../route.js'
import { scopeFields } from '../scope.js'

const agent = z.string().nullable()

const listed = {
  id,
  agent_a: agent,
  agent_b: agent,
  status: conflictStatus,
  workspace_id: z.string().nullable(),
  confidence: share.nullable(),
  created_at: moment,
  expires_at: moment.nullable(),
  resolved_at: moment.nullable(),
  resolved_because: reason.nullable(),
}

const listedConflict = named('Conflict', { ...listed, existing_memory_id: id.optional(), new_memory_id: id.optional() })

const conflictPage = named('ConflictPage', { conflicts: z.array(listedConflict), count, total: count })

const memoryStatus = z.enum(['active', 'needs_clarification', 'superseded', 'deleted'])
const version = z.int().min(1)

const side = named('ConflictSide', {
  memory_id: id,
  agent_id: z.string().nullable(),
  trust_level: share,
  status: memoryStatus,
  version,
  version_then: version,
  created_at: moment,
  observed_at: moment,
  trust_score: share,
  content: z.string(),
  evidence,
})

/** What both would be. */
const becomes = z.object({ existing: memoryStatus, new: memoryStatus })

export const conflictRecord = named('ConflictRecord', {
  ...listed,
  reason: verdictReason,
  suggested: resolution,
  existing: side,
  new: side,
  resolutions: z.object({ resolved_new: becomes, resolved_existing: becomes, resolved_both: becomes }).nullable(),
})

const resolvedConflict = named('ResolvedConflict', { id, status: resolution })

const autoResolved = named('AutoResolved', { resolved: count })

const user_id = name
const conflictId = z.object({ id: uuid })

export const conflicts = read({
  call: 'GET /v1/agents/conflicts',
  name: 'listConflicts',
  input: z.object({
    ...scopeFields,
    user_id,
    status: z.enum([...conflictStatus.options, 'resolved', 'all']).default('open'),
    include: z.literal('personal').optional(),
    ...paging,
  }),
  result: conflictPage,
  answer: ({ edge, scope, input: { status, include, limit, offset } }) =>
    edge.api.conflicts(scope, { status, personal: include === 'personal', limit, offset }),
})

export const conflict = read({
  call: 'GET /v1/agents/conflicts/:id',
  name: 'getConflict',
  params: conflictId,
  input: z.object({ user_id, workspace_id: name, agent_id: name }),
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
  call: 'PUT /v1/agents/conflicts/:id/resolve',
  name: 'resolveConflict',
  params: conflictId,
  input: z.object({
    user_id: user_id.optional(),
    workspace_id: name.optional(),
    agent_id: name.optional(),
    resolution,
    existing_version: seenVersion,
    new_version: seenVersion,
  }),
  rules: bothVersions,
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
  call: 'POST /v1/agents/conflicts/auto-resolve',
  name: 'autoResolveConflicts',
  input: z.object({ user_id }),
  result: autoResolved,
  write: ({ edge, scope, caller }) => edge.api.expireConflicts({ ...caller, scope }),
})
