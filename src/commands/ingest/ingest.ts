import { v5 } from 'uuid'
import { NO_COUNTS } from '../../domain/episode.js'
import { requireQuota } from '../../domain/quota.js'
import { readersOf } from '../../domain/scope.js'
import { EventStoreOverloaded, type StreamName } from '../../event-store/event-store.js'
import { runStages, type Stage } from '../../pipeline.js'
import type { Done, Known } from '../transact.js'
import { isAlreadyKnown, isStillNew, type KnownBefore, knownAsOf, knownBefore, newIn } from './already-known.js'
import type { BankKnown, Ingest, IngestRequest, IngestResult } from './context.js'
import { type EarlierRead, ingestLarge, needsChunks, Outdated } from './ingest-in-chunks.js'
import type { IngestDependencies } from './ingest-parts.js'
import { type Material, plan } from './plan.js'
import { DUPLICATE_COSINE } from './same-claim.js'
import { embedding, extraction, LINK_COSINE, merging, pairing } from './stages.js'

const EPISODE_IDS = 'c1f4c1a2-53a7-5f0e-b7a5-2d6f1f0b9a44'
/** How often an ingest begins anew when what it goes on from has changed meanwhile. */
const ATTEMPTS = 10

/** Until agents and sources have a trust of their own, an agent starts in the middle and a user's own words at the top. */
export const TRUST = { user: 1, workspace: 0.5 } as const

/** The stages before the decision: everything slow happens here, before any lock is held. */
const recipe = ({ provider, beside }: Pick<IngestDependencies, 'provider' | 'beside'>): readonly Stage<Ingest>[] => [
  extraction,
  embedding(provider.embed, beside),
  merging,
  pairing,
]

/**
 * Turns a conversation into memories: one command, in one append where it fits. Turns that were told before are known, and
 * nothing is done with them. When the embedding provider fails, nothing is in the log. Each identical fact is stored once,
 * however many write it at once. Throws MemoryQuotaExceeded.
 */
export const createIngest =
  (parts: IngestDependencies) =>
  async (request: IngestRequest): Promise<Done<IngestResult>> => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const before = await knownBefore(parts, request)
      try {
        return isAlreadyKnown(before)
          ? await tellKnown(parts, request, before)
          : await ingestNew(parts, request, before)
      } catch (error) {
        if (!(error instanceof Outdated)) throw error
      }
    }
    throw new EventStoreOverloaded('too many requests take in the same conversation')
  }

/** All of its turns were told before: nothing happens. */
const tellKnown = (
  parts: IngestDependencies,
  request: IngestRequest,
  before: KnownBefore,
): Promise<Done<IngestResult>> => {
  const stream = parts.streams.bank(request.scope.userId)
  const read = async () => {
    const { revision } = await parts.bank(stream)
    return { revision, state: await knownAsOf(parts, request, { before, revision }) }
  }
  const decide = ({ state }: Known<KnownBefore>) => {
    if (!isAlreadyKnown(state)) throw new Outdated()
    const { known, episodeId } = state.turns
    return { events: [], result: { episodeId: episodeId ?? '', knownTurns: known, ...NO_COUNTS, memoryIds: [] } }
  }
  return parts.transact({ stream, read, decide, idempotent: request.idempotent }, AbortSignal.timeout(parts.timeoutMs))
}

/** With the user's active memories in all scopes (0 where they are not counted), and what was told before by now. */
type IngestKnown = BankKnown & { readonly active: number; readonly now: KnownBefore }

const ingestNew = async (
  parts: IngestDependencies,
  request: IngestRequest,
  before: KnownBefore,
): Promise<Done<IngestResult>> => {
  const { result: ingest } = await runStages(recipe(parts), await withStanding(parts, begin(parts, request, before)))
  const stream = parts.streams.bank(request.scope.userId)
  const wanted = {
    stream,
    readers: ingest.readers,
    samples: ingest.facts,
    cosine: LINK_COSINE,
    claimed: DUPLICATE_COSINE,
  }
  const read = async (earlier?: EarlierRead<BankKnown>): Promise<Known<IngestKnown>> => {
    const { revision, state } =
      (await stillKnown(parts, stream, earlier)) ?? (await parts.neighbours(request.scope, wanted))
    const active = parts.quota.enforced ? await parts.active(request.scope.userId) : 0
    return { revision, state: { ...state, active, now: await knownAsOf(parts, request, { before, revision }) } }
  }
  const decideOn = (material: Material) => (known: Known<IngestKnown>, erased?: ReadonlySet<string>) => {
    if (!isStillNew(before, known.state.now)) throw new Outdated()
    const current = withoutErased(followingLast(ingest, known.state.now), erased)
    const { events, counts, memoryIds, fresh } = plan(current, known, material)
    requireQuota(parts.quota, known.state.active, counts.memoriesStored)
    const result = { episodeId: ingest.episodeId, knownTurns: ingest.known, ...counts, memoryIds }
    return { events, result, fresh }
  }
  if (await needsChunks(ingest, parts.maxAppendBytes))
    return ingestLarge(parts, { ingest, stream, read, decide: decideOn('pending') })
  const decide = decideOn('here')
  return parts.transact({ stream, read, decide, idempotent: request.idempotent }, AbortSignal.timeout(parts.timeoutMs))
}

/** Only the ingest itself has written since: what was found then is what would be found now. */
const stillKnown = async (
  { bank }: IngestDependencies,
  stream: StreamName,
  earlier: EarlierRead<BankKnown> | undefined,
): Promise<Known<BankKnown> | undefined> => {
  if (earlier === undefined) return undefined
  const { known, appended } = earlier
  const { revision, state: lastAt } = await bank(stream)
  const before = known.revision === 'no-stream' ? -1n : known.revision
  return revision === before + BigInt(appended) ? { revision, state: { ...known.state, lastAt } } : undefined
}

/** A single turn follows whatever came last by now. */
const followingLast = (ingest: Ingest, now: KnownBefore): Ingest => {
  const { transcript } = newIn(now)
  if (ingest.transcript === null || transcript === null || ingest.transcript.keys.length !== 1) return ingest
  return { ...ingest, transcript: { ...ingest.transcript, base: transcript.base } }
}

/** What the new turns may answer: the end of what they go on from. */
const withStanding = async (parts: IngestDependencies, ingest: Ingest): Promise<Ingest> => {
  const episodeId = ingest.from > 0 ? ingest.transcript?.continues : null
  if (episodeId === null || episodeId === undefined) return ingest
  return { ...ingest, standing: await parts.lastSaid(ingest.request.scope, { episodeId, readers: ingest.readers }) }
}

const withoutErased = (ingest: Ingest, erased: Ingest['erased'] = NOTHING): Ingest => ({ ...ingest, erased })
const NOTHING: ReadonlySet<string> = new Set()

const begin = (
  { newId, now, provider, keyedHashes }: IngestDependencies,
  request: IngestRequest,
  before: KnownBefore,
): Ingest => {
  const commandId = newId()
  const at = now()
  const { idempotent: _, ...asked } = request
  return {
    request,
    requestHash: keyedHashes.request(JSON.stringify(asked)),
    commandId,
    episodeId: v5(commandId, EPISODE_IDS),
    now: at,
    readers: readersOf(request.scope, request),
    trust: TRUST[request.scope.kind],
    model: { model: provider.model, dimensions: provider.dimensions },
    known: before.turns.known,
    ...newIn(before),
    standing: [],
    beside: [],
    extraction: { observedAt: at, observedOn: at.slice(0, 10), facts: [], said: [], redactions: 0, pastedBack: 0 },
    facts: [],
    repeats: [],
    erased: NOTHING,
    pairs: [],
  }
}
