import type { Database, Databases } from './database.js'
import { isUnavailable } from './faults.js'
import { busy, calm, dueSteps, logEnd, logSize, type Step } from './maintenance-steps.js'

/** The traffic of a database: how much there was, and for how long it has been idle. */
type Traffic = {
  /** Statements and transactions that have begun so far. */
  readonly begun: () => number
  /** Whether one runs or waits now. */
  readonly isBusy: () => boolean
  /** Milliseconds since the last burst of statements; 0 while one runs. */
  readonly quietMs: () => number
}

/** Statements within a second that count as a request; fewer are the polls of an idle process. */
const REQUEST = 5

/** The same databases, and a view of their traffic. */
const watched = (databases: Databases): { readonly databases: Databases; readonly traffic: Traffic } => {
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
      recent.push(now)
      if (recent.length > REQUEST) recent.shift()
      if (recent.length === REQUEST && now - (recent[0] ?? 0) < 1000) lively = now
    }
  }
  const seen = (db: Database): Database => ({
    rows: (statement) => noticing(() => db.rows(statement)),
    transaction: (work, changes) => noticing(() => db.transaction(work, changes)),
    reading: (reader) => seen(db.reading(reader)),
  })
  const within = (schema: string): Database => seen(databases.within(schema))
  const traffic: Traffic = {
    begun: () => begun,
    isBusy: () => running > 0,
    quietMs: () => (running > 0 ? 0 : performance.now() - lively),
  }
  const script = (...texts: readonly string[]) => noticing(() => databases.script(...texts))
  return { databases: { ...databases, within, script }, traffic }
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
 * Maintains the embedded database, which in single-user mode Postgres does not do itself: statistics for the planner, dead
 * rows, and the write-ahead log, which only a checkpoint truncates. It works while there are no requests, in steps of one
 * statement; a request waits for one step at most, and a step that took long is repeated only after a long idle time. If
 * requests never stop, it takes single, quick steps when they are overdue. A server maintains itself: its databases are
 * returned unchanged.
 */
export const withMaintenance = (databases: Databases, options: MaintenanceOptions = {}): Databases => {
  if (databases.kind !== 'pglite') return databases
  const { databases: seen, traffic } = watched(databases)
  const maintenance = new Maintenance(databases, traffic, options)
  const close = async () => {
    await maintenance.stop()
    await databases.close()
  }
  return { ...seen, close }
}

class Maintenance {
  private readonly databases: Databases
  private readonly traffic: Traffic
  private readonly options: MaintenanceOptions
  private readonly idleMs: number
  private readonly timer: NodeJS.Timeout
  private readonly lastTook = new Map<string, number>()
  private working: Promise<void> | undefined
  private stopped = false
  /** The end of the write-ahead log when everything was done, and the traffic at the last check. */
  private settledAt = ''
  private lookedAt = 0
  private pausedUntil = 0

  constructor(databases: Databases, traffic: Traffic, options: MaintenanceOptions) {
    this.databases = databases
    this.traffic = traffic
    this.options = options
    this.idleMs = options.idleMs ?? 2000
    this.timer = setInterval(() => this.tick(), this.idleMs / 4).unref()
  }

  async stop(): Promise<void> {
    this.stopped = true
    clearInterval(this.timer)
    await this.working
  }

  private tick(): void {
    if (this.working || this.stopped || performance.now() < this.pausedUntil) return
    const isIdle = this.isQuiet()
    if (!isIdle && this.traffic.begun() - this.lookedAt < (this.options.statements ?? 500)) return
    this.working = (isIdle ? this.thorough() : this.quick())
      .catch((error) => this.pause(error))
      .finally(() => {
        this.working = undefined
      })
  }

  private isQuiet(): boolean {
    return !this.stopped && !this.traffic.isBusy() && this.traffic.quietMs() >= this.idleMs
  }

  /** Takes all steps that are due until a request arrives; none if nothing was written. */
  private async thorough(): Promise<void> {
    if ((await logEnd(this.databases)) === this.settledAt) return
    const due = await dueSteps(this.databases, calm)
    for (const step of due) {
      if (!this.isQuiet()) return
      if ((this.lastTook.get(step.text) ?? 0) * PATIENCE <= this.traffic.quietMs()) await this.take(step)
    }
    if (due.length > 0 || !this.isQuiet()) return
    // After a long idle time a checkpoint is due however little was written, so that the next start replays nothing.
    if ((await logSize(this.databases)) <= NOTHING) this.settledAt = await logEnd(this.databases)
    else if (this.traffic.quietMs() >= PATIENCE * this.idleMs) await this.take({ text: 'checkpoint' })
  }

  /** Takes the most useful step. While more are due, the next tick takes another. */
  private async quick(): Promise<void> {
    const [step] = await dueSteps(this.databases, busy)
    if (step === undefined) this.lookedAt = this.traffic.begun()
    else if (!this.stopped) await this.take(step)
  }

  private async take(step: Step): Promise<void> {
    const began = performance.now()
    await this.databases.script(step.text)
    const ms = performance.now() - began
    this.lastTook.set(step.text, ms)
    this.options.stepped?.(step, ms)
  }

  private pause(error: unknown): void {
    this.pausedUntil = performance.now() + PAUSE_MS
    if (!isUnavailable(error) || !this.stopped) this.options.failed?.(error)
  }
}
