import { v5 } from 'uuid'
import { namedWords } from '../commands/erase-memories.js'
import type { KeyedHashes } from '../commands/master-key.js'
import { embedBySecondary, type SecondaryModel } from '../commands/secondary-model.js'
import { eachOf, inTurns, type Steps } from '../concurrency/steps.js'
import { cosineOf } from '../domain/embedding.js'
import { NothingStated } from '../domain/errors.js'
import { ownText } from '../domain/own-text.js'
import type { EmbeddingProvider } from '../providers/embedding.js'
import { textHash } from '../text/text-hash.js'
import { extracting } from './as-said/extract.js'
import { candidatesIn } from './as-said/unsaid.js'
import { compositeOf, relatedFacts } from './composites.js'
import type { Ingest, Pair, PreparedFact, Repeat } from './context.js'
import { isUnsure } from './forget-request.js'
import { withRequests } from './forgetting.js'
import { claimKeys, type FindKnownWords, givenDay, isRepeat } from './neighbours.js'

const MEMORY_IDS = '5f1c8a3e-0c55-5b0a-9a55-6b1f0a1d7e21'

/** From this cosine on two memories are linked. */
export const LINK_COSINE = 0.5
/** Facts of one ingest are compared for links with those up to this many places on: linking stays linear. */
const LINK_REACH = 30

/** Hashes that one ingest looks up; of more, nobody has put memories there. */
const MOST_LOOKED_UP = 4000

/** A stage takes everything known so far and returns a little more. */
type Stage = (ingest: Ingest) => Promise<Ingest>

/** How words that stand in blocks of messages are known: only then something is looked up. */
const lookingBack =
  ({ knownWords, keyedHashes }: StageDependencies): Stage =>
  async (ingest) => {
    const { conversation, scope, skipExtraction } = ingest.request
    if (skipExtraction || !('messages' in conversation)) return ingest
    const said = conversation.messages.filter((_, at) => at >= ingest.from && !ingest.leftOut.has(at))
    const found = await inTurns(eachOf(said, ({ content }) => candidatesIn(content)))
    const hashes = [...new Set(found.flat())]
    if (hashes.length === 0 || hashes.length > MOST_LOOKED_UP) return ingest
    const nameOf = namedWords(keyedHashes, scope.userId)
    return { ...ingest, knownWords: await knownWords(scope, { hashes, nameOf }) }
  }

/** Conversation → facts, by rule. */
const extraction: Stage = (ingest) => inTurns(extracted(ingest))

function* extracted(ingest: Ingest): Steps<Ingest> {
  const { conversation, observedAt, timeZone, skipExtraction } = ingest.request
  const extraction = yield* extracting(conversation, {
    at: ingest.now,
    timeZone,
    skipExtraction,
    from: ingest.from,
    leftOut: ingest.leftOut,
    standing: ingest.standing.map(({ content }) => content),
    knownWords: ingest.knownWords,
    ...(observedAt === undefined ? {} : { observedAt }),
  })
  if (extraction.facts.filter(({ replacement }) => replacement).length < replacingIn(ingest)) throw new NothingStated()
  const facts = yield* eachOf(
    extraction.facts,
    (fact, index): PreparedFact => ({
      ...fact,
      given: fact.moment ?? (extraction.isTimed ? extraction.moment : undefined),
      memoryId: v5(`${ingest.commandId}:${index}`, MEMORY_IDS),
      textHash: textHash(fact.content, fact.replacement?.key),
      vector: null,
    }),
  )
  return { ...ingest, extraction, facts: withRequests(facts) }
}

/** How many new statements replace something. */
const replacingIn = ({ request: { conversation }, from, leftOut }: Ingest): number => {
  if (conversation.replacement) return 1
  if ('text' in conversation) return 0
  return conversation.messages.filter(({ replacement }, at) => replacement && at >= from && !leftOut.has(at)).length
}

/** Facts → vectors, in one batch, of the own text: a name would drown the rest of the vector. */
const embedding =
  (embed: EmbeddingProvider['embed'], others: readonly SecondaryModel[]): Stage =>
  async (ingest) => {
    const texts = new Map(ingest.facts.map((fact) => [fact.memoryId, ownText(fact)]))
    if (texts.size === 0) return ingest
    const [vectors, secondaryVectors] = await Promise.all([embed([...texts.values()]), embedBySecondary(others, texts)])
    const facts = ingest.facts.map((fact, i) => ({ ...fact, vector: vectors[i] ?? null }))
    return { ...ingest, secondaryVectors, facts }
  }

/** Leaves out facts that an earlier one of the same conversation states already. */
const merging: Stage = (ingest) => inTurns(merged(ingest))

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

function* merged(ingest: Ingest): Steps<Ingest> {
  const kept: PreparedFact[] = []
  const repeats: Repeat[] = []
  // What replaces something is decided on its own, and what only says the same is told by it.
  const replacing = ingest.facts.filter(({ replacement }) => replacement && replacement.key === undefined)
  const said = new Stated()
  for (const fact of replacing) said.add([fact.textHash], fact)
  let takenAt = -1
  for (const fact of ingest.facts) {
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
  return { ...ingest, facts: kept, repeats }
}

/** Finds the facts of the conversation that stand close to one another. */
const pairing: Stage = async (ingest) => ({ ...ingest, pairs: await inTurns(pairsOf(ingest)) })

function* pairsOf({ facts }: Ingest): Steps<readonly Pair[]> {
  const pairs = yield* eachOf(facts, (from, i) =>
    facts.slice(i + 1, i + 1 + LINK_REACH).flatMap((to) => {
      const similarity = cosineOf(from.vector, to.vector)
      return similarity > LINK_COSINE ? [{ from: from.memoryId, to: to.memoryId, similarity: rounded(similarity) }] : []
    }),
  )
  return pairs.flat()
}

/** Similarities are kept to four places: the log needs no more. */
export const rounded = (similarity: number): number => Math.round(similarity * 1e4) / 1e4

/** What some of the facts say together. */
const relating: Stage = async (ingest) => {
  const related = await inTurns(relatedFacts(ingest.facts.filter(({ again }) => again === undefined)))
  return { ...ingest, composites: related.flatMap((some) => compositeOf(ingest.commandId, some) ?? []) }
}

export type Mode = 'full' | 'quick'

/** A mode is a list of stages before the decision, and what is decided. */
export type Recipe = {
  readonly stages: readonly Stage[]
  /** Whether the answer tells what became of each fact, not only of requests to forget. */
  readonly tellsOutcomes: boolean
  /** Whether facts are derived of the turns by a language model afterwards. */
  readonly derives: boolean
}

export type StageDependencies = {
  readonly knownWords: FindKnownWords
  readonly keyedHashes: Pick<KeyedHashes, 'turn'>
  readonly provider: EmbeddingProvider
  readonly secondaryModels: readonly SecondaryModel[]
}

/**
 * Everything slow happens in the stages, before any lock is held. Both modes store what was said. Full ingest also relates it
 * or, with a language model, derives facts from it afterwards.
 */
export const recipes = (parts: StageDependencies, derivesFacts: boolean): Readonly<Record<Mode, Recipe>> => {
  const known = [embedding(parts.provider.embed, parts.secondaryModels), merging, pairing]
  const stages = [lookingBack(parts), extraction, ...known]
  return {
    quick: { stages, tellsOutcomes: false, derives: false },
    full: derivesFacts
      ? { stages, tellsOutcomes: true, derives: true }
      : { stages: [...stages, relating], tellsOutcomes: true, derives: false },
  }
}
