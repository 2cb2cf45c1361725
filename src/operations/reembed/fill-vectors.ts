import { setTimeout as pause } from 'node:timers/promises'
import { createTransact, type Reach } from '../../commands/transact.js'
import { OperationRefused, OperationUnderWay, type Watch } from '../../concurrency/operation.js'
import { grouped, slices } from '../../concurrency/slices.js'
import { unlessAborted } from '../../concurrency/unless-aborted.js'
import { embeddedBy } from '../../domain/embedding.js'
import { notBefore, SYSTEM } from '../../domain/event.js'
import { lessonEmbeddedBy } from '../../domain/lesson/decisions.js'
import { type EventStore, EventStoreOverloaded, type Streams } from '../../event-store/event-store.js'
import type { Databases } from '../../postgres/database.js'
import type { Release } from '../../projector/generations/leases.js'
import { type Amount, countLacking, lackingAfter, stillLacking } from '../../projector/missing-vectors.js'
import { ProjectorStopped, ReadModelBehind, reachedUnlessParked } from '../../projector/progress.js'
import type { EmbeddingProvider } from '../../providers/embedding.js'
import { ProviderRejected, ProviderUnavailable } from '../../providers/errors.js'
import type { ReadModelSet } from '../../read-models/read-model-set.js'
import { built, type Direction } from './cut-over.js'
import { createPace } from './rate-limit.js'
import type { Estimate, ReembedOptions } from './report.js'

export type FillDependencies = {
  readonly databases: Pick<Databases, 'kind'>
  readonly store: EventStore
  readonly streams: Streams
  /** Claims the right to embed what is missing; undefined while another process has it. */
  readonly claim: () => Promise<Release | undefined>
  readonly now: () => string
  readonly newId: () => string
  readonly limits: { readonly maxAppendBytes: number; readonly writeTimeoutMs: number }
}

/** How many texts the models of these sets have not embedded yet. */
export const lackingIn = async (readModelSets: readonly ReadModelSet[]): Promise<Amount> => {
  const amounts = await Promise.all(readModelSets.map(({ serving }) => serving.reading(countLacking)))
  const sum = (of: 'texts' | 'characters') => amounts.reduce((all, amount) => all + amount[of], 0)
  return { texts: sum('texts'), characters: sum('characters') }
}

type Filling = {
  readonly options: ReembedOptions
  readonly watch: Watch
  readonly estimate: Estimate
}

/** How often texts are looked for again that were written meanwhile, or could not be written. */
const ROUNDS = 5

/** The new model first, then the old one, so that changing back needs no embedding. Returns how many texts were embedded. */
export const fillBoth = async (parts: FillDependencies, { from, to }: Direction, filling: Filling): Promise<number> => {
  const release = await parts.claim()
  if (release === undefined)
    throw new OperationUnderWay('The memories of this store are being embedded by another process already.')
  try {
    const progress = progressOf(filling)
    let embedded = 0
    for (let round = 1; round <= ROUNDS; round++) {
      embedded += await fillVectors(parts, to, progress).catch(goingOnLater)
      embedded += await fillVectors(parts, from, progress).catch(unseen)
      await built(to, parts.store, filling.watch)
      if ((await lackingIn([to])).texts === 0) return embedded
    }
    const { texts } = await lackingIn([to])
    throw new OperationRefused(
      `${texts} texts could not be written, because their users are parked or written to without a pause. GET /v1/admin/health tells who is parked; run it again to go on. Nothing was switched.`,
    )
  } finally {
    await release()
  }
}

/** How to handle a provider that fails. */
const goingOnLater = (error: unknown): never => {
  if (!(error instanceof ProviderUnavailable || error instanceof ProviderRejected)) throw error
  throw new OperationRefused(
    `${error.message}. Check the provider and its settings (NEXT_EMBEDDING_*), then run it again: what was embedded is kept. Nothing was switched.`,
  )
}

/** The old model may no longer be reachable. */
const unseen = (error: unknown): 0 => {
  if (error instanceof ProviderUnavailable || error instanceof ProviderRejected) return 0
  throw error
}

type Progress = {
  /** Texts a minute; undefined: no limit. */
  readonly rate: number | undefined
  readonly signal: AbortSignal
  readonly shown: (texts: number) => void
  readonly waiting: () => void
}

const progressOf = ({ options, watch: { report, signal }, estimate }: Filling): Progress => {
  let done = 0
  const tell = (phase: string) => report({ phase, done, total: Math.max(done, estimate.texts), unit: 'texts' })
  const shown = (texts: number) => {
    done += texts
    tell('Embedding')
  }
  return { rate: options.rate, signal, shown, waiting: () => tell('Waiting for the provider') }
}

/** Texts per batch on the embedded database: requests wait while a batch is written. */
const EMBEDDED = 32

/**
 * Embeds with one model the texts that it lacks, in batches outside any transaction. What is written stays, so it may be
 * interrupted anywhere. A user who is parked or written to without a pause does not block the others. Returns the number of texts.
 */
const fillVectors = async (
  parts: FillDependencies,
  readModelSet: ReadModelSet,
  { rate, signal, shown, waiting }: Progress,
): Promise<number> => {
  const { provider, serving } = readModelSet
  const append = appending(parts, readModelSet)
  const pace = createPace(rate)
  const most = parts.databases.kind === 'pglite' ? Math.min(EMBEDDED, pace.most) : pace.most
  const refused = new Set<string>()
  let filled = 0
  let before = 0
  for (let after: Text | undefined; ; ) {
    signal.throwIfAborted()
    const page: readonly Text[] = await serving.reading((db) => lackingAfter(db, after, most))
    after = page.at(-1)
    // What was written meanwhile may stand before the place that was reached: then again from the beginning.
    if (after === undefined && filled === before) return filled
    if (after === undefined) before = filled
    const open = page.filter(({ userId }) => !refused.has(userId))
    // Each text is embedded once, however many versions have it.
    const texts = [...new Set(open.map(({ text }) => text))]
    if (texts.length === 0) continue
    await pace.turn(texts.length, signal)
    const vectors = await embedWithRetries(provider, texts, { signal, waiting })
    const vectorOf = new Map(texts.map((text, i) => [text, vectors[i] ?? null]))
    const seen = open.map(({ text, ...one }) => ({ ...one, vector: vectorOf.get(text) ?? null }))
    const already = filled
    await Promise.all(
      [...grouped(seen, ({ userId }) => userId)].map(async ([userId, own]) => {
        const count = await append(userId, own)
        if (count === undefined) refused.add(userId)
        filled += count ?? 0
      }),
    )
    shown(filled - already)
  }
}

type Text = Awaited<ReturnType<typeof lackingAfter>>[number]

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

/** A text and its vector; null: it has none. */
type Seen = Omit<Text, 'text'> & { readonly vector: Float32Array | null }

/** Bytes of an event without its vector, and the share of an append that is used. */
const ENVELOPE_BYTES = 800
const MARGIN = 0.85

/**
 * Appends the vectors of a user's texts, in appends of a permitted size. Each append is decided at the stream's revision
 * on the vectors that are missing then: however many processes do it, each text gets one vector per model, erased texts
 * get none, and a vector of a replaced text does not become that of the current one. Returns the number
 * of events; undefined: nothing can be written for this user now.
 */
const appending = ({ store, streams, limits, now, newId }: FillDependencies, { provider, serving }: ReadModelSet) => {
  const model = { model: provider.model, dimensions: provider.dimensions }
  const transact = createTransact(store, reachOf(serving), async () => undefined)
  const room = limits.maxAppendBytes * MARGIN
  const most = Math.max(1, Math.floor(room / (ENVELOPE_BYTES + model.dimensions * 4 * (4 / 3))))
  const appendOnce = async (userId: string, seen: readonly Seen[]): Promise<number> => {
    const stream = streams.bank(userId)
    const vectors = new Map(seen.map(({ id, version, vector }) => [`${id} ${version}`, vector]))
    const by = { commandId: newId(), userId, actor: SYSTEM } as const
    const read = async () => {
      const { revision, ...state } = await serving.reading((db) => stillLacking(db, stream, seen))
      return { revision, state }
    }
    const decide = ({ state: { lastAt, wordings } }: Awaited<ReturnType<typeof read>>) => {
      const metadata = { ...by, at: notBefore(lastAt, now()) }
      const events = wordings.map(({ id, version, past }) => {
        const vector = vectors.get(`${id} ${version}`) ?? null
        return version === null
          ? lessonEmbeddedBy(model, { ...metadata, lessonId: id }, vector)
          : embeddedBy(model, { ...metadata, memoryId: id }, { of: version, vector, past })
      })
      return { events, result: events.length }
    }
    return (await transact({ stream, read, decide }, AbortSignal.timeout(limits.writeTimeoutMs))).result
  }
  return async (userId: string, seen: readonly Seen[]): Promise<number | undefined> => {
    try {
      let appended = 0
      for (const some of slices(seen, most)) appended += await appendOnce(userId, some)
      return appended
    } catch (error) {
      if (NOT_NOW.some((kind) => error instanceof kind)) return undefined
      throw error
    }
  }
}

const NOT_NOW = [ProjectorStopped, EventStoreOverloaded, ReadModelBehind]

const SHOWN_MS = 5000

const reachOf = ({ projector }: ReadModelSet['serving']): Reach => ({
  reached: reachedUnlessParked(projector),
  // A write that was not visible in time is waited for before the next decision.
  shown: (_, position) => projector.reached(position, AbortSignal.timeout(SHOWN_MS)).catch(() => {}),
})
