import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Recorded } from '../../src/event-store/event-store.js'
import type { Databases } from '../../src/postgres/database.js'
import { projectBatch, type ReadModel } from '../../src/projector/apply/apply-events.js'
import { CheckpointMoved, moveCheckpoint, readCheckpoint, type Step } from '../../src/projector/apply/checkpoint.js'
import { rounds, seed } from '../faults/rounds.js'
import { databases } from '../support/database.js'
import { longHistory, serveLog } from '../support/generations.js'
import { histories, uuid } from '../support/histories.js'
import { dump, empty, openReadModel, recordedAs } from '../support/read-model.js'

describe.each(databases)('projecting on $name', ({ open }) => {
  let db: Databases
  let model: ReadModel
  beforeAll(async () => {
    db = await open()
    model = await openReadModel(db)
  })
  afterAll(() => db.close())

  const project = async (batches: readonly (readonly Recorded[])[]) => {
    let after: bigint | 'start' = 'start'
    for (const batch of batches) {
      await projectBatch(model, after, batch)
      after = batch.at(-1)?.position ?? after
    }
    const rows = await dump(model.db)
    await empty(model.db)
    return rows
  }

  test('gives the same rows for any history, append by append and in batches of any size', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 10 })
    await fc.assert(
      fc.asyncProperty(histories, sizes, async (history, lengths) => {
        const appends = recordedAs(history)
        const batches: Recorded[][] = []
        for (let i = 0, n = 0; i < appends.length; n++) {
          const length = lengths[n % lengths.length] ?? 1
          batches.push(appends.slice(i, i + length).flat())
          i += length
        }
        expect(await project(batches)).toEqual(await project(appends))
      }),
      { numRuns: rounds(6, 400), seed: rounds(7, seed) },
    )
  })
})

test.each(databases)(
  'a checkpoint on $name moves only from where it is said to be, and only for its own log',
  async (database) => {
    const db = await database.open()
    const served = await serveLog(db)
    await served.append(longHistory(5, 3))
    const end = await served.store.end()
    await served.close()
    const read = db.within(served.serving.schema())
    const { logId, place } = await readCheckpoint(read)
    if (place === undefined) throw new Error('nothing was applied')
    const to = { ...place, position: place.position + 1n }
    const move = (step: Step) => read.transaction((tx) => moveCheckpoint(tx, step))
    await expect(move({ logId: uuid('another log'), from: end, to })).rejects.toThrow(CheckpointMoved)
    await expect(move({ logId, from: to.position, to })).rejects.toThrow(CheckpointMoved)
    await move({ logId, from: end, to })
    expect((await readCheckpoint(read)).place).toEqual(to)
    await db.close()
  },
)
