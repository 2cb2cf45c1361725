/** Splits a list into parts of at most `most` items, in order. */
export const slices = <Item>(items: readonly Item[], most: number): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / most) }, (_, n) => items.slice(n * most, (n + 1) * most))

/** The same; in addition no part weighs more than `weight`, except a single item that is heavier by itself. */
export const weighedSlices = <Item>(
  items: readonly Item[],
  { most, weight, of }: { readonly most: number; readonly weight: number; readonly of: (item: Item) => number },
): readonly (readonly Item[])[] => {
  const parts: Item[][] = []
  let room = 0
  for (const item of items) {
    const part = parts.at(-1)
    const own = of(item)
    if (part === undefined || part.length === most || own > room) {
      parts.push([item])
      room = weight - own
    } else {
      part.push(item)
      room -= own
    }
  }
  return parts
}

/** The items by a key, in the order of the first of each. */
export const grouped = <Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly [Item, ...Item[]]> => {
  const groups = new Map<Key, [Item, ...Item[]]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}

/** The sign of a comparison. */
export const inOrder = <Value extends bigint | number | string>(a: Value, b: Value): number =>
  a < b ? -1 : a > b ? 1 : 0
