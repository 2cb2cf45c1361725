/** How deep a JSON value is nested (a string is 0, `[]` is 1), as far as `most` + 1. Goes without recursion. */
export const depthUpTo = (value: unknown, most: number): number => {
  let level = [value].filter(isNested)
  for (let depth = 0; depth <= most; depth++) {
    if (level.length === 0) return depth
    level = level.flatMap((outer) => Object.values(outer).filter(isNested))
  }
  return most + 1
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Whether JSON gave a number that JSON cannot give back: `1e999` is read as Infinity. For shallow values only. */
export const holdsInfinity = (value: unknown): boolean =>
  isNested(value) ? Object.values(value).some(holdsInfinity) : value === Infinity || value === -Infinity
