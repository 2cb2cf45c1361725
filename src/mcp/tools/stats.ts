import { z } from 'zod'
import { statistics, stats as statsRoute } from '../../http/routes/memories.js'
import { userArgument } from '../scope.js'
import { positionArgument, READS, tool } from '../tool.js'

export const stats = tool({
  name: 'stats',
  description:
    'Tell how many memories there are, and from which programs. Call it when the user asks how much you remember. What they say ' +
    'is told by list_memories.',
  hints: READS,
  input: z.strictObject({ position: positionArgument, user_id: userArgument }),
  output: z.object({
    count: z.int().min(0),
    average_importance: z.number().describe('From 0 to 1.'),
    sources: z.record(z.string(), z.int()).describe('How many memories come from each program.'),
  }),
  run: async ({ position }, { ask, scope }) => {
    const { body } = await ask(statsRoute, { input: scope, position })
    const { count, avgImportance: average_importance, sourceDistribution: sources } = statistics.parse(body)
    const from = Object.entries(sources).map(([source, number]) => `${number} from ${source}`)
    return {
      text: `${count} memories${from.length === 0 ? '' : `: ${from.join(', ')}`}.`,
      data: { count, average_importance, sources },
    }
  },
})
