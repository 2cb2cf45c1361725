import { type SecondaryVectors, vectorText } from '../domain/embedding.js'
import { correct, type Described, versionAfter, type Wanted, type Words } from '../domain/memory/decisions.js'
import { ownText } from '../domain/memory/events.js'
import { withdraw } from '../domain/memory/restoring.js'
import type { Memory } from '../domain/memory/state.js'
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
  }: Requester & Correction & { readonly memoryId: string }): Promise<Done<Updated>> => {
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
        const result = { id: memoryId, version: versionAfter(memory, events) }
        const reworded = words !== undefined && isOtherThan(memory, words.content) && events.length > 0
        return { events: [...events, ...(reworded ? withdraw(composites, by) : [])], result }
      },
    })
  }

/** Whether the memory says something else now. */
export const isOtherThan = (memory: Memory, content: string): boolean =>
  memory.status !== 'unknown' && memory.character.said.content !== content

/** What secondary models make of the new words, or of the memory's present ones where only the rest changes. */
export const secondaryVectors = async (
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
  describe: (day) => described(factOn(day), trust),
})

/** The whole text as one fact, as an ingest without extraction takes it; without a speaker, so all of it is its own. */
export const verbatim =
  (text: string) =>
  (day: string): Fact => {
    const [fact] = extract({ text }, { at: day, observedAt: day, skipExtraction: true }).facts
    if (fact === undefined) throw new Error('a text that is not blank is a fact')
    return fact
  }

const described = (fact: Fact, trust: number): Described => ({
  character: characterOf(fact, trust),
  names: fact.entities,
})
