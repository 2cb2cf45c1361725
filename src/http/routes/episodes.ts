import { z } from 'zod'
import { counts as ingestCounts } from '../../domain/episode.js'
import { count, id, moment, named, none, usage } from '../answers/named.js'
import { nameWithoutSecrets, paging, uuid } from '../fields.js'
import { read, write } from '../route.js'
import { scopeFields } from '../scope.js'
import { deletedMany } from './changes.js'
import { isHard, removeQuery } from './memories.js'

const facts = z
  .object({
    state: z.enum(['awaited', 'derived']),
    attempts: count,
    failed: z.string().nullable(),
    fell_back: z.boolean(),
    windows_read: count.nullable(),
    counts: ingestCounts.nullable(),
    usage,
    none,
  })
  .nullable()

const head = {
  id,
  state: z.enum(['recorded', 'ingested']),
  source_site: z.string(),
  source_url: z.string(),
  session_id: z.string().nullable(),
  observed_at: moment,
  recorded_at: moment,
  metadata: z.record(z.string(), z.unknown()),
  counts: ingestCounts.nullable(),
  facts,
}

const episodeHead = named('EpisodeHead', head)

const episodePage = named('EpisodePage', { episodes: z.array(episodeHead), count, total: count })

const message = z.object({
  role: z.string(),
  content: z.string(),
  name: z.string().optional(),
  at: moment.optional(),
})

export const episodeRecord = named('Episode', {
  ...head,
  continues: id.nullable(),
  conversation: z.string().nullable(),
  messages: z.array(message).nullable(),
  memory_ids: z.array(id),
})

export const episodes = read({
  call: 'GET /v1/memories/episodes',
  name: 'listEpisodes',
  input: z.object({ ...scopeFields, ...paging }),
  result: episodePage,
  answer: ({ edge, scope, input: { limit, offset } }) => edge.api.episodes(scope, { limit, offset }),
})

export const episode = read({
  call: 'GET /v1/memories/episodes/:id',
  name: 'getEpisode',
  params: z.object({ id: uuid }),
  input: z.object(scopeFields),
  result: episodeRecord,
  errors: ['EpisodeNotFound'],
  answer: ({ edge, scope, params }) => edge.api.episode(scope, params.id),
})

export const removeEpisode = write({
  call: 'DELETE /v1/memories/episodes/:id',
  name: 'deleteEpisode',
  params: z.object({ id: uuid }),
  input: removeQuery,
  result: deletedMany,
  errors: ['EpisodeNotFound'],
  needsAdmin: isHard,
  write: ({ edge, scope, params, caller, input }) =>
    edge.api.removeMany({ ...caller, scope, of: { episodeId: params.id }, whole: true, hard: isHard(input) }),
  answer: ({ deleted }) => ({ success: true, deleted }),
})

export const removeSession = write({
  call: 'DELETE /v1/memories/sessions/:id',
  name: 'deleteSession',
  params: z.object({ id: nameWithoutSecrets }),
  input: removeQuery,
  result: deletedMany,
  errors: ['SessionNotFound'],
  needsAdmin: isHard,
  write: ({ edge, scope, params, caller, input }) =>
    edge.api.removeMany({ ...caller, scope, of: { sessionId: params.id }, whole: true, hard: isHard(input) }),
  answer: ({ deleted }) => ({ success: true, deleted }),
})
