import type { Bank, Entry } from './bank.js'

/** In tenths: what the words and the vector of a memory count for itself, and for those at distance one. */
export const OWN = 10
export const NEAR = 5
/** For those at distance two: its words, and its vector. */
export const FAR = 2
export const FAR_VECTOR = 1

type Line = Pick<Bank, 'columns' | 'entries' | 'lastOf' | 'changed'>

/** Neighbours are memories of one session and one group of readers. */
const lineOf = ({ memory: { reader_group, session } }: Entry): string => `${reader_group} ${session}`

/** Inserts a memory into its session's order. New memories are usually the last, so the search begins at the end. */
export const link = (bank: Line, entry: Entry): void => {
  const { columns, entries, lastOf } = bank
  const { slot } = entry
  const line = lineOf(entry)
  let next = 0
  let previous = lastOf.get(line) ?? 0
  for (let at = entries[previous]; at !== undefined && isBefore(entry, at); at = entries[previous]) {
    next = previous
    previous = columns.previous[next] ?? 0
  }
  columns.previous[slot] = previous
  columns.next[slot] = next
  if (previous > 0) columns.next[previous] = slot
  if (next > 0) columns.previous[next] = slot
  else lastOf.set(line, slot)
  noteAround(bank, slot)
}

const isBefore = ({ memory: a }: Entry, { memory: b }: Entry): boolean =>
  a.ordinal < b.ordinal || (a.ordinal === b.ordinal && a.id < b.id)

/** Takes a memory out of its session's order, and clears its columns. */
export const unlink = (bank: Line, entry: Entry): void => {
  const { columns, lastOf, changed } = bank
  const { slot } = entry
  noteAround(bank, slot)
  changed.delete(slot)
  const previous = columns.previous[slot] ?? 0
  const next = columns.next[slot] ?? 0
  if (previous > 0) columns.next[previous] = next
  if (next > 0) columns.previous[next] = previous
  else if (previous > 0) lastOf.set(lineOf(entry), previous)
  else lastOf.delete(lineOf(entry))
  for (const column of Object.values(columns)) column[slot] = 0
}

/** The slot itself and the two on each side of it. */
const noteAround = ({ columns: { previous, next }, changed }: Line, slot: number): void => {
  changed.add(slot)
  for (const side of [previous, next]) {
    const near = side[slot] ?? 0
    const far = side[near] ?? 0
    if (near > 0) changed.add(near)
    if (far > 0) changed.add(far)
  }
}

/** The slots at distance one and two; 0 where there is none. */
export const around = ({ previous, next }: Bank['columns'], slot: number) => {
  const before = previous[slot] ?? 0
  const after = next[slot] ?? 0
  return { before, after, farBefore: previous[before] ?? 0, farAfter: next[after] ?? 0 }
}
