import { setTimeout as pause } from 'node:timers/promises'
import type { EmbeddingModel } from '../domain/embedding.js'
import { extentOf } from '../domain/user.js'
import type { EventStore, Position, Streams } from '../event-store/event-store.js'
import type { Health } from '../http/answers/health.js'
import type { Api } from '../http/api.js'
import type { Database } from '../postgres/database.js'
import { ForeignReadModel } from '../projector/generations/foreign-read-model.js'
import type { Reading, ServedProgress } from '../projector/generations/serve-generations.js'
import { parkedUsers, readAdminActions } from '../queries/admin.js'
import { countResolvedEarly } from '../queries/read-conflicts.js'
import { userNow } from '../queries/user-extent.js'
import { countExpiredLessons } from '../queries/visible-lessons.js'

/** What a health report is made of. */
export type Watched = {
  readonly store: Pick<EventStore, 'gapless' | 'overruns'>
  readonly logEnd: WatchedEnd
  readonly projector: Pick<ServedProgress, 'state' | 'fault' | 'position' | 'parked'>
  /** Whether the read models have caught up with the log since this process started. */
  readonly isLive: () => boolean
  readonly provider: EmbeddingModel
  /** The secondary embedding model, and how many events its read models lag behind; null: there is none. */
  readonly change: () => Health['embedding']['beside']
  /** Those that searches ask, and how they are. */
  readonly providers: () => Health['providers']
}

const REASONS = {
  running: undefined,
  building: 'The read models are being brought up to date with the log',
  retrying: 'Read model unavailable: the projector tries again until it succeeds',
  stopped: 'The projector has stopped after this position, at an event that it cannot apply; writes are refused',
} as const

/** How the service is: what is down, and how many events the read models lack. Never waits long for the log. */
export const reportHealth = async (watched: Watched): Promise<Health> => {
  const { store, logEnd, projector, isLive, provider, change, providers } = watched
  const latest = await logEnd()
  const known = typeof latest === 'string' ? undefined : latest
  const state = isLive() || projector.state() !== 'running' ? projector.state() : 'building'
  const fault = projector.fault()
  const foreign = fault instanceof ForeignReadModel ? fault : undefined
  const reason = latest === 'gone' ? 'Event store unavailable' : (foreign?.message ?? REASONS[state])
  const at = foreign?.position ?? numberOf(projector.position())
  return {
    status: reason === undefined ? 'ok' : 'degraded',
    ...(reason === undefined ? {} : { reason }),
    projector: state,
    parked: projector.parked(),
    position: `${at}`,
    end: known === undefined ? null : `${numberOf(known.end)}`,
    end_age_ms: known === undefined ? null : known.ageMs,
    lag: known === undefined || foreign ? null : lagOf(at, known.end, store),
    overruns: store.overruns(),
    embedding: { model: provider.model, dimensions: provider.dimensions, beside: change() },
    providers: providers(),
  }
}

/** What operators ask of the database is left out of an answer when it takes longer. */
const INSIDE_TIMEOUT_MS = 2000

type Operated = {
  readonly reading: Reading
  readonly projector: Pick<ServedProgress, 'reached'>
  readonly store: Pick<EventStore, 'waiting'>
  readonly streams: Streams
  readonly schema: () => string
  readonly limits: { readonly readWaitMs: number }
}

type Waiting = {
  readonly writersWaiting: () => number
  /** Throws while the read models cannot be read. */
  readonly live: () => void
}

/** What operators ask, across all users. */
export const operatorReads = (
  { reading, projector, store, streams, schema, limits }: Operated,
  { writersWaiting, live }: Waiting,
): Pick<Api, 'inside' | 'adminActions' | 'extentOfUser' | 'shows'> => ({
  inside: async () => {
    // Read first: what waits may be gone when the database answers.
    const depths = { appends_waiting: store.waiting(), writers_waiting: writersWaiting() }
    const inTime = <Found>(read: (db: Database) => Promise<Found>) =>
      Promise.race([reading(read).catch(() => null), pause(INSIDE_TIMEOUT_MS, null, { ref: false })])
    const [parked, lessons_expired, conflicts_expired] = await Promise.all([
      inTime(parkedUsers),
      inTime(countExpiredLessons),
      inTime(countResolvedEarly),
    ])
    return { parked_users: parked && [...parked], lessons_expired, conflicts_expired, ...depths, generation: schema() }
  },
  adminActions: (paging) => {
    const { userId } = paging
    const wanted = userId === undefined ? paging : { ...paging, pseudonym: streams.pseudonym(userId) }
    return reading((db) => readAdminActions(db, wanted))
  },
  extentOfUser: async (userId) => extentOf(await reading((db) => userNow(db, userId, streams))),
  shows: async (position) => {
    live()
    if (position > 0n) await projector.reached(position, AbortSignal.timeout(limits.readWaitMs))
  },
})

type Place = Position | 'start' | undefined

/** 0 stands before the first event. */
const numberOf = (place: Place): bigint => (typeof place === 'bigint' ? place : 0n)

/** Events from one place to another; null where there are some and positions do not count them. */
export const lagOf = (from: Place, to: Place, { gapless }: Pick<EventStore, 'gapless'>): number | null => {
  const distance = numberOf(to) - numberOf(from)
  if (distance <= 0n) return 0
  return gapless ? Number(distance) : null
}

/** What was last learnt of where the log ends. */
type LatestEnd = {
  readonly end: Position | 'start'
  /** How long ago the log said so, in milliseconds. */
  readonly ageMs: number
}

/** Unknown while the first answer is awaited; `gone` when the log does not answer. */
export type WatchedEnd = () => Promise<LatestEnd | 'unknown' | 'gone'>

/** Who asks for the health of the service is answered by then, whatever the log does. */
const WAIT_MS = 80
/** A log that has answered before and does not for so long is as good as gone. */
const GONE_MS = 2000

/** Asks the log where it ends, once at a time for all callers; keeps the latest answer for those who cannot wait. */
export const watchLogEnd = (store: Pick<EventStore, 'end'>, now = () => performance.now()): WatchedEnd => {
  let latest: { readonly end: Position | 'start'; readonly at: number } | undefined
  let asking: { readonly since: number; readonly answered: Promise<void> } | undefined
  let hasFailed = false
  const ask = async (since: number) => {
    try {
      latest = { end: await store.end(), at: since }
      hasFailed = false
    } catch {
      hasFailed = true
    }
    asking = undefined
  }
  const asked = () => {
    const since = now()
    asking ??= { since, answered: ask(since) }
    return asking.answered
  }
  void asked()
  return async () => {
    await Promise.race([asked(), pause(WAIT_MS, undefined, { ref: false })])
    if (hasFailed) return 'gone'
    if (latest === undefined) return 'unknown'
    if (asking !== undefined && now() - asking.since > GONE_MS) return 'gone'
    return { end: latest.end, ageMs: Math.max(0, Math.round(now() - latest.at)) }
  }
}
