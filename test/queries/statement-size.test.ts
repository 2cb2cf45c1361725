import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nameOf, selectsIn } from '../../src/postgres/statement-log.js'
import { disagreeing } from '../support/agents.js'
import { type RunningApp, startApp } from '../support/app.js'
import { factsOf } from '../support/append-facts.js'
import { type Client, clientOf, query, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { type Issued, type Recording, recording } from '../support/recording.js'

/** What one person can read at a time, and a planner plans well. */
const PLAIN = { characters: 2000, selects: 6 }
/** Of operations whose statements still ask several things: to be lowered with them. */
const TODAY = {
  ingest: { characters: 7000, selects: 36 },
  search: { characters: 18_000, selects: 50 },
  deletion: { characters: 3300, selects: 6 },
}
/** How many different statements an operation may consist of. */
const MOST_TEXTS = 12

const FILTERS = {
  session_id: 's',
  memory_type: 'semantic',
  subject: 'Ana',
  key: 'home',
  metadata: '{"a":1,"b":2}',
  from: '2020-01-01',
  to: '2040-01-01',
  time_zone: 'Europe/Berlin',
}

type Asking = { readonly app: RunningApp; readonly client: Client; readonly who: Who; readonly memory: string }
type Operation = {
  readonly name: string
  readonly ask: (asking: Asking) => Promise<unknown>
  readonly most: typeof PLAIN
}
const operations: readonly Operation[] = [
  {
    name: 'a quick ingest',
    ask: ({ client, who }) => client.tell(who, 'Ana: We moved to Porto.\nBen: The cat came along.'),
    most: TODAY.ingest,
  },
  { name: 'a fast search', ask: ({ client, who }) => client.fast(who, 'violin lesson'), most: TODAY.search },
  { name: 'a list', ask: ({ client, who }) => client.list(who), most: PLAIN },
  { name: 'a list with filters', ask: ({ client, who }) => client.list(who, FILTERS), most: PLAIN },
  {
    name: 'a list with conditions on metadata',
    ask: ({ client, who }) =>
      client.list(who, { ...FILTERS, metadata: '{"a":1,"b":{"gt":1},"any":[{"c":{"not":2}},{"d":{"in":[3,4]}}]}' }),
    most: PLAIN,
  },
  { name: 'a get', ask: ({ client, who, memory }) => client.get(who, memory), most: PLAIN },
  {
    name: 'a deletion',
    ask: ({ app, who, memory }) => app.ask(`/v1/memories/${memory}?${query(who)}`, undefined, { method: 'DELETE' }),
    most: TODAY.deletion,
  },
]

const CALLERS = [
  {
    kind: 'as the user',
    who: { user_id: 'ana' },
    readers: { workspaceId: null, agentId: null, visibility: null, grantedTo: [] },
  },
  {
    kind: 'in a workspace',
    who: { user_id: 'ana', workspace_id: 'crew', agent_id: 'scout' },
    readers: { workspaceId: 'crew', agentId: 'scout', visibility: 'workspace' as const, grantedTo: [] },
  },
]

describe.each(databasesFor(import.meta.url))('the statements on $name', ({ open }) => {
  let recorded: Recording
  let app: RunningApp
  let client: Client
  let facts: ReturnType<typeof factsOf>
  let n = 0
  beforeAll(async () => {
    recorded = recording(await open())
    const { databases, around } = recorded
    app = await startApp({ open: async () => databases }, { RECALL_FLUSH_MS: '60000' }, { around })
    client = clientOf(app)
    facts = factsOf(app)
  })
  afterAll(() => app.close())
  /** Of the request alone: what the projector makes of it, one statement a table, is as long as its columns. */
  const issuedFor = async (ask: () => Promise<unknown>): Promise<readonly Issued[]> =>
    (await recorded.during(ask)).filter(({ request }) => request !== undefined)

  test.each(CALLERS.flatMap((caller) => operations.map((operation) => ({ ...operation, ...caller }))))(
    'ask one thing each: $name $kind',
    async ({ ask, who, readers, most }) => {
      const memory = await client.keep(who, `Ana: The violin lesson ${n++} is at seven.`, { session_id: 's' })
      await facts.state(who.user_id, `Ana has violin lesson ${n}.`, { on: [memory], readers })
      expectPlain(await issuedFor(() => ask({ app, client, who, memory })), most)
    },
  )

  test('ask one thing each: a conflict that is read', async () => {
    const told = disagreeing(app, client)
    const { as } = told.someone()
    const { id } = await told.contradict(as, ['The gateway listens on port 8080.', 'The gateway listens on port 9090.'])
    expectPlain(await issuedFor(() => told.conflict(as('c'), id)), PLAIN)
  })
})

const expectPlain = (issued: readonly Issued[], most: typeof PLAIN): void => {
  const texts = [...new Set(issued.map(({ text }) => text))]
  const large = texts
    .map((text) => ({ statement: nameOf(text), characters: text.length, selects: selectsIn(text) }))
    .filter(({ characters, selects }) => characters > most.characters || selects > most.selects)
  expect(large).toEqual([])
  expect(texts.length).toBeGreaterThan(0)
  expect(texts.length).toBeLessThanOrEqual(MOST_TEXTS)
}
