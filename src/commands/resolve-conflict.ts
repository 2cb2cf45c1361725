import { type ConflictNow, expire, goingWith, resolve, type Versions } from '../domain/conflict/decisions.js'
import type { Resolution } from '../domain/conflict/events.js'
import { ConflictNotFound } from '../domain/errors.js'
import { SYSTEM } from '../domain/event.js'
import type { Scope } from '../domain/scope.js'
import type { IngestResult } from '../ingest/context.js'
import type { createDerive } from '../ingest/facts/derive.js'
import type { Database } from '../postgres/database.js'
import { conflictState, conflictsDue } from '../queries/conflict-state.js'
import { sameInForce } from '../queries/visible-derived.js'
import { type BankDependencies, decideInBank, type Requester } from './decide-in-bank.js'
import { type Deleted, idsOf, inSlices } from './delete-memories.js'
import { readAttached } from './read-attached.js'
import type { Decision, Done } from './transact.js'

export type Resolving = {
  readonly resolution: Resolution
  /** The versions of the memories that the caller has seen. */
  readonly seen?: Versions
}

export type ResolvedConflict = { readonly id: string; readonly status: Resolution }

/**
 * Settles a conflict and its two memories in one step. Throws ConflictNotFound, ConflictAlreadyResolved, ConflictChanged,
 * NewMemoryHasFewerReaders.
 */
export const createResolveConflict =
  (parts: BankDependencies) =>
  ({
    conflictId,
    resolution,
    seen,
    ...caller
  }: Requester & Resolving & { readonly conflictId: string }): Promise<Done<ResolvedConflict>> =>
    decideInBank(parts, caller, {
      read: async (db) => {
        const found = await conflictState(db, caller.scope, conflictId)
        return { found, ...(await goingWithSides(db, caller.scope, found === undefined ? [] : [found])) }
      },
      decide: ({ found, attached, same }, by) => {
        if (found === undefined) throw new ConflictNotFound()
        const { conflict, trust: _, ...now } = found
        const events = resolve(conflict, { by, resolution, seen, ...now })
        return {
          events: [...events, ...goingWith(events, { attached, same, by })],
          result: { id: conflictId, status: resolution },
        }
      },
    })

export type ExpireDependencies = BankDependencies & {
  /** How many conflicts of a user stay open at once. */
  readonly mostOpenConflicts: number
}

/** Conflicts that are decided in one append. */
const AT_ONCE = 50

/** Before all times. */
const NEVER = '0001-01-01T00:00:00.000Z'

/**
 * Resolves the conflicts whose time is over, or only those beyond the limit of open ones: for the more trusted agent, then
 * for the newer memory. It goes slice by slice; whoever is first decides.
 */
export const createExpireConflicts =
  (parts: ExpireDependencies) =>
  async ({
    beyondLimitOnly = false,
    ...caller
  }: Requester & { readonly beyondLimitOnly?: boolean }): Promise<Done<{ readonly resolved: number }>> => {
    const { userId } = caller.scope
    const done = await inSlices(null, ({ deleted }) =>
      decideInBank(parts, caller, {
        read: async (db) => {
          const now = beyondLimitOnly ? NEVER : parts.now()
          const found = await conflictsDue(db, userId, { now, kept: parts.mostOpenConflicts, most: AT_ONCE })
          const some = apart(found)
          const more = some.length < found.length || found.length === AT_ONCE
          return { some, more, ...(await goingWithSides(db, caller.scope, some)) }
        },
        decide: ({ some, more, attached, same }, asked): Decision<Deleted<null>> => {
          const by = { ...asked, reason: 'expired' } as const
          const events = some.flatMap(({ conflict, ...now }) => expire(conflict, { ...now, by }))
          return {
            events: [...events, ...goingWith(events, { attached, same, by })],
            result: { deleted: deleted + some.length, ...(more ? { next: null } : {}) },
            unfinished: more,
          }
        },
      }),
    )
    return { ...done, result: { resolved: done.result.deleted } }
  }

/** Conflicts about one memory or one slot are decided one after the other, because the first may change it. */
const apart = (found: readonly ConflictNow[]): readonly ConflictNow[] => {
  const taken = new Set<string>()
  return found.filter(({ conflict: { existing }, slot, replaced }) => {
    const ids = [existing.memoryId, ...(slot === null ? [] : [slot]), ...replaced.map(({ memoryId }) => memoryId)]
    const isFirst = !ids.some((id) => taken.has(id))
    for (const id of ids) taken.add(id)
    return isFirst
  })
}

/** What goes with the memories of conflicts, whichever of them lose: what has the same words as a side, and what rests on all these. */
const goingWithSides = async (db: Database, { userId }: Scope, some: readonly ConflictNow[]) => {
  const sides = idsOf(some.flatMap(({ conflict }) => [conflict.existing, conflict.new]))
  const replaced = idsOf(some.flatMap((each) => each.replaced))
  const same = await sameInForce(db, userId, sides)
  return { same, attached: await readAttached(db, userId, [...sides, ...replaced, ...idsOf(same)]) }
}

type Expiring = ReturnType<typeof createExpireConflicts>

/** Resolves the conflicts that are beyond the limit, where more were opened; where that fails, whoever opens the next one does. */
const resolveBeyondLimit = async (expireConflicts: Expiring, scope: Scope, opened: number): Promise<void> => {
  if (opened > 0) await expireConflicts({ scope, actor: SYSTEM, beyondLimitOnly: true }).catch(() => {})
}

/** The ingest which, when it has opened a conflict, resolves those that are beyond the limit. */
export const keepingFewOpen =
  <Request extends { readonly scope: Scope }, More extends unknown[]>(
    ingest: (request: Request, ...more: More) => Promise<Done<IngestResult>>,
    expireConflicts: Expiring,
  ) =>
  async (request: Request, ...more: More): Promise<Done<IngestResult>> => {
    const done = await ingest(request, ...more)
    const opened = done.replayed ? 0 : (done.result.conflicts?.length ?? 0)
    await resolveBeyondLimit(expireConflicts, request.scope, opened)
    return done
  }

type Deriving = ReturnType<typeof createDerive>

/** The same for facts that are derived by a language model, also where nobody waits for them. */
export const derivingFewOpen =
  (derive: Deriving, expireConflicts: Expiring): Deriving =>
  async (wish) => {
    let opened = 0
    const done = await derive({
      ...wish,
      answer: (derived) => {
        opened = derived.conflicts?.length ?? 0
        return wish.answer(derived)
      },
    })
    await resolveBeyondLimit(expireConflicts, { kind: 'user', userId: wish.userId }, opened)
    return done
  }
