import { z } from 'zod'
import { id, share } from './named.js'

/** What the score of a match is made of, and what became of its place. */
export const scored = z.object({
  memory_id: id,
  score: share,
  lexical: z.number().describe('How much of the words of the query it holds, 0 to 1.'),
  relatedTerms: z.number().describe('What words near them in meaning add.'),
  cosine: z.number().describe('Counts at 0.6; every other part as it stands.'),
  name: z.number().describe('For memories of the person that the query names.'),
  question: z.number(),
  assistant: z.number().describe('For what an assistant said, unless the query asks for that.'),
  instruction: z.number().describe('For how such things are to be done from now on.'),
  length: z.number(),
  trust: z
    .number()
    .describe('For how far the user trusts the agent that shares it, by the score of its words and its similarity.'),
  date: z.number().describe('For memories of the time that the query names.'),
  answer: z.number().describe('For texts that may hold the kind of answer that the query asks for.'),
  recency: z.number().describe('By fast search: for what is recent.'),
  access: z.number().describe('By fast search: for what is often wanted.'),
  rerank: z.number().describe('By full search: by how much a reranker has changed the sum of all others.'),
  rank_before: z
    .int()
    .min(1)
    .nullable()
    .describe('Its place among the matches before what holds now came first; null where it is no match.'),
  rank_after: z.int().min(1).nullable().describe('And after that; null where it was left out.'),
  returned: z.boolean().describe('Whether the answer holds it.'),
})
