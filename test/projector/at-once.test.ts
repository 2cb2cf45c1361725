import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { DomainEvent } from '../../src/domain/all-events.js'
import type { Recorded } from '../../src/event-store/event-store.js'
import type { Database, Databases } from '../../src/postgres/database.js'
import { sql } from '../../src/postgres/sql.js'
import { projectBatch, type ReadModel } from '../../src/projector/apply/apply-events.js'
import { CheckpointMoved } from '../../src/projector/apply/checkpoint.js'
import { ProjectionFault } from '../../src/projector/apply/move-banks.js'
import { rounds, seed } from '../faults/rounds.js'
import { databasesFor } from '../support/database.js'
import { histories } from '../support/histories.js'
import { dump, empty, openReadModel, recordedAs, writes } from '../support/read-model.js'
import { samples } from '../support/samples.js'

const { EpisodeRecorded, MemoryStored } = samples
const appends = recordedAs([[EpisodeRecorded as DomainEvent], [MemoryStored as DomainEvent]])
const [recorded = [], stored = []] = appends

/** Counts the statements and transactions that change rows; without `atOnce`, statements of their own are refused. */
const counting = (db: Database, atOnce = true) => {
  const counts = { statements: 0, transactions: 0 }
  const counted: Database = {
    reading: (reader) => db.reading(reader),
    rows: async (statement) => {
      if (writes(statement) && !atOnce) throw Object.assign(new Error('refused'), { code: '22P02' })
      counts.statements++
      return db.rows(statement)
    },
    transaction: (work, changes) => {
      counts.transactions++
      return db.transaction(work, changes)
    },
  }
  return { counts, counted }
}

describe.each(databasesFor(import.meta.url))('one append on $name', ({ open }) => {
  let db: Databases
  let model: ReadModel
  beforeAll(async () => {
    db = await open()
    model = await openReadModel(db)
  })
  afterEach(() => empty(model.db))
  afterAll(() => db.close())

  const start = recorded.at(-1)?.position ?? 0n
  const given = () => projectBatch(model, 'start', recorded)
  const unchangedBy = async (work: () => Promise<unknown>) => {
    const before = await dump(model.db)
    await work()
    expect(await dump(model.db)).toEqual(before)
  }

  test('is applied in one statement, without a transaction around it', async () => {
    await given()
    const { counts, counted } = counting(model.db)
    await projectBatch({ ...model, db: counted }, start, stored)
    expect(counts).toEqual({ statements: 1, transactions: 0 })
    expect(await model.db.rows(sql`select id from memory`)).toHaveLength(1)
  })

  test('gives the rows that a transaction gives, for any history', async () => {
    const project = async (batches: readonly (readonly Recorded[])[], atOnce: boolean) => {
      const { counts, counted } = counting(model.db, atOnce)
      let after: bigint | 'start' = 'start'
      for (const batch of batches) {
        await projectBatch({ ...model, db: counted }, after, batch)
        after = batch.at(-1)?.position ?? after
      }
      const rows = await dump(model.db)
      await empty(model.db)
      return { rows, ...counts }
    }
    let saved = 0
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const inTransactions = await project(recordedAs(history), false)
        const atOnce = await project(recordedAs(history), true)
        expect(atOnce.rows).toEqual(inTransactions.rows)
        saved += inTransactions.transactions - atOnce.transactions
      }),
      { numRuns: rounds(6, 300), seed },
    )
    expect(saved).toBeGreaterThan(0)
  })

  test('changes nothing where another projector has moved the checkpoint', async () => {
    await given()
    await unchangedBy(() => expect(projectBatch(model, 'start', stored)).rejects.toThrow(CheckpointMoved))
  })

  test('changes nothing where the stream lacks the event before it', () =>
    unchangedBy(() => expect(projectBatch(model, 'start', stored)).rejects.toThrow(ProjectionFault)))

  test('changes no row of a parked user, and the checkpoint moves on', async () => {
    await given()
    const [{ stream } = { stream: '' }] = stored
    await model.db.rows(
      sql`insert into parked (user_id, stream, position, reason) values ('anna', ${stream}, 1, 'why')`,
    )
    await projectBatch(model, start, stored)
    expect(await model.db.rows(sql`select id from memory`)).toEqual([])
    expect(await model.db.rows(sql`select position from checkpoint`)).toEqual([{ position: stored.at(-1)?.position }])
  })

  test('that comes again, because the checkpoint was lost, is dropped', async () => {
    await given()
    await projectBatch(model, start, stored)
    await model.db.rows(sql`update checkpoint set position = ${start}`)
    const { checkpoint: _, ...rows } = await dump(model.db)
    await projectBatch(model, start, stored)
    expect(await dump(model.db)).toMatchObject(rows)
  })

  test('told at an earlier time than the last one keeps the time of the bank', async () => {
    await given()
    await model.db.rows(sql`update bank set at = '2100-01-01T00:00:00Z'`)
    await projectBatch(model, start, stored)
    expect(await model.db.rows(sql`select at from bank`)).toEqual([{ at: '2100-01-01T00:00:00.000Z' }])
  })
})

const [embedded = expect.unreachable()] = databasesFor(import.meta.url).filter(({ name }) => name === 'PGlite')

test.each([
  { kind: 'an embedded store does not wait for', isEmbedded: true },
  { kind: 'a server waits for', isEmbedded: false },
])('$kind the disk when an append is applied', async ({ isEmbedded }) => {
  const db = await embedded.open()
  const model = { ...(await openReadModel(db)), embedded: isEmbedded }
  const flushed = async () => model.db.rows(sql`select pg_current_wal_flush_lsn()::text as flushed`)
  await projectBatch(model, 'start', recorded)
  await model.db.rows(sql`checkpoint`)
  const before = await flushed()
  await projectBatch(model, recorded.at(-1)?.position ?? 0n, stored)
  expect(await model.db.rows(sql`select id from memory`)).toHaveLength(1)
  if (isEmbedded) expect(await flushed()).toEqual(before)
  else expect(await flushed()).not.toEqual(before)
  await db.close()
})
