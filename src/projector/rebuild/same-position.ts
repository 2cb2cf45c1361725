import { setTimeout as pause } from 'node:timers/promises'
import { deferred } from '../../concurrency/deferred.js'
import type { Position } from '../../event-store/event-store.js'
import type { Database, Databases } from '../../postgres/database.js'
import { type Sql, sql } from '../../postgres/sql.js'
import type { Progress } from '../progress.js'
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

/** Runs a piece of work in a transaction in which both generations stand at the same position. */
export type Step = <T>(work: (tx: Database) => Promise<T>) => Promise<T>

const AGAIN_MS = 5
const LOCKED_MS = 5000

/**
 * Lets `compare` see both generations as of one position, while both go on. A server's snapshot lasts for the whole
 * comparison. The embedded database has one connection, so there each step is a transaction of its own at a position
 * where both have just arrived: what is equal at any one position stays so, as both apply the same events.
 */
export const atSamePosition = <T>(twins: SamePosition, compare: (step: Step) => Promise<T>): Promise<T> =>
  twins.databases.kind === 'postgres' ? snapshot(twins, compare) : compare((work) => together(twins, work))

const together = async <T>(
  { databases, pair, projector, signal }: SamePosition,
  work: (tx: Database) => Promise<T>,
) => {
  for (;;) {
    signal.throwIfAborted()
    const attempt = await databases.within('generations').transaction(async (tx) => {
      const at = await positionsOf(tx, pair)
      return at.live === at.next ? { done: await work(tx) } : at
    })
    if ('done' in attempt) return attempt.done
    if (attempt.live > attempt.next) await projector.reached(attempt.live, signal)
    else await pause(AGAIN_MS)
  }
}

/** The live one is held still only until the new one, which was held back behind it, has come to the same place. */
const snapshot = async <T>(twins: SamePosition, compare: (step: Step) => Promise<T>): Promise<T> => {
  const db = twins.databases.within('generations')
  const equal = deferred()
  const taken = deferred()
  const compared = db.transaction(async (tx) => {
    await equal.done
    await tx.rows(sql`set transaction isolation level repeatable read, read only`)
    const { live, next } = await positionsOf(tx, twins.pair)
    if (live !== next) throw new Error(`the generations stand at ${live} and ${next}`)
    taken.settle()
    return compare((work) => work(tx))
  })
  compared.catch(taken.fail)
  try {
    await meet(twins, () => {
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
    twins.gate.open()
  }
  return compared
}

const meet = async (twins: SamePosition, met: () => Promise<void>): Promise<void> => {
  const { databases, pair, gate, projector, signal } = twins
  const handedOut = gate.shut()
  for (;;) {
    signal.throwIfAborted()
    const done = await databases.within('generations').transaction(async (tx) => {
      const position = await positionOf(tx, pair.live, sql`for update`)
      if (position < handedOut) return false
      gate.openTo(position)
      await projector.reached(position, AbortSignal.any([signal, AbortSignal.timeout(LOCKED_MS)]))
      await met()
      return true
    })
    if (done) return
    await pause(AGAIN_MS)
  }
}

const positionsOf = async (tx: Database, { live, next }: Pair) => {
  const [at] = await tx.rows<{ live: Position; next: Position }>(sql`
    select l.position as live, n.position as next
    from ${qualified(live, 'checkpoint')} l
    cross join ${qualified(next, 'checkpoint')} n`)
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
