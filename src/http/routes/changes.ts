import { z } from 'zod'
import { visibility } from '../../domain/scope.js'
import { count, id, named } from '../answers/named.js'
import { requiredOneOf } from '../check.js'
import { metadata, name, nameWithoutSecrets, someText, uuid } from '../fields.js'
import { omitUndefined } from '../omit-undefined.js'
import { write } from '../route.js'
import { agentIds, grantsNeedRestricted, scopeFields } from '../scope.js'
import { affected, hard, isHard, memoryId } from './memories.js'

const version = z.int().min(1)
/** Whether others of the owner with the same words stay as they are. */
const only_this = z.boolean().optional()

export const updated = named('UpdatedMemory', {
  id,
  version,
  ...affected,
  also_lost: z.array(z.string()).optional(),
})

export const restored = named('RestoredMemory', { id, version, ...affected })

export const sharedMemory = named('MemoryReaders', {
  id,
  visibility,
  granted_to: z.array(z.string()),
  version,
  ...affected,
})

export const deletedMany = named('DeletedMemories', { success: z.literal(true), deleted: count })

const updateBody = z.object({
  ...scopeFields,
  content: someText(100_000)
    .refine((value) => value.trim() !== '', 'must not be blank')
    .optional(),
  metadata: metadata.optional(),
  importance: z.number().min(0).max(1).optional(),
  only_this,
})

const shareBody = z.object({
  ...scopeFields,
  workspace_id: name,
  agent_id: name,
  visibility,
  granted_to: agentIds.optional(),
  only_this,
})

const removeManyQuery = z.object({
  ...scopeFields,
  source_site: nameWithoutSecrets.optional(),
  session_id: nameWithoutSecrets.optional(),
  episode_id: uuid.optional(),
  hard,
})

export const update = write({
  call: 'PUT /v1/memories/:id',
  name: 'updateMemory',
  params: memoryId,
  input: updateBody,
  rules: [requiredOneOf('content', 'metadata', 'importance')],
  result: updated,
  errors: ['MemoryNotFound', 'ProviderUnavailable', 'ProviderRejected'],
  write: ({ edge, scope, params, caller, input: { content, metadata: own, importance, only_this: onlyThis } }) =>
    edge.api.update({
      ...caller,
      scope,
      memoryId: params.id,
      ...omitUndefined({ content, metadata: own, importance, onlyThis }),
    }),
})

export const restore = write({
  call: 'POST /v1/memories/:id/restore',
  name: 'restoreMemory',
  params: memoryId,
  input: z.object({ ...scopeFields, version: z.int().min(1).max(2_147_483_647), only_this }),
  result: restored,
  errors: ['MemoryNotFound', 'EqualMemoryExists', 'NotRestorable', 'NewMemoryHasFewerReaders'],
  write: ({ edge, scope, params, caller, input: { version, only_this: onlyThis } }) =>
    edge.api.restore({ ...caller, scope, memoryId: params.id, version, ...omitUndefined({ onlyThis }) }),
})

export const share = write({
  call: 'PUT /v1/memories/:id/visibility',
  name: 'shareMemory',
  params: memoryId,
  input: shareBody,
  rules: [grantsNeedRestricted],
  result: sharedMemory,
  errors: ['MemoryNotFound'],
  write: ({ edge, scope, params, caller, input }) =>
    edge.api.share({
      ...caller,
      scope,
      memoryId: params.id,
      visibility: input.visibility,
      ...omitUndefined({ grantedTo: input.granted_to, onlyThis: input.only_this }),
    }),
})

export const removeMany = write({
  call: 'DELETE /v1/memories',
  name: 'deleteMemories',
  input: removeManyQuery,
  rules: [requiredOneOf('source_site', 'session_id', 'episode_id')],
  result: deletedMany,
  needsAdmin: isHard,
  write: ({ edge, scope, caller, input }) =>
    edge.api.removeMany({
      ...caller,
      scope,
      hard: isHard(input),
      of: omitUndefined({
        sourceSite: input.source_site,
        sessionId: input.session_id,
        episodeId: input.episode_id,
      }),
    }),
  answer: ({ deleted }) => ({ success: true, deleted }),
})
