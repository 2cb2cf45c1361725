import { createHash } from 'node:crypto'
import { v5 } from 'uuid'
import { holdToQuota } from '../../domain/quota.js'
import { readersOf } from '../../domain/readers.js'
import { runStages, type Stage } from '../../pipeline.js'
import type { Done, Known } from '../transact.js'
import type { BankKnown, Ingest } from './context.js'
import type { IngestParts } from './ingest-parts.js'
import { appendParts, needsParts } from './parts.js'
import { type Material, plan } from './plan.js'
import type { IngestRequest, IngestResult } from './request.js'
import { DUPLICATE_COSINE } from './same-claim.js'
import { embedding, extraction, LINK_COSINE, merging, pairing } from './stages.js'

const EPISODE_IDS = 'c1f4c1a2-53a7-5f0e-b7a5-2d6f1f0b9a44'

/** Until agents and sources have a trust of their own, an agent starts in the middle and a user's own words at the top. */
export const TRUST = { user: 1, workspace: 0.5 } as const

/** The stages before the decision: everything slow happens here, before any lock is held. */
const recipe = ({ provider, beside }: Pick<IngestParts, 'provider' | 'beside'>): readonly Stage<Ingest>[] => [
  extraction,
  embedding(provider.embed, beside),
  merging,
  pairing,
]

/**
 * Turns a conversation into memories: one command, in one append where it fits. When the embedding provider fails,
 * nothing is in the log. Each identical fact is stored once, however many write it at once. Throws MemoryQuotaExceeded.
 */
export const createIngest =
  (parts: IngestParts) =>
  async (request: IngestRequest): Promise<Done<IngestResult>> => {
    const { result: ingest } = await runStages(recipe(parts), begin(parts, request))
    const stream = parts.streams.bank(request.scope.userId)
    const read = async (): Promise<Known<QuotaKnown>> => {
      const wanted = {
        stream,
        readers: ingest.readers,
        samples: ingest.facts,
        cosine: LINK_COSINE,
        claimed: DUPLICATE_COSINE,
      }
      const { revision, state } = await parts.neighbours(request.scope, wanted)
      const active = parts.quota.enforced ? await parts.active(request.scope.userId) : 0
      return { revision, state: { ...state, active } }
    }
    const decideOn = (material: Material) => (known: Known<QuotaKnown>) => {
      const { events, counts, memoryIds } = plan(ingest, known, material)
      holdToQuota(parts.quota, known.state.active, counts.memoriesStored)
      return { events, result: { episodeId: ingest.episodeId, ...counts, memoryIds } }
    }
    const inParts = needsParts(ingest, parts.maxAppendBytes)
    // What is over the quota already is refused before the log is filled with its parts.
    const foreseen = (known: Known<QuotaKnown>) => ({ ...decideOn('pending')(known), events: [] })
    if (inParts && parts.quota.enforced)
      await parts.transact({ stream, read, decide: foreseen }, AbortSignal.timeout(parts.timeoutMs))
    const appended = inParts ? await appendParts(parts, stream, ingest) : 0
    // The decision waits until the read models have taken in the parts, too.
    const signal = AbortSignal.timeout(parts.timeoutMs * (1 + appended))
    const decide = decideOn(inParts ? 'pending' : 'here')
    return parts.transact({ stream, read, decide, once: request.once }, signal)
  }

/** With the user's active memories in all scopes; 0 where they are not counted. */
type QuotaKnown = BankKnown & { readonly active: number }

const begin = ({ newId, now, provider }: IngestParts, request: IngestRequest): Ingest => {
  const commandId = newId()
  const at = now()
  const { once: _, ...asked } = request
  return {
    request,
    requestHash: createHash('sha256').update(JSON.stringify(asked)).digest('hex'),
    commandId,
    episodeId: v5(commandId, EPISODE_IDS),
    now: at,
    readers: readersOf(request.scope, request),
    trust: TRUST[request.scope.kind],
    model: { model: provider.model, dimensions: provider.dimensions },
    beside: [],
    extraction: { observedAt: at, observedOn: at.slice(0, 10), facts: [], redactions: 0, pastedBack: 0 },
    facts: [],
    repeats: 0,
    pairs: [],
  }
}
