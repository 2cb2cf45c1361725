import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DomainEvent } from '../../src/domain/all-events.js'
import { isRecallEvent } from '../../src/domain/recall.js'
import { encode } from '../../src/event-store/codec.js'
import type { EventStore } from '../../src/event-store/event-store.js'
import type { Database, Databases } from '../../src/postgres/database.js'
import { projectBatch, type ReadModel } from '../../src/projector/apply/apply-events.js'
import { CheckpointMoved } from '../../src/projector/apply/checkpoint.js'
import { startProjector } from '../../src/projector/projector.js'
import { concurrentDatabases } from '../support/database.js'
import { histories } from '../support/histories.js'
import { openLog } from '../support/log.js'
import { plainStreams } from '../support/prefix.js'
import { dump, openReadModel } from '../support/read-model.js'
import { inAppends, wholeLog } from '../support/rebuilt.js'
import { unopposed } from '../support/unopposed.js'
import { rounds, seed } from './rounds.js'

const streams = plainStreams('test')

describe.each(concurrentDatabases)('two projectors on one read model, on $name', ({ open }) => {
  let db: Databases
  let store: EventStore
  let model: ReadModel
  beforeAll(async () => {
    db = await open()
    store = await openLog(db, { page: 5 })
    model = await openReadModel(db)
  })
  afterAll(async () => {
    await store.close()
    await db.close()
  })

  const write = async (event: readonly DomainEvent[]) => {
    const [first] = event
    if (!first || !('userId' in first.metadata)) return
    const kind = isRecallEvent(first) ? 'recall' : 'bank'
    await store.append(streams[kind](first.metadata.userId), 'any', encode(event, 'any'))
  }

  test('overtake one another without harm where no lock keeps them apart: the rows are those of one', async () => {
    let lost = 0
    const failures: unknown[] = []
    /** Counts the lost races; which of the two loses is up to the database. */
    const counting = (inner: Database): Database => ({
      rows: (statement) => inner.rows(statement),
      reading: (reader) => inner.reading(reader),
      transaction: (work) =>
        inner.transaction(work).catch((error) => {
          if (error instanceof CheckpointMoved) lost++
          throw error
        }),
    })
    const start = () =>
      startProjector({
        store,
        model: { ...model, db: counting(model.db) },
        locks: unopposed(db),
        log: {
          progress: () => {},
          retrying: (error: unknown) => failures.push(error),
          stopped: (error: unknown) => failures.push(error),
          parked: (error: unknown) => failures.push(error),
          leads: () => {},
          resumed: () => {},
        },
      })
    const projectors = [start(), start()]
    for (const history of fc.sample(histories, { numRuns: 1, seed })) for (const append of history) await write(append)
    for (const append of more(rounds(60, 600))) await write(append)
    const end = await store.end()
    await Promise.all(projectors.map(({ reached }) => reached(end, AbortSignal.timeout(30_000))))
    await Promise.all(projectors.map(({ close }) => close()))
    expect(failures).toEqual([])
    expect(lost).toBeGreaterThan(0)

    const alone = await openReadModel(db, 2)
    let after: bigint | 'start' = 'start'
    for (const append of inAppends(await wholeLog(store))) {
      await projectBatch(alone, after, append)
      after = append.at(-1)?.position ?? after
    }
    expect(await dump(model.db)).toEqual(await dump(alone.db))
  })
})

/** Appends of other users, so that they fit to no history. */
const more = (count: number): readonly (readonly DomainEvent[])[] =>
  fc
    .sample(histories, { numRuns: count, seed: seed + 1 })
    .flatMap((history, i) => history.slice(0, 1).map((append) => append.map((event) => ofUser(event, `other ${i}`))))

const ofUser = (event: DomainEvent, userId: string): DomainEvent =>
  ({ ...event, metadata: { ...event.metadata, userId, commandId: crypto.randomUUID() } }) as DomainEvent // the spread keeps the event's own type
