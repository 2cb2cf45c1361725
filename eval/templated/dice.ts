/** A stream of numbers from 0 to 1, the same for the same key. */
export type Dice = () => number

/** Mulberry32 over an FNV-1a hash of the key. */
export const diceOf = (key: string): Dice => {
  let state = 0x811c9dc5
  for (const character of key) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** In an order of chance. The list itself stays as it is. */
export const shuffled = <Item>(items: readonly Item[], dice: Dice): readonly Item[] => {
  const order = items.map((item) => ({ item, at: dice() }))
  return order.sort((one, other) => one.at - other.at).map(({ item }) => item)
}
