import { z } from 'zod'
import { episode as episodeAnswer, episodePage } from '../answers/episode.js'
import { EPISODE } from '../answers/named.js'
import { deletedMany } from '../answers/writes.js'
import { countIn, nameWithoutSecrets, uuid } from '../fields.js'
import { read, write } from '../route.js'
import { scopeFields } from '../scope.js'
import { isHard, removeQuery } from './memories.js'

const visible =
  'An episode is seen by those that it was ingested for, and stays so when one of its memories is shared otherwise.'

export const episodes = read({
  method: 'get',
  path: '/v1/memories/episodes',
  name: 'listEpisodes',
  tag: 'Episodes',
  summary: 'What was ingested, newest first, without what was said.',
  description: visible,
  input: z.object({
    ...scopeFields,
    limit: countIn(1, 1000, 20).describe('How many episodes at most.'),
    offset: countIn(0, Number.MAX_SAFE_INTEGER, 0).describe('How many to leave out first.'),
  }),
  example: { user_id: 'ana', limit: 20, offset: 0 },
  result: episodePage,
  answer: ({ edge, scope, input: { limit, offset } }) => edge.api.episodes(scope, { limit, offset }),
})

export const episode = read({
  method: 'get',
  path: '/v1/memories/episodes/:id',
  name: 'getEpisode',
  tag: 'Episodes',
  summary: 'One ingest, with what was said and the memories that came of it.',
  description: visible,
  params: z.object({ id: uuid }),
  input: z.object(scopeFields),
  example: { id: EPISODE, user_id: 'ana' },
  result: episodeAnswer,
  errors: ['EpisodeNotFound'],
  answer: ({ edge, scope, params }) => edge.api.episode(scope, params.id),
})

const deletion =
  'Soft: the memories that were made of it are deleted, and its turns are blank from then on; who spoke and when stays. ' +
  'With `hard=true` all that it says is erased, and what the caller noted beside it, also where no memory was made of it; ' +
  'the event log itself is not rewritten, and keeps its earlier events with their words, hidden from every replay. ' +
  'An ingest that is still at work ends without storing anything. What is hidden from the caller stays. ' +
  'A conversation that is sent again stays known, and brings nothing back. A second time there is nothing left to delete.'

export const removeEpisode = write({
  method: 'delete',
  path: '/v1/memories/episodes/:id',
  name: 'deleteEpisode',
  tag: 'Episodes',
  summary: 'Delete one ingest: what was said, and the memories that came of it.',
  description: deletion,
  params: z.object({ id: uuid }),
  input: removeQuery,
  example: { id: EPISODE, user_id: 'ana' },
  result: deletedMany,
  errors: ['EpisodeNotFound'],
  needsAdmin: isHard,
  write: ({ edge, scope, params, caller, input }) =>
    edge.api.removeEpisodes({ ...caller, scope, of: { episodeId: params.id }, hard: isHard(input) }),
  answer: ({ deleted }) => ({ success: true, deleted }),
})

export const removeSession = write({
  method: 'delete',
  path: '/v1/memories/sessions/:id',
  name: 'deleteSession',
  tag: 'Episodes',
  summary: 'Delete a session: all that was said in it, as far as the caller sees it.',
  description: deletion,
  params: z.object({ id: nameWithoutSecrets.describe('The `session_id` that it was ingested with.') }),
  input: removeQuery,
  example: { id: 'c-17', user_id: 'ana' },
  result: deletedMany,
  errors: ['SessionNotFound'],
  needsAdmin: isHard,
  write: ({ edge, scope, params, caller, input }) =>
    edge.api.removeEpisodes({ ...caller, scope, of: { sessionId: params.id }, hard: isHard(input) }),
  answer: ({ deleted }) => ({ success: true, deleted }),
})
