import { z } from 'zod'
import { count, id, named, share } from './named.js'
import { scored } from './scored.js'
import { degraded } from './search.js'

const reasons = [
  'returned',
  'not_active',
  'composite',
  'not_known_then',
  'filtered',
  'no_match',
  'below_floor',
  'told_by_another',
  'outdated',
  'kept_out_by_lesson',
  'outranked',
] as const

export const explanation = named('SearchExplanation', 'What became of one memory in a search.', {
  memory_id: id,
  returned: z.boolean(),
  reason: z
    .enum(reasons)
    .describe(
      'returned; not_active: superseded, or waiting for clarification; composite: only its parts are searched; ' +
        'not_known_then: not active at `as_of`; filtered: left out by the source, namespace, agents, dates or other ' +
        'filters of the request; no_match: it holds no word of the query and is not similar enough; below_floor: it is ' +
        'below the `floor`; told_by_another: another memory of its turn, or a fact or the turn it rests on, is shown in ' +
        'its place; outdated: it holds no longer, and `current_only` leaves it out; kept_out_by_lesson: a critical ' +
        'lesson of the scope is about it; outranked: better ones take all places.',
    ),
  stage: z.string().nullable().describe('The stage that left it out; null where none did, or none got to see it.'),
  status: z.enum(['active', 'needs_clarification', 'superseded', 'deleted']).describe('As it is now.'),
  rank: z.int().min(1).nullable().describe('Its place among the matches, from 1; null where it is none.'),
  matches: count.describe('How many memories match.'),
  limit: count.describe('How many were asked for.'),
  score: scored.nullable().describe('What its score is made of; null where it was not scored.'),
  least_returned_score: share.nullable().describe('The score of the last memory returned; null where there is none.'),
  threshold: share.describe('The least similarity of a memory that holds no word of the query.'),
  floor: z
    .enum(['min_score', 'min_words', 'min_similarity'])
    .nullable()
    .describe('The floor of the request that it is below, where `reason` is below_floor.'),
  terms: z
    .array(
      z.object({
        term: z.string(),
        memories: count,
        held: z.boolean().describe('Whether this memory holds it itself.'),
      }),
    )
    .describe(
      'The terms of the query: how many memories hold each, neighbours included, and whether this one does itself.',
    ),
  told_by: id.nullable().describe('What is shown in its place, where `reason` is told_by_another.'),
  superseded_by: id.nullable().describe('What took its place when it was superseded, if the caller sees it.'),
  outdated_by: id
    .nullable()
    .describe('Of an active one, what holds in its place or what it lost against, where the search got to read it.'),
  degraded: degraded.optional(),
})
