import { versionAfter } from '../domain/memory/decisions.js'
import { ownText } from '../domain/memory/events.js'
import { type Restorable, restore, withdraw } from '../domain/memory/restoring.js'
import type { Character, Stated } from '../domain/memory/state.js'
import type { Scope } from '../domain/scope.js'
import { decideInBank, type Requester } from './decide-in-bank.js'
import { readComposed } from './delete-memories.js'
import type { Done } from './transact.js'
import { isOtherThan, secondaryVectors, type UpdateDependencies, type Updated, verbatim } from './update-memory.js'

export type RestoreDependencies = UpdateDependencies & {
  /** The words that a version set, as far as the caller could read them then and can read the memory now. */
  readonly restorable: (
    scope: Scope,
    wanted: { readonly memoryId: string; readonly version: number },
  ) => Promise<Restorable | undefined>
  /** What went out of force with a memory: a fact and the turns that it rests on; and the versions that set their words. */
  readonly wentWith: (
    scope: Scope,
    memoryId: string,
  ) => Promise<readonly { readonly memoryId: string; readonly version: number }[]>
}

/** Which words: those that this version set. */
export type Restoration = { readonly version: number }

/**
 * Makes a memory say again what one of its versions said, and active, whatever became of it but an erasure. No provider
 * is called for the model that answers requests: the vector is that of then. What went with it comes back with it: a fact with
 * its turns. Throws MemoryNotFound where it has no such
 * version, EqualMemoryExists, NotRestorable.
 */
export const createRestore =
  (parts: RestoreDependencies) =>
  async ({
    memoryId,
    version,
    ...caller
  }: Requester & Restoration & { readonly memoryId: string }): Promise<Done<Updated>> => {
    const { model, dimensions } = parts.provider
    const wordsNow = () => parts.restorable(caller.scope, { memoryId, version })
    const vectors = await secondaryVectors(parts, async () => {
      const words = await wordsNow()
      return words && ownText(words.character.said)
    })
    return decideInBank(parts, caller, {
      read: async () => {
        const words = await wordsNow()
        const ids = (words?.holders ?? []).map((holder) => holder.memoryId)
        const ofHolders = await parts.composites(caller.scope, { ids })
        const companions = await readCompanions(parts, caller.scope, memoryId)
        return { ...(await readComposed(parts, caller.scope, memoryId)), words, ofHolders, companions }
      },
      decide: ({ memory, composites, words, ofHolders, companions }, by) => {
        const embedding = { model, dimensions }
        const events = restore(memory, { memoryId, by, words, namesOf, embedding, secondaryVectors: vectors })
        const result = { id: memoryId, version: versionAfter(memory, events) }
        const reworded = words !== undefined && isOtherThan(memory, words.character.said.content)
        const gone = [...(reworded ? composites : []), ...(events.length > 0 ? ofHolders : [])]
        const withdrawn = [...new Map(gone.map((each) => [each.memoryId, each])).values()]
        const together = events.length === 0 ? [] : companions
        const restored = together.flatMap(({ memory: other, ...its }) =>
          restore(other, { ...its, by, namesOf, embedding, secondaryVectors: [] }),
        )
        return { events: [...events, ...restored, ...withdraw(withdrawn, by)], result }
      },
    })
  }

/** Those that can come back: another memory may say the same by now. */
const readCompanions = async (parts: RestoreDependencies, scope: Scope, memoryId: string) => {
  const all = await Promise.all(
    (await parts.wentWith(scope, memoryId)).map(async (other) => ({
      memoryId: other.memoryId,
      memory: await parts.memory(scope, other.memoryId),
      words: await parts.restorable(scope, other),
    })),
  )
  return all.filter(({ words }) => words !== undefined && !words.isSaidAlready && words.holders.length === 0)
}

/** Found again by rule: a version does not keep whom its words name. */
const namesOf = ({ said }: Character): Stated['names'] =>
  said.content === '' ? [] : verbatim(ownText(said))('').entities
