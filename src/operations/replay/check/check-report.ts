/** Events of one stream, one of which is not as it was when a checkpoint was signed. */
export type Suspects = {
  readonly stream: string
  /** Both ends belong to it. Of an event that is missing the neighbours are told. */
  readonly revisions: readonly [string, string]
  readonly positions: readonly [string, string]
  /** The id of the first. */
  readonly id: string
}

/** The first mismatch. It never quotes content. */
export type Mismatch =
  | { readonly in: 'log'; readonly stream: string | null; readonly position: string; readonly wrong: string }
  | {
      readonly in: 'read models'
      readonly table: string
      readonly key: Readonly<Record<string, string>>
      /** Null where a whole row is missing on one side. */
      readonly column: string | null
      readonly log: string
      readonly readModels: string
    }
  /** The read models were built from another log, so nothing was compared. */
  | { readonly in: 'checkpoint'; readonly position: string; readonly wrong: string }
  /** A checkpoint that was signed does not fit the log, or its own signature. */
  | {
      readonly in: 'signed checkpoint'
      readonly number: number
      /** The last event that it covers. */
      readonly position: string
      readonly wrong: string
      /** Null where it cannot be told in which stream. */
      readonly suspects: Suspects | null
      /** What to do next. */
      readonly next: string
    }

/** What was compared, up to the first mismatch or to the end. */
export type Amounts = {
  events: number
  streams: number
  users: number
  memories: number
  versions: number
  episodes: number
  rows: number
  /** Parked users, compared up to the event that cannot be applied. */
  parked: number
}

/** The signed checkpoints of the log, all of which fit. */
export type CheckedCheckpoints = {
  readonly signed: number
  /** The last one: its number of events, the position that it covers and the key. */
  readonly events: number
  readonly position: string
  readonly key: string
  /** Those of the log that it was copied from, of which the signatures alone can be told. */
  readonly copied: number
  /** Kept elsewhere, and found in the log. */
  readonly kept: number
}

export type CheckReport = {
  /** No mismatch was found. */
  readonly equal: boolean
  /** Whether there were read models to compare. */
  readonly readModels: boolean
  readonly compared: Readonly<Amounts>
  /** Null where the log has none, or something else is wrong. */
  readonly checkpoints: CheckedCheckpoints | null
  readonly mismatch: Mismatch | null
}
