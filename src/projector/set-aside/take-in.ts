import { slices } from '../../concurrency/slices.js'
import { unlessAborted } from '../../concurrency/unless-aborted.js'
import {
  bankOf,
  type EventStore,
  type Position,
  type Recorded,
  type StreamName,
} from '../../event-store/event-store.js'
import type { Database } from '../../postgres/database.js'
import { isDataFault } from '../../postgres/faults.js'
import { identifier, list, type Sql, sql, whole } from '../../postgres/sql.js'
import { applyEvents, clearedBy, type ReadModel } from '../apply/apply-events.js'
import { NOTICE } from '../apply/checkpoint.js'
import { ProjectionFault } from '../apply/move-banks.js'
import type { Followed } from '../followed.js'
import type { Columns } from '../projection.js'
import { type Aside, blame, pairOf } from './parking.js'

/** Rows whose places are read by one statement, as each passes over what has been dropped; and rows that one statement drops. */
const PLACES = 20_000
const ROWS = 250

/** A statement does not wait for the disk: the transaction that comes last does, and what is lost until then goes by the next attempt. */
const UNFLUSHED = sql`and (select set_config('synchronous_commit', 'off', true)) is not null`

type KnownUser = { readonly names: readonly string[]; readonly revision: bigint }

/**
 * Applies the append that erases a whole user who is set aside. It takes long, and holds up nobody, as it does not touch the
 * checkpoint: of this user nothing else is applied meanwhile. No read shows a part of what there was: it is one transaction, or,
 * where that would hold up others, a statement after the other once nobody reads any more what was there before the user was set
 * aside. Where that is broken off, what is left goes by the next attempt.
 */
const eraseRows = async (model: ReadModel, append: readonly Recorded[], signal: AbortSignal): Promise<void> => {
  const { db, projections, readsEnded } = model
  const erasing = append.find(({ type }) => type === 'UserErased')
  if (erasing === undefined) return
  const { names } = await knownIn(db, erasing)
  const pseudonym = erasing.metadata.userId
  const clear = async (on: Database, more: Sql) => {
    for (const { table, key } of clearedBy(projections, append, names)) await dropRows(on, { table, key, more, signal })
  }
  if (readsEnded !== undefined) {
    if (!(await isDue(db, erasing))) return
    await unlessAborted(readsEnded(), signal)
    await clear(db, UNFLUSHED)
  }
  await db.transaction(
    async (tx) => {
      if (!(await isDue(tx, erasing))) return
      if (readsEnded === undefined) await clear(tx, sql``)
      await applyEvents(tx, projections, { events: append, catchingUp: true, isCleared: true })
    },
    typeof pseudonym === 'string' ? [...names, pseudonym] : names,
  )
}

/** Whether nobody else has done it: another process may have led meanwhile. */
const isDue = async (tx: Database, erasing: Recorded): Promise<boolean> => {
  const aside = await tx.rows(sql`select stream from parked where stream = any(${pairOf(erasing.stream)}) for update`)
  // Not in one statement: it is to see what has been written until the lock was had.
  const { revision } = await knownIn(tx, erasing)
  return aside.length > 0 && revision < erasing.revision
}

/** What the rows of a user are found by, and how far their stream has been applied. */
const knownIn = async (db: Database, { stream }: Recorded): Promise<KnownUser> => {
  const [known] = await db.rows<KnownUser>(sql`
    select array_agg(distinct user_id) as names, coalesce(max(revision) filter (where stream = ${stream}), -1) as revision
    from bank
    where stream = any(${pairOf(stream)})`)
  return { names: known?.names ?? [], revision: known?.revision ?? -1n }
}

type Dropping = {
  readonly table: string
  readonly key: Columns
  /** What else each statement says. */
  readonly more: Sql
  readonly signal: AbortSignal
}

/** Drops all rows with these values, some at a time. Nobody else changes them meanwhile, so they stay where they are. */
const dropRows = async (db: Database, { table, key, more, signal }: Dropping): Promise<void> => {
  const these = list(
    Object.entries(key).map(([column, value]) => sql`${identifier(column)} = ${String(value)}`),
    ' and ',
  )
  const t = identifier(table)
  for (let places = PLACES; places === PLACES; ) {
    const found = await db.rows<{ place: string }>(
      sql`select ctid::text as place from ${t} where ${these} limit ${whole(PLACES)}`,
    )
    places = found.length
    for (const some of slices(found, ROWS)) {
      signal.throwIfAborted()
      const at = sql`ctid = any(${some.map(({ place }) => place)}::text[]::tid[])`
      await db.rows(sql`delete from ${t} where ${these} and ${at} ${more}`)
    }
  }
}

const PAGE = 500

type TakingIn = Pick<Followed, 'store' | 'model'> & {
  /** Runs what must not run while a batch is applied. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>
  readonly signal: AbortSignal
}

/** Reads a set-aside user's streams on to the checkpoint and takes the user in there. Answers with what is to blame. */
export const takeInAgain = async (
  taking: TakingIn,
  { stream, because }: Aside,
): Promise<ProjectionFault | undefined> => {
  const { model, inTurn, signal } = taking
  const streams = pairOf(stream)
  for (;;) {
    signal.throwIfAborted()
    let events: readonly Recorded[] = []
    try {
      const { isIn, erases } = await inTurn(async () => {
        const page = await nextPage(taking, streams)
        events = page.events
        return { ...page, isIn: !page.erases && (await takeIn(model, streams, page)) }
      })
      if (isIn) return undefined
      if (erases) await erase(taking, events)
    } catch (error) {
      const fault = faultOf(error, events)
      if (because === 'erasure') await destroyFrom(taking, bankOf(stream))
      await blame(model, streams, fault)
      return fault
    }
  }
}

/**
 * Erases a whole user who is set aside, while others go on. What has led here stands in the log and in the table of those who are
 * set aside, and each step may be done twice: so where a process is killed, the next one that leads begins again. Only a transaction
 * that comes after the last key is destroyed and the rows are gone takes the user in again.
 */
const erase = async ({ store, model, signal }: TakingIn, append: readonly Recorded[]): Promise<void> => {
  for (const event of append) for await (const _ of store.destroyErasedUser?.(event) ?? []) signal.throwIfAborted()
  await eraseRows(model, append, signal)
}

/** Nobody knows when a user who cannot be taken in will be: what is erased further on in the log is destroyed now. */
const destroyFrom = async ({ store, model }: TakingIn, stream: StreamName): Promise<void> => {
  const checkpoint = await checkpointOf(model.db)
  for await (const event of store.read(stream, await firstLeft(model, stream))) {
    if (event.position > checkpoint) break
    for await (const _ of store.destroyErasedUser?.(event) ?? []);
  }
}

const faultOf = (error: unknown, [first]: readonly Recorded[]): ProjectionFault => {
  if (error instanceof ProjectionFault) return error
  if (isDataFault(error) && first !== undefined) return new ProjectionFault(first.position, error)
  throw error
}

/** What is applied next of the streams of a user. */
type Page = {
  /** By position. */
  readonly events: readonly Recorded[]
  /** Whether these are the append that erases the user. */
  readonly erases: boolean
  /** Whether they are all that there is up to the checkpoint, which was here. */
  readonly whole: boolean
  readonly checkpoint: Position
}

/** No further than every stream was read: a recall must not come before the memory it is of. */
const nextPage = async ({ model, store }: TakingIn, streams: readonly StreamName[]): Promise<Page> => {
  const checkpoint = await checkpointOf(model.db)
  const read = await Promise.all(streams.map((name) => readOn(model, store, { name, checkpoint })))
  const reach = read.flatMap(({ events, whole }) => (whole ? [] : [events.at(-1)?.position ?? 0n]))
  const events = read
    .flatMap((one) => one.events)
    .filter(({ position }) => reach.every((end) => position <= end))
    .sort((a, b) => (a.position < b.position ? -1 : 1))
  const { before, append } = aroundErasure(events)
  const erases = before.length === 0 && append.length > 0
  return { events: erases ? append : before, erases, whole: append.length === 0 && reach.length === 0, checkpoint }
}

/** The first append of several that erases a whole user, and what comes before and after it. */
export const aroundErasure = <Event extends Recorded>(events: readonly Event[]) => {
  const at = events.findIndex(({ type }) => type === 'UserErased')
  const { index, count } = events[at]?.metadata.append ?? { index: 0, count: 0 }
  const start = at < 0 ? events.length : at - index
  return {
    before: events.slice(0, start),
    append: events.slice(start, start + count),
    rest: events.slice(start + count),
  }
}

const readOn = async (
  model: ReadModel,
  store: EventStore,
  { name, checkpoint }: { readonly name: StreamName; readonly checkpoint: Position },
) => {
  const events: Recorded[] = []
  for await (const event of store.read(name, await firstLeft(model, name))) {
    if (event.position > checkpoint) break
    events.push(event)
    const { index, count } = event.metadata.append
    if (events.length >= PAGE && index === count - 1) return { events, whole: false }
  }
  return { events, whole: true }
}

const checkpointOf = async (db: Database, lock: Sql = sql``): Promise<Position> => {
  const [at] = await db.rows<{ position: Position }>(sql`select position from checkpoint ${lock}`)
  return at?.position ?? 0n
}

/** The revision of the first event of a stream that is not applied. */
const firstLeft = async ({ db }: ReadModel, stream: StreamName): Promise<bigint> => {
  const [bank] = await db.rows<{ revision: bigint }>(sql`select revision from bank where stream = ${stream}`)
  return (bank?.revision ?? -1n) + 1n
}

/** Under the checkpoint's lock, so that it cannot move on between the last event and the end of the parking. */
const takeIn = (
  { db, projections }: ReadModel,
  streams: readonly StreamName[],
  { events, checkpoint, whole }: Page,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const now = await checkpointOf(tx, sql`for update`)
    await applyEvents(tx, projections, { events, catchingUp: true })
    if (!whole || now !== checkpoint) return false
    await tx.rows(sql`delete from parked where stream = any(${streams}) returning ${NOTICE}`)
    return true
  })
