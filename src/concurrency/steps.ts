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

/** One for the process: in a round of the event loop only one of several computations runs. */
const oneAtATime = pLimit(1)

/**
 * Runs the steps, and yields to the event loop every `TURN_MS`, for signals, timers and other requests. After a longer
 * wait the next turn is as long as the wait, up to `LONGEST_TURN_MS`, so that the work gets half of the time under load.
 */
export const inTurns = async <Done>(steps: Steps<Done>): Promise<Done> => {
  for (;;) {
    const result = await oneAtATime(() => turnOf(steps))
    if (result.done) return result.value
  }
}

const turnOf = async <Done>(steps: Steps<Done>): Promise<IteratorResult<void, Done>> => {
  const left = performance.now()
  await eventLoop()
  const began = performance.now()
  const turn = Math.min(Math.max(TURN_MS, began - left), LONGEST_TURN_MS)
  let result = steps.next()
  while (!result.done && performance.now() - began < turn) result = steps.next()
  return result
}
