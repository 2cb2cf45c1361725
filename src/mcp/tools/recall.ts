import { z } from 'zod'
import { omitUndefined } from '../../http/omit-undefined.js'
import { search, searchAnswer } from '../../http/routes/search.js'
import { userArgument } from '../scope.js'
import { lineOf, positionArgument, READS, type Result, timeZoneArgument, tool, type Using } from '../tool.js'

const found = searchAnswer.shape.memories.element.pick({
  id: true,
  content: true,
  score: true,
  observed_at: true,
  observed_offset: true,
  source_site: true,
  agent_id: true,
  outdated_by: true,
})
const FoundMemories = z.object({
  injection_text: z.string(),
  // A model would take for evidence what is only the nearest.
  memories: z
    .array(searchAnswer.shape.memories.element)
    .transform((memories) =>
      memories.filter(({ below_threshold }) => !below_threshold).map((each) => found.parse(each)),
    ),
  lesson_check: z.object({ warnings: z.array(z.string()) }),
  degraded: z.array(z.string()).default([]),
})
type FoundMemories = z.output<typeof FoundMemories>

const input = z.strictObject({
  query: z.string().describe('What to look for: a question or a few words.'),
  limit: z.int().min(1).max(100).optional().describe('How many memories at most; 10 if absent.'),
  token_budget: z.int().min(100).max(50_000).optional().describe('The most tokens of the text; 2000 if absent.'),
  time_zone: timeZoneArgument,
  position: positionArgument,
  user_id: userArgument,
})

const output = z.object({
  text: z.string().describe('The memories as text for a prompt, within the budget.'),
  memories: z.array(found).describe('Best first.'),
  warnings: z.array(z.string()).describe('Lessons of what went wrong before.'),
  degraded: z.array(z.string()).describe('What the search had to do without.'),
})
type Output = z.output<typeof output>

export const recall = tool({
  name: 'recall',
  description:
    'Find what is remembered about something. Call it at the beginning of a conversation, and whenever the answer may depend on ' +
    'what the user has said before: who they are, what they like, what was decided. Call it also before remember, to find the ids ' +
    'of memories that hold no longer. Ask in a full question, such as "Where does the user live?"',
  hints: READS,
  input,
  output,
  run: (asked, using) => searched(asked, using),
})

export const asOf = tool({
  name: 'as_of',
  description:
    'Find what was remembered at a time in the past, in the words of then. Call it when the user asks what you knew or believed ' +
    'back then, or why you said something at that time. For what holds now, call recall.',
  hints: READS,
  input: input.extend({
    at: z.string().describe('The time: an ISO 8601 date, or date and time, such as 2026-05-08T10:00:00Z.'),
  }),
  output,
  run: ({ at: as_of, ...asked }, using) => searched({ ...asked, as_of }, using),
})

type Searching = z.output<typeof input> & { readonly as_of?: string }

const searched = async (
  { position, user_id: _, ...asked }: Searching,
  { ask, scope }: Using,
): Promise<Result<Output>> => {
  const answer = FoundMemories.parse(
    (await ask(search, { input: { ...scope, ...omitUndefined(asked) }, position })).body,
  )
  const { injection_text: text, memories, lesson_check, degraded } = answer
  return { text: wordsOf(answer), data: { text, memories, warnings: lesson_check.warnings, degraded } }
}

/** Enough of a memory to tell which line of the text an id belongs to. */
const BEGINNING = 60

const beginningOf = (content: string): string => {
  const points = [...content]
  return points.length <= BEGINNING ? content : `${points.slice(0, BEGINNING).join('')}…`
}

const wordsOf = ({ injection_text, memories, lesson_check }: FoundMemories): string => {
  if (memories.length === 0) return ['Nothing is remembered about this.', ...lesson_check.warnings].join('\n')
  const ids = memories.map(({ id, content, outdated_by }) =>
    lineOf({ id, content: beginningOf(content) }, outdated_by === null ? '' : ` (holds no longer: see ${outdated_by})`),
  )
  return [
    injection_text,
    ...lesson_check.warnings.map((warning) => `Warning: ${warning}`),
    '',
    'Ids, for replaces, forget and history:',
    ...ids,
  ].join('\n')
}
