import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Scope } from '../../src/domain/scope.js'
import type { Database } from '../../src/postgres/database.js'
import { sql } from '../../src/postgres/sql.js'
import { search } from '../../src/search/search.js'
import { databasesFor } from '../support/database.js'
import { bagOfWords } from './bag-of-words.js'
import { readTables } from './databases.js'
import { fill, uuid } from './world.js'

/** What one person can read at a time, and a planner plans well: all but what asks for filters as every list does. */
const PLAIN = { characters: 2000, selects: 6 }
const scope: Scope = { kind: 'workspace', userId: 'u1', workspaceId: 'w1', agentId: 'a', agentScope: 'all' }
const WORLD = [
  { content: 'the launch is planned for June', number: 10 },
  { content: 'the launch is in June', restsOn: [10], number: 20 },
  { content: 'the launch is on a Monday', number: 30 },
  { content: 'the launch is on a Tuesday', agent: 'b', number: 40 },
  { content: 'the launch is on a Monday', agent: 'b', number: 50 },
  { content: 'the launch was cancelled', restsOn: [30], number: 60, status: 'superseded' },
]

describe.each(databasesFor(import.meta.url))('what a search reads of the best memories, on $name', ({ open }) => {
  let tables: Awaited<ReturnType<typeof readTables>>
  beforeAll(async () => {
    tables = await readTables(open)
    const { db } = tables
    await fill(
      db,
      WORLD.map((memory) => ({ workspace: 'w1', agent: 'a', ...memory })),
    )
    await db.rows(sql`update memory set superseded_by = ${uuid(20)} where id = ${uuid(60)}`)
    await db.rows(sql`
      insert into memory_link (user_id, from_id, to_id, kind, similarity)
      values ('u1', ${uuid(40)}, ${uuid(30)}, 'contradicts', 0.9)`)
    await db.rows(sql`
      insert into conflict (user_id, id, workspace_id, agent_a, agent_b, status, existing_id, new_id, existing_version,
                            new_version, confidence, reason, suggested, created_at, expires_at)
      values ('u1', ${uuid(90)}, 'w1', 'a', 'b', 'open', ${uuid(30)}, ${uuid(40)}, 1, 1, 0.9, '', 'resolved_new', now(), now())`)
  })
  afterAll(() => tables.close())

  const issuedFor = async (more: object) => {
    const texts: string[] = []
    const noting: Database = {
      ...tables.db,
      rows: (statement) => {
        texts.push(statement.query.text)
        return tables.db.rows(statement)
      },
    }
    const dependencies = { embedding: bagOfWords(), relatedTerms: () => [], now: () => '2026-06-01T00:00:00.000Z' }
    const request = { scope, query: 'when is the launch', limit: 10, threshold: 0.3, tokenBudget: 2000, trace: false }
    const { memories } = await search(noting, dependencies, { ...request, ...more })
    expect(memories.map(({ id }) => id)).toContain(uuid(30))
    return texts.filter((text) => text.includes('/*') && !text.includes('those that pass the filters'))
  }

  test.each([
    ['full', {}],
    ['fast', { mode: 'fast' }],
    ['filtered', { sourceSite: 'chat', observedFrom: '2020-01-01', observedTo: '2030-01-01' }],
  ])('is asked by statements that each ask one thing and have a name: %s', async (_, more) => {
    const texts = [...new Set(await issuedFor(more))]
    const sizes = texts.map((text) => ({
      name: /\/\* (.*) \*\//.exec(text)?.[1],
      characters: text.length,
      selects: text.match(/\bselect\b/g)?.length ?? 0,
    }))
    expect(sizes.filter(({ characters, selects }) => characters > PLAIN.characters || selects > PLAIN.selects)).toEqual(
      [],
    )
    expect(sizes.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'search: the best memories',
        'evidence: facts whose basis has changed',
        'links: what contradicts memories',
        'conflicts: memories that the caller sees',
        'memories: what took their places, one after the other',
        'agents: how far they are trusted',
      ]),
    )
    const names = sizes.map(({ name }) => name)
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
  })
})
