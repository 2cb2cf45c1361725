import { z } from 'zod'
import { count, named } from './named.js'

export const usage = named({
  name: 'Usage',
  says: 'What a user makes of their quota: ok below 80 % of it, warn below all of it, else exceeded.',
  fields: {
    active_memories: count.describe('In all scopes, whoever may read them.'),
    max_memories: count,
    usage_ratio: z.number().min(0).describe('Above 1 where the quota is not enforced.'),
    status: z.enum(['ok', 'warn', 'exceeded']),
    recommendation: z
      .enum(['none', 'consolidate', 'decay', 'consolidate-and-decay'])
      .describe('From 80 % on consolidate, from 90 % on decay, from 100 % on both.'),
  },
  example: {
    active_memories: 84_000,
    max_memories: 100_000,
    usage_ratio: 0.84,
    status: 'warn',
    recommendation: 'consolidate',
  },
})
