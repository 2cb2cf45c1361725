import { z } from 'zod'
import { omitUndefined } from '../../http/omit-undefined.js'
import { update, updated } from '../../http/routes/changes.js'
import { ingest } from '../../http/routes/ingest.js'
import { get } from '../../http/routes/memories.js'
import { inWords } from '../affected.js'
import { Refused } from '../operations.js'
import { type ConnectionScope, requireOwnAgent } from '../scope.js'
import { forget } from '../tools/forget.js'
import { add, find, listed, memories, memory, memoryIn, removeAll, sourcesOf } from './memories.js'
import { deleting, orNull, reading, writing } from './profile-tool.js'

const clause = z.strictObject({
  user_id: z.string().optional(),
  agent_id: z.string().optional(),
  app_id: z.string().optional(),
  run_id: z.string().optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  created_at: z.strictObject({ gte: z.string().optional(), lte: z.string().optional() }).optional(),
})
type Clause = z.output<typeof clause>
const Clauses = z.union([z.array(clause), clause.transform((only) => [only])])

/** The clauses of a filter, which all have to apply. What is not offered is refused: ignored, it would find too much. */
const clausesIn = (filters: Readonly<Record<string, unknown>> = {}): readonly Clause[] => {
  const { AND = {}, ...own } = filters
  const [inList, beside] = [AND, own].map((part) => Clauses.safeParse(part).data)
  if (inList && beside) return [...inList, ...beside]
  throw new Refused('filters: app_id, run_id, metadata, created_at with gte or lte, or a list of these under AND')
}

const oneOf = (clauses: readonly Clause[], name: 'user_id' | 'agent_id' | 'app_id' | 'run_id'): string | undefined => {
  const [value, ...others] = new Set(clauses.flatMap((each) => each[name] ?? []))
  if (others.length > 0) throw new Refused(`filters: only one ${name}`)
  return value
}

/** All parts as one. Of two under one name one would be ignored, which would find too much. */
const together = <Value>(parts: readonly (Readonly<Record<string, Value>> | undefined)[]): Record<string, Value> => {
  const entries = parts.flatMap((part) => Object.entries(part ?? {}))
  if (new Set(entries.map(([name]) => name)).size < entries.length) throw new Refused('filters: each name only once')
  return Object.fromEntries(entries)
}

/** A filter in the words of the interface. */
const narrowing = (filters: Readonly<Record<string, unknown>> | undefined, scope: ConnectionScope) => {
  const clauses = clausesIn(filters)
  requireOwnAgent(scope, oneOf(clauses, 'agent_id'))
  const { gte: from, lte: to } = together(clauses.map(({ created_at }) => created_at))
  const metadata = together(clauses.map((each) => each.metadata))
  return omitUndefined({
    source_site: oneOf(clauses, 'app_id'),
    session_id: oneOf(clauses, 'run_id'),
    from,
    to,
    metadata: Object.keys(metadata).length > 0 ? metadata : undefined,
  })
}

const text = orNull(z.string())
const whole = orNull(z.int())
const object = orNull(z.record(z.string(), z.unknown()))
const memory_id = z.uuid().describe('The id of the memory.')
const message = z.object({ message: z.string() })
const enable_graph = orNull(z.boolean()).describe('Without effect.')
const owner = {
  user_id: text.describe('Whose memories. Leave it out unless you were told to give it.'),
  agent_id: text.describe('Leave it out: the connection says which agent it is for.'),
  app_id: text.describe('The program that the memories come from.'),
  run_id: text.describe('The conversation that the memories come from.'),
}
const filtered = {
  filters: object.describe(
    'Only memories to which all applies: app_id, run_id, metadata (values that it holds), created_at (gte, lte); also as a list of such under AND.',
  ),
  enable_graph,
}
const userIn = ({ filters }: { readonly filters: Readonly<Record<string, unknown>> | undefined }) =>
  oneOf(clausesIn(filters), 'user_id')

const PAGE_SIZE = 10

/** The tools of mem0-mcp, but for `delete_entities`: to erase a user takes the admin key. */
export const mem0 = [
  writing({
    name: 'add_memory',
    description:
      'Store a lasting fact, preference or decision. Call it whenever the user tells one, or asks you to remember.',
    input: {
      text: z.string().describe('What to remember, in full sentences; not used where messages are given.'),
      messages: orNull(z.array(z.record(z.string(), z.string()))).describe(
        'A conversation, each with role and content.',
      ),
      ...owner,
      metadata: object.describe('Shown on every memory of it.'),
      enable_graph,
    },
    output: memories,
    run: ({ text: conversation, messages, agent_id, app_id, run_id, metadata }, using) => {
      requireOwnAgent(using.scope, agent_id)
      const said = messages === undefined || messages.length === 0 ? { conversation } : { messages }
      return add(ingest, { ...said, ...omitUndefined({ source_site: app_id, session_id: run_id, metadata }) }, using)
    },
  }),
  reading({
    name: 'search_memories',
    description: 'Find what is remembered. Call it before you answer what may depend on earlier conversations.',
    input: {
      query: z.string().describe('What to look for: a question or a few words.'),
      limit: whole.describe('How many at most, up to 100; 10 if absent.'),
      ...filtered,
    },
    output: memories,
    userIn,
    run: ({ query, limit, filters }, using) =>
      find({ query, ...omitUndefined({ limit }), ...narrowing(filters, using.scope) }, using),
  }),
  reading({
    name: 'get_memories',
    description: 'List what is remembered, newest first. Call it to look through all of it, page by page.',
    input: {
      page: whole.describe('From 1.'),
      page_size: whole.describe(`How many a page; ${PAGE_SIZE} if absent.`),
      ...filtered,
    },
    output: memories.extend({ count: z.int().describe('How many there are on all pages.') }),
    userIn,
    run: async ({ filters, page = 1, page_size = PAGE_SIZE }, using) => {
      const { metadata, ...asked } = narrowing(filters, using.scope)
      // There it does not narrow a list.
      if (asked.source_site !== undefined && using.scope.workspace_id !== undefined)
        throw new Refused('filters: no app_id in a workspace')
      const place = { limit: String(page_size), offset: String((page - 1) * page_size) }
      const held = metadata === undefined ? {} : { metadata: JSON.stringify(metadata) }
      const { results, total } = await listed({ ...asked, ...held, ...place }, using)
      return { results, count: total }
    },
  }),
  reading({
    name: 'get_memory',
    description: 'Read one memory. Call it when you have its id.',
    input: { memory_id },
    output: memory,
    run: async ({ memory_id: id }, { ask, scope }) => memoryIn((await ask(get, { params: { id }, input: scope })).body),
  }),
  writing({
    name: 'update_memory',
    description: 'Reword one memory. Call it when the user has told what it should say. Its history is kept.',
    input: { memory_id, text: z.string().describe('What it says from now on, in full.') },
    output: message,
    run: async ({ memory_id: id, text: content }, { ask, scope }) => {
      const { body } = await ask(update, { params: { id }, input: { ...scope, content } })
      const done = updated.parse(body)
      return { message: `${id} is at version ${done.version}. It was about ${inWords(done)}` }
    },
  }),
  deleting({
    name: 'delete_memory',
    description: 'Delete one memory. Call it only when the user asks you to forget it.',
    input: { memory_id },
    output: message,
    run: async ({ memory_id: id }, using) => ({ message: (await forget.run({ id }, using)).text }),
  }),
  deleting({
    name: 'delete_all_memories',
    description:
      'Delete all memories, or those of a program or conversation. Call it only when the user asks for exactly that.',
    input: owner,
    output: message,
    run: async ({ agent_id, app_id, run_id }, using) => {
      requireOwnAgent(using.scope, agent_id)
      return { message: await removeAll(omitUndefined({ source_site: app_id, session_id: run_id }), using) }
    },
  }),
  reading({
    name: 'list_entities',
    description: 'List the user and the programs that memories come from. Call it to learn an app_id.',
    input: {},
    output: z.object({
      results: z.array(z.object({ id: z.string(), type: z.enum(['user', 'app']), total_memories: z.int() })),
    }),
    run: async (_, using) => {
      const apps = Object.entries(await sourcesOf(using)).map(([id, total_memories]) => ({ id, total_memories }))
      const total_memories = apps.reduce((sum, app) => sum + app.total_memories, 0)
      const user = { id: using.scope.user_id, type: 'user' as const, total_memories }
      return { results: [user, ...apps.map((app) => ({ ...app, type: 'app' as const }))] }
    },
  }),
]
