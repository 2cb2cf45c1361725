/** How far a change of the secret key has come. */
export type RotationProgress = {
  readonly phase: 'wrapping' | 'dropping'
  /** Keys of conversations, memories and so on. */
  readonly done: number
  readonly total: number
  readonly perSecond: number
}

export type RotationWatch = {
  readonly report: (progress: RotationProgress) => void
  readonly signal: AbortSignal
}

export type RotationResult = {
  /** The log said already that the store has the next key: only what was left to do was done. */
  readonly wentOn: boolean
  /** Data keys of the store that are not destroyed. */
  readonly keys: number
  /** Of these, as many as the former key did not open. They are left as they are. */
  readonly unfit: number
  /** Where the new key is kept; null: the settings name it. */
  readonly kept: string | null
  readonly seconds: number
}

/** The secret key is not changed; the message says why. */
export class RotationRefused extends Error {
  override readonly name = 'RotationRefused'
}
