import { type Actor, SYSTEM } from '../../domain/event.js'
import type { ExtractedFact, ExtractionEvent, ExtractionOf } from '../../domain/extraction.js'
import type { Scope } from '../../domain/scope.js'
import { AnswerUnusable, ProviderRejected, ProviderUnavailable } from '../../providers/errors.js'
import { type LanguageModel, NO_USAGE, type Usage } from '../../providers/language-model.js'
import { BudgetExceeded, metered } from '../../providers/token-budget.js'
import { type BankDependencies, decideInBank } from '../decide-in-bank.js'
import { keywordsOf } from '../ingest/extraction/words.js'
import { Outdated } from '../ingest/ingest-in-chunks.js'
import { extractWindow, type WindowExtraction } from '../ingest/model-extraction/extract-window.js'
import type { ExtractedFact as FoundFact } from '../ingest/model-extraction/read-fact.js'
import { WINDOW_CHARACTERS } from '../ingest/model-extraction/windows.js'
import type { DerivableEpisode } from './episode.js'
import { byStage, type Outstanding, paidAt, promptOf } from './usage.js'
import { memoriesIn, type WindowLeft, windowsLeft } from './windows-left.js'

export type ReadingDependencies = BankDependencies & {
  readonly episode: (userId: string, episodeId: string) => Promise<DerivableEpisode | undefined>
}

/** Who derives facts: the service itself, for whoever ingested the episode. */
export const actorFor = (scope: Scope): Actor => ({
  ...SYSTEM,
  agentId: scope.kind === 'user' ? null : scope.agentId,
})

type Reading = {
  readonly episode: DerivableEpisode
  /** Undefined: all that is left goes by rules. */
  readonly model: LanguageModel | undefined
  readonly signal: AbortSignal
  readonly outstanding: Outstanding
}

/**
 * Reads all windows of an episode that are still to be read, and records what was found in each as soon as it is known.
 * Where the budget is spent the rest goes by rules. Throws what the model throws, when all of them have come to an end.
 */
export const readWindows = async (
  parts: ReadingDependencies,
  { episode, model, signal, outstanding }: Reading,
): Promise<void> => {
  const left = windowsLeft(episode, { maxChars: WINDOW_CHARACTERS })
  const sessionDay = episode.memories[0]?.occurredOn ?? null
  const readOne = async (window: WindowLeft) => {
    if (model === undefined) {
      await record(parts, episode, eventOf(window, undefined))
      return
    }
    const meter = metered(model)
    let isTold = false
    try {
      const found = await extractOrGive(meter.model, window, { sessionDay, signal })
      const recorded = await record(parts, episode, eventOf(window, found && { found, model: model.model }))
      isTold = recorded && found !== undefined
    } finally {
      if (!isTold) outstanding.add(paidAt('extract', model.model, meter.paid()))
    }
  }
  const ended = await Promise.allSettled(left.map(readOne))
  for (const each of ended) if (each.status === 'rejected') throw each.reason
}

/** Undefined: the budget is spent. */
const extractOrGive = async (
  model: LanguageModel,
  { window }: WindowLeft,
  about: { readonly sessionDay: string | null; readonly signal: AbortSignal },
): Promise<WindowExtraction | undefined> => {
  try {
    return await extractWindow(model, window, about)
  } catch (error) {
    if (error instanceof BudgetExceeded) return undefined
    throw error
  }
}

type Extracted = ExtractionOf<'EpisodeExtracted'>['data']

const NONE_DROPPED = { unsupported: 0, foreign: 0, invalid: 0, steering: 0, context: 0 }

const eventOf = (
  left: WindowLeft,
  read: { readonly found: WindowExtraction; readonly model: string } | undefined,
): Extracted => ({
  window: left.number,
  ...memoriesIn(left),
  by: read ? { model: read.model, prompt: promptOf('extract') } : null,
  usage: usageOf(read?.found.usage ?? NO_USAGE),
  dropped: read?.found.dropped ?? NONE_DROPPED,
  said: { facts: (read?.found.facts ?? []).map((fact) => asEvent(fact, left)) },
})

const usageOf = ({ calls, inputTokens, outputTokens, ms }: Usage): Usage => ({
  ...{ calls, inputTokens, outputTokens },
  ms: Math.round(ms),
})

const asEvent = (fact: FoundFact, { of }: WindowLeft): ExtractedFact => {
  const { content, speaker, subject, attribute, value, claimType, memoryType, network, language } = fact
  const { importance, trust, opinionConfidence, observationSubject, headline, overview } = fact
  return {
    ...{ content, speaker, subject, attribute, value, claimType, memoryType, network, language },
    ...{ importance, trust, opinionConfidence, observationSubject, headline, overview },
    keywords: keywordsOf(content),
    valid: { from: fact.validFrom, to: fact.validTo, words: fact.validWords },
    entities: fact.entities.map((entity) => ({ ...entity })),
    relations: fact.relations.map((relation) => ({ ...relation })),
    evidence: fact.evidence.flatMap(({ turn, start, end }) => {
      const memory = of[turn]
      return memory === undefined ? [] : [{ memoryId: memory.memoryId, start, end }]
    }),
  }
}

/** An event about an episode, without who and when. */
type Finding = { [Type in ExtractionEvent['type']]: Pick<ExtractionOf<Type>, 'type' | 'data'> }[ExtractionEvent['type']]

/** Appends what was found about an episode, as it is decided on its newest state; undefined: nothing. Tells whether it did. */
export const recordFinding = async (
  parts: ReadingDependencies,
  { scope, episodeId }: Pick<DerivableEpisode, 'scope' | 'episodeId'>,
  findingOn: (now: DerivableEpisode | undefined) => Finding | undefined,
): Promise<boolean> => {
  const { result } = await decideInBank(
    parts,
    { scope, actor: actorFor(scope) },
    {
      read: () => parts.episode(scope.userId, episodeId),
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
const record = (parts: ReadingDependencies, episode: DerivableEpisode, data: Extracted) =>
  recordFinding(parts, episode, (now) => {
    if (now === undefined || now.derived !== null) throw new Outdated()
    if (now.windows.some(({ window }) => window === data.window)) return undefined
    const versions = new Map(now.memories.map(({ memoryId, version }) => [memoryId, version]))
    if ([...data.memories, ...data.context].some(([id, version]) => versions.get(id) !== version)) throw new Outdated()
    return { type: 'EpisodeExtracted', data }
  })

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
  { outstanding, ...failed }: Pick<Failure, 'stage' | 'code'> & { readonly outstanding: Outstanding },
): Promise<void> => {
  const paid = outstanding.all()
  const recorded = await recordFinding(parts, episode, (now) =>
    now === undefined || now.derived !== null
      ? undefined
      : {
          type: 'EpisodeFailed',
          data: { window: null, attempt: now.attempts + 1, ...failed, ...(paid.length > 0 && { paid: byStage(paid) }) },
        },
  )
  if (recorded) outstanding.told(paid)
}
