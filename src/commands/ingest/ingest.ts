import { NO_COUNTS } from '../../domain/episode.js'
import { type Quota, requireQuota } from '../../domain/quota.js'
import type { Readers, Scope } from '../../domain/scope.js'
import { EventStoreOverloaded, type StreamName } from '../../event-store/event-store.js'
import { runStages } from '../../pipeline.js'
import type { EmbeddingProvider } from '../../providers/embedding.js'
import type { SecondaryModel } from '../secondary-model.js'
import type { Decision, Done, Known } from '../transact.js'
import {
  type Alike,
  type BankKnown,
  begin,
  type FindClaiming,
  type FindNeighbours,
  type Ingest,
  type IngestRequest,
  type IngestResult,
  type KnownTexts,
} from './context.js'
import { type ChunkDependencies, type EarlierRead, ingestInChunks, needsChunks, Outdated } from './ingest-in-chunks.js'
import { askedBy } from './judging/rule-on-facts.js'
import { type Material, plan } from './plan.js'
import { DUPLICATE_COSINE } from './same-claim.js'
import { LINK_COSINE, type Mode, type Recipe, recipes } from './stages.js'
import {
  isAlreadyKnown,
  isStillNew,
  type KnownBefore,
  knownAsOf,
  knownBefore,
  newIn,
  type TranscriptDependencies,
} from './transcript.js'

/** How often an ingest begins anew when what it goes on from has changed meanwhile. */
const ATTEMPTS = 10

export type IngestDependencies = TranscriptDependencies &
  ChunkDependencies & {
    readonly provider: EmbeddingProvider
    readonly secondaryModels: readonly SecondaryModel[]
    readonly neighbours: FindNeighbours
    readonly claiming: FindClaiming
    readonly knownTexts: KnownTexts
    /** What the last memories of an episode say, as far as all of these readers may still read them. */
    readonly lastSaid: (
      scope: Scope,
      wanted: { readonly episodeId: string; readonly readers: Readers },
    ) => Promise<readonly string[]>
    readonly quota: Quota
    /** How many active memories the user has, in all scopes. */
    readonly active: (userId: string) => Promise<number>
  }

/**
 * Turns a conversation into memories: one command, in one append where it fits. Turns that were ingested before are known, and
 * nothing is done with them. When the embedding provider fails, nothing is in the log. Each identical fact is stored once,
 * however many write it at once. Throws MemoryQuotaExceeded.
 */
export const createIngest =
  (dependencies: IngestDependencies) =>
  async (request: IngestRequest, mode: Mode): Promise<Done<IngestResult>> => {
    const recipe = recipes(dependencies)[mode]
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const before = await knownBefore(dependencies, request)
      try {
        return isAlreadyKnown(before)
          ? await answerKnown(dependencies, request, before)
          : await ingestNew(dependencies, { request, recipe, before })
      } catch (error) {
        if (!(error instanceof Outdated)) throw error
      }
    }
    throw new EventStoreOverloaded('too many requests take in the same conversation')
  }

/** All of its turns were ingested before: nothing happens. */
const answerKnown = (
  dependencies: IngestDependencies,
  request: IngestRequest,
  before: KnownBefore,
): Promise<Done<IngestResult>> => {
  const stream = dependencies.streams.bank(request.scope.userId)
  const read = async () => {
    const { revision } = await dependencies.bank(stream)
    return { revision, state: await knownAsOf(dependencies, request, { before, revision }) }
  }
  const decide = ({ state }: Known<KnownBefore>) => {
    if (!isAlreadyKnown(state)) throw new Outdated()
    const { known, episodeId } = state.turns
    return { events: [], result: { episodeId: episodeId ?? '', knownTurns: known, ...NO_COUNTS, memoryIds: [] } }
  }
  return dependencies.transact(
    { stream, read, decide, idempotent: request.idempotent },
    AbortSignal.timeout(dependencies.timeoutMs),
  )
}

/** With the user's active memories in all scopes (0 where they are not counted), and what was ingested before by now. */
type IngestKnown = BankKnown & { readonly active: number; readonly now: KnownBefore }

type Wanted = {
  readonly request: IngestRequest
  readonly recipe: Recipe
  readonly before: KnownBefore
}

const ingestNew = async (
  dependencies: IngestDependencies,
  { request, recipe, before }: Wanted,
): Promise<Done<IngestResult>> => {
  const start = await withStanding(
    dependencies,
    begin(dependencies, request, { known: before.turns.known, ...newIn(before) }),
  )
  const { result: ingest } = await runStages(recipe.stages, start)
  const stream = dependencies.streams.bank(request.scope.userId)
  const wanted = {
    stream,
    readers: ingest.readers,
    samples: ingest.facts,
    cosine: LINK_COSINE,
    claimed: DUPLICATE_COSINE,
  }
  const read = async (earlier?: EarlierRead<BankKnown>): Promise<Known<IngestKnown>> => {
    const { revision, state } =
      (await stillKnown(dependencies, stream, earlier)) ?? (await dependencies.neighbours(request.scope, wanted))
    const asked = askedBy(ingest.facts)
    const claiming = asked.length === 0 ? [] : await dependencies.claiming(request.scope, asked)
    const active = dependencies.quota.enforced ? await dependencies.active(request.scope.userId) : 0
    return {
      revision,
      state: { ...state, claiming, active, now: await knownAsOf(dependencies, request, { before, revision }) },
    }
  }
  const decideOn = (material: Material) => (known: Known<IngestKnown>, erased?: ReadonlySet<string>) => {
    if (!isStillNew(before, known.state.now)) throw new Outdated()
    const current = withoutErased(followingLast(ingest, known.state.now), erased)
    const how = { material, judge: recipe.judge }
    const { events, counts, memoryIds, outcomes, fresh } = plan(current, known, how)
    // What was known when nothing had been embedded yet has gone meanwhile: it lacks its vector.
    if (fresh.some(({ textHash }) => ingest.knownTexts.has(textHash))) throw new Outdated()
    requireQuota(dependencies.quota, known.state.active, counts.memoriesStored)
    const result = {
      episodeId: ingest.episodeId,
      knownTurns: ingest.known,
      ...counts,
      memoryIds,
      ...said(recipe, outcomes),
    }
    return { events, result, fresh }
  }
  return (await needsChunks(ingest, dependencies.maxAppendBytes))
    ? ingestInChunks(dependencies, { ingest, stream, read, decide: decideOn('pending') })
    : ingestInOneAppend(dependencies, { ingest, stream, read, decide: decideOn('here') })
}

type OneAppend = {
  readonly ingest: Ingest
  readonly stream: StreamName
  readonly read: () => Promise<Known<IngestKnown>>
  readonly decide: (known: Known<IngestKnown>) => Decision<IngestResult>
}

const ingestInOneAppend = (
  { transact, timeoutMs }: Pick<IngestDependencies, 'transact' | 'timeoutMs'>,
  { ingest, stream, read, decide }: OneAppend,
): Promise<Done<IngestResult>> =>
  transact({ stream, read, decide, idempotent: ingest.request.idempotent }, AbortSignal.timeout(timeoutMs))

/** Only the ingest itself has written since: what was found then is what would be found now. */
const stillKnown = async (
  { bank }: IngestDependencies,
  stream: StreamName,
  earlier: EarlierRead<Alike> | undefined,
): Promise<Known<Alike> | undefined> => {
  if (earlier === undefined) return undefined
  const { known, appended } = earlier
  const { revision, state: lastAt } = await bank(stream)
  const before = known.revision === 'no-stream' ? -1n : known.revision
  return revision === before + BigInt(appended) ? { revision, state: { ...known.state, lastAt } } : undefined
}

/** Where facts are judged, what became of each. */
const said = ({ judge }: Recipe, outcomes: IngestResult['outcomes']) =>
  judge === undefined || outcomes === undefined ? {} : { outcomes }

/** A single turn follows whatever came last by now. */
const followingLast = (ingest: Ingest, now: KnownBefore): Ingest => {
  const { transcript } = newIn(now)
  if (ingest.transcript === null || transcript === null || ingest.transcript.keys.length !== 1) return ingest
  return { ...ingest, transcript: { ...ingest.transcript, base: transcript.base } }
}

/** What the new turns may answer: the end of what they go on from. */
const withStanding = async (dependencies: IngestDependencies, ingest: Ingest): Promise<Ingest> => {
  const episodeId = ingest.from > 0 ? ingest.transcript?.continues : null
  if (episodeId === null || episodeId === undefined) return ingest
  return {
    ...ingest,
    standing: await dependencies.lastSaid(ingest.request.scope, { episodeId, readers: ingest.readers }),
  }
}

const withoutErased = (ingest: Ingest, erased: Ingest['erased'] = NOTHING): Ingest => ({ ...ingest, erased })
const NOTHING: ReadonlySet<string> = new Set()
