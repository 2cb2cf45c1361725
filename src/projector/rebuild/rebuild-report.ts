import type { Verification } from './verify-tables.js'

export type RebuildOptions = {
  /** Compares the new generation with the live one, row by row. */
  readonly verify: boolean
  /** Leaves the live generation where it is: alone it only says what would be done, with `verify` it builds, compares and drops. */
  readonly dryRun: boolean
}

export type RebuildProgress = {
  readonly phase: 'building' | 'verifying'
  /** Events applied, or rows compared. */
  readonly done: number
  /** Events in all, where the log counts them; of rows nobody knows. */
  readonly total: number | undefined
  readonly perSecond: number
}

export type RebuildResult = {
  /** What requests read from now on. */
  readonly live: string
  /** What was built, or would be. */
  readonly built: string
  readonly swapped: boolean
  /** Undefined where none was read and the log does not count them. */
  readonly events: number | undefined
  readonly seconds: number
  /** Why the read models before were not of the log as it is; undefined where they were. */
  readonly lost?: string
  readonly verification?: Verification
}

export type Watch = { readonly report: (progress: RebuildProgress) => void; readonly signal: AbortSignal }
