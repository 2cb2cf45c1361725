import type { Database, Databases } from './database.js'
import { isUnavailable } from './faults.js'
import { busy, calm, dueSteps, logEnd, logSize, type Step } from './maintenance-steps.js'

/** What passes through a database: how much so far, and since when next to nothing does. */
type Traffic = {
  /** Statements and transactions that have begun. */
  readonly begun: () => number
  /** Whether one runs or waits at this moment. */
  readonly isBusy: () => boolean
  /** Milliseconds since they last came close upon one another; 0 while one runs. */
  readonly quietMs: () => number
}

/** So many within a second are somebody's request; fewer are the polls of a process that has nothing to do. */
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
  const script = (text: string) => noticing(() => databases.script(text))
  return { databases: { ...databases, within, script }, traffic }
}

export type MaintenanceOptions = {
  /** How long nobody may have asked anything before the thorough round begins, in milliseconds. */
  readonly idleMs?: number
  /** Statements after which a look is worth it although somebody is always there. */
  readonly statements?: number
  /** A step that was done, and the milliseconds it took. */
  readonly stepped?: (step: Step, ms: number) => void
  /** A step failed; the upkeep pauses for a minute. */
  readonly failed?: (error: unknown) => void
}

/** A step as long as this part of the silence so far is not waited for by many. */
const PATIENCE = 10
const PAUSE_MS = 60_000
/** The record of a checkpoint itself, and what the statistics write: nothing worth another one. */
const NOTHING = 4096

/**
 * Keeps the embedded database in order, which in single-user mode nobody does: statistics for the planner, dead rows,
 * and the write-ahead log, which only a checkpoint ever cuts. It works when nobody asks anything, in steps of one
 * statement; whoever asks waits for one step at most, and a step that took long is only taken again after a long
 * silence. Where nobody is ever silent it takes single, quick steps when they are overdue. Of a server, which looks
 * after itself, it gives back the databases as they are.
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
  /** The end of the log when all had been done, and the traffic at the last look in between. */
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

  /** Everything that is due, as long as nobody comes; nothing where nothing was written. */
  private async thorough(): Promise<void> {
    if ((await logEnd(this.databases)) === this.settledAt) return
    const due = await dueSteps(this.databases, calm)
    for (const step of due) {
      if (!this.isQuiet()) return
      if ((this.lastTook.get(step.text) ?? 0) * PATIENCE <= this.traffic.quietMs()) await this.take(step)
    }
    if (due.length > 0 || !this.isQuiet()) return
    // However little was written: after a long silence a start need not replay it.
    if ((await logSize(this.databases)) <= NOTHING) this.settledAt = await logEnd(this.databases)
    else if (this.traffic.quietMs() >= PATIENCE * this.idleMs) await this.take({ text: 'checkpoint' })
  }

  /** One step, the most useful; the next look follows at once while there is more to do. */
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
