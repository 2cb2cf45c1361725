import { addressOf, type Columns, type Entry, type MemoryIndex } from './memory-index.js'

/** In tenths: what the words and the vector of a memory count for itself, and for those at distance one. */
export const OWN = 10
export const NEAR = 5
/** For those at distance two: its words, and its vector. */
export const FAR = 2
export const FAR_VECTOR = 1

type Line = Pick<MemoryIndex, 'columns' | 'entries' | 'lastOf' | 'changed'>

/** Neighbours are memories of one session and one group of readers. */
const lineOf = ({ memory: { reader_group, session } }: Entry): string => `${reader_group} ${session}`

/** Inserts a memory into its session's order. New memories are usually the last, so the search begins at the end. */
export const link = (memoryIndex: Line, entry: Entry): void => {
  const { columns, entries, lastOf } = memoryIndex
  const { slot } = entry
  const line = lineOf(entry)
  let next = 0
  let previous = lastOf.get(line) ?? 0
  for (let at = entries[previous]; at !== undefined && asSaid(entry, at) < 0; at = entries[previous]) {
    next = previous
    previous = columns.before[next] ?? 0
  }
  columns.before[slot] = previous
  columns.after[slot] = next
  if (previous > 0) columns.after[previous] = slot
  if (next > 0) columns.before[next] = slot
  else lastOf.set(line, slot)
  noteAround(memoryIndex, slot)
}

const asSaid = ({ memory: a }: Entry, { memory: b }: Entry): number =>
  a.ordinal === b.ordinal ? (a.id < b.id ? -1 : 1) : a.ordinal < b.ordinal ? -1 : 1

/** Takes a memory out of its session's order. */
export const unlink = (memoryIndex: Line, entry: Entry): void => {
  const { columns, lastOf } = memoryIndex
  const { slot } = entry
  noteAround(memoryIndex, slot)
  const previous = columns.before[slot] ?? 0
  const next = columns.after[slot] ?? 0
  if (previous > 0) columns.after[previous] = next
  if (next > 0) columns.before[next] = previous
  else if (previous > 0) lastOf.set(lineOf(entry), previous)
  else lastOf.delete(lineOf(entry))
}

/** The slot itself and the two on each side of it. */
const noteAround = ({ columns: { before, after }, changed }: Line, slot: number): void => {
  changed.add(slot)
  for (const side of [before, after]) {
    const near = side[slot] ?? 0
    const far = side[near] ?? 0
    if (near > 0) changed.add(near)
    if (far > 0) changed.add(far)
  }
}

/** Gives a memory that was added the context that it rests on. */
export const rest = (memoryIndex: MemoryIndex, { slot }: Entry, restsOn: readonly string[]): void => {
  const { resting } = memoryIndex
  for (const id of restsOn) resting.set(id, (resting.get(id) ?? new Set()).add(slot))
  update(memoryIndex, slot)
}

/** Takes the context of a memory that goes. */
export const unrest = ({ resting }: MemoryIndex, { slot }: Entry, restsOn: readonly string[]): void => {
  for (const id of restsOn) {
    const left = resting.get(id)
    left?.delete(slot)
    if (left?.size === 0) resting.delete(id)
  }
}

/** A memory has come or gone: it is a part of the contexts of what rests on it, or no longer. */
export const updateResting = (memoryIndex: MemoryIndex, id: string): void => {
  for (const slot of memoryIndex.resting.get(id) ?? []) update(memoryIndex, slot)
}

const update = ({ byId, columns, entries, changed }: MemoryIndex, slot: number): void => {
  const { memory } = entries[slot] ?? {}
  const context = (memory?.rests_on ?? [])
    .flatMap((id) => byId.get(id) ?? [])
    .filter((entry) => entry.memory.reader_group === memory?.reader_group && entry.slot !== slot)
    .sort(asSaid)
  const { previous, next, farPrevious, farNext } = columns
  for (const [place, column] of [previous, next, farPrevious, farNext].entries())
    column[slot] = context[place]?.slot ?? 0
  changed.add(slot)
}

/** What the words of a memory count in the context of a fact that rests on it, in tenths. */
export const countIn = ({ previous, next, farPrevious, farNext }: Columns, fact: number, slot: number): number => {
  if (previous[fact] === slot || next[fact] === slot) return NEAR
  return farPrevious[fact] === slot || farNext[fact] === slot ? FAR : 0
}

/** Updates the contexts, lengths and norms of the memories whose neighbours have changed. */
export const settle = (memoryIndex: MemoryIndex): void => {
  const { columns, changed, entries, groups } = memoryIndex
  const { previous, next, farPrevious, farNext, before, after } = columns
  for (const slot of changed) {
    const { memory } = entries[slot] ?? {}
    if (memory?.rests_on === null) {
      // Pieces of one turn lend each other nothing: a long answer would count for each of its sentences.
      const inOtherTurn = (other = 0): number => (entries[other]?.memory.said_in === memory.said_in ? 0 : other)
      const [near = 0, following = 0] = [before[slot], after[slot]]
      previous[slot] = inOtherTurn(near)
      next[slot] = inOtherTurn(following)
      farPrevious[slot] = inOtherTurn(before[near])
      farNext[slot] = inOtherTurn(after[following])
    }
    const length = lengthOf(memoryIndex, slot)
    const group = groups.get(memory?.reader_group ?? '')
    if (group) group.length += length - (columns.length[slot] ?? 0)
    columns.length[slot] = length
    columns.norm[slot] = normOf(memoryIndex, slot)
  }
  changed.clear()
}

const lengthOf = (
  { entries, columns: { previous, next, farPrevious, farNext } }: MemoryIndex,
  slot: number,
): number => {
  const text = (at: number | undefined) => entries[at ?? 0]?.text_len ?? 0
  const near = text(previous[slot]) + text(next[slot])
  return OWN * (entries[slot]?.own_len ?? 0) + NEAR * near + FAR * (text(farPrevious[slot]) + text(farNext[slot]))
}

/** What a context vector is made of. */
const WEIGHTS = [1, NEAR / OWN, FAR_VECTOR / OWN] as const

/** Slot 0 holds zeros: what is not there counts for nothing. */
const normOf = (memoryIndex: MemoryIndex, slot: number): number => {
  const { previous, next, farPrevious, farNext } = memoryIndex.columns
  const at = (of: number | undefined) => addressOf(memoryIndex, of ?? 0)
  const rows = [at(slot), at(previous[slot]), at(next[slot]), at(farPrevious[slot]), at(farNext[slot])] as const
  return memoryIndex.arena.lengthOf(rows, memoryIndex.layout, WEIGHTS)
}
