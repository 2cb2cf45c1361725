import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Databases } from '../../../src/postgres/database.js'
import { identifier, list, type Sql, sql } from '../../../src/postgres/sql.js'
import { databasesFor } from '../../support/database.js'
import { longHistory } from '../../support/generations.js'
import { numbered, openReplaying, type Replaying } from '../../support/replaying.js'

const COLUMNS: readonly (readonly [string, string, Sql])[] = [
  ['memory', 'status', sql`'waiting'`],
  ['memory', 'version', sql`version + 1`],
  ['memory', 'granted_to', sql`array['mallory']`],
  ['memory', 'visibility', sql`'open'`],
  ['memory', 'created_at', sql`created_at + interval '1 ms'`],
  ['memory', 'importance', sql`importance + 0.001`],
  ['memory', 'subject', sql`subject || 'x'`],
  ['memory', 'ordinal', sql`ordinal + 1`],
  ['memory', 'claim_type', sql`coalesce(claim_type, '') || 'x'`],
  ['memory', 'valid_from', sql`'2020-02-02'`],
  ['memory', 'superseded_by', sql`gen_random_uuid()`],
  ['memory', 'words_of', sql`words_of + 1`],
  ['memory_text', 'overview', sql`overview || ' secret'`],
  ['memory_text', 'content', sql`content || ' secret'`],
  ['memory_text', 'metadata', sql`'{"secret": 1}'`],
  ['memory_access', 'access_count', sql`access_count + 1`],
  ['memory_access', 'last_accessed_at', sql`last_accessed_at + interval '1 ms'`],
  ['memory_version', 'action', sql`'secret'`],
  ['memory_version', 'at', sql`at + interval '1 ms'`],
  ['memory_version', 'actor_key', sql`'mallory'`],
  ['memory_wording', 'content', sql`content || ' secret'`],
  ['memory_wording', 'importance', sql`0.999`],
  ['memory_wording', 'fact', sql`'{"overview": "secret"}'`],
  ['memory_wording', 'words_of', sql`words_of + 1`],
  ['memory_evidence', 'end_at', sql`end_at + 1`],
  ['memory_readers', 'granted_to', sql`array['mallory']`],
  ['memory_readers', 'trust_score', sql`0.123`],
  ['agent', 'trust_level', sql`trust_level + 0.001`],
  ['agent_trust', 'display_name', sql`display_name || ' secret'`],
  ['agent_author', 'last_at', sql`last_at + interval '1 ms'`],
  ['episode', 'state', sql`'lost'`],
  ['episode', 'counts', sql`'{"duplicates": 7}'`],
  ['episode', 'awaits', sql`'secret'`],
  ['episode', 'attempts', sql`attempts + 1`],
  ['episode', 'fell_back', sql`not fell_back`],
  ['episode', 'outcomes', sql`'[]'`],
  ['episode_extraction', 'facts', sql`'[{"content": "secret"}]'`],
  ['episode_shown', 'shown_at', sql`shown_at + interval '1 ms'`],
  ['episode_paid', 'input_tokens', sql`input_tokens + 1`],
  ['episode_turn', 'content', sql`content || ' secret'`],
  ['episode_transcript', 'base', sql`gen_random_uuid()`],
]
const TRAIL = ['memory_version', 'memory_wording', 'memory_readers']
const keyOf = (table: string): readonly string[] => {
  if (table === 'agent_trust') return ['agent_id', 'version']
  if (table === 'agent' || table === 'agent_author') return ['agent_id']
  if (table === 'episode_turn') return ['episode_id', 'turn']
  if (table === 'episode_extraction') return ['episode_id', 'window_no']
  if (table === 'episode_shown') return ['episode_id', 'memory_id']
  if (table === 'episode_paid') return ['episode_id', 'command_id', 'stage']
  if (table === 'memory_evidence') return ['id', 'words_of', 'evidence_id', 'start_at']
  if (table === 'memory_telling') return ['memory_id', 'episode_id', 'turn']
  return TRAIL.includes(table) ? ['id', 'version'] : ['id']
}

describe.each(databasesFor(import.meta.url))('a check on $name', ({ open }) => {
  let db: Databases
  let replaying: Replaying
  beforeAll(async () => {
    db = await open()
    replaying = await openReplaying(db)
    // The last two have what is rare: an agent's name that is still there, and what took the place of a memory.
    await replaying.append(numbered([...longHistory(20, 40), ...longHistory(379, 3), ...longHistory(266, 3)]))
    expect(await replaying.check()).toMatchObject({ equal: true })
  })
  afterAll(async () => {
    await replaying.close()
    await db.close()
  })

  /** What a check finds while one table is changed; it is as before afterwards. */
  const spoilt = (table: string, change: (table: Sql) => Sql) =>
    replaying.serving.reading(async (read) => {
      const t = identifier(table)
      await read.rows(sql`create table kept as select * from ${t}`)
      await read.rows(change(t))
      const { equal, mismatch } = await replaying.check()
      await read.rows(sql`delete from ${t}`)
      await read.rows(sql`insert into ${t} select * from kept`)
      await read.rows(sql`drop table kept`)
      expect(equal).toBe(false)
      return mismatch
    })

  test.each(COLUMNS)('finds one changed value in %s.%s, and tells no words', async (table, column, value) => {
    const c = identifier(column)
    const keys = list(keyOf(table).map(identifier))
    const found = await spoilt(
      table,
      (t) => sql`
        update ${t} set ${c} = ${value}
        where (user_id, ${keys}) = (
          select user_id, ${keys} from ${t} where ${c} is not null and ${c}::text <> '' order by user_id, ${keys} limit 1)`,
    )
    expect(found).toMatchObject({ in: 'read models', table, column })
    if (['content', 'metadata', 'fact', 'facts', 'overview', 'display_name'].includes(column)) {
      expect(JSON.stringify(found)).toMatch(/\d+ characters, md5 [0-9a-f]{32}.*\d+ characters, md5 [0-9a-f]{32}/)
      expect(JSON.stringify(found)).not.toContain('secret')
    }
  })

  test.each([...new Set(COLUMNS.map(([table]) => table))])('finds a row that is missing from %s', async (table) => {
    const keys = list(['user_id', ...keyOf(table)].map(identifier))
    const found = await spoilt(
      table,
      (t) => sql`delete from ${t} where (${keys}) = (select ${keys} from ${t} order by ${keys} limit 1)`,
    )
    expect(found).toMatchObject({ in: 'read models', table, column: null, log: 'a row', readModels: 'no such row' })
    expect(Object.keys(found?.in === 'read models' ? found.key : {})).toContain('user_id')
  })

  test.each([
    ['of a user that is there', sql`user_id`],
    ['of nobody', sql`'nobody'`],
  ])('finds a row too many %s', async (_, user) => {
    const found = await spoilt(
      'memory_access',
      (t) => sql`
        insert into ${t} (user_id, id, access_count, last_accessed_at)
        select ${user}, gen_random_uuid(), 1, now() from ${t} limit 1`,
    )
    expect(found).toMatchObject({ table: 'memory_access', column: null, log: 'no such row', readModels: 'a row' })
  })

  test('finds read models that show more than the log holds', async () => {
    const found = await spoilt('bank', (t) => sql`update ${t} set revision = revision + 1`)
    expect(found).toMatchObject({ table: 'bank', column: 'revision' })
  })

  test('finds a stream whose events were passed by', async () => {
    const found = await spoilt('bank', (t) => sql`update ${t} set revision = -1 where stream like '%-recall-%'`)
    expect(found).toMatchObject({ in: 'read models', table: expect.stringMatching(/^(bank|memory_access)$/) })
  })
})
