import { setImmediate as eventLoop } from 'node:timers/promises'
import pLimit from 'p-limit'

/** Computation that can be interrupted between two steps, so that it does not block the event loop. */
export type Steps<Result> = Generator<void, Result>

/** Runs all steps without interruption. */
export const atOnce = <Result>(steps: Steps<Result>): Result => {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Maps items, one step each. */
export function* eachOf<Item, Made>(items: readonly Item[], make: (item: Item, index: number) => Made): Steps<Made[]> {
  const made: Made[] = []
  for (const [index, item] of items.entries()) {
    made.push(make(item, index))
    yield
  }
  return made
}

const TURN_MS = 8
const LONGEST_TURN_MS = 40

/** This round of the event loop: since when it has computed, and whether a request has begun in it. */
let round: { readonly since: number; hasBegun: boolean } | undefined

const thisRound = () => {
  if (round === undefined) {
    round = { since: performance.now(), hasBegun: false }
    setImmediate(() => {
      round = undefined
    })
  }
  return round
}

const heldFor = (): number => performance.now() - thisRound().since

/** Computations that wait, of which one goes on in each round of the event loop. */
const queue = () => {
  const oneAtATime = pLimit(1)
  let waiting = 0
  return {
    isEmpty: () => waiting === 0,
    next: async (): Promise<void> => {
      waiting++
      try {
        await oneAtATime(() => eventLoop())
      } finally {
        waiting--
      }
    },
  }
}

const requests = queue()
const steps = queue()

/** Resolves when a short computation may begin, one a round of the event loop. Longer work would wait in each. */
export const ownRound = async (): Promise<void> => {
  if (thisRound().hasBegun || !requests.isEmpty() || heldFor() > TURN_MS) return requests.next()
  thisRound().hasBegun = true
}

/**
 * The turns of one long computation, for a plain loop: `if (turns.isOver()) await turns.next()`. The first begins at once unless
 * this round has computed for long, and each ends after `TURN_MS`. After a longer wait the next is as long as the wait, up to
 * `LONGEST_TURN_MS`: half of the time under load.
 */
export const createTurns = () => {
  let began = Number.NEGATIVE_INFINITY
  let limit = 0
  const begin = (waited: number): void => {
    began = performance.now()
    limit = Math.min(Math.max(TURN_MS - heldFor(), waited), LONGEST_TURN_MS)
  }
  return {
    /** Whether others are to compute now. Where nobody waits, the next turn begins instead. */
    isOver: (): boolean => {
      if (performance.now() - began < limit) return false
      if (!steps.isEmpty() || heldFor() > TURN_MS) return true
      begin(0)
      return false
    },
    /** Resolves when the next turn begins. */
    next: async (): Promise<void> => {
      const left = performance.now()
      await steps.next()
      begin(performance.now() - left)
    },
  }
}

/** Runs the steps in turns. */
export const inTurns = async <Result>(work: Steps<Result>): Promise<Result> => {
  const turns = createTurns()
  for (;;) {
    if (turns.isOver()) await turns.next()
    const { done, value } = work.next()
    if (done) return value
  }
}
