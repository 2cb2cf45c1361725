import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DomainEvent } from '../../src/domain/all-events.js'
import { embeddedBy } from '../../src/domain/embedding.js'
import type { Databases } from '../../src/postgres/database.js'
import { sql } from '../../src/postgres/sql.js'
import { projectBatch, type ReadModel } from '../../src/projector/apply/apply-events.js'
import { rounds } from '../faults/rounds.js'
import { databasesFor } from '../support/database.js'
import { histories } from '../support/histories.js'
import { dump, empty, MODEL, openReadModel, recordedAs } from '../support/read-model.js'

const OTHER = { model: 'other', dimensions: 3 }
type History = readonly (readonly DomainEvent[])[]

/** The same history as two models saw it: after each vector that of another one, and later some of them again. */
const seenByTwo = (history: History): History =>
  history.map((append) =>
    append.flatMap((event): readonly DomainEvent[] => {
      if (event.type !== 'MemoryEmbedded') return [event]
      const { of } = event.data
      return [event, embeddedBy(OTHER, event.metadata, { of, vector: Float32Array.from([of, 1, 0]) })]
    }),
  )

describe.each(databasesFor(import.meta.url))('the read models of an embedding model on $name', ({ open }) => {
  let db: Databases
  let model: ReadModel
  beforeAll(async () => {
    db = await open()
    model = await openReadModel(db)
  })
  afterAll(() => db.close())

  const rowsOf = async (history: History) => {
    await empty(model.db)
    let after: bigint | 'start' = 'start'
    for (const append of recordedAs(history)) {
      await projectBatch(model, after, append)
      after = append.at(-1)?.position ?? after
    }
    // The events of the other model move the stream on.
    await model.db.rows(sql`update memory set revision = 0`)
    const { bank, checkpoint, ...rows } = await dump(model.db)
    return rows
  }

  test('hold nothing of what another model made of the texts', async () => {
    expect(MODEL).not.toEqual(OTHER)
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        expect(await rowsOf(seenByTwo(history))).toEqual(await rowsOf(history))
      }),
      { numRuns: rounds(2, 80) },
    )
  })
})
