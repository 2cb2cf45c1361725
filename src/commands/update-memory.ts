import { type SecondaryVectors, vectorText } from '../domain/embedding.js'
import { correct, versionAfter, type Wanted, type Words } from '../domain/memory/decisions.js'
import { ownText } from '../domain/memory/events.js'
import { type Restorable, restore, withdraw } from '../domain/memory/restoring.js'
import type { Character, Memory, Stated } from '../domain/memory/state.js'
import type { Scope } from '../domain/scope.js'
import { extract } from '../ingest/as-said/extract.js'
import type { Fact } from '../ingest/as-said/fact.js'
import { characterOf } from '../ingest/events.js'
import type { EmbeddingProvider } from '../providers/embedding.js'
import { withoutSecrets } from '../text/secrets/redact.js'
import { decideInBank, type Requester } from './decide-in-bank.js'
import { type CompositesDependencies, type MemoryDependencies, readComposed } from './delete-memories.js'
import { embedBySecondary, type SecondaryModel } from './secondary-model.js'
import type { Done } from './transact.js'

export type UpdateDependencies = MemoryDependencies &
  CompositesDependencies & {
    /** How far the writer is trusted, 0 to 1. */
    readonly writerTrust: (scope: Scope) => Promise<number>
    readonly provider: EmbeddingProvider
    readonly secondaryModels: readonly SecondaryModel[]
  }

/** What is left out stays as it is. */
export type Correction = {
  /** Not blank. */
  readonly content?: string
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly importance?: number
}
export type Updated = { readonly id: string; readonly version: number }
/** `reworded`: the version whose words it had before, if it has others now: for whoever tells what else those said. */
export type Corrected = Updated & { readonly reworded?: number }

/**
 * Corrects a memory by hand: what is given replaces what it says, and what follows from its words follows. Secrets are
 * redacted. Composites that are made of the old words are withdrawn. Throws MemoryNotFound, and what the embedding provider throws.
 */
export const createUpdate =
  (parts: UpdateDependencies) =>
  async ({
    memoryId,
    content,
    metadata,
    importance,
    ...caller
  }: Requester & Correction & { readonly memoryId: string }): Promise<Done<Corrected>> => {
    const { model, dimensions } = parts.provider
    const words = content === undefined ? undefined : await wordsOf(parts, content)
    const change: Omit<Wanted, 'by' | 'words'> = {
      memoryId,
      ...(importance === undefined ? {} : { importance }),
      ...(metadata === undefined ? {} : { metadata: withoutSecrets(metadata) }),
      embedding: { model, dimensions },
      secondaryVectors: await secondaryVectors(parts, () => words?.content ?? textNow(parts, caller.scope, memoryId)),
    }
    return decideInBank(parts, caller, {
      read: async () => {
        const [composed, trust] = await Promise.all([
          readComposed(parts, caller.scope, memoryId),
          parts.writerTrust(caller.scope),
        ])
        return { ...composed, trust }
      },
      decide: ({ memory, composites, trust }, by) => {
        const said = words === undefined ? {} : { words: saidWith(words, trust) }
        const events = correct(memory, { ...change, ...said, by })
        const version = versionAfter(memory, events)
        const reworded = words !== undefined && isOtherThan(memory, words.content) && events.length > 0
        return {
          events: [...events, ...(reworded ? withdraw(composites, by) : [])],
          result: { id: memoryId, version, ...(reworded ? { reworded: version - 1 } : {}) },
        }
      },
    })
  }

/** Whether the memory says something else now. */
const isOtherThan = (memory: Memory, content: string): boolean =>
  memory.status !== 'unknown' && memory.character.said.content !== content

/** What secondary models make of the new words, or of the memory's present ones where only the rest changes. */
const secondaryVectors = async (
  { secondaryModels }: Pick<UpdateDependencies, 'secondaryModels'>,
  textOf: () => string | Promise<string | undefined>,
): Promise<readonly SecondaryVectors[]> => {
  const text = secondaryModels.length === 0 ? undefined : await textOf()
  return embedBySecondary(secondaryModels, new Map(text === undefined ? [] : [[text, text]]))
}

const textNow = async ({ memory }: UpdateDependencies, scope: Scope, id: string): Promise<string | undefined> => {
  const known = await memory(scope, id)
  return known.status === 'unknown' ? undefined : ownText(known.character.said)
}

/** The words as they are kept, embedded before any decision. */
const wordsOf = async ({ provider, now }: UpdateDependencies, content: string) => {
  const factOn = verbatim(content)
  const { content: kept } = factOn(now())
  const [vector] = await provider.embed([kept])
  return {
    content: kept,
    vector: vector ? vectorText(vector) : null,
    factOn,
  }
}

const saidWith = ({ content, vector, factOn }: Awaited<ReturnType<typeof wordsOf>>, trust: number): Words => ({
  content,
  vector,
  describe: (day) => {
    const fact = factOn(day)
    return { character: characterOf(fact, trust), names: fact.entities }
  },
})

/** The whole text as one fact, as an ingest without extraction takes it; without a speaker, so all of it is its own. */
const verbatim =
  (text: string) =>
  (day: string): Fact => {
    const [fact] = extract({ text }, { at: day, observedAt: day, skipExtraction: true }).facts
    if (fact === undefined) throw new Error('a text that is not blank is a fact')
    return fact
  }

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
