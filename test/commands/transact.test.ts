import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTransact, type Known } from '../../src/commands/transact.js'
import type { DomainEvent } from '../../src/domain/all-events.js'
import { decode } from '../../src/event-store/codec.js'
import type { EventStore, Position, StreamName } from '../../src/event-store/event-store.js'
import type { Databases } from '../../src/postgres/database.js'
import { createProgress, ProjectorStopped, ReadModelBehind } from '../../src/projector/progress.js'
import { databases } from '../support/database.js'
import { openLog } from '../support/log.js'
import { samples } from '../support/samples.js'

const deleted = samples.MemoryDeleted as DomainEvent
let commands = 0
/** A new command's event, as version `n`. */
const by = (n: number): DomainEvent =>
  ({
    ...deleted,
    metadata: {
      ...deleted.metadata,
      version: n,
      commandId: `00000000-0000-4000-8000-${`${commands++}`.padStart(12, '0')}`,
    },
  }) as DomainEvent
const told = (events: readonly DomainEvent[]) => ({ events, result: events.length })
const soon = () => AbortSignal.timeout(5000)

describe.each(databases.slice(0, 1))('a transaction', ({ open }) => {
  let db: Databases
  let store: EventStore
  let count = 0
  beforeAll(async () => {
    db = await open()
    store = await openLog(db)
  })
  afterAll(async () => {
    await store.close()
    await db.close()
  })

  const given = () => {
    const stream: StreamName = `test-bank-${count++}`
    const reached: (Position | 'start')[] = []
    const shown: Position[] = []
    const transact = createTransact(
      store,
      {
        reached: async (_, position) => void reached.push(position),
        // Later than the append: who does not wait for it answers before.
        shown: async (_, position) => pause(5).then(() => void shown.push(position)),
      },
      async () => undefined,
    )
    const read = async (): Promise<Known<number>> => {
      const { revision } = await store.head(stream)
      return { revision, state: revision === 'no-stream' ? 0 : Number(revision) + 1 }
    }
    return { stream, reached, shown, transact, read }
  }

  test('waits for what it is to be based on before it reads', async () => {
    const { stream, reached, transact, read } = given()
    const waited: number[] = []
    const reading = () => {
      waited.push(reached.length)
      return read()
    }
    await transact({ stream, after: 7n, read: reading, decide: () => ({ events: [], result: null }) }, soon())
    expect(reached[0]).toBe(7n)
    expect(waited[0]).toBe(1)
  })

  test('appends what was decided and answers when the read models show it', async () => {
    const { stream, shown, transact, read } = given()
    const done = await transact({ stream, read, decide: () => told([by(1)]) }, soon())
    expect([done.result, (await store.head(stream)).revision]).toEqual([1, 0n])
    expect(shown).toEqual([done.position])
  })

  test('with nothing to do writes nothing and answers with the position of the stream', async () => {
    const { stream, shown, transact, read } = given()
    const first = await transact({ stream, read, decide: () => told([by(1)]) }, soon())
    const again = await transact({ stream, read, decide: () => told([]) }, soon())
    expect(again).toEqual({ result: 0, position: first.position })
    expect(shown).toHaveLength(1)
  })

  test('decides again on the newer state when another process was faster', async () => {
    const { stream, transact, read } = given()
    const decidedOn: number[] = []
    const done = await transact(
      {
        stream,
        read: async () => {
          const known = await read()
          return decidedOn.length === 0 ? { ...known, revision: 7n } : known
        },
        decide: ({ state }) => {
          decidedOn.push(state)
          return told([by(1)])
        },
      },
      soon(),
    )
    expect(decidedOn).toEqual([0, 0])
    expect(done.position).toBe((await store.head(stream)).position)
  })

  test('of many at once lets each decide on what the one before it wrote', async () => {
    const { stream, transact, read } = given()
    await Promise.all(
      Array.from({ length: 20 }, () =>
        transact({ stream, read, decide: ({ state }) => told([by(state + 1)]) }, soon()),
      ),
    )
    const versions: number[] = []
    for await (const recorded of store.read(stream)) {
      const { metadata } = decode(recorded)
      if ('version' in metadata) versions.push(metadata.version)
    }
    expect(versions).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
  })

  test('a refused wish writes nothing and leaves the way free for the next', async () => {
    const { stream, transact, read } = given()
    const refuse = () => {
      throw new Error('no')
    }
    await expect(transact({ stream, read, decide: refuse }, soon())).rejects.toThrow('no')
    expect((await transact({ stream, read, decide: () => told([by(1)]) }, soon())).result).toBe(1)
  })
})

describe('the progress of the read models', () => {
  test('lets through who waits for what is there, and tells the others when it comes', async () => {
    const progress = createProgress()
    progress.advance(5n)
    await progress.reached(5n, soon())
    await progress.reached('start', soon())
    const waiting = progress.reached(7n, soon())
    progress.advance(6n)
    progress.advance(8n)
    await waiting
  })

  test('does not let anybody wait longer than they wished', async () => {
    const progress = createProgress()
    await expect(progress.reached(1n, AbortSignal.timeout(5))).rejects.toThrow(ReadModelBehind)
    await expect(progress.reached(1n, AbortSignal.abort())).rejects.toThrow(ReadModelBehind)
  })

  test('fails at once for all who wait, and will wait, when the projector has stopped', async () => {
    const progress = createProgress()
    const waiting = progress.reached(1n, soon())
    progress.fail(new ProjectorStopped('at 1'))
    await expect(waiting).rejects.toThrow(ProjectorStopped)
    await expect(progress.reached(2n, soon())).rejects.toThrow(ProjectorStopped)
  })
})
