import { setTimeout as pause } from 'node:timers/promises'
import type { Known, Transact } from '../../commands/transact.js'
import { unlessAborted } from '../../concurrency/unless-aborted.js'
import { type EmbeddingModel, embeddedBy } from '../../domain/embedding.js'
import { notBefore, SYSTEM } from '../../domain/event.js'
import { lessonEmbeddedBy } from '../../domain/lesson/decisions.js'
import type { StreamName, Streams } from '../../event-store/event-store.js'
import type { EmbeddingProvider } from '../../providers/embedding.js'
import { ProviderUnavailable } from '../../providers/errors.js'
import type { Pace } from './rate-limit.js'

/** A text and its vector; null: the text has none. */
type Seen = {
  readonly userId: string
  /** Of a memory or a lesson. */
  readonly id: string
  /** Null for the pattern of a lesson. */
  readonly version: number | null
  readonly vector: Float32Array | null
}

type SeenText = { readonly id: string; readonly version: number | null; readonly past: boolean }
type Bank = { readonly lastAt: string | null; readonly wordings: readonly SeenText[] }

export type AppendDependencies = {
  readonly model: EmbeddingModel
  readonly transact: Transact
  readonly streams: Streams
  /** Which of these texts have no vector in the model's read tables. */
  readonly lacking: (stream: StreamName, seen: readonly Seen[]) => Promise<Known<Bank>>
  readonly maxAppendBytes: number
  readonly timeoutMs: number
  readonly now: () => string
  readonly newId: () => string
}

/** Bytes of an event without its vector, and the share of an append that is used. */
const ENVELOPE_BYTES = 800
const MARGIN = 0.85

/**
 * Appends the vectors of a user's texts, in appends of a permitted size. Each append is decided at the stream's revision
 * on the vectors that are missing then: however many processes do it, each text gets one vector per model, erased texts
 * get none, and a vector of a replaced text does not become that of the current one. Returns the number
 * of events.
 */
export const appendVectors = async (parts: AppendDependencies, seen: readonly Seen[]): Promise<number> => {
  const room = parts.maxAppendBytes * MARGIN
  const most = Math.max(1, Math.floor(room / (ENVELOPE_BYTES + parts.model.dimensions * 4 * (4 / 3))))
  let appended = 0
  for (let from = 0; from < seen.length; from += most)
    appended += await appendOnce(parts, seen.slice(from, from + most))
  return appended
}

const appendOnce = async (parts: AppendDependencies, seen: readonly Seen[]): Promise<number> => {
  const { model, transact, streams, lacking, now, newId } = parts
  const userId = seen[0]?.userId
  if (userId === undefined) return 0
  const stream = streams.bank(userId)
  const vectors = new Map(seen.map(({ id, version, vector }) => [`${id} ${version}`, vector]))
  const by = { commandId: newId(), userId, actor: SYSTEM } as const
  const decide = ({ state: { lastAt, wordings } }: Known<Bank>) => {
    const metadata = { ...by, at: notBefore(lastAt, now()) }
    const events = wordings.map(({ id, version, past }) => {
      const vector = vectors.get(`${id} ${version}`) ?? null
      return version === null
        ? lessonEmbeddedBy(model, { ...metadata, lessonId: id }, vector)
        : embeddedBy(model, { ...metadata, memoryId: id }, { of: version, vector, past })
    })
    return { events, result: events.length }
  }
  const read = () => lacking(stream, seen)
  return (await transact({ stream, read, decide }, AbortSignal.timeout(parts.timeoutMs))).result
}

/** How often a provider may fail in a row; each wait is as long as it asks for. */
const TRIES = 5

type Wait = (ms: number, signal: AbortSignal) => Promise<void>
const wait: Wait = async (ms, signal) => void (await pause(ms, undefined, { signal }))

/**
 * Embeds texts with a provider that may be busy or down. `waiting` is called with the seconds of each wait.
 * Throws ProviderUnavailable when it stays down, ProviderRejected immediately, and the reason of `signal`.
 */
export const embedWithRetries = async (
  { embed }: Pick<EmbeddingProvider, 'embed'>,
  texts: readonly string[],
  { signal, waiting, waitFor = wait }: { signal: AbortSignal; waiting: (seconds: number) => void; waitFor?: Wait },
): Promise<readonly (Float32Array | null)[]> => {
  for (let tries = 1; ; tries++) {
    try {
      return await unlessAborted(embed(texts), signal)
    } catch (error) {
      if (!(error instanceof ProviderUnavailable) || tries >= TRIES) throw error
      waiting(error.retryAfterSeconds)
      await waitFor(error.retryAfterSeconds * 1000, signal)
    }
  }
}

type Wording = Omit<Seen, 'vector'> & { readonly text: string }

type FillDependencies = {
  readonly provider: Pick<EmbeddingProvider, 'embed'>
  /** The next texts without a vector. */
  readonly next: (after: Wording | undefined, most: number) => Promise<readonly Wording[]>
  /** Writes vectors of one user and returns how many of them were still missing. Undefined: nothing can be written for this user now. */
  readonly append: (seen: readonly Seen[]) => Promise<number | undefined>
  readonly pace: Pace
}

type Watch = {
  readonly signal: AbortSignal
  readonly shown: (texts: number) => void
  readonly waiting: (seconds: number) => void
}

/**
 * Embeds every text that has no vector yet, in batches outside any transaction, until nothing is left or what is
 * left cannot be written. What is written stays, so it may be interrupted anywhere. Returns the number of texts.
 */
export const fillVectors = async (parts: FillDependencies, watch: Watch): Promise<number> => {
  const refused = new Set<string>()
  for (let filled = 0; ; ) {
    const now = await onePass(parts, refused, watch)
    if (now === 0) return filled
    filled += now
  }
}

const onePass = async (parts: FillDependencies, refused: Set<string>, watch: Watch): Promise<number> => {
  let filled = 0
  for (let after: Wording | undefined; ; ) {
    watch.signal.throwIfAborted()
    const wordings = await parts.next(after, parts.pace.most)
    after = wordings.at(-1)
    if (after === undefined) return filled
    const open = wordings.filter(({ userId }) => !refused.has(userId))
    for (const { userId, count } of await fillBatch(parts, open, watch)) {
      filled += count ?? 0
      if (count === undefined) refused.add(userId)
    }
  }
}

type Filled = { readonly userId: string; readonly count: number | undefined }

/** Each text is embedded once, however many versions have it. */
const fillBatch = async (
  { provider, append, pace }: FillDependencies,
  wordings: readonly Wording[],
  { signal, shown, waiting }: Watch,
): Promise<readonly Filled[]> => {
  const texts = [...new Set(wordings.map(({ text }) => text))]
  if (texts.length === 0) return []
  await pace.turn(texts.length, signal)
  const vectors = await embedWithRetries(provider, texts, { signal, waiting })
  const vectorOf = new Map(texts.map((text, i) => [text, vectors[i] ?? null]))
  const seen = wordings.map(({ text, ...wording }) => ({ ...wording, vector: vectorOf.get(text) ?? null }))
  const users = [...new Set(seen.map(({ userId }) => userId))]
  const filled = users.map(async (userId) => ({
    userId,
    count: await append(seen.filter((one) => one.userId === userId)),
  }))
  const all = await Promise.all(filled)
  shown(all.reduce((sum, { count }) => sum + (count ?? 0), 0))
  return all
}
