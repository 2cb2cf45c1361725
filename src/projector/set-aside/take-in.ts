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
import type { Row } from '../projection.js'
import { type Aside, blame, pairOf } from './parking.js'

type Pace = {
  /** Rows whose places are read by one statement: the next one passes over what has been dropped. */
  readonly places: number
  /** Rows that one statement drops. */
  readonly rows: number
  /** What else such a statement says. */
  readonly more: Sql
}

/**
 * Where others have no connection meanwhile. It does not wait for the disk: the transaction that comes last does, and what is lost
 * until then goes by the next attempt.
 */
const IN_SLICES: Pace = {
  places: 2000,
  rows: 250,
  more: sql`and (select set_config('synchronous_commit', 'off', true)) is not null`,
}
/** In one transaction: what it has dropped it passes over slowly. */
const IN_ONE_GO: Pace = { places: 50_000, rows: 5000, more: sql`` }

type Known = { readonly names: readonly string[]; readonly revision: bigint }

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
  const clear = async (on: Database, pace: Pace) => {
    for (const { table, key } of clearedBy(projections, append, names)) await dropRows(on, { table, key, pace, signal })
  }
  if (readsEnded !== undefined) {
    if (!(await isDue(db, erasing))) return
    await unlessAborted(readsEnded(), signal)
    await clear(db, IN_SLICES)
  }
  await db.transaction(
    async (tx) => {
      if (!(await isDue(tx, erasing))) return
      if (readsEnded === undefined) await clear(tx, IN_ONE_GO)
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
const knownIn = async (db: Database, { stream }: Recorded): Promise<Known> => {
  const [known] = await db.rows<Known>(sql`
    select array_agg(distinct user_id) as names, coalesce(max(revision) filter (where stream = ${stream}), -1) as revision
    from bank
    where stream = any(${pairOf(stream)})`)
  return { names: known?.names ?? [], revision: known?.revision ?? -1n }
}

type Dropping = {
  readonly table: string
  readonly key: Row
  readonly pace: Pace
  readonly signal: AbortSignal
}

/** Drops all rows with these values, some at a time. Nobody else changes them meanwhile, so they stay where they are. */
const dropRows = async (db: Database, { table, key, pace, signal }: Dropping): Promise<void> => {
  const these = list(
    Object.entries(key).map(([column, value]) => sql`${identifier(column)} = ${String(value)}`),
    ' and ',
  )
  const t = identifier(table)
  for (let places = pace.places; places === pace.places; ) {
    const found = await db.rows<{ place: string }>(
      sql`select ctid::text as place from ${t} where ${these} limit ${whole(pace.places)}`,
    )
    places = found.length
    for (const some of slices(found, pace.rows)) {
      signal.throwIfAborted()
      const at = sql`ctid = any(${some.map(({ place }) => place)}::text[]::tid[])`
      await db.rows(sql`delete from ${t} where ${these} and ${at} ${pace.more}`)
    }
  }
}

const PAGE = 500

type TakingIn = Pick<Followed, 'store' | 'model'> & {
  /** Runs what must not run while a batch is applied. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>
  readonly signal: AbortSignal
}

/**
 * Reads the two streams of a user who is set aside on from where they stand, up to the checkpoint, and takes the user in again in
 * the transaction that arrives there. Answers with what is to blame when an event cannot be applied.
 */
export const takeInAgain = async (
  taking: TakingIn,
  { stream, because }: Aside,
): Promise<ProjectionFault | undefined> => {
  const { model, store, inTurn, signal } = taking
  const streams = pairOf(stream)
  for (;;) {
    signal.throwIfAborted()
    const [at] = await model.db.rows<{ position: Position }>(sql`select position from checkpoint`)
    const checkpoint = at?.position ?? 0n
    const pages = await Promise.all(streams.map((name) => nextOf(model, store, { name, checkpoint })))
    const whole = pages.every((page) => page.whole)
    const { erasing, ...next } = untilErasure({ events: inOrder(pages), whole })
    try {
      if (erasing) await erase(taking, erasing)
      else if (await inTurn(() => takeIn(model, { ...next, streams, checkpoint }))) return undefined
    } catch (error) {
      const fault = faultOf(error, next.events)
      if (because === 'erasure') await destroyFrom(taking, { stream: bankOf(stream), checkpoint })
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
const destroyFrom = async (
  { store, model }: TakingIn,
  { stream, checkpoint }: { readonly stream: StreamName; readonly checkpoint: Position },
): Promise<void> => {
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

type Page = { readonly events: readonly Recorded[]; readonly whole: boolean }

/** By position, and no further than every page reaches: a recall must not come before the memory it is of. */
const inOrder = (pages: readonly Page[]): readonly Recorded[] => {
  const reach = pages.flatMap(({ events, whole }) => (whole ? [] : [events.at(-1)?.position ?? 0n]))
  return pages
    .flatMap(({ events }) => events)
    .filter(({ position }) => reach.every((end) => position <= end))
    .sort((a, b) => (a.position < b.position ? -1 : 1))
}

/** What comes before the user is erased; where nothing does, the append that erases them. */
const untilErasure = (page: Page): Page & { readonly erasing?: readonly Recorded[] } => {
  const { before, append } = aroundErasure(page.events)
  if (append.length === 0) return page
  return before.length > 0 ? { events: before, whole: false } : { events: append, whole: false, erasing: append }
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

const nextOf = async (
  model: ReadModel,
  store: EventStore,
  { name, checkpoint }: { readonly name: StreamName; readonly checkpoint: Position },
): Promise<Page> => {
  const events: Recorded[] = []
  for await (const event of store.read(name, await firstLeft(model, name))) {
    if (event.position > checkpoint) break
    events.push(event)
    const { index, count } = event.metadata.append
    if (events.length >= PAGE && index === count - 1) return { events, whole: false }
  }
  return { events, whole: true }
}

/** The revision of the first event of a stream that is not applied. */
const firstLeft = async ({ db }: ReadModel, stream: StreamName): Promise<bigint> => {
  const [bank] = await db.rows<{ revision: bigint }>(sql`select revision from bank where stream = ${stream}`)
  return (bank?.revision ?? -1n) + 1n
}

type Taken = Page & { readonly streams: readonly StreamName[]; readonly checkpoint: Position }

/** Under the checkpoint's lock, so that it cannot move on between the last event and the end of the parking. */
const takeIn = ({ db, projections }: ReadModel, { streams, events, checkpoint, whole }: Taken): Promise<boolean> =>
  db.transaction(async (tx) => {
    const [at] = await tx.rows<{ position: Position }>(sql`select position from checkpoint for update`)
    await applyEvents(tx, projections, { events, catchingUp: true })
    if (!whole || at?.position !== checkpoint) return false
    await tx.rows(sql`delete from parked where stream = any(${streams}) returning ${NOTICE}`)
    return true
  })
