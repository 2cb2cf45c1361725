import { v5 } from 'uuid'
import { eachOf, inTurns, type Steps } from '../../concurrency/steps.js'
import { cosineOf } from '../../domain/embedding.js'
import { ownText } from '../../domain/memory/events.js'
import type { Streams } from '../../event-store/event-store.js'
import { textHash } from '../../indexing/text-hash.js'
import type { Stage } from '../../pipeline.js'
import type { EmbeddingProvider } from '../../providers/embedding.js'
import { embedBySecondary, type SecondaryModel } from '../secondary-model.js'
import { type Ingest, type Pair, type PreparedFact, type Repeat, stage } from './context.js'
import { extracting } from './extraction/extract.js'
import type { Fact } from './extraction/fact.js'
import type { KnownTexts } from './find-neighbours.js'
import { inSequence, toldUntil } from './in-sequence.js'
import { contestOnly, judgeAll } from './judging/contest.js'
import type { Judge } from './judging/ruling.js'
import { playedIn, statementsOf } from './judging/statements.js'
import { withTelling } from './judging/told-again.js'
import { compositeOf } from './relating/composite.js'
import { namesOf } from './relating/names.js'
import { relatedFacts } from './relating/related-facts.js'
import { claimKeys, isRepeat } from './same-claim.js'

const MEMORY_IDS = '5f1c8a3e-0c55-5b0a-9a55-6b1f0a1d7e21'

/** From this cosine on two memories are linked. */
export const LINK_COSINE = 0.5
/** Facts of one ingest are compared for links with those up to this many places on: linking stays linear. */
const LINK_REACH = 30

/** Conversation → facts, by rule. */
const extraction = stage('extract', (ingest) => inTurns(extracted(ingest)))

function* extracted(ingest: Ingest): Steps<Ingest> {
  const { conversation, observedAt, skipExtraction } = ingest.request
  const extraction = yield* extracting(conversation, {
    at: ingest.now,
    skipExtraction,
    ...{ from: ingest.from, leftOut: ingest.leftOut },
    standing: ingest.standing,
    told: (day) => toldUntil(ingest, day),
    ...(observedAt === undefined ? {} : { observedAt }),
  })
  const facts = yield* eachOf(extraction.facts, (fact, index) =>
    prepared(fact, v5(`${ingest.commandId}:${index}`, MEMORY_IDS)),
  )
  return { ...ingest, extraction, facts }
}

const prepared = (fact: Fact, memoryId: string): PreparedFact => ({
  memoryId,
  textHash: textHash(fact.content),
  vector: null,
  ...fact,
})

/** Looks for what is known already: it need not be embedded. The decision looks again. */
const recognizing = ({ knownTexts, streams }: Pick<Needed, 'knownTexts' | 'streams'>) =>
  stage('recognize', async (ingest) => {
    const { readers, request } = ingest
    const facts = withTelling(ingest)
    const stream = streams.bank(request.scope.userId)
    const recognized = await knownTexts(request.scope, { stream, readers, samples: facts })
    return { ...ingest, facts, recognized, knownTexts: new Set(recognized.same.keys()) }
  })

/** Finds what is said while people play parts. */
const playing = stage('plays', async (ingest) => {
  const { all, ofFacts } = inSequence(ingest)
  const played = ofFacts(await inTurns(playedIn(all)))
  if (!played.includes(true)) return ingest
  return { ...ingest, facts: ingest.facts.map((fact, i) => ({ ...fact, played: played[i] ?? false })) }
})

/** Reads what the facts say of single-valued attributes, behind what was told just before them. */
const claiming = stage('claims', claimed)

/** The same in a workspace alone, where another agent may claim something else. */
const claimingInWorkspace = stage('claims', (ingest) =>
  ingest.request.scope.kind === 'user' ? ingest : claimed(ingest),
)

async function claimed(ingest: Ingest): Promise<Ingest> {
  const { all, ofFacts } = inSequence(ingest)
  const statements = ofFacts(await inTurns(statementsOf(all)))
  const facts = ingest.facts.map((fact, i) => {
    const statement = statements[i]
    return statement === undefined ? fact : { ...fact, statement, played: statement.played === true }
  })
  return { ...ingest, facts }
}

/** New facts → vectors, in one batch, of the own text: a name would drown the rest of the vector. */
const embedding = (embed: EmbeddingProvider['embed'], others: readonly SecondaryModel[]) =>
  stage('embed', async (ingest) => {
    const unknown = ingest.facts.filter(({ textHash }) => !ingest.knownTexts.has(textHash))
    const texts = new Map(unknown.map((fact) => [fact.memoryId, ownText(fact)]))
    if (texts.size === 0) return ingest
    const [vectors, secondaryVectors] = await Promise.all([embed([...texts.values()]), embedBySecondary(others, texts)])
    const vectorOf = new Map(unknown.map(({ memoryId }, i) => [memoryId, vectors[i] ?? null]))
    const facts = ingest.facts.map((fact) => ({ ...fact, vector: vectorOf.get(fact.memoryId) ?? null }))
    return { ...ingest, secondaryVectors, facts }
  })

/** Leaves out facts that an earlier one of the same conversation states already. */
const merging = stage('merge', (ingest) => inTurns(merged(ingest)))

function* merged(ingest: Ingest): Steps<Ingest> {
  const kept: PreparedFact[] = []
  const repeats: Repeat[] = []
  const said = new Map<string, PreparedFact>()
  for (const fact of ingest.facts) {
    yield
    const keys = [fact.textHash, ...claimKeys(fact.content)]
    const earlier = keys.map((key) => said.get(key)).find((other) => other !== undefined && isRepeat(other, fact))
    if (earlier) {
      repeats.push({ turns: fact.turns, of: earlier.memoryId })
      continue
    }
    kept.push(fact)
    for (const key of keys) said.set(key, fact)
  }
  return { ...ingest, facts: kept, repeats }
}

/** Finds the facts of the conversation that stand close to one another. */
const pairing = stage('pair', async (ingest) => ({ ...ingest, pairs: await inTurns(pairsOf(ingest)) }))

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

/** What the facts name, and what some of them say together. */
const relating = stage('relate', async (ingest) => {
  const { observedAt, observedOn } = ingest.extraction
  const facts = ingest.facts.map((fact) => ({ ...fact, names: namesOf(fact) }))
  const parts = facts.map((fact) => ({
    observedOn: fact.observedAt?.slice(0, 10) ?? observedOn,
    ...fact,
    observedAt: fact.observedAt ?? observedAt,
  }))
  const related = await inTurns(relatedFacts(parts))
  return { ...ingest, facts, composites: related.flatMap((some) => compositeOf(ingest.commandId, some) ?? []) }
})

export type Mode = 'full' | 'quick'

/** A mode is a list of stages before the decision and, where facts are judged, who judges them and when. */
export type Recipe = {
  readonly stages: readonly Stage<Ingest>[]
  readonly judge: Judge | undefined
  /** Finds contradictions with other agents where facts are not judged. */
  readonly contest?: Judge
  /** Whether facts are derived of the turns by a language model afterwards. */
  readonly derives: boolean
}
type Needed = {
  readonly knownTexts: KnownTexts
  readonly streams: Streams
  readonly provider: EmbeddingProvider
  readonly secondaryModels: readonly SecondaryModel[]
  readonly derivesFacts: boolean
}

/**
 * Everything slow happens in the stages, before any lock is held. Quick ingest stores what was said; full ingest
 * also holds it against what is known: by rules what was said itself, with a language model the facts that are derived of
 * it afterwards.
 */
export const recipes = ({
  provider,
  secondaryModels,
  derivesFacts,
  ...reads
}: Needed): Readonly<Record<Mode, Recipe>> => {
  const recognize = recognizing(reads)
  const embed = embedding(provider.embed, secondaryModels)
  const asSaid = [extraction, recognize, embed, merging, pairing]
  return {
    quick: {
      stages: [...asSaid, playing, claimingInWorkspace],
      ...{ judge: undefined, contest: contestOnly, derives: false },
    },
    full: derivesFacts
      ? { stages: [...asSaid, playing], judge: undefined, derives: true }
      : { stages: [...asSaid, claiming, relating], judge: judgeAll, derives: false },
  }
}
