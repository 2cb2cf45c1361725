import type { Position } from '../../event-store/event-store.js'
import type { Database } from '../../postgres/database.js'
import { sql } from '../../postgres/sql.js'
import { GENERATION_MOVED, type Generation, schemaOf } from '../generations/generations.js'
import { ReadModelBehind } from '../progress.js'
import { qualified } from './compare-tables.js'
import { positionOf, type SamePosition } from './same-position.js'

/** The live generation is to stay: the message says why. */
export class SwapRefused extends Error {
  override readonly name = 'SwapRefused'
}

/** How long the live generation may be held still for the new one to arrive where it is. */
const LOCKED_MS = 1000

/**
 * Makes `next` the generation that requests read, in one transaction that holds the live one still: nobody is ever shown
 * less than before, unless that is no longer in the log. Tries until `signal` aborts, as both move on meanwhile.
 */
export const swapGenerations = async (twins: SamePosition, two: Two): Promise<void> => {
  const { databases, projector, signal } = twins
  for (;;) {
    signal.throwIfAborted()
    const ahead = await databases.within('generations').transaction((tx) => swapped(tx, twins, two))
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
const swapped = async (tx: Database, twins: SamePosition, { live, next, lost }: Two): Promise<Position | undefined> => {
  const position = await positionOf(tx, schemaOf(live), sql`for update`)
  if (lost !== undefined) return movePointer(tx, live, next)
  // On the embedded database nothing else can run until this transaction has ended.
  if (twins.databases.kind === 'postgres' && !(await arrives(twins, position))) return position
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
  if (moved.length !== 2) throw new SwapRefused(`${schemaOf(live)} is no longer the live generation`)
  return undefined
}

const arrives = async ({ projector, signal }: SamePosition, position: Position): Promise<boolean> => {
  try {
    await projector.reached(position, AbortSignal.any([signal, AbortSignal.timeout(LOCKED_MS)]))
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
    where user_id not in (select user_id from ${qualified(schemaOf(live), 'parked')})`)
  if (found && found.users > 0)
    throw new SwapRefused(
      `${schemaOf(live)} stays: users whom it serves are parked in ${schemaOf(next)}, ${found.users} of them`,
    )
}
