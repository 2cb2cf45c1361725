import { z } from 'zod'
import { conflict as conflictRoute, conflicts as conflictsRoute } from '../../http/routes/conflicts.js'
import { expand } from '../../http/routes/memories.js'
import { userArgument } from '../scope.js'
import { positionArgument, READS, tool, type Using } from '../tool.js'

const Listed = z.object({
  conflicts: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      created_at: z.string(),
      agent_a: z.string().nullable(),
      agent_b: z.string().nullable(),
      existing_memory_id: z.string().optional(),
      new_memory_id: z.string().optional(),
    }),
  ),
  total: z.number(),
})
type Listed = z.output<typeof Listed>['conflicts'][number]

const side = z.object({
  memory_id: z.string().nullable(),
  agent_id: z.string().nullable(),
  content: z.string().nullable().describe('Null where it may not be read here, or is not in force any more.'),
})
const conflict = z.object({
  id: z.string(),
  status: z.string(),
  created_at: z.string(),
  existing: side,
  new: side,
})
type Conflict = z.output<typeof conflict>

export const conflicts = tool({
  name: 'conflicts',
  description:
    'List memories that contradict each other: of two agents in a workspace, or of the user. Call it when recall answers things that ' +
    'cannot both be true, and before a decision that rests on them. Ask the user which one holds; then call remember with what they ' +
    'say, and pass the id of the other in `replaces`.',
  hints: READS,
  input: z.strictObject({
    status: z.enum(['open', 'resolved', 'all']).default('open').describe('Which ones.'),
    limit: z.int().min(1).max(50).default(10).describe('How many at most.'),
    position: positionArgument,
    user_id: userArgument,
  }),
  output: z.object({ conflicts: z.array(conflict).describe('Newest first.'), total: z.int().min(0) }),
  run: async ({ status, limit, position }, using) => {
    const { scope, ask } = using
    const isPersonal = scope.workspace_id === undefined
    const input = { ...scope, status, limit: String(limit), ...(isPersonal ? { include: 'personal' } : {}) }
    const { conflicts: listed, total } = Listed.parse((await ask(conflictsRoute, { input, position })).body)
    const contents = new Map(await (isPersonal ? ofUser : ofWorkspace)(listed, using))
    const told = listed.map((one) => conflictOf(one, contents))
    const text = told.length === 0 ? ['No memories contradict each other.'] : told.map(lineOfConflict)
    return { text: text.join('\n'), data: { conflicts: told, total } }
  },
})

type Contents = readonly (readonly [id: string, content: string])[]

const Said = z.object({ memory_id: z.string(), content: z.string() })
const Sides = z.object({ existing: Said, new: Said })

/** In a workspace the new memory waits, and only the conflict itself tells what it says. */
const ofWorkspace = async (listed: readonly Listed[], { ask, scope }: Using): Promise<Contents> => {
  const answers = await Promise.all(listed.map(({ id }) => ask(conflictRoute, { params: { id }, input: scope })))
  const sides = answers.map(({ body }) => Sides.parse(body)).flatMap(({ existing, new: newer }) => [existing, newer])
  return sides.map(({ memory_id, content }) => [memory_id, content])
}

const Expanded = z.object({ memories: z.array(z.object({ id: z.string(), content: z.string() })) })

/** The owner is told what their own memories say, and not what agents share. */
const ofUser = async (listed: readonly Listed[], { ask, scope }: Using): Promise<Contents> => {
  const ids = listed.flatMap(({ existing_memory_id, new_memory_id }) => [existing_memory_id, new_memory_id])
  const input = { ...scope, memory_ids: ids.filter((id) => id !== undefined) }
  return Expanded.parse((await ask(expand, { input })).body).memories.map(({ id, content }) => [id, content])
}

const conflictOf = ({ id, status, created_at, ...of }: Listed, contents: ReadonlyMap<string, string>): Conflict => {
  const sideOf = (memory_id: string | null, agent_id: string | null) => ({
    memory_id,
    agent_id,
    content: contents.get(memory_id ?? '') ?? null,
  })
  return {
    id,
    status,
    created_at,
    existing: sideOf(of.existing_memory_id ?? null, of.agent_a),
    new: sideOf(of.new_memory_id ?? null, of.agent_b),
  }
}

const lineOfConflict = ({ id, status, existing, new: newer }: Conflict): string =>
  `- conflict ${id} (${status}): ${sideInWords(existing)} against ${sideInWords(newer)}`

const sideInWords = ({ memory_id, agent_id, content }: Conflict['existing']): string =>
  [
    agent_id ?? 'the user',
    content === null ? '' : ` says "${content}"`,
    memory_id === null ? '' : ` (${memory_id})`,
  ].join('')
