export type CopyProgress = {
  readonly phase: 'copying' | 'verifying'
  readonly done: number
  /** Known once the log has been read through. */
  readonly total: number | undefined
  readonly perSecond: number
}

export type CopyResult = {
  readonly events: number
  readonly streams: number
  /** SHA-256 over every stream's events; the same in both logs. */
  readonly hash: string
  /** How many of the events were written now; the others were there before. */
  readonly written: number
  /** Whether the log that was copied has grown meanwhile: another copy brings the rest. */
  readonly grown: boolean
  readonly seconds: number
}

export type CopyWatch = {
  readonly report: (progress: CopyProgress) => void
  /** What has been copied when it aborts stays, and the next copy goes on there. */
  readonly signal: AbortSignal
}
