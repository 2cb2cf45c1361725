import pLimit from 'p-limit'
import { type EventStore, type Position, type Recorded, type StreamName, twinOf } from '../event-store/event-store.js'
import { isDataFault, sqlState } from '../postgres/faults.js'
import { sql } from '../postgres/sql.js'
import { applyEvents, ProjectionFault, type ReadModel, StreamGap } from './apply/apply-events.js'
import { moveCheckpoint } from './apply/checkpoint.js'
import { A_MINUTE, type Followed } from './followed.js'

type Parked = { readonly stream: StreamName; readonly position: Position; readonly reason: string }

/** Whether the user can be set aside: a fault of one of their events, not of the log and not of the store's own stream. */
export const isParkable = (fault: ProjectionFault, append: readonly Recorded[]): boolean =>
  !(fault.cause instanceof StreamGap) && append.every(({ stream }) => twinOf(stream) !== undefined)

/** Goes on behind an append that cannot be applied: its user's streams stand still from here on. */
export const park = (
  { db, logId }: ReadModel,
  after: Position | 'start',
  { append, fault }: { readonly append: readonly Recorded[]; readonly fault: ProjectionFault },
): Promise<void> =>
  db.transaction(async (tx) => {
    const last = append.at(-1)
    if (!last) return
    await moveCheckpoint(tx, { logId, from: after, to: last })
    const { userId } = last.metadata
    const streams = [last.stream, twinOf(last.stream)]
    // An event that cannot be opened does not name its user.
    await tx.rows(sql`
      insert into parked (user_id, stream, position, reason)
      select
        coalesce(
          (select b.user_id from bank b where b.stream = any(${streams}::text[]) order by b.stream = ${last.stream} desc limit 1),
          ${typeof userId === 'string' ? userId : ''}
        ), stream, ${fault.position}, ${reasonOf(fault)}
      from unnest(${streams}::text[]) as s (stream)
      on conflict (user_id, stream) do nothing`)
  })

/** The kind of fault. A message might quote what somebody said. */
const reasonOf = ({ cause }: ProjectionFault): string =>
  [cause instanceof Error ? cause.constructor.name : typeof cause, sqlState(cause)].filter(Boolean).join(' ')

/** Who is parked, by stream. */
const parkedIn = ({ db }: ReadModel): Promise<readonly Parked[]> =>
  db.rows<Parked>(sql`
    select stream, position, reason
    from parked
    order by position, stream`)

const PAGE = 500

/**
 * Reads a parked stream and its twin on from where they stand, up to the checkpoint, and takes them in again in the
 * transaction that arrives there. False when an event still cannot be applied.
 */
const resume = async (model: ReadModel, store: EventStore, stream: StreamName): Promise<boolean> => {
  const streams = [stream, twinOf(stream) ?? stream]
  for (;;) {
    const [at] = await model.db.rows<{ position: Position }>(sql`select position from checkpoint`)
    const checkpoint = at?.position ?? 0n
    const pages = await Promise.all(streams.map((name) => nextOf(model, store, { name, checkpoint })))
    const events = inOrder(pages)
    try {
      const arrived = await takeIn(model, { streams, events, checkpoint, whole: pages.every(({ whole }) => whole) })
      if (arrived) return true
    } catch (error) {
      if (error instanceof ProjectionFault) return false
      if (isDataFault(error)) return false
      throw error
    }
  }
}

type Page = { readonly events: readonly Recorded[]; readonly whole: boolean }

/** By position, and no further than every page reaches: a recall must not come before the memory it is of. */
const inOrder = (pages: readonly Page[]): readonly Recorded[] => {
  const reach = pages.flatMap(({ events, whole }) => (whole ? [] : [events.at(-1)?.position ?? 0n]))
  return pages
    .flatMap(({ events }) => events)
    .filter(({ position }) => reach.every((end) => position <= end))
    .sort((a, b) => (a.position < b.position ? -1 : 1))
}

const nextOf = async (
  { db }: ReadModel,
  store: EventStore,
  { name, checkpoint }: { readonly name: StreamName; readonly checkpoint: Position },
): Promise<Page> => {
  const [bank] = await db.rows<{ revision: bigint }>(sql`select revision from bank where stream = ${name}`)
  const events: Recorded[] = []
  for await (const event of store.read(name, (bank?.revision ?? -1n) + 1n)) {
    if (event.position > checkpoint) break
    events.push(event)
    const { index, count } = event.metadata.append
    if (events.length >= PAGE && index === count - 1) return { events, whole: false }
  }
  return { events, whole: true }
}

type Taken = Page & { readonly streams: readonly StreamName[]; readonly checkpoint: Position }

/** Under the checkpoint's lock, so that it cannot move on between the last event and the end of the parking. */
const takeIn = ({ db, projections }: ReadModel, { streams, events, checkpoint, whole }: Taken): Promise<boolean> =>
  db.transaction(async (tx) => {
    const [at] = await tx.rows<{ position: Position }>(sql`select position from checkpoint for update`)
    await applyEvents(tx, projections, { events, catchingUp: true })
    if (!whole || at?.position !== checkpoint) return false
    await tx.rows(sql`delete from parked where stream = any(${streams})`)
    return true
  })

export type Resumption = {
  readonly isParked: (stream: StreamName) => boolean
  /** How many users are parked. */
  readonly count: () => number
  /** Notes who is parked in the table, and tries to take them in again, from now on and from time to time. */
  readonly begin: () => Promise<void>
  /** Notes who is parked, while another process looks after them. */
  readonly note: (streams: readonly StreamName[]) => void
  readonly parked: (stream: StreamName, fault: ProjectionFault) => void
  /** Runs the application of a batch, never at the same time as a resumption. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>
  readonly close: () => Promise<void>
}

/** Keeps in mind who is parked, and tries from time to time whether they can go on. */
export const resumption = ({ store, model, log, resumeMs = A_MINUTE }: Followed): Resumption => {
  const parked = streamsInPairs()
  let inCharge = false
  const inTurn = pLimit(1)
  const attempt = async () => {
    for (const stream of parked.all()) {
      if (!parked.has(stream) || !(await resume(model, store, stream))) continue
      parked.remove(stream)
      log.resumed(stream)
    }
  }
  const again = () => {
    if (inCharge) void inTurn(attempt).catch(log.retrying)
  }
  const timer = setInterval(again, resumeMs).unref()

  return {
    isParked: parked.has,
    count: parked.pairs,
    begin: () =>
      inTurn(async () => {
        parked.replace((await parkedIn(model)).map(({ stream }) => stream))
        inCharge = true
        await attempt()
      }),
    note: (streams) => {
      inCharge = false
      parked.replace(streams)
    },
    parked: (stream, fault) => {
      parked.add(stream)
      log.parked(stream, fault)
    },
    inTurn,
    close: async () => {
      clearInterval(timer)
      await inTurn(async () => {})
    },
  }
}

/** Both streams of a user come and go together. */
const streamsInPairs = () => {
  const streams = new Set<StreamName>()
  const add = (stream: StreamName) => {
    streams.add(stream)
    streams.add(twinOf(stream) ?? stream)
  }
  return {
    add,
    has: (stream: StreamName) => streams.has(stream),
    all: () => [...streams],
    pairs: () => streams.size / 2,
    remove: (stream: StreamName) => {
      streams.delete(stream)
      streams.delete(twinOf(stream) ?? stream)
    },
    replace: (others: readonly StreamName[]) => {
      streams.clear()
      for (const stream of others) add(stream)
    },
  }
}
