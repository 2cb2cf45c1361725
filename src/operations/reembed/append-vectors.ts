import type { Known, Transact } from '../../commands/transact.js'
import { embeddedBy } from '../../domain/embedding.js'
import type { EmbeddingModel } from '../../domain/embedding-model.js'
import { notBefore } from '../../domain/metadata.js'
import type { StreamName } from '../../event-store/event-store.js'
import type { Streams } from '../../event-store/streams.js'

/** A wording and what it means to a model; null: nothing. */
export type Seen = {
  readonly userId: string
  readonly memoryId: string
  readonly version: number
  readonly vector: Float32Array | null
}

type Wording = { readonly memoryId: string; readonly version: number; readonly past: boolean }
type Bank = { readonly lastAt: string | null; readonly wordings: readonly Wording[] }

export type AppendParts = {
  readonly model: EmbeddingModel
  readonly transact: Transact
  readonly streams: Streams
  /** Which of these wordings the model has not seen, by its own read tables. */
  readonly lacking: (stream: StreamName, seen: readonly Seen[]) => Promise<Known<Bank>>
  readonly maxAppendBytes: number
  readonly timeoutMs: number
  readonly now: () => string
  readonly newId: () => string
}

/** What an event takes beside its vector, and the share of an append that is used. */
const ENVELOPE_BYTES = 800
const MARGIN = 0.85

/**
 * Appends what the model makes of a user's wordings, in appends that fit. Decided at the stream's revision on what is
 * lacking then: however often and by however many it is done, each wording is told of once for each model, nothing is
 * told of what was erased meanwhile, and what is no longer said does not take the place of what is. Gives how many
 * events there were.
 */
export const appendVectors = async (parts: AppendParts, seen: readonly Seen[]): Promise<number> => {
  const room = parts.maxAppendBytes * MARGIN
  const most = Math.max(1, Math.floor(room / (ENVELOPE_BYTES + parts.model.dimensions * 4 * (4 / 3))))
  let appended = 0
  for (let from = 0; from < seen.length; from += most)
    appended += await appendOnce(parts, seen.slice(from, from + most))
  return appended
}

const appendOnce = async (parts: AppendParts, seen: readonly Seen[]): Promise<number> => {
  const { model, transact, streams, lacking, now, newId } = parts
  const userId = seen[0]?.userId
  if (userId === undefined) return 0
  const stream = streams.bank(userId)
  const vectors = new Map(seen.map(({ memoryId, version, vector }) => [`${memoryId} ${version}`, vector]))
  const by = { commandId: newId(), userId, actor: { key: 'system', agentId: null } } as const
  const decide = ({ state: { lastAt, wordings } }: Known<Bank>) => {
    const metadata = { ...by, at: notBefore(lastAt, now()) }
    const events = wordings.map(({ memoryId, version, past }) => {
      const vector = vectors.get(`${memoryId} ${version}`) ?? null
      return embeddedBy(model, { ...metadata, memoryId }, { of: version, vector, past })
    })
    return { events, result: events.length }
  }
  const read = () => lacking(stream, seen)
  return (await transact({ stream, read, decide }, AbortSignal.timeout(parts.timeoutMs))).result
}
