import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nameOf, selectsIn } from '../../src/postgres/statement-log.js'
import { type RunningApp, startApp } from '../support/app.js'
import { factsOf } from '../support/append-facts.js'
import { type Client, clientOf } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { type Recording, recording } from '../support/recording.js'

/** What one person can read at a time. Of the past, what was visible then is asked as lists ask it, however long that is. */
const MOST = { characters: 2000, selects: 6 }

const CREW = { user_id: 'ana', workspace_id: 'crew', agent_id: 'scout' }
const QUERY = 'When was the violin lesson in May 2024?'
const FILTERS = {
  memory_type: 'semantic',
  source_site: 'chat',
  from: '2020-01-01',
  to: '2040-01-01',
  metadata: { a: 1 },
}

describe.each(databasesFor(import.meta.url))('a search of a user who does not fit in memory, on $name', ({ open }) => {
  let recorded: Recording
  let app: RunningApp
  let client: Client
  beforeAll(async () => {
    recorded = recording(await open())
    const { databases, around } = recorded
    const variables = { RECALL_FLUSH_MS: '60000', SEARCH_MEMORY_MB: '0' }
    app = await startApp({ open: async () => databases }, variables, { around })
    client = clientOf(app)
    const readers = { workspaceId: 'crew', agentId: 'scout', visibility: 'workspace' as const, grantedTo: [] }
    const memory = await client.keep(CREW, 'Ana: The violin lesson is at seven.', { session_id: 's' })
    await factsOf(app).state('ana', 'Ana has a violin lesson.', { on: [memory], readers })
  })
  afterAll(() => app.close())

  test.each([
    ['by words, meaning and a date', {}],
    ['with filters', FILTERS],
  ])('asks one thing by each statement, %s', async (_, wish) => {
    const issued = await recorded.during(async () => {
      const { status } = await app.ask('/v1/memories/search', { ...CREW, query: QUERY, ...wish })
      expect(status).toBe(200)
    })
    const statements = issued
      .filter(({ request }) => request !== undefined)
      .map(({ text }) => ({ statement: nameOf(text), characters: text.length, selects: selectsIn(text) }))
    const found = statements.map(({ statement }) => statement)
    for (const name of ['the best by their own words', 'the nearest by meaning', 'what was said before these'])
      expect(found).toContain(`search: ${name}`)
    expect(
      statements.filter(({ characters, selects }) => characters > MOST.characters || selects > MOST.selects),
    ).toEqual([])
  })
})
