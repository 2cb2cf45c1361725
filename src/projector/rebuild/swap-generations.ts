import { setTimeout as pause } from 'node:timers/promises'
import { deferred } from '../../concurrency/deferred.js'
import { OperationRefused } from '../../concurrency/operation.js'
import { within } from '../../concurrency/unless-aborted.js'
import type { Position } from '../../event-store/event-store.js'
import type { Database, Databases } from '../../postgres/database.js'
import { type Sql, sql } from '../../postgres/sql.js'
import { GENERATION_MOVED, type Generation, schemaOf } from '../generations/generations.js'
import { type Progress, ReadModelBehind } from '../progress.js'
import { type Pair, qualified } from './compare-tables.js'
import type { GatedLog } from './gated-log.js'

/** Two generations, and the projector that builds the new one and can be held back. */
export type SamePosition = {
  readonly databases: Databases
  readonly pair: Pair
  readonly gate: Pick<GatedLog, 'shut' | 'openTo' | 'open'>
  readonly projector: Pick<Progress, 'reached'>
  readonly signal: AbortSignal
}

/** Runs a piece of work in a transaction in which both generations stand at the same position, and no user is being erased. */
export type Step = <T>(work: (tx: Database) => Promise<T>) => Promise<T>

const AGAIN_MS = 5
const HELD_STILL_MS = 5000

/**
 * Lets `compare` see both generations as of one position, while both go on. A server's snapshot lasts for the whole
 * comparison. The embedded database has one connection, so there each step is a transaction of its own at a position
 * where both have just arrived: what is equal at any one position stays so, as both apply the same events.
 */
export const atSamePosition = <T>(both: SamePosition, compare: (step: Step) => Promise<T>): Promise<T> =>
  both.databases.kind === 'postgres' ? snapshot(both, compare) : compare((work) => together(both, work))

const together = async <T>(
  { databases, pair, projector, signal }: SamePosition,
  work: (tx: Database) => Promise<T>,
) => {
  for (;;) {
    signal.throwIfAborted()
    const attempt = await databases.within('generations').transaction(async (tx) => {
      const at = await positionsOf(tx, pair)
      return at.live === at.next && !at.isErasing ? { done: await work(tx) } : at
    })
    if ('done' in attempt) return attempt.done
    if (attempt.live > attempt.next) await projector.reached(attempt.live, signal)
    else await pause(AGAIN_MS)
  }
}

/** The live one is held still only until the new one, which was held back behind it, has come to the same place. */
const snapshot = async <T>(both: SamePosition, compare: (step: Step) => Promise<T>): Promise<T> => {
  const db = both.databases.within('generations')
  const equal = deferred()
  const taken = deferred()
  const compared = db.transaction(async (tx) => {
    await equal.done
    await tx.rows(sql`set transaction isolation level repeatable read, read only`)
    const { live, next } = await positionsOf(tx, both.pair)
    if (live !== next) throw new Error(`the generations stand at ${live} and ${next}`)
    taken.settle()
    return compare((work) => work(tx))
  })
  compared.catch(taken.fail)
  try {
    await meet(both, () => {
      equal.settle()
      return taken.done
    })
  } catch (error) {
    equal.fail(error)
    throw await compared.then(
      () => error,
      (cause) => cause,
    )
  } finally {
    both.gate.open()
  }
  return compared
}

const meet = async (both: SamePosition, met: () => Promise<void>): Promise<void> => {
  const { databases, pair, gate, projector, signal } = both
  let handedOut = gate.shut()
  for (;;) {
    signal.throwIfAborted()
    const reachable = await positionOf(databases.within('generations'), pair.live)
    if (reachable > handedOut) {
      // Erasing a large user takes its time: nobody waits for that, and little is left for when the live one stands still.
      handedOut = reachable
      gate.openTo(reachable)
      await projector.reached(reachable, signal)
    }
    const done = await databases.within('generations').transaction(async (tx) => {
      const position = await positionOf(tx, pair.live, sql`for update`)
      if (position < handedOut || (await positionsOf(tx, pair)).isErasing) return false
      gate.openTo(position)
      await within(HELD_STILL_MS, signal, (either) => projector.reached(position, either))
      await met()
      return true
    })
    if (done) return
    await pause(AGAIN_MS)
  }
}

const positionsOf = async (tx: Database, { live, next }: Pair) => {
  const [at] = await tx.rows<{ live: Position; next: Position; isErasing: boolean }>(sql`
    select l.position as live, n.position as next,
           exists (
             select from ${qualified(live, 'parked')} where reason is null
             union all
             select from ${qualified(next, 'parked')} where reason is null
           ) as "isErasing"
    from ${qualified(live, 'checkpoint')} l cross join ${qualified(next, 'checkpoint')} n`)
  if (at === undefined) throw new Error('a generation has no checkpoint')
  return at
}

/** Where a generation stands. */
export const positionOf = async (tx: Database, schema: string, lock: Sql = sql``): Promise<Position> => {
  const [at] = await tx.rows<{ position: Position }>(
    sql`select position from ${qualified(schema, 'checkpoint')} ${lock}`,
  )
  return at?.position ?? 0n
}

/** How long the live generation may be held still for the new one to arrive where it is. */
const LOCKED_MS = 1000

/**
 * Makes `next` the generation that requests read, in one transaction that locks the live one's checkpoint: no reader is ever shown
 * less than before, unless that is no longer in the log. Tries until `signal` aborts, as both move on meanwhile.
 */
export const swapGenerations = async (both: SamePosition, two: Two): Promise<void> => {
  const { databases, projector, signal } = both
  for (;;) {
    signal.throwIfAborted()
    const ahead = await databases.within('generations').transaction((tx) => swapped(tx, both, two))
    if (ahead === undefined) break
    await projector.reached(ahead, signal)
  }
  await databases.notify(GENERATION_MOVED, two.next.hash).catch(() => {})
}

export type Two = {
  readonly live: Generation
  readonly next: Generation
  /** Why the live one was not built from the log as it is: then it stands still, and the new one never comes to its place. */
  readonly lost: string | undefined
}

/** Undefined when it is done, else where the live generation stands. */
const swapped = async (tx: Database, both: SamePosition, { live, next, lost }: Two): Promise<Position | undefined> => {
  const position = await positionOf(tx, schemaOf(live), sql`for update`)
  if (lost !== undefined) return movePointer(tx, live, next)
  // On the embedded database nothing else can run until this transaction has ended.
  if (both.databases.kind === 'postgres' && !(await reachesPosition(both, position))) return position
  if ((await positionOf(tx, schemaOf(next))) < position) return position
  await refuseParked(tx, live, next)
  return movePointer(tx, live, next)
}

const movePointer = async (tx: Database, live: Generation, next: Generation): Promise<undefined> => {
  const moved = await tx.rows(sql`
    update generation
    set live = (number = ${next.number})
    where hash = ${live.hash}
      and (live or number = ${next.number})
      and exists (select from generation where hash = ${live.hash} and number = ${live.number} and live)
    returning number`)
  if (moved.length !== 2) throw new OperationRefused(`${schemaOf(live)} is no longer the live generation`)
  return undefined
}

const reachesPosition = async ({ projector, signal }: SamePosition, position: Position): Promise<boolean> => {
  try {
    await within(LOCKED_MS, signal, (either) => projector.reached(position, either))
    return true
  } catch (error) {
    if (error instanceof ReadModelBehind) return false
    throw error
  }
}

const refuseParked = async (tx: Database, live: Generation, next: Generation): Promise<void> => {
  const [found] = await tx.rows<{ users: number }>(sql`
    select count(distinct user_id)::int as users
    from ${qualified(schemaOf(next), 'parked')}
    where reason is not null
      and user_id not in (select user_id from ${qualified(schemaOf(live), 'parked')})`)
  if (found && found.users > 0)
    throw new OperationRefused(
      `${schemaOf(live)} stays: users whom it serves are parked in ${schemaOf(next)}, ${found.users} of them`,
    )
}
