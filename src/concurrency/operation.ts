/** How far a long work has come. */
export type Progress = {
  /** What is being done, such as `Copying`. */
  readonly phase: string
  readonly done: number
  /** Undefined where nobody knows it yet. */
  readonly total?: number | undefined
  /** What is counted, such as `events`. */
  readonly unit: string
}

/** Who watches a long work. It may be told of every step; the work ends with the reason of the signal. */
export type Watch = { readonly report: (progress: Progress) => void; readonly signal: AbortSignal }

/** An operation cannot be done now; the message says why, and what to do. */
export class OperationRefused extends Error {
  override readonly name = 'OperationRefused'
}

/** Another process does the same already. */
export class OperationUnderWay extends Error {
  override readonly name = 'OperationUnderWay'
}
