import { describe, expect, test } from 'vitest'
import { corpus } from '../../bench/corpus.js'
import type { Databases } from '../../src/postgres/database.js'
import { sql } from '../../src/postgres/sql.js'
import { databases } from '../support/database.js'
import { observe } from '../support/statement-counts.js'

/** Rows of the read tables that the database takes in hand, index or not, for one ingest of three turns. */
const MOST = 400
/** And for one search of ten memories; twice as many for a fast one, which also looks at what is nearly as good. */
const MOST_SHOWN = 1000
const MEMORIES = 1000
/** From its sixth execution on a statement may be planned without its parameters: that plan has to be as good. */
const TIMES = 8

/** Only a store with one connection has counted, at any moment, all that it did. */
describe.each(databases.filter(({ name }) => name === 'PGlite'))('beside 1,000 memories, $name', ({ open }) => {
  test('takes few rows in hand for an ingest, a search and what is read by id, however often they were planned', async () => {
    const opened = await open()
    const userId = 'u'
    const observed = await observe(async () => opened, [{ memories: MEMORIES, scope: { kind: 'user', userId } }])
    await opened.script('analyze') // as the store's own upkeep does
    const text = corpus(1)
    const rowsOf = async (ask: () => Promise<unknown>) => {
      const before = await rowsTouched(opened)
      await ask()
      return (await rowsTouched(opened)) - before
    }
    const times = async (ask: () => Promise<unknown>) => {
      const touched: number[] = []
      for (let n = 0; n < TIMES; n++) touched.push(await rowsOf(ask))
      expect(Math.min(...touched)).toBeGreaterThan(0)
      // The first one reads the memories into memory.
      return Math.max(...touched.slice(1))
    }
    const conversation = () => ({ user_id: userId, source_site: 'bench', conversation: text.conversation(3) })
    expect(await times(() => observed.ingest(conversation()))).toBeLessThanOrEqual(MOST)
    let day = 1
    const reading = () => ({ conversation: 'My weight is 80 kilos.', observed_at: `2036-01-0${day++}` })
    expect(await times(() => observed.ingest({ ...conversation(), ...reading() }))).toBeLessThanOrEqual(MOST)
    const query = () => ({ user_id: userId, query: text.question() })
    expect(await times(() => observed.search('/v1/memories/search', query()))).toBeLessThanOrEqual(MOST_SHOWN)
    expect(await times(() => observed.search('/v1/memories/search/fast', query()))).toBeLessThanOrEqual(2 * MOST_SHOWN)
    await observed.close()
  })
})

const rowsTouched = async (databases: Databases): Promise<number> => {
  const db = databases.within('public')
  await db.rows(sql`select pg_stat_force_next_flush()`)
  const [sum] = await db.rows<{ rows: number }>(sql`
    select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::float8 as rows
    from pg_stat_user_tables
    where schemaname like 'read%'`)
  return sum?.rows ?? 0
}
