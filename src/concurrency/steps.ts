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
