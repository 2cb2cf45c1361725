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
  title: 'Conflicts',
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
    const told = isPersonal
      ? await contentsOf(listed, using)
      : await Promise.all(listed.map((one) => inFull(one, using)))
    const text = told.length === 0 ? ['No memories contradict each other.'] : told.map(lineOfConflict)
    return { text: text.join('\n'), data: { conflicts: told, total } }
  },
})

const Sides = z.object({ existing: z.object({ content: z.string() }), new: z.object({ content: z.string() }) })

/** In a workspace the new memory waits, and only the conflict itself tells what it says. */
const inFull = async (listed: Listed, { ask, scope }: Using): Promise<Conflict> => {
  const sides = Sides.parse((await ask(conflictRoute, { params: { id: listed.id }, input: scope })).body)
  return conflictOf(listed, { existing: sides.existing.content, new: sides.new.content })
}

const Expanded = z.object({ memories: z.array(z.object({ id: z.string(), content: z.string() })) })

/** What the memories of the user's own conflicts say, in one read; those of a workspace are not told to the owner. */
const contentsOf = async (listed: readonly Listed[], { ask, scope }: Using): Promise<Conflict[]> => {
  const memory_ids = listed.flatMap((one) =>
    [one.existing_memory_id, one.new_memory_id].filter((id) => id !== undefined),
  )
  const { memories } = Expanded.parse((await ask(expand, { input: { ...scope, memory_ids } })).body)
  const contents = new Map(memories.map(({ id, content }) => [id, content]))
  return listed.map((one) =>
    conflictOf(one, {
      existing: contents.get(one.existing_memory_id ?? '') ?? null,
      new: contents.get(one.new_memory_id ?? '') ?? null,
    }),
  )
}

type Contents = { readonly existing: string | null; readonly new: string | null }

const conflictOf = (listed: Listed, contents: Contents): Conflict => ({
  id: listed.id,
  status: listed.status,
  created_at: listed.created_at,
  existing: { memory_id: listed.existing_memory_id ?? null, agent_id: listed.agent_a, content: contents.existing },
  new: { memory_id: listed.new_memory_id ?? null, agent_id: listed.agent_b, content: contents.new },
})

const lineOfConflict = ({ id, status, existing, new: newer }: Conflict): string =>
  `- conflict ${id} (${status}): ${sideInWords(existing)} against ${sideInWords(newer)}`

const sideInWords = ({ memory_id, agent_id, content }: Conflict['existing']): string =>
  [
    agent_id ?? 'the user',
    content === null ? '' : ` says "${content}"`,
    memory_id === null ? '' : ` (${memory_id})`,
  ].join('')
