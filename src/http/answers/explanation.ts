import { z } from 'zod'
import { count, id, MEMORY, named, OTHER_MEMORY, share } from './named.js'
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
  'outranked',
] as const

export const explanation = named({
  name: 'SearchExplanation',
  says: 'What became of one memory in a search.',
  fields: {
    memory_id: id,
    returned: z.boolean(),
    reason: z
      .enum(reasons)
      .describe(
        'returned; not_active: superseded, or waiting for clarification; composite: only its parts are searched; ' +
          'not_known_then: not active at `as_of`; filtered: left out by the source, namespace, agents, dates or other ' +
          'filters of the request; no_match: it holds no word of the query and is not similar enough; below_floor: it is ' +
          'below the `floor`; told_by_another: another memory of its turn, or a fact or the turn it rests on, is shown in ' +
          'its place; outdated: it holds no longer, and `current_only` leaves it out; outranked: better ones take all places.',
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
      .describe('The floor of the request that it is below, where `reason` is below_floor.')
      .meta({ examples: ['min_score'] }),
    terms: z
      .array(
        z.object({
          term: z.string(),
          memories: count,
          held: z
            .boolean()
            .describe('Whether this memory holds it itself.')
            .meta({ examples: [true] }),
        }),
      )
      .describe(
        'The terms of the query: how many memories hold each, neighbours included, and whether this one does itself.',
      ),
    told_by: id
      .nullable()
      .describe('What is shown in its place, where `reason` is told_by_another.')
      .meta({ examples: [OTHER_MEMORY] }),
    superseded_by: id
      .nullable()
      .describe('What took its place when it was superseded, if the caller sees it.')
      .meta({ examples: [OTHER_MEMORY] }),
    outdated_by: id
      .nullable()
      .describe('Of an active one, what holds in its place or what it lost against, where the search got to read it.')
      .meta({ examples: [OTHER_MEMORY] }),
    degraded: degraded.optional(),
  },
  example: {
    memory_id: MEMORY,
    returned: false,
    reason: 'outranked' as const,
    stage: 'read',
    status: 'active' as const,
    rank: 14,
    matches: 32,
    limit: 10,
    score: {
      memory_id: MEMORY,
      score: 0.41,
      lexical: 0.35,
      relatedTerms: 0,
      cosine: 0.38,
      name: 0.25,
      question: 0,
      assistant: 0,
      instruction: 0,
      length: 0.09,
      trust: 0,
      date: 0,
      answer: 0,
      recency: 0,
      access: 0,
      rerank: 0,
      rank_before: 14,
      rank_after: 14,
      returned: false,
    },
    least_returned_score: 0.52,
    threshold: 0.3,
    floor: null,
    terms: [{ term: 'live', memories: 9, held: false }],
    told_by: null,
    superseded_by: null,
    outdated_by: null,
  },
})
