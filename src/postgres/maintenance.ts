import type { Database, Databases } from './database.js'
import { isUnavailable } from './faults.js'
import { busy, calm, dueSteps, logEnd, logSize, type Step } from './maintenance-steps.js'

/** Statements within a second that count as a request; fewer are the polls of an idle process. */
const REQUEST = 5

/** The same databases, and a view of their traffic. */
const watched = (databases: Databases) => {
  const recent: number[] = []
  let begun = 0
  let running = 0
  let lively = performance.now()
  const noticing = async <T>(work: () => Promise<T>): Promise<T> => {
    begun += 1
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
      const now = performance.now()
      if (recent.push(now) > REQUEST) recent.shift()
      if (recent.length === REQUEST && now - (recent[0] ?? 0) < 1000) lively = now
    }
  }
  const seen = (db: Database): Database => ({
    rows: (statement) => noticing(() => db.rows(statement)),
    transaction: (work, changes) => noticing(() => db.transaction(work, changes)),
    reading: (reader) => seen(db.reading(reader)),
  })
  const watching: Databases = {
    ...databases,
    within: (schema) => seen(databases.within(schema)),
    script: (...texts) => noticing(() => databases.script(...texts)),
  }
  /** Statements and transactions that have begun so far, and milliseconds since the last burst of them: 0 while one runs. */
  const traffic = { begun: () => begun, quietMs: () => (running > 0 ? 0 : performance.now() - lively) }
  return { watching, traffic }
}

export type MaintenanceOptions = {
  /** Milliseconds without requests before the thorough round begins. */
  readonly idleMs?: number
  /** Statements after which a quick step is considered although requests never stop. */
  readonly statements?: number
  /** Called after each step with the milliseconds it took. */
  readonly stepped?: (step: Step, ms: number) => void
  /** Called when a step failed; the maintenance then pauses for a minute. */
  readonly failed?: (error: unknown) => void
}

/** A step may take this fraction (1 / PATIENCE) of the idle time so far: then few requests will wait for it. */
const PATIENCE = 10
const PAUSE_MS = 60_000
/** Bytes that a checkpoint and the statistics write by themselves; they need no further checkpoint. */
const NOTHING = 4096

/**
 * Maintains a database. The embedded one, in single-user mode, does nothing itself: statistics for the planner, dead
 * rows, and the write-ahead log, which only a checkpoint truncates. It works while there are no requests, in steps of one
 * statement; a request waits for one step at most, and a step that took long is repeated only after a long idle time. If
 * requests never stop, it takes quick steps when they are overdue. A server maintains itself but for the analysis of tables
 * that have doubled, which is too late there.
 */
export const withMaintenance = (databases: Databases, options: MaintenanceOptions = {}): Databases => {
  const { idleMs = 2000, statements = 20, failed } = options
  const { watching, traffic } = watched(databases)
  const closing = new AbortController()
  const isIdle = () => !closing.signal.aborted && traffic.quietMs() >= idleMs
  const rounds = maintenanceOf(databases, { ...options, idleMs, isIdle, quietMs: traffic.quietMs })
  let lookedAt = 0
  let pausedUntil = 0
  let working: Promise<void> | undefined
  const round = async () => {
    lookedAt = traffic.begun()
    await (databases.kind === 'pglite' && isIdle() ? rounds.thorough() : rounds.quick())
  }
  const timer = setInterval(() => {
    const isDue = traffic.begun() - lookedAt >= statements || (databases.kind === 'pglite' && isIdle())
    if (working || performance.now() < pausedUntil || !isDue) return
    working = round()
      .catch((error) => {
        pausedUntil = performance.now() + PAUSE_MS
        if (!isUnavailable(error) || !closing.signal.aborted) failed?.(error)
      })
      .finally(() => {
        working = undefined
      })
  }, idleMs / 4).unref()
  const close = async () => {
    closing.abort()
    clearInterval(timer)
    await working
    await databases.close()
  }
  return { ...watching, close }
}

type Idleness = Pick<MaintenanceOptions, 'stepped'> & {
  readonly idleMs: number
  readonly isIdle: () => boolean
  readonly quietMs: () => number
}

const maintenanceOf = (databases: Databases, { stepped, idleMs, isIdle, quietMs }: Idleness) => {
  const lastTook = new Map<string, number>()
  /** The end of the write-ahead log when everything was done. */
  let settledAt = ''
  const take = async (step: Step): Promise<void> => {
    const began = performance.now()
    await databases.script(step.text)
    const ms = performance.now() - began
    lastTook.set(step.text, ms)
    stepped?.(step, ms)
  }
  return {
    /** Takes all steps that are due until a request arrives; none if nothing was written. */
    thorough: async (): Promise<void> => {
      if ((await logEnd(databases)) === settledAt) return
      const due = await dueSteps(databases, calm)
      for (const step of due) if (isIdle() && (lastTook.get(step.text) ?? 0) * PATIENCE <= quietMs()) await take(step)
      if (due.length > 0 || !isIdle()) return
      // After a long idle time a checkpoint is due however little was written, so that the next start replays nothing.
      if ((await logSize(databases)) <= NOTHING) settledAt = await logEnd(databases)
      else if (quietMs() >= PATIENCE * idleMs) await take({ text: 'checkpoint' })
    },
    /** Takes the steps that are overdue, the most useful first; requests get in between them. */
    quick: async (): Promise<void> => {
      for (const step of await dueSteps(databases, busy)) await take(step)
    },
  }
}
