import { z } from 'zod'
import { counts as ingestCounts } from '../../domain/episode.js'
import { count, EPISODE, id, moment, named, none, usage } from '../answers/named.js'
import { countIn, nameWithoutSecrets, uuid } from '../fields.js'
import { read, write } from '../route.js'
import { scopeFields } from '../scope.js'
import { deletedMany } from './changes.js'
import { isHard, removeQuery } from './memories.js'

const facts = z
  .object({
    state: z.enum(['awaited', 'derived']).describe('Awaited: facts by a language model are still to come.'),
    attempts: count.describe('Failed attempts; after five it goes by rules.'),
    failed: z.string().nullable().describe('Why the last of them failed.'),
    fell_back: z.boolean().describe('Whether a part went by rules: the model failed, or its budget was spent.'),
    windows_read: count.nullable().describe('Windows read so far; null once facts are derived.'),
    counts: ingestCounts.nullable().describe('What came of the facts, beside what came of the turns.'),
    usage: usage.describe(
      'What the language model took, by stage, failed attempts included; until the end so far, without its cost.',
    ),
    none,
  })
  .nullable()
  .describe('Facts by a language model; null where none were asked for.')

const head = {
  id,
  state: z.enum(['recorded', 'ingested']).describe('Recorded: its memories are still to come.'),
  source_site: z.string(),
  source_url: z.string().describe('May be empty.'),
  session_id: z.string().nullable(),
  observed_at: moment.describe('When it took place.'),
  recorded_at: moment.describe('When it was written.'),
  metadata: z.record(z.string(), z.unknown()),
  counts: ingestCounts.nullable().describe('What the ingest did; null until then.'),
  facts,
}

const episodeHead = named('EpisodeHead', 'An ingest, without what was said.', head)

const episodePage = named('EpisodePage', 'A page of episodes, newest first.', {
  episodes: z.array(episodeHead),
  count: count.describe('How many are on this page.'),
  total: count.describe('How many are in scope.'),
})

const message = z.object({
  role: z.string(),
  content: z.string(),
  name: z.string().optional(),
  at: moment.optional().describe('When it was sent, where its client said so.'),
})

export const episodeRecord = named(
  'Episode',
  'An ingest with what was said, secrets redacted. It came as text or as messages; both are null once erased. ' +
    'A turn is blank while a memory made of it is hidden from the caller: deleted, or no longer shared.',
  {
    ...head,
    continues: id.nullable().describe('The episode that holds the turns before these, where there is one.'),
    conversation: z.string().nullable(),
    messages: z.array(message).nullable(),
    memory_ids: z.array(id).describe('Those that the caller sees now, in the order of the conversation.'),
  },
)

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
  result: episodeRecord,
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
