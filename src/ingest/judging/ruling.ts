import type { VerdictOutcome, VerdictReason } from '../../domain/verdict.js'
import type { Clash } from './clash.js'

/** What was decided about a new fact and one memory that it was held against. */
export type Ruling = {
  readonly target: { readonly memoryId: string; readonly version: number }
  /** What was found, and what is done about it after the rules that no verdict may break. */
  readonly outcome: VerdictOutcome
  readonly applied: VerdictOutcome
  /** 0 to 1; null where it was not said. */
  readonly confidence: number | null
  readonly reason: VerdictReason
  /** Only of a contradiction between two agents of a workspace. */
  readonly clash?: Clash | undefined
}

/** A new fact and what was decided about it. */
export type Ruled = {
  /** In the version that it has, or will have. */
  readonly fact: { readonly memoryId: string; readonly version: number }
  readonly rulings: readonly Ruling[]
}
