/** How much is asked of each operation. */
export type Budget = {
  readonly warmUp: number
  /** Requests of an operation for one client; several at once share twice as many. */
  readonly times: number
  readonly atMostMs: number
  /** Different queries of a size. */
  readonly questions: number
  /** Memories of the one user of each store whose read models are verified. */
  readonly verified: readonly number[]
  /** Memories of the user who is rebuilt and deleted while others are asked what they notice of it. */
  readonly stalling: number
}

export const full: Budget = {
  warmUp: 60,
  times: 200,
  atMostMs: 20_000,
  questions: 100,
  verified: [10_000, 100_000],
  stalling: 10_000,
}
export const quick: Budget = { warmUp: 30, times: 30, atMostMs: 3000, questions: 30, verified: [1000], stalling: 2000 }

export const effortOf = ({ times, atMostMs }: Budget, clients: number) => ({
  times: clients === 1 ? times : 2 * times,
  clients,
  atMostMs,
})
