import { type Found, MOST_AT_ONCE, removeAll } from '../domain/memory/decisions.js'
import type { Scope } from '../domain/scope.js'
import { type BankParts, decideInBank, type Requester } from './decide-in-bank.js'
import type { Done } from './transact.js'

/** Which memories: those to which all that is given applies. */
export type Narrowing = { readonly sourceSite?: string; readonly sessionId?: string; readonly episodeId?: string }

export type DeleteManyParts = BankParts & {
  /** The visible memories, `most` of them at most; with `gone` also those that were deleted or superseded. */
  readonly memories: (
    scope: Scope,
    wanted: Narrowing & { readonly gone?: boolean; readonly most: number },
  ) => Promise<Found>
}

/** Deletes softly whatever the caller sees of a source, a session or an episode, all in one step. Throws TooManyMemories. */
export const createDeleteMany =
  (parts: DeleteManyParts) =>
  ({ narrowing, ...caller }: Requester & { readonly narrowing: Narrowing }): Promise<Done<{ deleted: number }>> =>
    decideInBank(parts, caller, {
      read: () => parts.memories(caller.scope, { ...narrowing, most: MOST_AT_ONCE + 1 }),
      decide: (found, by) => ({ events: removeAll(found, by), result: { deleted: found.length } }),
    })
