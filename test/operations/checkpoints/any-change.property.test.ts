import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Databases } from '../../../src/postgres/database.js'
import { type Sql, sql } from '../../../src/postgres/sql.js'
import { rounds } from '../../faults/rounds.js'
import { type CheckpointedLog, openCheckpointedLog } from '../../support/checkpointed-log.js'
import { databasesFor } from '../../support/database.js'

/** Ways to change one event, each of them other than it was. */
const changes: readonly ((position: bigint, salt: number) => readonly Sql[])[] = [
  (position, salt) => [
    sql`update event set metadata = jsonb_set(metadata::jsonb, '{salt}', to_jsonb(${salt}::int))::json where position = ${position}`,
  ],
  (position, salt) => [
    sql`update event set data = jsonb_set(data::jsonb, '{salt}', to_jsonb(${salt}::int))::json where position = ${position}`,
  ],
  // One character of the data is another.
  (position, salt) => [
    sql`
      update event
      set data = overlay(data::text placing 'é' from 3 + ${salt}::int % greatest(1, position('"' in substr(data::text, 3)) - 1) for 1)::json
      where position = ${position}`,
  ],
  (position) => [sql`update event set id = ${randomUUID()}::uuid where position = ${position}`],
  (position) => [sql`update event set type = type || 'x' where position = ${position}`],
  (position) => [sql`update event set revision = revision + 1 where position = ${position}`],
  (position) => [sql`delete from event where position = ${position}`],
  (position) => [
    sql`
      update event e
      set id = o.id, type = o.type, data = o.data, metadata = o.metadata
      from kept o
      where e.position in (${position}, ${position + 1n})
        and o.position = ${2n * position + 1n} - e.position`,
  ],
]

describe.each(databasesFor(import.meta.url))('a log with signed checkpoints on $name', ({ open }) => {
  let db: Databases
  let log: CheckpointedLog
  beforeAll(async () => {
    db = await open()
    log = await openCheckpointedLog(db)
  })
  afterAll(async () => {
    await log.replaying.close()
    await db.close()
  })

  test('shows any change of any event that they cover', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: Number(log.covered(2)) }),
        fc.constantFrom(...changes),
        fc.nat(1000),
        async (position, change, salt) => {
          const { equal } = await log.spoilt(change(BigInt(position), salt))
          expect(equal).toBe(false)
        },
      ),
      { numRuns: rounds(24, 600) },
    ))
})
