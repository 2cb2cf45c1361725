import {
  bankOf,
  type EventStore,
  type Position,
  type Recorded,
  type StreamName,
} from '../../event-store/event-store.js'
import { isDataFault } from '../../postgres/faults.js'
import { sql } from '../../postgres/sql.js'
import { applyEvents, type ReadModel } from '../apply/apply-events.js'
import { ProjectionFault } from '../apply/move-banks.js'
import type { Followed } from '../followed.js'
import { eraseRows } from './erase-rows.js'
import { type Aside, blame, pairOf } from './parking.js'

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
    await tx.rows(sql`delete from parked where stream = any(${streams})`)
    return true
  })
