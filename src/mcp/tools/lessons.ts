import { z } from 'zod'
import { omitUndefined } from '../../http/omit-undefined.js'
import { lessons as lessonsRoute, reportLesson } from '../../http/routes/lessons.js'
import { Refused } from '../operations.js'
import { userArgument } from '../scope.js'
import { positionArgument, tool, WRITES } from '../tool.js'

const lesson = z.object({
  id: z.string(),
  pattern: z.string().describe('What to mind.'),
  severity: z.string(),
  failure_count: z.int().describe('How often it happened.'),
  wrong: z.string().nullable().describe('What was said or done.'),
  right: z.string().nullable().describe('What would have been right.'),
})
const Page = z.object({ lessons: z.array(lesson), total: z.int().min(0) })

export const lessons = tool({
  name: 'lessons',
  description:
    'List what went wrong before and is to be minded, or report a lesson with `pattern`. Call it with `pattern` when the user ' +
    'corrects you for a mistake that must not happen again: later recalls of something near to it warn you. Call it without ' +
    'arguments before a task that went wrong before.',
  // The same report again counts once more.
  hints: { ...WRITES, idempotentHint: false },
  input: z.strictObject({
    pattern: z.string().optional().describe('What to mind, in a sentence. Absent: list only.'),
    severity: z.enum(['low', 'medium', 'high', 'critical']).optional().describe('How bad it is; high if absent.'),
    memory_ids: z.array(z.uuid()).optional().describe('The memories that it went wrong with.'),
    wrong: z.string().optional().describe('What was said or done.'),
    right: z.string().optional().describe('What would have been right.'),
    limit: z.int().min(1).max(100).default(20).describe('How many to list at most.'),
    position: positionArgument,
    user_id: userArgument,
  }),
  output: Page.extend({ position: z.string().nullable().describe('Of the report; null where nothing was reported.') }),
  run: async ({ memory_ids, limit, position, user_id: _, ...said }, { ask, scope }) => {
    if (said.pattern === undefined && Object.keys(said).length > 0)
      throw new Refused('pattern: required to report a lesson')
    const report = { ...scope, ...omitUndefined(said), source_memory_ids: memory_ids ?? [] }
    const reported = said.pattern === undefined ? null : (await ask(reportLesson, { input: report })).position
    const listing = { input: { ...scope, limit: String(limit) }, position: reported ?? position }
    const { lessons, total } = Page.parse((await ask(lessonsRoute, listing)).body)
    const lines = lessons.map(
      ({ severity, pattern, right }) => `- ${severity}: ${pattern}${right ? ` Right: ${right}` : ''}`,
    )
    const text = [...(reported === null ? [] : [`Reported. Position ${reported}.`]), ...lines].join('\n')
    return { text: text || 'There are no lessons.', data: { lessons, total, position: reported } }
  },
})
