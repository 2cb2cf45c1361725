import { randomUUID } from 'node:crypto'
import type { DomainEvent } from '../../src/domain/all-events.js'
import { encode } from '../../src/event-store/codec.js'
import type { EventStore } from '../../src/event-store/event-store.js'
import { sql } from '../../src/postgres/sql.js'
import type { ReadModel } from '../../src/projector/apply/apply-events.js'
import type { Followed, FollowedLog } from '../../src/projector/followed.js'
import { type Projector, startProjector } from '../../src/projector/projector.js'
import type { TestDatabase } from './database.js'
import { uuid } from './histories.js'
import { openLog } from './log.js'
import { plainStreams } from './prefix.js'
import { openReadModel } from './read-model.js'
import { samples } from './samples.js'

export const streams = plainStreams('test')
export const soon = () => AbortSignal.timeout(10_000)
export const stored = (() => {
  const sample = samples.MemoryStored
  if (sample?.type !== 'MemoryStored') throw new Error('the samples have changed')
  return sample
})()
/** The event by which memory `n` of a user is stored. */
export const memory = (n: number, data = {}): DomainEvent => ({
  ...stored,
  metadata: { ...stored.metadata, commandId: uuid(`command ${n}`), memoryId: uuid(`memory ${n}`) },
  data: { ...stored.data, grantedTo: [], ...data },
})
export const memories = (...numbers: readonly number[]) => numbers.map((n) => uuid(`memory ${n}`)).sort()

type Over = Partial<
  ReadModel &
    Pick<Followed, 'locks' | 'resumeMs'> &
    Pick<FollowedLog, 'destroyErasedUser'> &
    Pick<Followed['log'], 'leads'>
>

/** A log, a read model and as many projectors as a test starts. */
export const openProjecting = async ({ open }: Pick<TestDatabase, 'open'>) => {
  const db = await open()
  const store = await openLog(db)
  const model = await openReadModel(db)
  const running: Projector[] = []
  const said = { retrying: [] as unknown[], stopped: [] as Error[], parked: [] as Error[], resumed: [] as string[] }
  const by = (userId: string, event: DomainEvent) =>
    ({ ...event, metadata: { ...event.metadata, userId } }) as DomainEvent // the spread keeps the event's own type

  const start = (over: Over = {}, follow: EventStore['follow'] = store.follow): Projector => {
    const { locks = db, resumeMs, destroyErasedUser, leads = () => {}, ...others } = over
    const projector = startProjector({
      store: { ...store, follow, ...(destroyErasedUser && { destroyErasedUser }) },
      model: { ...model, ...others },
      locks,
      ...(resumeMs === undefined ? {} : { resumeMs }),
      log: {
        progress: () => {},
        retrying: (error) => said.retrying.push(error),
        stopped: (fault) => said.stopped.push(fault),
        parked: (_, fault) => said.parked.push(fault),
        leads,
        resumed: (stream) => said.resumed.push(stream),
      },
    })
    running.push(projector)
    return projector
  }
  const appendTo = async (userId: string, ...events: readonly DomainEvent[]) => {
    const encoded = encode(
      events.map((event) => by(userId, event)),
      'any',
    )
    return (await store.append(streams.bank(userId), 'any', encoded)).position
  }
  return {
    db,
    store,
    model,
    said,
    start,
    appendTo,
    append: (...events: readonly DomainEvent[]) => appendTo('anna', ...events),
    /** Makes the event of Anna's at this position a good one. */
    mend: async (position: bigint, event: DomainEvent) => {
      const [good] = encode([by('anna', event)], 'any')
      await db.within('log').rows(sql`
        update event
        set type = ${good?.type}, data = ${JSON.stringify(good?.data)}::json, metadata = ${JSON.stringify(good?.metadata)}::json
        where position = ${position}`)
    },
    /** An event of Anna's that no version of the code has written, in a sound log. */
    smuggle: async (event: { readonly type: string; readonly data: unknown; readonly metadata: object }) => {
      const metadata = JSON.stringify({ schema: 1, append: { index: 0, count: 1 }, ...event.metadata })
      await db.within('log').rows(sql`
        with next as (update head set position = position + 1 returning position),
        moved as (update stream set revision = revision + 1 where name = ${streams.bank('anna')} returning name, revision)
        insert into event (position, stream, revision, id, type, data, metadata, bytes)
        select position, name, revision, ${randomUUID()}, ${event.type}, ${JSON.stringify(event.data)}::json,
               ${metadata}::json, 100
        from next, moved`)
    },
    ids: async () => (await model.db.rows<{ id: string }>(sql`select id from memory`)).map(({ id }) => id).sort(),
    close: async () => {
      await Promise.all(running.map((projector) => projector.close()))
      await store.close()
      await db.close()
    },
  }
}
