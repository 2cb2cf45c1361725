/** Of whom or what it is to be proven that nothing is left. */
export type ErasedOne = { readonly user: string; readonly memory: string | null }

/** What was looked at in one place, and how often something was found there. Never what was found. */
export type Looked = {
  /** Such as `the log`, the read models, a column of a table, or a file. */
  readonly place: string
  /** Events, keys, rows, vectors or bytes. */
  readonly seen: number
  readonly unit: 'events' | 'keys' | 'rows' | 'rows compared' | 'vectors' | 'bytes'
  readonly found: number
}

export type ErasureProof = {
  readonly proven: boolean
  readonly looked: readonly Looked[]
  /** What speaks against it, besides words that were found: a sentence each. */
  readonly against: readonly string[]
  /** What to do where it is not proven: a sentence each. */
  readonly next: readonly string[]
  /** What could not be looked at: a sentence each. */
  readonly unseen: readonly string[]
  readonly seconds: number
}

export type ProofWatch = {
  readonly report: (progress: { readonly done: number; readonly place: string }) => void
  readonly signal: AbortSignal
}

/** It cannot be looked for; the message says why. */
export class ProofRefused extends Error {
  override readonly name = 'ProofRefused'
}
