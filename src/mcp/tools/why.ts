import { z } from 'zod'
import { explanation } from '../../http/answers/search.js'
import { searchExplain } from '../../http/routes/search.js'
import { userArgument } from '../scope.js'
import { positionArgument, READS, tool } from '../tool.js'

const output = explanation.pick({
  memory_id: true,
  returned: true,
  reason: true,
  stage: true,
  status: true,
  rank: true,
  matches: true,
  told_by: true,
  superseded_by: true,
  outdated_by: true,
})
type Output = z.output<typeof output>

export const why = tool({
  name: 'why',
  title: 'Why a memory was recalled',
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

const sentenceOf = ({ memory_id: id, returned, reason, stage, rank, matches, ...instead }: Output): string =>
  [
    returned ? `${id} is answered` : `${id} is not answered: ${reason}`,
    ...(stage === null ? [] : [`left out at the stage ${stage}`]),
    ...(rank === null ? [] : [`place ${rank} of ${matches} matches`]),
    ...(instead.told_by === null ? [] : [`${instead.told_by} is shown in its place`]),
    ...(instead.superseded_by === null ? [] : [`superseded by ${instead.superseded_by}`]),
    ...(instead.outdated_by === null ? [] : [`${instead.outdated_by} holds now`]),
  ].join('; ')
