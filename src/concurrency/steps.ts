import { setImmediate as eventLoop } from 'node:timers/promises'
import { limiter } from './limiter.js'

/** Work that can be broken off between any two of its steps, for others to have a turn. */
export type Steps<Done> = Generator<void, Done>

/** All steps in one go. */
export const atOnce = <Done>(steps: Steps<Done>): Done => {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** What becomes of each item, a step each. */
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

/** There is one event loop, so there is one line: of several pieces of work one has its turn in a round of the loop. */
const inLine = limiter(1)

/**
 * Step after step, and after some milliseconds whoever waits has a turn: a signal, a timer, another's request. After a
 * long wait the next turn is as long, so that the work has half of the time however many others there are.
 */
export const inTurns = async <Done>(steps: Steps<Done>): Promise<Done> => {
  for (;;) {
    const result = await inLine(() => turnOf(steps))
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
