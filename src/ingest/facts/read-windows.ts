import { type BankDependencies, decideInBank } from '../../commands/decide-in-bank.js'
import { type Actor, isErased, SYSTEM } from '../../domain/event.js'
import type { ExtractedFact, ExtractionEvent, ExtractionOf, KnownWindow, Paid } from '../../domain/extraction.js'
import { type Readers, readerGroup, type Scope } from '../../domain/scope.js'
import { type Database, readUser } from '../../postgres/database.js'
import type { EmbeddingProvider } from '../../providers/embedding.js'
import { AnswerUnusable, ProviderRejected, ProviderUnavailable } from '../../providers/errors.js'
import { type LanguageModel, NO_USAGE } from '../../providers/language-model.js'
import { BudgetExceeded, metered } from '../../providers/token-budget.js'
import type { DerivableEpisode } from '../../queries/derivable-episode.js'
import { saidBefore } from '../../queries/derivable-episode.js'
import { knownAbout } from '../../search/known-about.js'
import { hasContent, keywordsOf } from '../../text/content-words.js'
import { extractWindow, NOTHING_DROPPED, type WindowExtraction } from '../by-model/extract-window.js'
import { shortened } from '../by-model/prompt.js'
import type { ExtractedFact as FoundFact } from '../by-model/read-fact.js'
import { isAssistant, type ShownMemory, wordsIn } from '../by-model/windows.js'
import { Outdated } from '../ingest-in-chunks.js'
import { byStage, promptAsked, rounded } from './episode.js'
import { dayOf, type Fact, factsFound, factsIn, inMemories, memoriesIn, type WindowLeft, windowsLeft } from './facts.js'

export type ReadingDependencies = BankDependencies & {
  /** The episode as it is stored by now; a preview keeps its own. */
  readonly episode: (db: Database, userId: string, episodeId: string) => Promise<DerivableEpisode | undefined>
  readonly provider: EmbeddingProvider
} & Pick<Parameters<typeof knownAbout>[2], 'banks' | 'relatedTerms'>

/** Who derives facts: the service itself, for whoever ingested the episode. */
export const actorFor = (scope: Scope): Actor => ({
  ...SYSTEM,
  agentId: scope.kind === 'user' ? null : scope.agentId,
})

type EpisodeReading = {
  readonly episode: DerivableEpisode
  /** Undefined: all that is left goes by rules. */
  readonly model: LanguageModel | undefined
  readonly signal: AbortSignal
  /** What was paid for it and stands in no event yet. */
  readonly outstanding: Paid[]
  /** Whether windows that were read are read again, with what is known by now. */
  readonly anew: boolean
}

/**
 * Reads all windows of an episode that are still to be read, one after the other, each with what is known by then, and records
 * what was found in each as soon as it is known. Where the budget is spent the rest goes by rules. Throws what the model throws.
 */
export const readWindows = async (
  parts: ReadingDependencies,
  { episode, model, signal, outstanding, anew }: EpisodeReading,
): Promise<void> => {
  const { scope, memories } = episode
  const [begun] = memories
  const before = async (readers: Readers) => {
    if (begun === undefined) return []
    const { session, ordinal } = begun
    return readUser(parts.reading, scope.userId, (db) => saidBefore(db, scope, { session, ordinal, readers }))
  }
  const found = anew ? [] : [...factsFound(episode)]
  for (const window of await windowsLeft(episode, { before, anew })) {
    const known = model === undefined ? [] : await shownTo(parts, episode, { window, found })
    const read = { window, known, model, signal, outstanding }
    const extracted = await readOne(parts, episode, read)
    found.push(...factsIn(episode, extracted))
  }
}

type WindowReading = Pick<EpisodeReading, 'model' | 'signal' | 'outstanding'> & {
  readonly window: WindowLeft
  readonly known: readonly ShownMemory[]
}

const readOne = async (
  parts: ReadingDependencies,
  episode: DerivableEpisode,
  { window, known, model, signal, outstanding }: WindowReading,
): Promise<KnownWindow> => {
  if (model === undefined) return record(parts, episode, eventOf(window, { known, read: undefined }))
  const meter = metered(model)
  let isTold = false
  try {
    const found = await extractWindow(meter.model, window.window, { known, signal }).catch(unlessSpent)
    const read = found && { found, model: model.model }
    const recorded = await record(parts, episode, eventOf(window, { known: found ? known : [], read }))
    isTold = found !== undefined
    return recorded
  } finally {
    const paid = rounded(meter.paid())
    if (!isTold && paid.calls > 0)
      outstanding.push({ stage: 'extract', model: model.model, prompt: promptAsked, ...paid })
  }
}

/** The most memories that a window is shown as known, and of these facts of the windows before it. */
const MOST_SHOWN = 16
const MOST_OWN = 6
/** The most of its turns that are asked for: what people said, the longest. */
const MOST_ASKED = 8

/** What is known that a window may be about, in the order in which it was said. */
const shownTo = async (
  { reading, banks, provider: embedding, relatedTerms, now }: ReadingDependencies,
  { scope, episodeId }: DerivableEpisode,
  { window: { window, readers }, found }: { readonly window: WindowLeft; readonly found: readonly Fact[] },
): Promise<readonly ShownMemory[]> => {
  const own = window.filter(({ context }) => !context)
  const people = own.filter((turn) => !isAssistant(turn))
  const told = people.length > 0 ? people : own
  const texts = told
    .map(({ content }) => content)
    .filter((content) => hasContent(content))
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MOST_ASKED)
  if (texts.length === 0) return []
  const words = new Set(own.flatMap(({ content }) => wordsIn(content)))
  const common = ({ keywords }: Fact) => keywords.split(' ').filter((word) => words.has(word)).length
  const earlier = found
    .filter((fact) => readerGroup(fact.readers) === readerGroup(readers) && common(fact) > 0)
    .toSorted((a, b) => common(b) - common(a))
    .slice(0, MOST_OWN)
  const asked = { texts, readers, episodeId, most: MOST_SHOWN - earlier.length }
  const searching = { banks, embedding, relatedTerms, now }
  const known = await readUser(reading, scope.userId, (db) => knownAbout(db, scope, { ...asked, ...searching }))
  return [
    ...known.toSorted((a, b) =>
      a.told.instant === b.told.instant ? a.told.ordinal - b.told.ordinal : a.told.instant < b.told.instant ? -1 : 1,
    ),
    ...earlier.map((fact) => ({ ...fact, version: 1, day: dayOf(fact) })),
  ]
}

/** Nothing is found where the budget is spent. */
const unlessSpent = (error: unknown): undefined => {
  if (!(error instanceof BudgetExceeded)) throw error
}

type ExtractedWindow = ExtractionOf<'EpisodeExtracted'>['data']

type WindowAnswer = {
  readonly known: readonly ShownMemory[]
  readonly read: { readonly found: WindowExtraction; readonly model: string } | undefined
}

const eventOf = (left: WindowLeft, { known, read }: WindowAnswer): ExtractedWindow => ({
  window: left.number,
  ...memoriesIn(left),
  known: known.map(({ memoryId, version }): [string, number] => [memoryId, version]),
  by: read ? { model: read.model, prompt: promptAsked } : null,
  usage: rounded(read?.found.usage ?? NO_USAGE),
  dropped: read?.found.dropped ?? NOTHING_DROPPED,
  said: { facts: (read?.found.facts ?? []).map((fact) => asEvent(fact, left)) },
})

/** In few words, and in a paragraph: characters. */
const HEADLINE = 80
const OVERVIEW = 300

const asEvent = (fact: FoundFact, { units }: WindowLeft): ExtractedFact => {
  const { evidence, validFrom, validTo, validWords, entities, about, undoes, ...rest } = fact
  const undone = undoes.flatMap(({ turn, ...said }) => {
    const [made, ...others] = units[turn]?.of ?? []
    // Of a turn in several pieces it is not known which one is meant.
    return made === undefined || others.length > 0 ? [] : [{ memoryId: made.memoryId, version: made.version, ...said }]
  })
  return {
    ...rest,
    about: [...about, ...undone],
    headline: shortened(fact.content, HEADLINE),
    overview: shortened(fact.content, OVERVIEW),
    keywords: keywordsOf(fact.content),
    valid: { from: validFrom, to: validTo, words: validWords },
    entities: entities.map((entity) => ({ ...entity })),
    ...supportOf(
      evidence.flatMap(({ turn, ...stretch }) => {
        const unit = units[turn]
        return unit === undefined ? [] : (inMemories(unit, stretch) ?? [])
      }),
      { undone: undone.map(({ memoryId }) => memoryId), drawn: rest.drawn },
    ),
  }
}

/** A turn that a fact says is wrong supports it not: words may come from there. */
const supportOf = (
  evidence: ExtractedFact['evidence'],
  { undone, drawn }: { readonly undone: readonly string[]; readonly drawn: readonly string[] },
): Pick<ExtractedFact, 'evidence' | 'drawn'> => {
  const left = evidence.filter(({ memoryId }) => !undone.includes(memoryId))
  if (left.length === 0) return { evidence, drawn: [...drawn] }
  const words = evidence.flatMap(({ memoryId }) => (undone.includes(memoryId) ? memoryId : []))
  return { evidence: left, drawn: [...new Set([...drawn, ...words])] }
}

/** An event about an episode, without who and when. */
type Finding = { [Type in ExtractionEvent['type']]: Pick<ExtractionOf<Type>, 'type' | 'data'> }[ExtractionEvent['type']]

/** Appends what was found about an episode, as it is decided on its newest state; undefined: nothing. Tells whether it did. */
const recordFinding = async (
  parts: ReadingDependencies,
  { scope, episodeId }: Pick<DerivableEpisode, 'scope' | 'episodeId'>,
  findingOn: (now: DerivableEpisode | undefined) => Finding | undefined,
): Promise<boolean> => {
  const { result } = await decideInBank(
    parts,
    { scope, actor: actorFor(scope) },
    {
      read: (db) => parts.episode(db, scope.userId, episodeId),
      decide: (now, { reason: _, ...by }) => {
        const finding = findingOn(now)
        const events = finding === undefined ? [] : [{ ...finding, metadata: { ...by, episodeId } }]
        return { events, result: events.length > 0 }
      },
    },
  )
  return result
}

/** Nothing is recorded of memories that have changed since they were read: what was found may hold words that are gone. */
const record = async (
  parts: ReadingDependencies,
  episode: DerivableEpisode,
  data: ExtractedWindow,
): Promise<KnownWindow> => {
  await recordFinding(parts, episode, (now) => {
    if (now === undefined || now.derived !== null) throw new Outdated()
    const versions = new Map(now.memories.map(({ memoryId, version }) => [memoryId, version]))
    if (data.memories.some(([id, version]) => versions.get(id) !== version)) throw new Outdated()
    if (now.windows.some(({ window }) => window === data.window)) throw new Outdated()
    return { type: 'EpisodeExtracted', data }
  })
  const { said, ...window } = data
  return { ...window, facts: isErased(said) ? null : said.facts }
}

type Failure = ExtractionOf<'EpisodeFailed'>['data']

/** Undefined for what is no failure of the model. */
export const failureCode = (error: unknown): Failure['code'] | undefined => {
  if (error instanceof ProviderUnavailable) return 'unavailable'
  if (error instanceof ProviderRejected) return 'refused'
  if (error instanceof AnswerUnusable)
    return error.fault === 'refused' || error.fault === 'filtered' ? 'refused' : 'invalid'
  return undefined
}

/** Counts a failed attempt at an episode, with what is paid for it and told by no other event. */
export const recordFailure = async (
  parts: ReadingDependencies,
  episode: DerivableEpisode,
  { outstanding, ...failed }: Pick<Failure, 'stage' | 'code'> & { readonly outstanding: Paid[] },
): Promise<void> => {
  const paid = [...outstanding]
  const recorded = await recordFinding(parts, episode, (now) =>
    now === undefined || now.derived !== null
      ? undefined
      : {
          type: 'EpisodeFailed',
          data: { window: null, attempt: now.attempts + 1, ...failed, ...(paid.length > 0 && { paid: byStage(paid) }) },
        },
  )
  if (recorded) outstanding.length = 0
}
