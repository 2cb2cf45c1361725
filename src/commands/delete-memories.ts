import { remove, removeAll } from '../domain/memory/decisions.js'
import { withdraw } from '../domain/memory/restoring.js'
import type { Memory } from '../domain/memory/state.js'
import { type RestingFact, restingAlone } from '../domain/memory/turns-behind.js'
import type { Scope } from '../domain/scope.js'
import { type BankDependencies, decideInBank, type Requester } from './decide-in-bank.js'
import type { Done } from './transact.js'

/** Which memories: those to which all that is given applies. */
export type Narrowing = { readonly sourceSite?: string; readonly sessionId?: string; readonly episodeId?: string }

/** A memory that rests on others; `wanted`: it is itself among those that the caller asked for. */
type Resting = { readonly memoryId: string; readonly version: number; readonly wanted: boolean }

/** Finds what rests on these memories, some of those that the caller asked for, whoever may read it. */
export type FindResting = (
  scope: Scope,
  wanted: { readonly ids: readonly string[]; readonly of?: Narrowing & { readonly inactive?: boolean } },
) => Promise<readonly Resting[]>

export type CompositesDependencies = {
  /** The composites that are made of them and have not been withdrawn. */
  readonly composites: FindResting
}

export type FactsDependencies = {
  /** The facts in force that rest on these, whoever may read them. */
  readonly factsOn: (userId: string, ids: readonly string[]) => Promise<readonly RestingFact[]>
}

export type MemoryDependencies = BankDependencies & {
  /** What the caller does not see is unknown. */
  readonly memory: (scope: Scope, id: string) => Promise<Memory>
}

/** A memory, and the composites that are made of it. */
export const readComposed = async (
  parts: Pick<MemoryDependencies, 'memory'> & CompositesDependencies,
  scope: Scope,
  memoryId: string,
) => ({
  memory: await parts.memory(scope, memoryId),
  composites: await parts.composites(scope, { ids: [memoryId] }),
})

export type OfMemory = Requester & { readonly memoryId: string }

/**
 * Deletes a memory softly: its words leave every read but those of the past, and so do facts that rest on it alone;
 * composites that are made of these are withdrawn. Throws MemoryNotFound.
 */
export const createDelete =
  (parts: MemoryDependencies & CompositesDependencies & FactsDependencies) =>
  ({ memoryId, ...caller }: OfMemory): Promise<Done<null>> =>
    decideInBank(parts, caller, {
      read: async () => {
        const facts = restingAlone(await parts.factsOn(caller.scope.userId, [memoryId]), [{ memoryId }])
        const composites = await parts.composites(caller.scope, { ids: [memoryId, ...idsOf(facts)] })
        return { memory: await parts.memory(caller.scope, memoryId), composites, facts }
      },
      decide: ({ memory, composites, facts }, by) => ({
        events: [...remove(memory, { memoryId, by }), ...removeAll(facts, by), ...withdraw(composites, by)],
        result: null,
      }),
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
