import { describe, expect, test } from 'vitest'
import { MCP_PROFILES } from '../../src/cli/ports.js'
import { toolsets } from '../../src/mcp/toolsets.js'
import { STANDARD, startEdge } from '../http/edge/setup.js'

type Arguments = Readonly<Record<string, string>>
type Published = { readonly required?: Arguments; readonly optional?: Arguments }

const owner = { user_id: 'string', agent_id: 'string', app_id: 'string', run_id: 'string' }
const entities = '[{name: string, entityType: string, observations: [string]}]'
const relations = '[{from: string, to: string, relationType: string}]'

/** What the servers publish, as of August 2026: names and types of arguments. */
const published: Readonly<Record<(typeof MCP_PROFILES)[number], Readonly<Record<string, Published>>>> = {
  // mem0ai/mem0-mcp, src/mem0_mcp_server/server.py. It has delete_entities too.
  mem0: {
    add_memory: {
      required: { text: 'string' },
      optional: { messages: '[object]', ...owner, metadata: 'object', enable_graph: 'boolean' },
    },
    search_memories: {
      required: { query: 'string' },
      optional: { filters: 'object', limit: 'integer', enable_graph: 'boolean' },
    },
    get_memories: {
      optional: { filters: 'object', page: 'integer', page_size: 'integer', enable_graph: 'boolean' },
    },
    get_memory: { required: { memory_id: 'string' } },
    update_memory: { required: { memory_id: 'string', text: 'string' } },
    delete_memory: { required: { memory_id: 'string' } },
    delete_all_memories: { optional: owner },
    list_entities: {},
  },
  // mem0ai/mem0, openmemory/api/app/mcp_server.py, as it was last.
  openmemory: {
    add_memories: { required: { text: 'string' }, optional: { infer: 'boolean' } },
    search_memory: { required: { query: 'string' } },
    list_memories: {},
    delete_memories: { required: { memory_ids: '[string]' } },
    delete_all_memories: {},
  },
  // modelcontextprotocol/servers, src/memory/index.ts.
  'server-memory': {
    create_entities: { required: { entities } },
    create_relations: { required: { relations } },
    add_observations: { required: { observations: '[{entityName: string, contents: [string]}]' } },
    delete_entities: { required: { entityNames: '[string]' } },
    delete_observations: { required: { deletions: '[{entityName: string, observations: [string]}]' } },
    delete_relations: { required: { relations } },
    read_graph: {},
    search_nodes: { required: { query: 'string' } },
    open_nodes: { required: { names: '[string]' } },
  },
  // vectorize-io/hindsight, hindsight-api-slim/hindsight_api/mcp_tools.py: the three of its memories.
  hindsight: {
    retain: {
      required: { content: 'string' },
      optional: {
        context: 'string',
        timestamp: 'string',
        tags: '[string]',
        metadata: 'object',
        document_id: 'string',
        bank_id: 'string',
        strategy: 'string',
        update_mode: 'string',
      },
    },
    recall: {
      required: { query: 'string' },
      optional: {
        max_tokens: 'integer',
        budget: 'string',
        types: '[string]',
        prefer_observations: 'boolean',
        tags: '[string]',
        tags_match: 'string',
        tag_groups: '[object]',
        query_timestamp: 'string',
        min_scores: 'object',
        temporal_window: 'object',
        bank_id: 'string',
      },
    },
    reflect: {
      required: { query: 'string' },
      optional: {
        context: 'string',
        budget: 'string',
        max_tokens: 'integer',
        response_schema: 'object',
        tags: '[string]',
        tags_match: 'string',
        apply_all_directives: 'boolean',
        include_based_on: 'boolean',
        include_trace: 'boolean',
        bank_id: 'string',
      },
    },
  },
  // developers.openai.com, Building MCP servers for ChatGPT.
  chatgpt: {
    search: { required: { query: 'string' } },
    fetch: { required: { id: 'string' } },
  },
}

type Schema = {
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: unknown
}

/** The JSON type of an argument; that it may be null is no matter here. */
const typeOf = ({ type, anyOf, items, properties }: Schema): string => {
  if (anyOf)
    return anyOf
      .filter((each) => each.type !== 'null')
      .map(typeOf)
      .join(' or ')
  if (items) return `[${typeOf(items)}]`
  if (!properties)
    return [type ?? 'unknown']
      .flat()
      .filter((each) => each !== 'null')
      .join(' or ')
  const fields = Object.entries(properties).map(([name, schema]) => `${name}: ${typeOf(schema)}`)
  return `{${fields.join(', ')}}`
}

const argumentsOf = ({ properties = {}, required = [] }: Schema): Published => {
  const types = Object.entries(properties).map(([name, schema]) => [name, typeOf(schema)] as const)
  const of = (isRequired: boolean) =>
    Object.fromEntries(types.filter(([name]) => required.includes(name) === isRequired))
  return { required: of(true), optional: of(false) }
}

type Listed = {
  readonly name: string
  readonly inputSchema: Schema
  readonly annotations: object
  readonly outputSchema: Schema
}

const listed = async (query: string): Promise<{ readonly status: number; readonly tools: readonly Listed[] }> => {
  const edge = await startEdge()
  try {
    const answer = await fetch(`${edge.url}/mcp/u/ana${query}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${STANDARD}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    })
    const text = await answer.text()
    const [, data = text] = /^data: (.*)$/m.exec(text) ?? []
    return { status: answer.status, tools: JSON.parse(data).result?.tools ?? [] }
  } finally {
    await edge.close()
  }
}

describe.each(MCP_PROFILES)('the profile %s', (profile) => {
  test('has the names and arguments that the server has which it stands for', async () => {
    const { tools } = await listed(`?profile=${profile}`)
    const found = Object.fromEntries(tools.map(({ name, inputSchema }) => [name, argumentsOf(inputSchema)]))
    const wanted = Object.entries(published[profile]).map(([name, { required = {}, optional = {} }]) => [
      name,
      { required, optional },
    ])
    expect(found).toEqual(Object.fromEntries(wanted))
  })
  test('tells the hints and the answer of each tool, and only deletions refuse unknown arguments', async () => {
    const { tools } = await listed(`?profile=${profile}`)
    for (const { name, annotations, outputSchema, inputSchema } of tools) {
      expect(Object.values(annotations).filter((hint) => typeof hint === 'boolean')).toHaveLength(4)
      expect(outputSchema).toMatchObject({ type: 'object', properties: expect.any(Object) })
      expect(inputSchema.additionalProperties === false).toBe(name.startsWith('delete_'))
    }
  })
})

test('the command and the address offer the same profiles', () =>
  expect(Object.keys(toolsets)).toEqual(['default', 'all', ...MCP_PROFILES]))
test.each([
  ['', 200, 6],
  ['?tools=default', 200, 6],
  ['?tools=all', 200, 13],
  ['?tools=some', 400, 0],
  ['?profile=mem1', 400, 0],
  ['?profile=mem0&profile=chatgpt', 400, 0],
  ['?profile=mem0&tools=all', 400, 0],
])('the query %j answers %i and %i tools', async (query, status, count) => {
  const answer = await listed(query)
  expect([answer.status, answer.tools.length]).toEqual([status, count])
})
