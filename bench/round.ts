import type { corpus } from './corpus.js'
import type { Budget } from './effort.js'
import type { Bench } from './open-bench.js'

/** One size and one number of clients on one store. */
export type Round = {
  readonly bench: Bench
  readonly size: number
  readonly clients: number
  readonly budget: Budget
  readonly text: ReturnType<typeof corpus>
  readonly questions: readonly string[]
}
