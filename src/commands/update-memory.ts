import { type SecondaryVectors, vectorText } from '../domain/embedding.js'
import type { Metadata } from '../domain/event.js'
import { cascade, closing, NOTHING_ATTACHED, onceEach, superseded, withdraw } from '../domain/memory/cascade.js'
import { correct, type MemoryCorrection, versionAfter, type Words } from '../domain/memory/decisions.js'
import type { MemoryOf } from '../domain/memory/events.js'
import { type Restorable, restore } from '../domain/memory/restoring.js'
import { type Affected, affected, isInForce } from '../domain/memory/same-words.js'
import type { Character, KnownMemory, Memory, Stated } from '../domain/memory/state.js'
import { ownText } from '../domain/own-text.js'
import type { Scope } from '../domain/scope.js'
import { extract } from '../ingest/as-said/extract.js'
import type { Fact } from '../ingest/as-said/fact.js'
import { characterOf } from '../ingest/events.js'
import { type Database, readUser } from '../postgres/database.js'
import type { EmbeddingProvider } from '../providers/embedding.js'
import { memoryState, restorableWords } from '../queries/memory-state.js'
import { writerTrust } from '../queries/read-agents.js'
import { memoriesSaying } from '../queries/same-words.js'
import { compositesOfParts, echoesOf, wentWith } from '../queries/visible-derived.js'
import { asUserSaid, hashesAsUserSaid } from '../text/as-user-said.js'
import { withoutSecrets } from '../text/secrets/redact.js'
import { type BankDependencies, decideInBank } from './decide-in-bank.js'
import { idsOf, type OfMemory, readSeen, readTogether } from './delete-memories.js'
import { sameAs } from './same-words.js'
import { embedBySecondary, type SecondaryModel } from './secondary-model.js'
import type { Decision, Done } from './transact.js'

export type UpdateDependencies = BankDependencies & {
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
export type Updated = Affected & { readonly id: string; readonly version: number }
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
    onlyThis = false,
    ...caller
  }: OfMemory & Correction): Promise<Done<Corrected>> => {
    const { model, dimensions } = parts.provider
    const words = content === undefined ? undefined : await wordsOf(parts, content)
    const change: Omit<MemoryCorrection, 'by' | 'words'> = {
      memoryId,
      ...(importance === undefined ? {} : { importance }),
      ...(metadata === undefined ? {} : { metadata: withoutSecrets(metadata) }),
      embedding: { model, dimensions },
      secondaryVectors: await secondaryVectors(parts, () => words?.content ?? textNow(parts, caller.scope, memoryId)),
    }
    return decideInBank(parts, caller, {
      read: (db) => readCorrected(db, caller.scope, { memoryId, onlyThis, content: words?.content }),
      decide: ({ trust, ...read }, by): Decision<Corrected> => {
        const said = words === undefined ? {} : { words: saidWith(words, trust) }
        const events = correct(read.memory, { ...change, ...said, by })
        const version = versionAfter(read.memory, events)
        const { isReworded, ids, events: others } = takingPlace(read, { content: words?.content, by })
        return {
          events: [...events, ...others],
          result: {
            id: memoryId,
            version,
            ...affected([...new Set([memoryId, ...ids])], read.left),
            ...(isReworded ? { reworded: version - 1 } : {}),
          },
        }
      },
    })
  }

/** A memory with what is known of its old words and, where it gets others, of those. */
const readCorrected = async (
  db: Database,
  scope: Scope,
  { content, ...one }: Pick<OfMemory, 'memoryId' | 'onlyThis'> & { readonly content: string | undefined },
) => {
  const { memory, saying, others } = await readTogether(db, scope, one)
  const isReworded = memory.status !== 'unknown' && content !== undefined && isOtherThan(memory, content)
  const changing = isReworded ? others.filter(isInForce) : []
  const [attached, trust, joined] = await Promise.all([
    isReworded ? readSeen(db, scope, { ...one, ids: [one.memoryId, ...idsOf(changing)] }) : NOTHING_ATTACHED,
    writerTrust(db, scope),
    isReworded ? memoriesSaying(db, scope, { contents: asUserSaid(reworded(memory, content).said) }) : [],
  ])
  return { memory, others: changing, attached, trust, joined, left: isReworded ? saying : [] }
}

/** A corrected memory takes the place of all with its old words, and joins what its owner says in the new ones. */
const takingPlace = (
  { memory, others, attached, joined }: Omit<Awaited<ReturnType<typeof readCorrected>>, 'trust'>,
  { content, by }: { readonly content: string | undefined; readonly by: Metadata },
): {
  readonly isReworded: boolean
  readonly ids: readonly string[]
  readonly events: readonly MemoryOf<'MemorySuperseded'>[]
} => {
  if (memory.status === 'unknown' || content === undefined || !isOtherThan(memory, content))
    return { isReworded: false, ids: [], events: [] }
  const closed = others.map((each) => closing(each, memory.memoryId))
  const { closings, withdrawn } = cascade({ corrected: [memory], closed }, attached)
  const now = { ...memory, character: reworded(memory, content) }
  return {
    isReworded: true,
    ids: idsOf([...others, ...sameAs(joined, now).filter(isInForce)]),
    events: [...closings.map((each) => superseded(each, by)), ...withdraw(withdrawn, by)],
  }
}

/** The same in other words. */
const reworded = ({ character }: KnownMemory, content: string): Character => ({
  ...character,
  said: { ...character.said, content },
})

/** Whether the memory says something else now. */
const isOtherThan = (memory: KnownMemory, content: string): boolean => memory.character.said.content !== content

/** What secondary models make of the new words, or of the memory's present ones where only the rest changes. */
const secondaryVectors = async (
  { secondaryModels }: Pick<UpdateDependencies, 'secondaryModels'>,
  textOf: () => string | Promise<string | undefined>,
): Promise<readonly SecondaryVectors[]> => {
  const text = secondaryModels.length === 0 ? undefined : await textOf()
  return embedBySecondary(secondaryModels, new Map(text === undefined ? [] : [[text, text]]))
}

const textNow = async ({ reading }: UpdateDependencies, scope: Scope, id: string): Promise<string | undefined> => {
  const known = await readUser(reading, scope.userId, (db) => memoryState(db, scope, id))
  return known.status === 'unknown' ? undefined : ownText(known.character.said)
}

/** The words as they are kept, embedded before any decision. */
const wordsOf = async ({ provider, now }: UpdateDependencies, content: string) => {
  // Without secrets, which nothing that follows sees.
  const { content: kept } = verbatim(content)(now(), null)
  const [vector] = await provider.embed([kept])
  return {
    content: kept,
    vector: vector ? vectorText(vector) : null,
    factOn: verbatim(kept),
  }
}

const saidWith = ({ content, vector, factOn }: Awaited<ReturnType<typeof wordsOf>>, trust: number): Words => ({
  content,
  vector,
  describe: (day, speaker) => {
    const fact = { ...factOn(day, speaker), content }
    return { character: characterOf(fact, trust), names: fact.entities }
  },
})

/**
 * The whole text as one fact, as an ingest without extraction takes it. Where it still begins with the label of whoever said it
 * before, it is said by the same; else it has no speaker, and all of it is its own.
 */
const verbatim =
  (content: string) =>
  (day: string, speaker: string | null): Fact => {
    const own = ownText({ content, speaker })
    const isLabelled = speaker !== null && own !== content && own.trim() !== ''
    const options = { at: day, observedAt: day, skipExtraction: true }
    const [fact] = extract({ text: isLabelled ? own : content }, { ...options, ...(isLabelled && { speaker }) }).facts
    if (fact === undefined) throw new Error('a text that is not blank is a fact')
    return fact
  }

/** Which words: those that this version set. */
export type Restoration = { readonly version: number }

/**
 * Makes a memory say again what one of its versions said, and active, whatever became of it but an erasure. No provider
 * is called for the model that answers requests: the vector is that of then. What went with it comes back with it: others with
 * its words, a fact with its turns. Throws MemoryNotFound where it has no such
 * version, EqualMemoryExists, NotRestorable.
 */
export const createRestore =
  (parts: UpdateDependencies) =>
  async ({ memoryId, version, onlyThis = false, ...caller }: OfMemory & Restoration): Promise<Done<Updated>> => {
    const { scope } = caller
    const { model, dimensions } = parts.provider
    const wordsNow = (db: Database) => restorableWords(db, scope, { memoryId, version })
    const textNow = async () => textOf(await readUser(parts.reading, scope.userId, wordsNow))
    const vectors = await secondaryVectors(parts, textNow)
    return decideInBank(parts, caller, {
      read: async (db) => {
        const words = await wordsNow(db)
        const ids = [memoryId, ...(words?.holders ?? []).map((holder) => holder.memoryId)]
        return {
          words,
          memory: await memoryState(db, scope, memoryId),
          composites: await compositesOfParts(db, scope.userId, ids),
          echoes: await echoesOf(db, scope.userId, ids),
          companions:
            words === undefined || onlyThis ? [] : await readCompanions(db, scope, { memoryId, version, words }),
          saying:
            words === undefined ? [] : await memoriesSaying(db, scope, { contents: asUserSaid(words.character.said) }),
        }
      },
      decide: ({ memory, composites, echoes, words, companions, saying }, by) => {
        const embedding = { model, dimensions }
        const events = restore(memory, { memoryId, by, words, namesOf, embedding, secondaryVectors: vectors })
        const back = events.length === 0 ? [] : companions
        const restored = back.flatMap(({ memory: other, ...its }) =>
          restore(other, { ...its, by, namesOf, embedding, secondaryVectors: [] }),
        )
        // Of itself only where it says something else now.
        const isReworded = words !== undefined && isKnownAsOther(memory, words.character.said.content)
        const isGone = (part: string) => events.length > 0 && (isReworded || part !== memoryId)
        const gone = [...composites.filter(({ part }) => isGone(part)), ...echoes.filter(({ of }) => isGone(of))]
        const ids = [memoryId, ...idsOf(back.filter(({ isSame }) => isSame))]
        return {
          events: [...events, ...restored, ...withdraw(onceEach(gone), by)],
          result: { id: memoryId, version: versionAfter(memory, events.slice(0, 1)), ...affected(ids, saying) },
        }
      },
    })
  }

const textOf = (words: Restorable | undefined): string | undefined => words && ownText(words.character.said)

const isKnownAsOther = (memory: Memory, content: string): boolean =>
  memory.status !== 'unknown' && isOtherThan(memory, content)

/** Those that can come back: another memory may say the same by now. */
const readCompanions = async (
  db: Database,
  scope: Scope,
  { words, ...restored }: { readonly memoryId: string; readonly version: number; readonly words: Restorable },
) => {
  const { said } = words.character
  const textHashes = hashesAsUserSaid(said, said.key)
  const all = await Promise.all(
    (await wentWith(db, scope, { ...restored, textHashes })).map(async (other) => ({
      memoryId: other.memoryId,
      isSame: other.isSame,
      memory: await memoryState(db, scope, other.memoryId),
      words: await restorableWords(db, scope, other),
    })),
  )
  return all.filter(({ words }) => words !== undefined && !words.isSaidAlready && words.holders.length === 0)
}

/** Found again by rule: a version does not keep whom its words name. */
const namesOf = ({ said }: Character): Stated['names'] =>
  said.content === '' ? [] : verbatim(ownText(said))('', null).entities
