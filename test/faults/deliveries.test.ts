import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Recorded } from '../../src/event-store/event-store.js'
import type { Database, Databases } from '../../src/postgres/database.js'
import { type Sql, sql } from '../../src/postgres/sql.js'
import { projectBatch, type ReadModel } from '../../src/projector/apply/apply-events.js'
import { CheckpointMoved } from '../../src/projector/apply/checkpoint.js'
import { databasesFor } from '../support/database.js'
import { histories } from '../support/histories.js'
import { dump, empty, openReadModel, recordedAs } from '../support/read-model.js'
import { rounds, seed } from './rounds.js'

/** What becomes of one delivery: applied, or the machine stops before the commit or after it. */
type Fate = 'applied' | 'stops before' | 'stops after'
class MachineStops extends Error {}

const failing = (db: Database, fate: Fate): Database => ({
  rows: async <Row>(statement: Sql) => {
    if (fate === 'stops before') throw new MachineStops()
    const rows = await db.rows<Row>(statement)
    if (fate === 'stops after') throw new MachineStops()
    return rows
  },
  reading: (reader) => db.reading(reader),
  transaction: async (work) => {
    const result = await db.transaction(async (tx) => {
      const done = await work(tx)
      if (fate === 'stops before') throw new MachineStops()
      return done
    })
    if (fate === 'stops after') throw new MachineStops()
    return result
  },
})

const fate = fc.constantFrom<Fate>('applied', 'applied', 'stops before', 'stops after')
/** For each batch its length in appends and what becomes of its deliveries, of which the last one arrives. */
const deliveries = fc.array(
  fc.record({ length: fc.integer({ min: 1, max: 6 }), fates: fc.array(fate, { maxLength: 2 }) }),
  { minLength: 1, maxLength: 12 },
)

describe.each(databasesFor(import.meta.url))('the projector on $name', ({ open }) => {
  let db: Databases
  let model: ReadModel
  beforeAll(async () => {
    db = await open()
    model = await openReadModel(db)
  })
  afterAll(() => db.close())

  const checkpoint = async (): Promise<bigint | 'start'> => {
    const [row] = await model.db.rows<{ position: bigint }>(sql`select position from checkpoint`)
    return row?.position || 'start'
  }
  const rowsOf = async (work: () => Promise<void>) => {
    await work()
    const rows = await dump(model.db)
    await empty(model.db)
    return rows
  }
  /** Delivers as one who was started again after every stop, and who does not know what had been applied. */
  const deliver = async (batch: readonly Recorded[], fates: readonly Fate[]) => {
    for (const one of [...fates, 'applied' as const]) {
      const faulty = { ...model, db: failing(model.db, one) }
      const from = await checkpoint()
      const lastAgain = batch.at(-1)?.position ?? 0n
      if (from !== 'start' && from > lastAgain) throw new CheckpointMoved(from)
      await projectBatch(faulty, from, batch).catch((error) => {
        if (!(error instanceof MachineStops)) throw error
      })
    }
  }

  test('makes the same rows of batches that come up to three times, and of stops before and after the commit', () =>
    fc.assert(
      fc.asyncProperty(histories, deliveries, async (history, plans) => {
        const appends = recordedAs(history)
        const once = await rowsOf(async () => {
          for (const append of appends) await deliver(append, [])
        })
        const often = await rowsOf(async () => {
          for (let i = 0, n = 0; i < appends.length; n++) {
            const { length, fates } = plans[n % plans.length] ?? { length: 1, fates: [] }
            await deliver(appends.slice(i, i + length).flat(), fates)
            i += length
          }
        })
        expect(often).toEqual(once)
      }),
      { numRuns: rounds(8, 200), seed },
    ))
})
