import { type Attached, cascade, withdraw, withoutRepeated } from '../domain/memory/cascade.js'
import { remove, removeAll } from '../domain/memory/decisions.js'
import { type Affected, affected, type SameWords } from '../domain/memory/same-words.js'
import type { Memory } from '../domain/memory/state.js'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { memoryState, visibleAmong } from '../queries/memory-state.js'
import { memoriesSaying } from '../queries/same-words.js'
import { asUserSaid } from '../text/as-user-said.js'
import { type BankDependencies, decideInBank, type Requester } from './decide-in-bank.js'
import { readAttached } from './read-attached.js'
import { sameAs } from './same-words.js'
import type { Done } from './transact.js'

/** Which memories: those to which all that is given applies. */
export type Narrowing = { readonly sourceSite?: string; readonly sessionId?: string; readonly episodeId?: string }

/** With `inactive` also those that were deleted or superseded. */
export type Narrowed = Narrowing & { readonly inactive?: boolean }

export type OfMemory = Requester & {
  readonly memoryId: string
  /** Whether memories of the owner with the same words stay, or go with it. */
  readonly onlyThis?: boolean
}

/** What goes with memories as the caller changes them: a turn that they do not see stays, and with `onlyThis` those of other days. */
export const readSeen = async (
  db: Database,
  scope: Scope,
  { ids, onlyThis = false }: { readonly ids: readonly string[]; readonly onlyThis?: boolean },
): Promise<Attached> => {
  const attached = await readAttached(db, scope.userId, ids)
  const seen = new Set(await visibleAmong(db, scope, { ids: idsOf(attached.behind), of: {} }))
  const behind = onlyThis ? withoutRepeated(attached.behind) : attached.behind
  return { ...attached, behind: behind.filter(({ memoryId }) => seen.has(memoryId)) }
}

/** A memory, and the others that a change of it is about. */
export type Together = {
  readonly memory: Memory
  /** Of its owner, with its words, whatever became of them; none where only the one is meant. */
  readonly others: readonly SameWords[]
  /** All that the caller sees with its words, itself too. */
  readonly saying: readonly SameWords[]
}

/** Reads a memory with all that goes together with it. What the caller does not see is neither read nor told. */
export const readTogether = async (
  db: Database,
  scope: Scope,
  { memoryId, onlyThis = false }: Pick<OfMemory, 'memoryId' | 'onlyThis'>,
): Promise<Together> => {
  const memory = await memoryState(db, scope, memoryId)
  if (memory.status === 'unknown' || memory.character.memoryType === 'composite')
    return { memory, others: [], saying: [] }
  const saying = await memoriesSaying(db, scope, { contents: asUserSaid(memory.character.said) })
  const others = onlyThis ? [] : sameAs(saying, memory).filter((each) => each.memoryId !== memoryId)
  return { memory, others, saying }
}

/**
 * Deletes a memory softly, with the others that have its words: they leave every read but those of the past, with all that goes
 * with them. Throws MemoryNotFound.
 */
export const createDelete =
  (parts: BankDependencies) =>
  ({ memoryId, onlyThis = false, ...caller }: OfMemory): Promise<Done<Affected>> =>
    decideInBank(parts, caller, {
      read: async (db) => {
        const read = await readTogether(db, caller.scope, { memoryId, onlyThis })
        const others = read.others.filter(({ status }) => status !== 'deleted')
        const ids = [memoryId, ...idsOf(others)]
        return { ...read, others, ids, attached: await readSeen(db, caller.scope, { ids, onlyThis }) }
      },
      decide: ({ memory, others, saying, ids, attached }, by) => {
        const events = remove(memory, { memoryId, by, onlyThis })
        const named = { memoryId, version: memory.status === 'unknown' ? 0 : memory.version }
        const { deletions, withdrawn } = cascade({ deleted: [named, ...others] }, attached)
        return {
          events: [...events, ...removeAll(deletions.slice(1), by), ...withdraw(withdrawn, by)],
          result: affected(ids, saying),
        }
      },
    })

export const idsOf = (memories: readonly { readonly memoryId: string }[]): readonly string[] =>
  memories.map(({ memoryId }) => memoryId)

/** How many memories so far; and, while there is more to do, where it goes on. */
export type Deleted<Place = unknown> = { readonly deleted: number; readonly next?: Place }

/**
 * Carries out a change slice by slice: each is a decision of its own, so that other requests come in between. A slice is told
 * where it begins, and what was done before it.
 */
export const inSlices = async <Place>(
  first: Place,
  slice: (begun: { readonly deleted: number; readonly from: Place }) => Promise<Done<Deleted<Place>>>,
): Promise<Done<Deleted<Place>>> => {
  for (let begun = { deleted: 0, from: first }; ; ) {
    const done = await slice(begun)
    const { deleted, next } = done.result
    if (next === undefined) return done
    begun = { deleted, from: next }
  }
}
