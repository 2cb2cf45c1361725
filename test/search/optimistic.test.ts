import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readersOf, type Scope } from '../../src/domain/scope.js'
import { MemoryIndexes } from '../../src/memory-index/memory-indexes.js'
import { readStanding } from '../../src/memory-index/rows.js'
import type { Database } from '../../src/postgres/database.js'
import { type Sql, sql } from '../../src/postgres/sql.js'
import { search } from '../../src/search/search.js'
import { databasesFor } from '../support/database.js'
import { bagOfWords, DIMENSIONS } from './bag-of-words.js'
import { readTables } from './databases.js'
import { type DateMention, fill, uuid } from './world.js'

const scope: Scope = { kind: 'workspace', userId: 'u1', workspaceId: 'w1', agentId: 'a', agentScope: 'all' }
const told = (content: string, number: number): DateMention => ({
  content,
  number,
  workspace: 'w1',
  agent: 'b',
})
const WORLD = [told('the launch is planned for June', 10), told('the launch needs a rehearsal', 20)]

/** Each with what a search for "launch" has to notice. */
const CHANGES: readonly (readonly [string, (db: Database) => Promise<unknown>])[] = [
  ['a new memory', (db) => fill(db, [...WORLD, told('the launch moves to July', 30)])],
  ['a deletion', (db) => changed(db, sql`status = 'deleted'`)],
  [
    'a memory that is withdrawn from the caller',
    (db) => db.rows(sql`update reader_group set visibility = 'agent_only' where user_id = 'u1'`),
  ],
  [
    'less trust in the agent that told it',
    (db) => db.rows(sql`insert into agent (user_id, agent_id, trust_level, version) values ('u1', 'b', 0.1, 1)`),
  ],
  [
    'a lesson',
    (db) =>
      db.rows(sql`
        with told as (
          insert into lesson_source (user_id, lesson_id, memory_id, added_at, place)
          values ('u1', ${uuid(90)}, ${uuid(10)}, now(), 0)
        )
        insert into lesson (user_id, id, workspace_id, agent_id, lesson_type, severity, reported, status, created_at, failure_count, pattern, embedded)
        values ('u1', ${uuid(90)}, 'w1', 'a', 'user_reported', 'critical', true, 'active', now(), 1, 'launch dates', true)`),
  ],
]

const changed = (db: Database, set: Sql) => db.rows(sql`update memory set ${set}, revision = 40 where id = ${uuid(10)}`)

describe.each(databasesFor(import.meta.url))('a search that assumes what the last one found, on $name', ({ open }) => {
  let tables: Awaited<ReturnType<typeof readTables>>
  let banks: MemoryIndexes
  beforeAll(async () => {
    tables = await readTables(open)
  })
  afterAll(async () => {
    await banks.close()
    await tables.close()
  })
  beforeEach(async () => {
    await banks?.close()
    await tables.db.rows(sql`truncate agent, lesson, lesson_source`)
    await fill(tables.db, WORLD)
    banks = banksOf()
  })

  const banksOf = () =>
    new MemoryIndexes({
      reading: (work) => work(tables.db),
      dimensions: DIMENSIONS,
      bytes: 2 ** 30,
      failed: (error) => {
        throw error
      },
    })
  const ask = (query = 'launch', known: Pick<MemoryIndexes, 'open' | 'assume'> = banks, more = {}) =>
    search(
      tables.db,
      { embedding: bagOfWords(), relatedTerms: () => [], now: () => '2026-06-01T00:00:00.000Z', banks: known },
      { scope, query, limit: 10, threshold: 0.3, tokenBudget: 2000, trace: false, ...more },
    )
  /** What a service says that has just been started. */
  const askAnew = async (query?: string) => {
    const fresh = banksOf()
    try {
      await ask(query, fresh)
      return await ask(query, fresh)
    } finally {
      await fresh.close()
    }
  }
  const twice = async () => {
    await ask()
    await ask()
  }

  test('says the same, and asks for no change', async () => {
    const first = await ask()
    await ask()
    expect(await ask()).toEqual(first)
    expect(first.count).toBe(2)
  })

  test.each(CHANGES)('notices %s at once, and from then on', async (_, change) => {
    await twice()
    const before = await ask()
    await change(tables.db)
    const after = await ask()
    expect(after).toEqual(await askAnew())
    expect(after).not.toEqual(before)
    expect(await ask()).toEqual(after)
    expect(await ask()).toEqual(after)
  })

  test('notices what it finds now and found nothing of before', async () => {
    await twice()
    expect((await ask('harbour')).count).toBe(0)
    await fill(tables.db, [...WORLD, told('the harbour is closed', 30)])
    expect((await ask('harbour')).memories[0]?.content).toBe('the harbour is closed')
  })

  test('looks first after a decision about the same memories, which is what comes before a change', async () => {
    await twice()
    expect(banks.assume({ scope })).toBeDefined()
    const standing = await readStanding(tables.db, scope.userId)
    await banks.openFor(tables.db, { scope, readers: readersOf(scope, {}), standing })
    expect(banks.assume({ scope })).toBeUndefined()
  })

  test('answers for an instant of the past what it would have without a search before', async () => {
    const then = { asOf: '2026-06-01T00:00:00.000Z' }
    const fresh = banksOf()
    const cold = await ask('launch', fresh, then)
    await fresh.close()
    await twice()
    expect(await ask('launch', banks, then)).toEqual(cold)
  })

  test('looks first for another caller, with filters, and for a trace', async () => {
    await twice()
    expect(banks.assume({ scope: { ...scope, agentId: 'c' } })).toBeUndefined()
    expect(banks.assume({ scope, filters: { sourceSite: 'chat' } })).toBeUndefined()
    const opening = {
      open: (...asked: Parameters<MemoryIndexes['open']>) => banks.open(...asked),
      assume: () => {
        throw new Error('assumed')
      },
    }
    await expect(ask('launch', opening)).rejects.toThrow('assumed')
    expect((await ask('launch', opening, { trace: true })).count).toBe(2)
  })
})
