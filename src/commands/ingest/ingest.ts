import { createHash } from 'node:crypto'
import { v5 } from 'uuid'
import { readersOf } from '../../domain/readers.js'
import type { Position } from '../../event-store/event-store.js'
import { runStages, type Stage } from '../../pipeline.js'
import type { EmbeddingProvider } from '../../providers/embedding.js'
import type { Known } from '../transact.js'
import type { Ingest } from './context.js'
import type { IngestParts } from './ingest-parts.js'
import { appendParts, needsParts } from './parts.js'
import { type BankKnown, type Plan, plan } from './plan.js'
import type { IngestRequest, IngestResult } from './request.js'
import { DUPLICATE_COSINE } from './same-claim.js'
import { embedding, extraction, LINK_COSINE, merging, pairing } from './stages.js'

const EPISODE_IDS = 'c1f4c1a2-53a7-5f0e-b7a5-2d6f1f0b9a44'

/** Until agents and sources have a trust of their own, an agent starts in the middle and a user's own words at the top. */
const TRUST = { user: 1, workspace: 0.5 } as const

export type Ingested = { readonly result: IngestResult; readonly position: Position | 'start' }

/** The stages before the decision: everything slow happens here, before any lock is held. */
const recipe = ({ embed }: EmbeddingProvider): readonly Stage<Ingest>[] => [
  extraction,
  embedding(embed),
  merging,
  pairing,
]

/**
 * Turns a conversation into memories: one command, in one append where it fits. When the embedding provider fails,
 * nothing is in the log. Each identical fact is stored once, however many write it at once.
 */
export const createIngest =
  (parts: IngestParts) =>
  async (request: IngestRequest): Promise<Ingested> => {
    const { result: ingest } = await runStages(recipe(parts.provider), begin(parts, request))
    const stream = parts.streams.bank(request.scope.userId)
    const appended = needsParts(ingest, parts.maxAppendBytes) ? await appendParts(parts, stream, ingest) : 0
    const material = appended > 0 ? 'pending' : 'here'
    // The decision waits until the read models have taken in the parts, too.
    const signal = AbortSignal.timeout(parts.timeoutMs * (1 + appended))
    let planned: Plan | undefined
    const read = async (): Promise<Known<BankKnown>> => {
      const { revision, state: lastAt } = await parts.bank(stream)
      const wanted = { samples: ingest.facts, cosine: LINK_COSINE, claimed: DUPLICATE_COSINE }
      const neighbours = ingest.facts.length === 0 ? [] : await parts.neighbours(request.scope, wanted)
      return { revision, state: { lastAt, neighbours } }
    }
    const decide = (known: Known<BankKnown>) => {
      planned = plan(ingest, known, material)
      return planned.events
    }
    const { position } = await parts.transact({ stream, read, decide }, signal)
    if (!planned) throw new Error('an ingest was decided without a plan')
    const { counts, memoryIds } = planned
    return { result: { episodeId: ingest.episodeId, ...counts, memoryIds }, position }
  }

const begin = ({ newId, now, provider }: IngestParts, request: IngestRequest): Ingest => {
  const commandId = newId()
  const at = now()
  return {
    request,
    requestHash: createHash('sha256').update(JSON.stringify(request)).digest('hex'),
    commandId,
    episodeId: v5(commandId, EPISODE_IDS),
    now: at,
    readers: readersOf(request.scope, request),
    trust: TRUST[request.scope.kind],
    model: provider.model,
    extraction: { observedAt: at, observedOn: at.slice(0, 10), facts: [], redactions: 0, pastedBack: 0 },
    facts: [],
    repeats: 0,
    pairs: [],
  }
}
