import { z } from 'zod'
import { updated } from '../../http/answers/writes.js'
import { omitUndefined } from '../../http/omit-undefined.js'
import { update } from '../../http/routes/changes.js'
import { ingest } from '../../http/routes/ingest.js'
import { get } from '../../http/routes/memories.js'
import { Refused } from '../operations.js'
import { type ConnectionScope, requireOwnAgent } from '../scope.js'
import { asJson, DELETES, orNull, READS, type Tool, tool, WRITES } from '../tool.js'
import { forget } from '../tools/forget.js'
import { add, find, memoryFields, memoryList, memoryOf, page, removeAll, sourcesOf } from './memories.js'

const text = orNull(z.string())
const whole = orNull(z.int())
const object = orNull(z.record(z.string(), z.unknown()))

/** Whose memories, and which of them. */
const owner = {
  user_id: text.describe('Whose memories. Leave it out unless you were told to give it.'),
  agent_id: text.describe('Leave it out: the connection says which agent it is for.'),
  app_id: text.describe('The program that the memories come from.'),
  run_id: text.describe('The conversation that the memories come from.'),
}
const enable_graph = orNull(z.boolean()).describe('Without effect.')
const memory_id = z.string().describe('The id of the memory.')
const filters = object.describe(
  'Only memories that fit all of these: app_id, run_id, metadata (values that it holds), created_at (gte and lte). By themselves, ' +
    'or in a list under AND.',
)
const message = z.object({ message: z.string() })

const clause = z
  .strictObject({
    user_id: z.string(),
    agent_id: z.string(),
    app_id: z.string(),
    run_id: z.string(),
    metadata: z.record(z.string(), z.unknown()),
    created_at: z.strictObject({ gte: z.string(), lte: z.string() }).partial(),
  })
  .partial()
type Clause = z.output<typeof clause>
const Clauses = z.union([
  z.strictObject({ AND: z.array(clause) }).transform(({ AND }) => AND),
  clause.transform((one) => [one]),
])

/** The clauses of a filter. Throws Refused for one that is not offered, which ignored would find too much. */
const clausesIn = (given: unknown = {}): readonly Clause[] => {
  const { data, error } = Clauses.safeParse(given)
  if (error)
    throw new Refused(
      'filters: may hold user_id, app_id, run_id, metadata and created_at with gte or lte, or a list of these under AND',
    )
  return data
}

const oneOf = (clauses: readonly Clause[], name: 'user_id' | 'agent_id' | 'app_id' | 'run_id'): string | undefined => {
  const [value, ...others] = new Set(clauses.flatMap((each) => each[name] ?? []))
  if (others.length > 0) throw new Refused(`filters: must hold one ${name}`)
  return value
}

const userIn = ({ filters }: { readonly filters?: unknown }): string | undefined => oneOf(clausesIn(filters), 'user_id')

/** The filter as the interface has it. */
const narrowing = (given: unknown, scope: ConnectionScope) => {
  const clauses = clausesIn(given)
  requireOwnAgent(scope, oneOf(clauses, 'agent_id'))
  const { gte: from, lte: to } = Object.assign({}, ...clauses.map(({ created_at }) => created_at))
  const metadata: object = Object.assign({}, ...clauses.map((each) => each.metadata))
  return {
    ...omitUndefined({ source_site: oneOf(clauses, 'app_id'), session_id: oneOf(clauses, 'run_id'), from, to }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  }
}

const addMemory = tool({
  name: 'add_memory',
  title: 'Add a memory',
  description:
    'Store something lasting about the user: a fact, a preference, a decision. Call it whenever the user tells such a thing, or asks ' +
    'you to remember it.',
  hints: WRITES,
  input: z.object({
    text: z.string().describe('What to remember, in full sentences; not used where messages are given.'),
    messages: orNull(z.array(z.record(z.string(), z.string()))).describe('A conversation, each with role and content.'),
    ...owner,
    metadata: object.describe('Shown on every memory of it.'),
    enable_graph,
  }),
  output: memoryList,
  run: async ({ text, messages, agent_id, app_id, run_id, metadata }, using) => {
    requireOwnAgent(using.scope, agent_id)
    const said = messages === undefined || messages.length === 0 ? { conversation: text } : { messages }
    return asJson(
      await add(ingest, { ...said, ...omitUndefined({ source_site: app_id, session_id: run_id, metadata }) }, using),
    )
  },
})

const searchMemories = tool({
  name: 'search_memories',
  title: 'Search memories',
  description:
    'Find what is remembered about something. Call it before you answer what may depend on earlier conversations.',
  hints: READS,
  input: z.object({
    query: z.string().describe('What to look for: a question or a few words.'),
    filters,
    limit: whole.describe('How many at most, up to 100; 10 if absent.'),
    enable_graph,
  }),
  output: memoryList,
  userIn,
  run: async ({ query, filters, limit }, using) =>
    asJson(await find({ query, ...omitUndefined({ limit }), ...narrowing(filters, using.scope) }, using)),
})

const PAGE_SIZE = 10

const getMemories = tool({
  name: 'get_memories',
  title: 'List memories',
  description:
    'List what is remembered, newest first, page by page. To find something in particular, call search_memories.',
  hints: READS,
  input: z.object({
    filters,
    page: whole.describe('From 1.'),
    page_size: whole.describe(`How many a page; ${PAGE_SIZE} if absent.`),
    enable_graph,
  }),
  output: memoryList.extend({ count: z.int().min(0).describe('How many there are on all pages.') }),
  userIn,
  run: async ({ filters, page: at = 1, page_size = PAGE_SIZE }, using) => {
    const { metadata, ...asked } = narrowing(filters, using.scope)
    // There it would not narrow the list.
    if (asked.source_site !== undefined && using.scope.workspace_id !== undefined)
      throw new Refused('filters: app_id is not offered in a workspace')
    const place = { limit: String(page_size), offset: String((at - 1) * page_size) }
    const { results, total } = await page(
      { ...asked, ...place, ...(metadata && { metadata: JSON.stringify(metadata) }) },
      using,
    )
    return asJson({ count: total, results })
  },
})

const getMemory = tool({
  name: 'get_memory',
  title: 'Get a memory',
  description: 'Read one memory. Call it when you have its id.',
  hints: READS,
  input: z.object({ memory_id }),
  output: memoryFields,
  run: async ({ memory_id: id }, { ask, scope }) =>
    asJson(memoryOf((await ask(get, { params: { id }, input: scope })).body)),
})

const updateMemory = tool({
  name: 'update_memory',
  title: 'Update a memory',
  description:
    'Reword one memory. Call it when you have its id and the user has told what it should say. Its history is kept.',
  hints: WRITES,
  input: z.object({ memory_id, text: z.string().describe('What it says from now on, in full.') }),
  output: message,
  run: async ({ memory_id: id, text: content }, { ask, scope }) => {
    const { body } = await ask(update, { params: { id }, input: { ...scope, content } })
    return asJson({ message: `${id} is at version ${updated.parse(body).version}.` })
  },
})

/** Deletes one memory. A superseded id deletes nothing, and the message names what holds in its place. */
const deleteMemory = tool({
  name: 'delete_memory',
  title: 'Delete a memory',
  description: 'Delete one memory. Call it only when the user asks you to forget it, with its id.',
  hints: DELETES,
  input: z.strictObject({ memory_id: z.uuid().describe('The id of the memory.') }),
  output: message,
  run: async ({ memory_id: id }, using) => asJson({ message: (await forget.run({ id }, using)).text }),
})

const deleteAllMemories = tool({
  name: 'delete_all_memories',
  title: 'Delete all memories',
  description:
    'Delete all memories of the user, or those of one program or conversation. Call it only when the user has asked for exactly that.',
  hints: DELETES,
  input: z.strictObject(owner),
  output: message,
  run: async ({ agent_id, app_id, run_id }, using) => {
    requireOwnAgent(using.scope, agent_id)
    const deleted = await removeAll(omitUndefined({ source_site: app_id, session_id: run_id }), using)
    return asJson({ message: `Deleted ${deleted} memories.` })
  },
})

const entity = z.object({ id: z.string(), type: z.enum(['user', 'app']), total_memories: z.int() })

const listEntities = tool({
  name: 'list_entities',
  title: 'List entities',
  description:
    'List the user of this connection and the programs that memories come from, with how many. Call it to learn an app_id.',
  hints: READS,
  input: z.object({}),
  output: z.object({ count: z.int(), results: z.array(entity) }),
  run: async (_, using) => {
    const sources = Object.entries(await sourcesOf(using))
    const total_memories = sources.reduce((sum, [, count]) => sum + count, 0)
    const results = [
      { id: using.scope.user_id, type: 'user' as const, total_memories },
      ...sources.map(([id, count]) => ({ id, type: 'app' as const, total_memories: count })),
    ]
    return asJson({ count: results.length, results })
  },
})

/** The tools of mem0-mcp, but for `delete_entities`: erasing a user takes the admin key. */
export const mem0: readonly Tool[] = [
  addMemory,
  searchMemories,
  getMemories,
  getMemory,
  updateMemory,
  deleteMemory,
  deleteAllMemories,
  listEntities,
]
