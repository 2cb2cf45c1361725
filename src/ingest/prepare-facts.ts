import { v5 } from 'uuid'
import { namedWords } from '../commands/erase-memories.js'
import type { KeyedHashes } from '../commands/master-key.js'
import { embedBySecondary, type SecondaryModel } from '../commands/secondary-model.js'
import { eachOf, inTurns, type Steps } from '../concurrency/steps.js'
import { cosineOf } from '../domain/embedding.js'
import { NothingStated } from '../domain/errors.js'
import { ownText } from '../domain/memory/events.js'
import { type Reading, readingOf } from '../postgres/database.js'
import type { EmbeddingProvider } from '../providers/embedding.js'
import { knownWords } from '../queries/known-words.js'
import { textHash } from '../text/text-hash.js'
import { extracting } from './as-said/extract.js'
import type { Extraction } from './as-said/fact.js'
import { candidatesIn, type KnownWords } from './as-said/unsaid.js'
import { type Composite, compositeOf, relatedFacts } from './composites.js'
import type { IngestCommand, IngestRequest, LastMemory, NewTurns, Pair, PreparedFact, Repeat } from './context.js'
import { isUnsure } from './forget-request.js'
import { withRequests } from './forgetting.js'
import { claimKeys, givenDay, isRepeat } from './neighbours.js'

const MEMORY_IDS = '5f1c8a3e-0c55-5b0a-9a55-6b1f0a1d7e21'

/** From this cosine on two memories are linked. */
export const LINK_COSINE = 0.5
/** Facts of one ingest are compared for links with those up to this many places on: linking stays linear. */
const LINK_REACH = 30

/** Hashes that one ingest looks up; of more, nobody has put memories there. */
const MOST_LOOKED_UP = 4000

export type LookUpDependencies = {
  readonly reading: Reading
  readonly keyedHashes: Pick<KeyedHashes, 'turn'>
}

/** How words that stand in blocks of messages are known: only where there are such blocks something is looked up. */
export const lookUpBlocks = async (
  { reading, keyedHashes }: LookUpDependencies,
  { conversation, scope, skipExtraction }: IngestRequest,
  { from, leftOut }: NewTurns,
): Promise<KnownWords> => {
  if (skipExtraction || !('messages' in conversation)) return NOTHING_KNOWN
  const said = conversation.messages.filter((_, at) => at >= from && !leftOut.has(at))
  const found = await inTurns(eachOf(said, ({ content }) => candidatesIn(content)))
  const hashes = [...new Set(found.flat())]
  if (hashes.length === 0 || hashes.length > MOST_LOOKED_UP) return NOTHING_KNOWN
  const nameOf = namedWords(keyedHashes, scope.userId)
  return readingOf(reading, scope.userId)((db) => knownWords(db, scope, { hashes, nameOf }))
}
const NOTHING_KNOWN: KnownWords = new Map()

/** What stands before the new turns, and how the words of their blocks are known. */
type Surroundings = { readonly standing: readonly LastMemory[]; readonly blocks: KnownWords }

/** The facts of what is new, by rule. Throws NothingStated. */
export const extractFacts = (
  command: IngestCommand,
  newTurns: NewTurns,
  surroundings: Surroundings,
): Promise<{ readonly extraction: Extraction; readonly facts: readonly PreparedFact[] }> =>
  inTurns(extractedFacts(command, newTurns, surroundings))

function* extractedFacts(
  { request, commandId, now }: IngestCommand,
  newTurns: NewTurns,
  { standing, blocks }: Surroundings,
) {
  const { conversation, observedAt, timeZone, skipExtraction } = request
  const extraction = yield* extracting(conversation, {
    at: now,
    timeZone,
    skipExtraction,
    from: newTurns.from,
    leftOut: newTurns.leftOut,
    standing: standing.map(({ content }) => content),
    knownWords: blocks,
    ...(observedAt === undefined ? {} : { observedAt }),
  })
  const replacing = extraction.facts.filter(({ replacement }) => replacement)
  if (replacing.length < replacementsIn(request, newTurns)) throw new NothingStated()
  const facts = yield* eachOf(
    extraction.facts,
    (fact, index): PreparedFact => ({
      ...fact,
      given: fact.moment ?? (extraction.isTimed ? extraction.moment : undefined),
      memoryId: v5(`${commandId}:${index}`, MEMORY_IDS),
      textHash: textHash(fact.content, fact.replacement?.key),
      vector: null,
    }),
  )
  return { extraction, facts: withRequests(facts) }
}

/** How many new turns are to replace something. */
const replacementsIn = ({ conversation }: IngestRequest, { from, leftOut }: NewTurns): number => {
  if (conversation.replacement) return 1
  if ('text' in conversation) return 0
  return conversation.messages.filter(({ replacement }, at) => replacement && at >= from && !leftOut.has(at)).length
}

export type EmbeddingDependencies = {
  readonly provider: EmbeddingProvider
  readonly secondaryModels: readonly SecondaryModel[]
}

/** The facts with their vectors, in one batch, of the own text: a name would drown the rest of the vector. */
export const embedStatements = async (
  { provider, secondaryModels }: EmbeddingDependencies,
  facts: readonly PreparedFact[],
) => {
  const texts = new Map(facts.map((fact) => [fact.memoryId, ownText(fact)]))
  if (texts.size === 0) return { facts, secondaryVectors: [] }
  const [vectors, secondaryVectors] = await Promise.all([
    provider.embed([...texts.values()]),
    embedBySecondary(secondaryModels, texts),
  ])
  return { facts: facts.map((fact, i) => ({ ...fact, vector: vectors[i] ?? null })), secondaryVectors }
}

/**
 * The facts of a conversation by their words and the day that was given. Those of another day are others, and so are those of a day
 * where the same was said without one: that may be a telling of a memory of another day.
 */
class Stated {
  readonly #facts = new Map<string, PreparedFact>()

  add(keys: readonly string[], fact: PreparedFact): void {
    for (const key of keys) this.#facts.set(`${key} ${givenDay(fact) ?? ''}`, fact).set(`${key} ${ANY_DAY}`, fact)
  }

  /** What states the same. */
  find(keys: readonly string[], fact: PreparedFact): PreparedFact | undefined {
    const days = givenDay(fact) === null ? ['', ANY_DAY] : [givenDay(fact)]
    const found = keys.flatMap((key) => days.map((day) => this.#facts.get(`${key} ${day}`)))
    return found.find((other) => other !== undefined && isRepeat(other, fact))
  }
}
const ANY_DAY = '*'

/** Leaves out facts that an earlier one of the same conversation states already. */
export const leaveOutRepeats = (facts: readonly PreparedFact[]) => inTurns(withoutRepeats(facts))

function* withoutRepeats(
  facts: readonly PreparedFact[],
): Steps<{ readonly facts: readonly PreparedFact[]; readonly repeats: readonly Repeat[] }> {
  const kept: PreparedFact[] = []
  const repeats: Repeat[] = []
  // What replaces something is decided on its own, and what only says the same is told by it.
  const replacing = facts.filter(({ replacement }) => replacement && replacement.key === undefined)
  const said = new Stated()
  for (const fact of replacing) said.add([fact.textHash], fact)
  let takenAt = -1
  for (const fact of facts) {
    yield
    const { turns, given, forgets, replacement } = fact
    if (forgets || replacement) takenAt = turns[0]
    if (replacement || (forgets && !isUnsure(forgets))) {
      kept.push(fact)
      continue
    }
    const keys = [fact.textHash, ...claimKeys(fact.content)]
    const earlier = said.find(keys, fact)
    // What stands between both may take the first one back.
    if (earlier && (forgets || earlier.turns[0] >= takenAt)) {
      repeats.push({ turns, of: earlier.memoryId, given })
      continue
    }
    kept.push(earlier ? { ...fact, again: earlier.memoryId } : fact)
    said.add(keys, fact)
  }
  return { facts: kept, repeats }
}

/** The facts of the conversation that stand close to one another. */
export const pairFacts = async (facts: readonly PreparedFact[]): Promise<readonly Pair[]> => {
  const pairs = await inTurns(
    eachOf(facts, (from, i) =>
      facts.slice(i + 1, i + 1 + LINK_REACH).flatMap((to) => {
        const similarity = cosineOf(from.vector, to.vector)
        if (similarity <= LINK_COSINE) return []
        return [{ from: from.memoryId, to: to.memoryId, similarity: rounded(similarity) }]
      }),
    ),
  )
  return pairs.flat()
}

/** Similarities are kept to four places: the log needs no more. */
export const rounded = (similarity: number): number => Math.round(similarity * 1e4) / 1e4

/** What some of the facts say together. */
export const composeFacts = async (
  commandId: string,
  facts: readonly PreparedFact[],
): Promise<readonly Composite[]> => {
  const related = await inTurns(relatedFacts(facts.filter(({ again }) => again === undefined)))
  return related.flatMap((some) => compositeOf(commandId, some) ?? [])
}
