import { z } from 'zod'
import { isJsonObject, type JsonObject } from '../../domain/json-object.js'
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

type Clause = z.output<typeof own> & {
  readonly AND?: readonly Clause[] | undefined
  readonly OR?: readonly Clause[] | undefined
  readonly NOT?: readonly Clause[] | undefined
}

const own = z.strictObject({
  user_id: z.string().optional(),
  agent_id: z.string().optional(),
  app_id: z.string().optional(),
  run_id: z.string().optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  created_at: z.strictObject({ gte: z.string().optional(), lte: z.string().optional() }).optional(),
})
const clause: z.ZodType<Clause> = own.extend({
  get AND() {
    return clauses.optional()
  },
  get OR() {
    return clauses.optional()
  },
  get NOT() {
    return clauses.optional()
  },
})
const clauses = z.union([z.array(clause), clause.transform((only) => [only])])

const OFFERED = 'app_id, run_id, metadata, created_at with gte or lte, AND; under OR and NOT metadata alone'

/** The clauses of a filter, which all have to apply. What is not offered is refused: ignored, it would find too much. */
const clausesIn = (filters: Readonly<Record<string, unknown>> = {}): readonly Clause[] => {
  const { data } = clause.safeParse(filters)
  if (data) return conjuncts(data)
  throw new Refused(`filters: ${OFFERED}`)
}

const conjuncts = ({ AND = [], ...rest }: Clause): readonly Clause[] => [...AND.flatMap(conjuncts), rest]

const oneOf = (asked: readonly Clause[], name: 'user_id' | 'agent_id' | 'app_id' | 'run_id'): string | undefined => {
  const [value, ...others] = new Set(asked.flatMap((each) => each[name] ?? []))
  if (others.length > 0) throw new Refused(`filters: only one ${name}`)
  return value
}

/** All parts as one. Of two under one name one would be ignored, which would find too much. */
const together = <Value>(parts: readonly (Readonly<Record<string, Value>> | undefined)[]): Record<string, Value> => {
  const entries = parts.flatMap((part) => Object.entries(part ?? {}))
  if (new Set(entries.map(([name]) => name)).size < entries.length) throw new Refused('filters: each name only once')
  return Object.fromEntries(entries)
}

/** What clauses that all have to apply ask of metadata, in the words of the interface. */
const metadataIn = (asked: readonly Clause[]): JsonObject | undefined => {
  const parts = asked.flatMap(({ metadata, OR, NOT = [] }) => [
    ...(metadata === undefined || Object.keys(metadata).length === 0 ? [] : [conditionsOf(metadata)]),
    ...(OR === undefined ? [] : [{ any: atLeastOne(OR).map(metadataAlone) }]),
    ...NOT.map((each) => ({ not: metadataAlone(each) })),
  ])
  const [first, ...others] = parts
  return others.length === 0 ? first : { all: parts }
}

const atLeastOne = (asked: readonly Clause[]): readonly Clause[] => {
  if (asked.length === 0) throw new Refused('filters: OR must hold a clause')
  return asked
}

const metadataAlone = (asked: Clause): JsonObject => {
  const parts = conjuncts(asked)
  const metadata = metadataIn(parts)
  const isOther = parts.some(({ metadata: _, OR: __, NOT: ___, ...others }) => Object.keys(others).length > 0)
  if (metadata === undefined || isOther) throw new Refused(`filters: ${OFFERED}`)
  return metadata
}

/** The operators that have other names here; what is offered by neither name the interface refuses. */
const conditionsOf = (metadata: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(metadata).map(([key, value]) => {
      if (!isJsonObject(value)) return [key, value]
      const { eq, ne, nin, ...others } = value
      const equal = eq === undefined ? {} : { in: [eq] }
      const nots = [...(ne === undefined ? [] : [ne]), ...(Array.isArray(nin) ? nin : [])]
      return [key, { ...others, ...equal, ...(nots.length > 0 && { not: { in: nots } }) }]
    }),
  )

/** A filter in the words of the interface. */
const narrowing = (filters: Readonly<Record<string, unknown>> | undefined, scope: ConnectionScope) => {
  const asked = clausesIn(filters)
  requireOwnAgent(scope, oneOf(asked, 'agent_id'))
  const { gte: from, lte: to } = together(asked.map(({ created_at }) => created_at))
  return omitUndefined({
    source_site: oneOf(asked, 'app_id'),
    session_id: oneOf(asked, 'run_id'),
    from,
    to,
    metadata: metadataIn(asked),
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
    'Only memories to which all applies: app_id, run_id, created_at (gte, lte), metadata (values that it holds, or conditions: eq, ne, in, nin, gt, gte, lt, lte, exists); also as a list of such under AND; of metadata alone also under OR and NOT.',
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
