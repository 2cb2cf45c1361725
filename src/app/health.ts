import { setTimeout as pause } from 'node:timers/promises'
import { type Clock, every, systemClock } from '../concurrency/clock.js'
import type { EmbeddingModel } from '../domain/embedding.js'
import { extentOf } from '../domain/user.js'
import type { EventStore, Position, Streams } from '../event-store/event-store.js'
import { EventStoreRefused, NotLeader } from '../event-store/eventstoredb/errors.js'
import type { Health, Readiness } from '../http/answers/health.js'
import type { Api } from '../http/api.js'
import type { Logger } from '../logger.js'
import type { Database, Reading } from '../postgres/database.js'
import { readCheckpoint } from '../projector/apply/checkpoint.js'
import { ForeignReadModel } from '../projector/generations/foreign-read-model.js'
import type { ServedProgress } from '../projector/generations/serve-generations.js'
import { parkedUsers, readAdminActions } from '../queries/admin.js'
import { countResolvedEarly } from '../queries/read-conflicts.js'
import { userNow } from '../queries/user-extent.js'
import { countExpiredLessons } from '../queries/visible-lessons.js'

/** What a health report is made of. */
export type Watched = {
  readonly store: Pick<EventStore, 'gapless' | 'overruns' | 'refusal'>
  readonly logEnd: LookedEnd
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

type Projecting = Pick<Watched, 'isLive'> & { readonly projector: Pick<ServedProgress, 'state' | 'fault'> }

/** How the read models come on, and what is wrong with that. */
const progressOf = ({ isLive, projector }: Projecting) => {
  const state: Health['projector'] = isLive() || projector.state() !== 'running' ? projector.state() : 'building'
  const fault = projector.fault()
  const foreign = fault instanceof ForeignReadModel ? fault : undefined
  return { state, foreign, reason: foreign?.message ?? REASONS[state] }
}

/** How the service is: what is down, and how many events the read models lack. Never waits long for the log. */
export const reportHealth = async (watched: Watched): Promise<Health> => {
  const { store, logEnd, projector, provider, change, providers } = watched
  const latest = await logEnd()
  const known = latest.state === 'known' ? latest : undefined
  const { state, foreign, ...progress } = progressOf(watched)
  const reason = latest.state === 'away' ? latest.reason : (progress.reason ?? store.refusal())
  const at = foreign?.position ?? numberOf(projector.position())
  const parked = projector.parked()
  const running = parked === 0 ? 'ok' : 'attention'
  return {
    status: reason === undefined ? running : 'degraded',
    ...(reason === undefined ? {} : { reason }),
    projector: state,
    parked,
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

/** What was last learnt of where the log ends; `awaited`: it has not answered yet since the start. */
type LatestEnd =
  | {
      readonly state: 'known'
      readonly end: Position | 'start'
      /** How long ago the log said so, in milliseconds. */
      readonly ageMs: number
    }
  | { readonly state: 'awaited' }
  | { readonly state: 'away'; readonly reason: string }

/** Looks where the log ends, unless a look is under way, and answers with what is known. */
export type LookedEnd = () => Promise<LatestEnd>

/** Who asks for the health of the service is answered by then, whatever the log does. */
const WAIT_MS = 80
/** A log that lets a look wait for longer is as good as away. How old the last answer is proves nothing. */
const AWAY_MS = 4000

const UNAVAILABLE = 'Event store unavailable'

/** Looks at the end of the log, once at a time for all callers; keeps the latest answer for those who cannot wait. */
export const lookAtLogEnd = (store: Pick<EventStore, 'end'>, { now }: Pick<Clock, 'now'> = systemClock): LookedEnd => {
  let latest: { readonly end: Position | 'start'; readonly at: number } | undefined
  let looking: { readonly since: number; readonly answered: Promise<void> } | undefined
  /** Why the last look has failed; undefined where it has not. */
  let failed: string | undefined
  const look = async (since: number) => {
    try {
      latest = { end: await store.end(), at: since }
      failed = undefined
    } catch (error) {
      failed = error instanceof EventStoreRefused || error instanceof NotLeader ? error.message : UNAVAILABLE
    }
    looking = undefined
  }
  const looked = () => {
    const since = now()
    looking ??= { since, answered: look(since) }
    return looking.answered
  }
  void looked()
  return async () => {
    await Promise.race([looked(), pause(WAIT_MS, undefined, { ref: false })])
    if (failed !== undefined) return { state: 'away', reason: failed }
    if (looking !== undefined && now() - looking.since > AWAY_MS) return { state: 'away', reason: UNAVAILABLE }
    if (latest === undefined) return { state: 'awaited' }
    return { state: 'known', end: latest.end, ageMs: Math.max(0, Math.round(now() - latest.at)) }
  }
}

/** How often the service asks itself how it is. */
const ASK_MS = 2000

/** Asks for the health of the service now and then, so that its log is looked at and a change is noticed whoever else asks. */
export const watchHealth = (report: () => Promise<unknown>, clock: Clock = systemClock): (() => void) =>
  every(ASK_MS, () => void report().catch(() => {}), clock)

/** A probe is answered by then, whatever the database does. */
const READ_WAIT_MS = 2000

/**
 * Whether reads are served. They are from when the read models have caught up with the log after the start, as long as their
 * database answers; where catching up has failed, those that were live before are read. A log that is away, and a projector that
 * tries again or has stopped, make what is read older, but keep nobody from reading: they do not count.
 */
export const createReadiness = (
  { reading, ...projecting }: Projecting & { readonly reading: Reading },
  { after }: Pick<Clock, 'after'> = systemClock,
): (() => Promise<Readiness>) => {
  /** One read at a time, for all who ask, also one that hangs. */
  let underWay: Promise<boolean> | undefined
  const isRead = async (): Promise<boolean> => {
    // It need not wait for a batch that the projector applies.
    underWay ??= reading((db) => readCheckpoint(db.reading(null)))
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        underWay = undefined
      })
    const late = new Promise<false>((resolve) => void after(READ_WAIT_MS, () => resolve(false)))
    return Promise.race([underWay, late])
  }
  return async () => {
    if (!projecting.isLive()) return unavailable(progressOf(projecting).reason)
    return (await isRead()) ? { status: 'ok' } : unavailable('Read model unavailable')
  }
}

const unavailable = (reason: string = REASONS.building): Readiness => ({ status: 'unavailable', reason })

/** Logs how something is when that has changed: one line, with the reason while it is not well. */
export const logChanges = (
  logger: Pick<Logger, 'info' | 'warn'>,
  lines: { readonly well: string; readonly not: string },
) => {
  let before: string | undefined
  return <Report extends { readonly reason?: string }>(report: Report): Report => {
    const { reason } = report
    if (reason !== before && reason === undefined) logger.info(lines.well)
    if (reason !== before && reason !== undefined) logger.warn({ reason }, lines.not)
    before = reason
    return report
  }
}
