import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../support/app.js'
import { type Client, clientOf, type Fields, type Who } from '../support/client.js'
import { databases, databasesFor } from '../support/database.js'

const OBSERVED = { observed_at: '2025-03-04T05:06:07Z', session_id: 'one' }
type Told = readonly [agent: string | null, text: string, readers?: Fields]

const open: readonly Told[] = [
  ['a', 'Anna: The launch of the ferry is planned for June.'],
  ['b', 'Ben: The budget for paint was approved.'],
  ['a', 'Anna: The ferry launch needs a rehearsal with the crew.'],
  ['b', 'Ben: Who will paint the ferry?'],
]
/** All of it shares words, names, session and places with the rest; agent b may see none of it. */
const hidden: readonly Told[] = [
  [null, 'Rosa: The launch of the ferry is a secret.'],
  ['a', 'Rosa: The ferry budget is gone, and so is the paint.', { visibility: 'agent_only' }],
  ['a', 'Anna: The ferry crew wants more budget.', { visibility: 'restricted', granted_to: ['c'] }],
  ['a', 'Rosa: The launch party is on me.', { workspace_id: 'w2' }],
]

/** How often a memory was shown counts in a fast search, and is written when it is. */
const RECALLED_LATER = { RECALL_FLUSH_MS: '60000' }

describe.each(databasesFor(import.meta.url))('memories that a caller may not see, on $name', (database) => {
  let close: () => Promise<void>
  let client: Client
  const as = (user: string, agent: string | null): Who =>
    agent === null ? { user_id: user } : { user_id: user, workspace_id: 'w', agent_id: agent }
  beforeAll(async () => {
    const app = await startApp(database, RECALLED_LATER)
    close = app.close
    client = clientOf(app)
    const tell = (user: string, [agent, text, readers]: Told) =>
      client.tell(as(user, agent), text, { ...OBSERVED, ...readers })
    for (const [i, each] of open.entries()) {
      await tell('plain', each)
      await tell('crowded', each)
      await tell('crowded', hidden[i] ?? each)
      const { memoryIds } = await tell('crowded', ['b', `Ben: A ferry launch to be forgotten, number ${i}.`])
      await client.remove(as('crowded', 'b'), String(memoryIds[0]))
    }
  })
  afterAll(() => close())

  /** All that an answer says but which memories they are and when they were written. */
  const answer = async (user: string, mode: 'search' | 'fast', wanted: string, more: Fields) => {
    const found = await client[mode](as(user, 'b'), wanted, { trace: true, ...more })
    const { stages, scores, terms } = found.observability?.retrieval ?? { stages: [], scores: [], terms: [] }
    return {
      memories: found.memories.map(({ id, created_at, ...memory }) => memory),
      injection: found.injection_text,
      counts: [found.count, found.citations.length, found.expand_ids.length, found.estimated_context_tokens],
      stages: stages.map(({ name, count }) => ({ name, count })),
      scores: scores.map(({ memory_id, ...parts }) => parts),
      terms,
    }
  }

  test.each(['ferry launch', "Anna's ferry", 'Rosa', 'paint budget', 'Who wants what?', 'the', 'secret party'])(
    'change nothing in what a search for %j tells',
    async (wanted) => {
      for (const mode of ['search', 'fast'] as const)
        for (const more of [{}, { threshold: 0 }, { agent_scope: 'a' }, { limit: 1 }])
          expect(await answer('crowded', mode, wanted, more)).toEqual(await answer('plain', mode, wanted, more))
    },
  )

  test('change nothing in the words and the vector by which their neighbours are found', async () => {
    const records = async (user: string) =>
      (await client.list(as(user, 'b'))).memories
        .map(({ content, search_vector, embedding }) => ({ content, search_vector, embedding }))
        .sort((x, y) => (x.content < y.content ? -1 : 1))
    expect(await records('crowded')).toEqual(await records('plain'))
  })

  test('change nothing in the statistics', async () => {
    expect(await client.stats(as('crowded', 'b'))).toEqual(await client.stats(as('plain', 'b')))
  })
})

describe.each(databases.slice(-1))('a duplicate', (database) => {
  let close: () => Promise<void>
  let client: Client
  let users = 0
  beforeAll(async () => {
    const app = await startApp(database, RECALLED_LATER)
    close = app.close
    client = clientOf(app)
  })
  afterAll(() => close())

  const TEXT = 'The spare key is under the third flowerpot.'
  const only = { visibility: 'agent_only' }
  const forBoth = (agent: string) => ({ visibility: 'restricted', granted_to: [agent] })

  test.each<[said: string, first: Told, second: Told, duplicate: boolean]>([
    ["of another's private memory is none", ['a', TEXT, only], ['b', TEXT], false],
    ['of what all readers of the new one see is none', ['b', TEXT], ['a', TEXT, only], false],
    ['of my private memory is none when I share it now', ['a', TEXT, only], ['a', TEXT], false],
    ['of my own private memory', ['a', TEXT, only], ['a', TEXT, only], true],
    ["of the user's own memory is none in a workspace", [null, TEXT], ['a', TEXT], false],
    ["of a workspace's memory is none for the user", ['a', TEXT], [null, TEXT], false],
    ['of another workspace is none', ['a', TEXT, { workspace_id: 'w2' }], ['a', TEXT], false],
    ['of what was granted to the writer is none', ['a', TEXT, forBoth('b')], ['b', TEXT, only], false],
    ['of what another granted to the same agents is none', ['a', TEXT, forBoth('b')], ['b', TEXT, forBoth('a')], false],
    ['of what fewer may read is none', ['a', TEXT, forBoth('b')], ['b', TEXT], false],
    ['of what was shared in the workspace by another is none', ['a', TEXT], ['b', TEXT], false],
  ])('%s', async (_, first, second, duplicate) => {
    const user = `user ${users++}`
    const tell = ([agent, text, readers = {}]: Told) =>
      client.tell(
        agent === null ? { user_id: user } : { user_id: user, workspace_id: 'w', agent_id: agent },
        text,
        readers,
      )
    expect(await tell(first)).toMatchObject({ memoriesStored: 1, duplicates: 0 })
    expect(await tell(second)).toMatchObject({ memoriesStored: duplicate ? 0 : 1, duplicates: duplicate ? 1 : 0 })
  })

  test('of a memory that was deleted is none', async () => {
    const who = { user_id: 'forgetful' }
    const { memoryIds } = await client.tell(who, TEXT)
    await client.remove(who, String(memoryIds[0]))
    expect(await client.tell(who, TEXT)).toMatchObject({ memoriesStored: 1, duplicates: 0 })
  })

  test.each([
    ['I prefer window seats.', 'I no longer prefer window seats.'],
    ['I prefer window seats.', "I don't prefer window seats."],
    ['My flight leaves at 10:45 on Monday.', 'My flight leaves at 11:45 on Monday.'],
    ['My flight leaves at 10:45 on Monday.', 'My flight leaves at 10:45 on Tuesday.'],
    ['Ben lent me his ladder for the roof.', 'Tom lent me his ladder for the roof.'],
    ['Do I prefer window seats?', 'I prefer window seats.'],
    ['The rent of the flat is 900 euros.', 'The rent of the flat is 950 euros.'],
  ])('is neither %j of %j nor the other way round', async (one, other) => {
    for (const pair of [
      [one, other],
      [other, one],
    ]) {
      const who = { user_id: `user ${users++}` }
      for (const text of pair) expect(await client.tell(who, text)).toMatchObject({ memoriesStored: 1, duplicates: 0 })
      const both = await client.tell({ user_id: `user ${users++}` }, `Anna: ${pair.join('\nAnna: ')}`)
      expect(both).toMatchObject({ memoriesStored: 2, duplicates: 0 })
    }
  })

  test.each([
    ['I prefer window seats.', '  i PREFER window   seats '],
    ['I prefer window seats.', 'I really prefer window seats.'],
  ])('of %j is %j', async (one, other) => {
    const who = { user_id: `user ${users++}` }
    await client.tell(who, one)
    expect(await client.tell(who, other)).toMatchObject({ factsExtracted: 0, memoryIds: [], duplicates: 1 })
  })
})
