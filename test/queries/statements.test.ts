import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Scope } from '../../src/domain/scope.js'
import { rounds } from '../faults/rounds.js'
import { databasesFor } from '../support/database.js'
import { type Counted, type Observed, observe } from '../support/statement-counts.js'

const SHOWN = 10
/** Of each that is shown: its row, what has its words, what is of its turn, and when it was last said. */
const ROWS_OF_ONE = 4
/** How often each search is counted. */
const REPEATED = rounds(3, 10)
/** By words 200, by vector 200 and by a date 199. */
const FOUND = 200 + 200 + 199
/** Each of them; the ids of those up to four places before and after it; then the rows of all of these. And counts of words. */
const CANDIDATES = FOUND * (1 + 8 + 9) + 200
/** What is read first: where the memories and the streams of the user stand, the groups of the caller, lessons. */
const ABOUT_THE_CALLER = 6
/**
 * How many rows are allowed at most, for a user of any size; to be lowered whenever the code does with less. A search of memories
 * that are in memory reads what it shows, and whether anything has changed; a filtered one asks first what passes. Any other asks
 * for that as well, and then reads counts of words, candidates, and what it shows, a fast one also what is nearly as good; where
 * no memory holds a word of the query, it looks at the whole vocabulary. A decision asks what of the conversation is known, and
 * which texts are. It asks what has changed of the memories in memory. Last, what the nearest say.
 */
const MOST = {
  inMemory: ABOUT_THE_CALLER + ROWS_OF_ONE * SHOWN,
  fastInMemory: ABOUT_THE_CALLER + ROWS_OF_ONE * 5 * SHOWN,
  filteredInMemory: ABOUT_THE_CALLER + 1 + ROWS_OF_ONE * SHOWN,
  search: ABOUT_THE_CALLER + 1 + CANDIDATES + ROWS_OF_ONE * SHOWN,
  fastSearch: ABOUT_THE_CALLER + 1 + CANDIDATES + ROWS_OF_ONE * 5 * SHOWN,
  pastSearch: ABOUT_THE_CALLER + 2 * FOUND + 200 + ROWS_OF_ONE * SHOWN,
  spelling: 5000,
  decision: ABOUT_THE_CALLER + 32 + 3 * 20,
  keyedDecision: ABOUT_THE_CALLER + 32 + 3 * 20 + 2,
  /** The append, and before it its keys: of the episode, each turn and each memory. */
  append: 1 + 1 + 3 + 3,
  /** The projector's, which needs no transaction around it. */
  projection: 1,
}

/** Enough for the smaller users, and not for the largest. */
const SEARCH_MEMORY_MB = '3'

/** The largest user does not fit into memory. */
const PERSONAL = [50, 2100]
const WORKSPACE = [50, 400]
const IN_WORKSPACE = { workspace_id: 'crew', agent_id: 'scout' }
const GROUPS = [
  { kind: 'personal', sizes: PERSONAL, names: {} },
  { kind: 'workspace', sizes: WORKSPACE, names: IN_WORKSPACE },
] as const

const scopeOf = (kind: 'personal' | 'workspace', size: number): Scope =>
  kind === 'personal'
    ? { kind: 'user', userId: `personal-${size}` }
    : { kind, userId: `workspace-${size}`, workspaceId: 'crew', agentId: 'scout', agentScope: 'all' }
const POPULATIONS = GROUPS.flatMap(({ kind, sizes }) =>
  sizes.map((memories) => ({ memories, scope: scopeOf(kind, memories) })),
)

const SEARCHES = [
  { name: 'full', path: '/v1/memories/search', wish: {}, most: MOST.search, inMemory: MOST.inMemory },
  { name: 'fast', path: '/v1/memories/search/fast', wish: {}, most: MOST.fastSearch, inMemory: MOST.fastInMemory },
  {
    name: 'filtered',
    path: '/v1/memories/search',
    wish: { source_site: 'bench', from: '2023-02-01', to: '2025-10-01' },
    most: MOST.search,
    inMemory: MOST.filteredInMemory,
  },
  {
    name: 'past',
    path: '/v1/memories/search',
    wish: { as_of: '2024-06-01' },
    most: MOST.pastSearch,
    inMemory: undefined,
  },
]
/** Known to everybody, so that no word of it has to be looked for in other spellings. */
const KNOWN = 'Ana: The choir rehearsal was moved to the town hall.'
const QUERY = 'where is the choir rehearsal now'
const CONVERSATION = [
  'Ana: The violin lesson is at seven on Monday and Ben brings the old stand.',
  'Ben: I moved my bicycle to the cellar because of the rain in Porto.',
  'Ana: We will have lentil soup with bread before the concert.',
].join('\n')

describe.each(databasesFor(import.meta.url))('the statements on $name', ({ open }) => {
  let observed: Observed
  beforeAll(async () => {
    observed = await observe(open, POPULATIONS, { SEARCH_MEMORY_MB })
    for (const { kind, sizes, names } of GROUPS)
      for (const size of sizes)
        await observed.ingest({ user_id: `${kind}-${size}`, source_site: 'bench', conversation: KNOWN, ...names })
  })
  afterAll(() => observed.close())

  const searches = GROUPS.flatMap((group) =>
    SEARCHES.map(({ name, ...search }) => [`${group.kind} search (${name})`, { ...group, ...search }] as const),
  )
  test.each(searches)('give few rows for any user in a %s', async (_, search) => {
    const { kind, sizes, names, path, wish, inMemory } = search
    for (const size of sizes) {
      const most = size < 2000 && inMemory !== undefined ? inMemory : search.most
      const ask = (query: string) =>
        observed.search(path, { user_id: `${kind}-${size}`, query, limit: SHOWN, ...names, ...wish })
      // The first search begins to read the memories into memory.
      if (most === inMemory) await vi.waitUntil(async () => (await ask(QUERY)).rows <= most, 10_000)
      for (let n = 0; n < REPEATED; n++) expectAtMost(await ask(QUERY), most)
      expectAtMost(await ask(`${QUERY} rehaersal`), most + MOST.spelling)
    }
  })

  const writers = GROUPS.flatMap(({ sizes, ...group }) =>
    sizes.map((size) => [`${group.kind} ingest of three turns beside ${size} memories`, { ...group, size }] as const),
  )
  test.each(writers)('are few in a %s', async (_, writer) => {
    const { kind, size, names } = writer
    const body = { user_id: `${kind}-${size}`, source_site: 'bench', conversation: CONVERSATION, ...names }
    const { decision, append, projection } = await observed.ingest(body)
    const again = await observed.ingest({ ...body, conversation: CONVERSATION.replaceAll('the', 'a') }, 'a-key')
    expectAtMost(decision, MOST.decision)
    expectAtMost(append, MOST.append)
    expectAtMost(projection, MOST.projection)
    expectAtMost(again.decision, MOST.keyedDecision)
  })
})

const expectAtMost = ({ statements, rows }: Counted, most: number): void => {
  expect(statements).toBeGreaterThan(0)
  expect(rows).toBeLessThanOrEqual(most)
}
