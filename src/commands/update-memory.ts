import { correct, type Described, versionAfter, type Wanted, type Words } from '../domain/memory-changes.js'
import type { Scope } from '../domain/scope.js'
import { vectorText } from '../domain/vector-text.js'
import type { EmbeddingProvider } from '../providers/embedding.js'
import { decideInBank, type Requester } from './decide-in-bank.js'
import type { MemoryParts } from './delete-memory.js'
import { extract } from './ingest/extraction/extract.js'
import type { Fact } from './ingest/extraction/fact.js'
import { TRUST } from './ingest/ingest.js'
import { withoutSecrets } from './ingest/without-secrets.js'
import { wordingOf } from './ingest/wording-of.js'
import type { Done } from './transact.js'

export type UpdateParts = MemoryParts & { readonly provider: EmbeddingProvider }

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
 * redacted. Throws MemoryNotFound, and what the embedding provider throws.
 */
export const createUpdate =
  (parts: UpdateParts) =>
  async ({
    memoryId,
    content,
    metadata,
    importance,
    ...caller
  }: Requester & Correction & { readonly memoryId: string }): Promise<Done<Updated>> => {
    const { model, dimensions } = parts.provider
    const change: Omit<Wanted, 'by'> = {
      memoryId,
      ...(importance === undefined ? {} : { importance }),
      ...(metadata === undefined ? {} : { metadata: withoutSecrets(metadata) }),
      ...(content === undefined ? {} : { words: await wordsOf(parts, caller.scope, content) }),
      embedding: { model, dimensions },
    }
    return decideInBank(parts, caller, {
      read: () => parts.memory(caller.scope, memoryId),
      decide: (memory, by) => {
        const events = correct(memory, { ...change, by })
        return { events, result: { id: memoryId, version: versionAfter(memory, events) } }
      },
    })
  }

/** The words as they are kept, embedded before any decision. */
const wordsOf = async ({ provider, now }: UpdateParts, scope: Scope, content: string): Promise<Words> => {
  const factOn = verbatim(content)
  const { content: kept } = factOn(now())
  const [vector] = await provider.embed([kept])
  return {
    content: kept,
    vector: vector ? vectorText(vector) : null,
    describe: (day) => described(factOn(day), TRUST[scope.kind]),
  }
}

/** The whole text as one fact, as an ingest without extraction takes it; without a speaker, so all of it is its own. */
const verbatim =
  (text: string) =>
  (day: string): Fact => {
    const [fact] = extract({ text }, { at: day, observedAt: day, skipExtraction: true }).facts
    if (fact === undefined) throw new Error('a text that is not blank is a fact')
    return fact
  }

const described = (fact: Fact, trust: number): Described => ({
  character: {
    memoryType: fact.memoryType,
    network: fact.network,
    language: fact.language,
    importance: fact.importance,
    trust: trust * fact.trust,
    said: wordingOf(fact),
  },
  names: fact.entities,
})
