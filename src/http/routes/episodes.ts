import { z } from 'zod'
import { episode as episodeAnswer, episodePage } from '../answers/episode.js'
import { EPISODE } from '../answers/samples.js'
import { countIn, uuid } from '../fields.js'
import { nothing, read } from '../route.js'
import { scopeFields } from '../scope.js'

const visible =
  'An episode is seen by those that it was ingested for, and stays so when one of its memories is shared otherwise.'

export const episodes = read({
  method: 'get',
  path: '/v1/memories/episodes',
  name: 'listEpisodes',
  tag: 'Episodes',
  summary: 'What was ingested, newest first, without what was said.',
  description: visible,
  params: nothing,
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
