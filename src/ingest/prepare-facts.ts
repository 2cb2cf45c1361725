import { v5 } from 'uuid'
import { namedWords } from '../commands/erase-memories.js'
import type { KeyedHashes } from '../commands/master-key.js'
import { embedBySecondary, type SecondaryModel } from '../commands/secondary-model.js'
import { eachOf, inTurns } from '../concurrency/steps.js'
import { cosineOf } from '../domain/embedding.js'
import { NothingStated } from '../domain/errors.js'
import { ownText } from '../domain/own-text.js'
import { type Reading, readUser } from '../postgres/database.js'
import type { EmbeddingProvider } from '../providers/embedding.js'
import type { LastMemory } from '../queries/derivable-episode.js'
import { type KnownWords, knownWords } from '../queries/known-words.js'
import { textHash } from '../text/text-hash.js'
import { extracting } from './as-said/extract.js'
import type { Extraction } from './as-said/fact.js'
import { candidatesIn } from './as-said/unsaid.js'
import { type Composite, compositeOf, relatedFacts } from './composites.js'
import type { IngestCommand, IngestRequest, NewTurns, Pair, PreparedFact } from './context.js'
import { withRequests } from './forgetting.js'

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
  return readUser(reading, scope.userId, (db) => knownWords(db, scope, { hashes, nameOf }))
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
