import { z } from 'zod'
import { omitUndefined } from '../../http/omit-undefined.js'
import { list, memoryPage, memoryRecord } from '../../http/routes/memories.js'
import { userArgument } from '../scope.js'
import { lineOf, positionArgument, READS, toldAt, tool } from '../tool.js'

const listed = memoryPage.pick({ total: true, next_cursor: true }).extend({
  memories: z.array(
    memoryRecord.pick({
      id: true,
      content: true,
      memory_type: true,
      key: true,
      observed_at: true,
      observed_offset: true,
      agent_id: true,
    }),
  ),
})

export const listMemories = tool({
  name: 'list_memories',
  description:
    'List everything that is remembered, newest first. Call it when the user asks what you know about them, or to look through ' +
    'all memories. To find something in particular, call recall.',
  hints: READS,
  input: z.strictObject({
    limit: z.int().min(1).max(100).default(20).describe('How many at most.'),
    cursor: z.string().optional().describe('The next_cursor of the page before.'),
    subject: z.string().optional().describe('Only what is about this subject.'),
    key: z.string().optional().describe('Only what was remembered under this key.'),
    position: positionArgument,
    user_id: userArgument,
  }),
  output: listed,
  run: async ({ limit, cursor, subject, key, position }, { ask, scope }) => {
    const asked = { ...scope, limit: String(limit), ...omitUndefined({ cursor, subject, key }) }
    const { memories, total, next_cursor } = listed.parse((await ask(list, { input: asked, position })).body)
    const lines = [
      total === 0 ? 'Nothing is remembered.' : `${memories.length} of ${total} memories, newest first:`,
      ...memories.map((memory) => lineOf(memory, ` (${toldAt(memory).slice(0, 10)})`)),
      ...(next_cursor === null ? [] : [`More: cursor ${next_cursor}`]),
    ]
    return { text: lines.join('\n'), data: { memories, total, next_cursor } }
  },
})
