import type { Database, Databases } from './database.js'

/** What passes through a database: how much so far, and since when next to nothing does. */
export type Traffic = {
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
export const watched = (databases: Databases): { readonly databases: Databases; readonly traffic: Traffic } => {
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
