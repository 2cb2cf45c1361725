import { setImmediate as eventLoop } from 'node:timers/promises'
import pLimit from 'p-limit'

/** Computation that can be interrupted between two steps, so that it does not block the event loop. */
export type Steps<Done> = Generator<void, Done>

/** Runs all steps without interruption. */
export const atOnce = <Done>(steps: Steps<Done>): Done => {
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
 * Runs the steps, at once unless this round has computed for long, and yields to the event loop every `TURN_MS`.
 * After a longer wait the next turn is as long as the wait, up to `LONGEST_TURN_MS`: half of the time under load.
 */
export const inTurns = async <Done>(work: Steps<Done>): Promise<Done> => {
  for (;;) {
    const left = performance.now()
    if (!steps.isEmpty() || heldFor() > TURN_MS) await steps.next()
    const began = performance.now()
    const limit = Math.min(Math.max(TURN_MS - heldFor(), began - left), LONGEST_TURN_MS)
    let result = work.next()
    while (!result.done && performance.now() - began < limit) result = work.next()
    if (result.done) return result.value
  }
}
