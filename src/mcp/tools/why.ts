import { z } from 'zod'
import { explanation, searchExplain } from '../../http/routes/search.js'
import { userArgument } from '../scope.js'
import { positionArgument, READS, tool } from '../tool.js'

/** What a model has no use for is left out. */
const output = explanation.omit({ score: true, terms: true, threshold: true, least_returned_score: true })

export const why = tool({
  name: 'why',
  description:
    'Tell why recall answers a memory to a query, or why it does not. Call it when the user asks why you did not remember ' +
    'something, or where a wrong answer comes from. What was said when is told by history.',
  hints: READS,
  input: z.strictObject({
    id: z.uuid().describe('The memory.'),
    query: z.string().describe('The query, as recall was asked.'),
    position: positionArgument,
    user_id: userArgument,
  }),
  output,
  run: async ({ id, query, position }, { ask, scope }) => {
    const { body } = await ask(searchExplain, { input: { ...scope, query, memory_id: id }, position })
    const data = output.parse(body)
    return { text: sentenceOf(data), data }
  },
})

const sentenceOf = ({ memory_id: id, ...became }: z.output<typeof output>): string => {
  const { returned, reason, stage, rank, matches } = became
  const instead = became.told_by ?? became.superseded_by ?? became.outdated_by
  return [
    returned ? `${id} is answered` : `${id} is not answered: ${reason}`,
    ...(stage === null ? [] : [`left out at the stage ${stage}`]),
    ...(rank === null ? [] : [`place ${rank} of ${matches} matches`]),
    ...(instead === null ? [] : [`in its place: ${instead}`]),
  ].join('; ')
}
