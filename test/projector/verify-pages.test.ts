import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Databases } from '../../src/postgres/database.js'
import { type Sql, sql } from '../../src/postgres/sql.js'
import type { SamePosition } from '../../src/projector/rebuild/swap-generations.js'
import { verifyTables } from '../../src/projector/rebuild/verify-tables.js'
import { databasesFor } from '../support/database.js'
import { type Served, serveLog } from '../support/generations.js'

const LINKS = 3000
/** Far more than a step should take: a machine, or a plan, on which no page is small enough. */
const SLOW_MS = 30

describe.each(databasesFor(import.meta.url))('the pages of a verification on $name', ({ open }) => {
  let db: Databases
  let served: Served
  beforeAll(async () => {
    db = await open()
    served = await serveLog(db)
    await served.serving.reading((read) =>
      read.rows(sql`
        insert into memory_link (user_id, from_id, to_id, kind, similarity)
        select 'anna', md5(n::text)::uuid, md5(n::text)::uuid, 'similar', 0.5
        from generate_series(1, ${LINKS}::int) as n`),
    )
  })
  afterAll(async () => {
    await served.close()
    await db.close()
  })

  /** The live generation against itself, which takes the same steps as against another one. */
  const verify = (databases: Databases, report: (rows: number) => void, signal = new AbortController().signal) => {
    const schema = served.serving.schema()
    const twins: SamePosition = {
      databases,
      pair: { live: schema, next: schema },
      gate: { shut: () => 0n, openTo: () => {}, open: () => {} },
      projector: { reached: async () => {} },
      signal,
    }
    return verifyTables(twins, report)
  }

  test('keep a least size, however slow the database is', async () => {
    let pages = 0
    const found = await verify(slowed(db), () => pages++)
    expect(found).toMatchObject({ equal: true, rows: expect.any(Number) })
    expect(found.rows).toBeGreaterThanOrEqual(LINKS)
    expect(pages).toBeLessThan(LINKS / 50 + 2 * found.tables)
  })

  test('are the last when a signal comes', async () => {
    const stopping = new AbortController()
    let pages = 0
    const stopped = verify(
      db,
      () => {
        pages++
        setImmediate(() => stopping.abort(new Error('stopped')))
      },
      stopping.signal,
    )
    await expect(stopped).rejects.toThrow('stopped')
    expect(pages).toBe(1)
  })

  test('let signals, timers and requests have their turn in between', async () => {
    let turned = true
    const held: number[] = []
    await verify(db, (rows) => {
      if (!turned) held.push(rows)
      turned = false
      setImmediate(() => {
        turned = true
      })
    })
    expect(held).toEqual([])
  })
})

/** The same databases; a comparison of rows takes long. */
const slowed = (databases: Databases): Databases => ({
  ...databases,
  within: (schema) => {
    const db = databases.within(schema)
    return { ...db, transaction: (work) => db.transaction((tx) => work(slow(tx))) }
  },
})

const slow = (tx: Database): Database => ({
  ...tx,
  rows: async <Row>(statement: Sql) => {
    if (statement.query.text.includes('record_send')) await new Promise((done) => setTimeout(done, SLOW_MS))
    return tx.rows<Row>(statement)
  },
})
