import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Scope } from '../../src/domain/scope.js'
import type { Database } from '../../src/postgres/database.js'
import { sql } from '../../src/postgres/sql.js'
import { readPassing, wantedOf } from '../../src/queries/filters.js'
import { listMemories } from '../../src/queries/read-memories.js'
import { withTellings } from '../../src/queries/told-elsewhere.js'
import { rounds } from '../faults/rounds.js'
import { readTables } from '../search/databases.js'
import { databasesFor } from '../support/database.js'
import { asBasis, filterOf, memories, passing, store } from './metadata-filter-model.js'

const scope: Scope = { kind: 'workspace', userId: 'u1', workspaceId: 'crew', agentId: 'a', agentScope: 'all' }

/** By each way that asks for what passes, the ids in order. */
const waysOf = async (db: Database, filter: Readonly<Record<string, unknown>>) => {
  const asked = await withTellings(db, { scope }, { metadata: filter })
  const wanted = await db.rows<{ id: string }>(sql`select m.id from ${wantedOf(scope, asked)} as m`)
  const packed = (await readPassing(db, scope, asked))?.split(',').filter((id) => id !== '') ?? []
  const { memories: listed, total } = await listMemories(db, scope, { metadata: filter, limit: 100, offset: 0 })
  return {
    searched: wanted.map(({ id }) => id).sort(),
    packed: [...new Set(packed)].sort(),
    listed: listed.map(({ id }) => id).sort(),
    total,
  }
}

describe.each(databasesFor(import.meta.url))('a filter on metadata on $name', ({ open }) => {
  let tables: Awaited<ReturnType<typeof readTables>>
  beforeAll(async () => {
    tables = await readTables(open)
  })
  afterAll(() => tables.close())

  test('is passed by the memories of which it is true, in a list and in a search', async () => {
    const { db } = tables
    await fc.assert(
      fc.asyncProperty(memories, fc.array(filterOf(2), { minLength: 6, maxLength: 6 }), async (drawn, filters) => {
        const all = drawn.map(asBasis)
        await store(db, all)
        for (const filter of filters) {
          const ids = passing(all, filter)
          const expected = { searched: ids, packed: ids, listed: ids, total: ids.length }
          expect(await waysOf(db, filter), JSON.stringify(filter)).toEqual(expected)
        }
      }),
      { numRuns: rounds(6, 200) },
    )
  })
})
