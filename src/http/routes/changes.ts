import { z } from 'zod'
import { visibility } from '../../domain/scope.js'
import { count, id, MEMORY, named } from '../answers/named.js'
import { requiredOneOf } from '../check.js'
import { metadata, name, nameWithoutSecrets, someText, uuid } from '../fields.js'
import { omitUndefined } from '../omit-undefined.js'
import { write } from '../route.js'
import { agentIds, grantsNeedRestricted, scopeFields } from '../scope.js'
import { hard, isHard, memoryId } from './memories.js'

const version = z
  .int()
  .min(1)
  .describe('The newest version of the memory, this one or, where nothing changed, an earlier one.')

export const updated = named('UpdatedMemory', 'The memory says it now.', { id, version })

export const restored = named('RestoredMemory', 'The memory is active, in the words of that version.', { id, version })

export const sharedMemory = named('MemoryReaders', 'Who may read the memory now.', {
  id,
  visibility,
  granted_to: z.array(z.string()).describe('Sorted, each once; empty unless restricted.'),
  version,
})

export const deletedMany = named('DeletedMemories', 'All of them are deleted.', {
  success: z.literal(true),
  deleted: count.describe('How many; 0 where there was nothing to delete.'),
})

const updateBody = z.object({
  ...scopeFields,
  content: someText(100_000)
    .refine((value) => value.trim() !== '', 'must not be blank')
    .optional()
    .describe('What it says from now on, verbatim; what follows from the words follows.'),
  metadata: metadata
    .optional()
    .describe("Replaces the memory's own; that of the conversation stays. At most 32 KiB, 64 levels."),
  importance: z.number().min(0).max(1).optional(),
})

const shareBody = z.object({
  ...scopeFields,
  workspace_id: name.describe('The workspace that it is in.'),
  agent_id: name.describe('The agent that owns it.'),
  visibility: visibility.describe('Who in the workspace may read it.'),
  granted_to: agentIds.optional().describe('With visibility restricted: who may read it besides its owner.'),
})

const removeManyQuery = z.object({
  ...scopeFields,
  source_site: nameWithoutSecrets.optional().describe('Only from this platform.'),
  session_id: nameWithoutSecrets.optional().describe('Only from this session.'),
  episode_id: uuid.optional().describe('Only from this ingest.'),
  hard,
})

export const update = write({
  method: 'put',
  path: '/v1/memories/:id',
  name: 'updateMemory',
  tag: 'Memories',
  summary: 'Correct one memory by hand.',
  description:
    'What is left out stays as it is. The correction is a new version, and the trail keeps what it said before. ' +
    'Where it says all that already, nothing is written.',
  params: memoryId,
  input: updateBody,
  rules: [requiredOneOf('content', 'metadata', 'importance')],
  example: { id: MEMORY, user_id: 'ana', content: 'Ana: I moved to Porto yesterday.', importance: 0.8 },
  result: updated,
  errors: ['MemoryNotFound', 'ProviderUnavailable', 'ProviderRejected'],
  write: ({ edge, scope, params, caller, input: { content, metadata: own, importance } }) =>
    edge.api.update({
      ...caller,
      scope,
      memoryId: params.id,
      ...omitUndefined({ content, metadata: own, importance }),
    }),
})

export const restore = write({
  method: 'post',
  path: '/v1/memories/:id/restore',
  name: 'restoreMemory',
  tag: 'Memories',
  summary:
    'Take a memory back to what one of its versions said, whether it was corrected, superseded or deleted since.',
  description:
    'A version that set words (its action in the trail is add, update or restore) and that the caller could read then. ' +
    'That is a new version; nothing of the trail is lost. Where the memory is active and says so already, nothing is ' +
    'written. What was erased is gone.',
  params: memoryId,
  input: z.object({
    ...scopeFields,
    version: z.int().min(1).max(2_147_483_647).describe('The version whose words it is to have.'),
  }),
  example: { id: MEMORY, user_id: 'ana', version: 1 },
  result: restored,
  errors: ['MemoryNotFound', 'EqualMemoryExists', 'NotRestorable', 'NewMemoryHasFewerReaders'],
  write: ({ edge, scope, params, caller, input: { version } }) =>
    edge.api.restore({ ...caller, scope, memoryId: params.id, version }),
})

export const share = write({
  method: 'put',
  path: '/v1/memories/:id/visibility',
  name: 'shareMemory',
  tag: 'Memories',
  summary: 'Say who in the workspace may read a memory.',
  description: 'Only the agent that owns it may; for all others it is not there, nor is a personal memory.',
  params: memoryId,
  input: shareBody,
  rules: [grantsNeedRestricted],
  example: {
    id: MEMORY,
    user_id: 'ana',
    workspace_id: 'crew',
    agent_id: 'scout',
    visibility: 'restricted',
    granted_to: ['painter'],
  },
  result: sharedMemory,
  errors: ['MemoryNotFound'],
  write: ({ edge, scope, params, caller, input }) =>
    edge.api.share({
      ...caller,
      scope,
      memoryId: params.id,
      visibility: input.visibility,
      ...omitUndefined({ grantedTo: input.granted_to }),
    }),
})

export const removeMany = write({
  method: 'delete',
  path: '/v1/memories',
  name: 'deleteMemories',
  tag: 'Memories',
  summary: 'Delete all memories of a source, a session or an ingest that the caller sees, in one step.',
  description:
    'All that is given has to apply, in a workspace too. Their trails stay. At most 20,000 at once: of more, none is ' +
    'deleted. With `hard=true` all that they say is erased, as of a single memory, deleted before or not: slice by slice, ' +
    'and where it is broken off the same request goes on.',
  input: removeManyQuery,
  rules: [requiredOneOf('source_site', 'session_id', 'episode_id')],
  example: { user_id: 'ana', session_id: 'c-17' },
  result: deletedMany,
  errors: ['TooManyMemories'],
  needsAdmin: isHard,
  write: ({ edge, scope, caller, input }) =>
    edge.api[isHard(input) ? 'eraseMany' : 'removeMany']({
      ...caller,
      scope,
      narrowing: omitUndefined({
        sourceSite: input.source_site,
        sessionId: input.session_id,
        episodeId: input.episode_id,
      }),
    }),
  answer: ({ deleted }) => ({ success: true, deleted }),
})
