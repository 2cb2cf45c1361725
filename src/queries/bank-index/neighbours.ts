import { CONTEXT } from '../visible-evidence.js'
import { addressOf, type Bank, type Entry } from './bank.js'

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

/** The slots of the context of a memory: at distance one and two; 0 where there is none. */
const contextAround = ({ columns, contexts }: Bank, slot: number): ReturnType<typeof around> => {
  const context = contexts.of.get(slot)
  if (context === undefined) return around(columns, slot)
  const [before = 0, after = 0, farBefore = 0, farAfter = 0] = context
  return { before, after, farBefore, farAfter }
}

/** Gives a memory that was added the context that it rests on. */
export const rest = (bank: Bank, { slot }: Entry, restsOn: readonly string[]): void => {
  const { of, resting } = bank.contexts
  for (const id of restsOn) resting.set(id, (resting.get(id) ?? new Set()).add(slot))
  of.set(slot, [])
  update(bank, slot)
}

/** Takes the context of a memory that goes, and clears its columns. */
export const unrest = (bank: Bank, { slot }: Entry, restsOn: readonly string[]): void => {
  const { contexts, changed, columns } = bank
  setContext(bank, slot, [])
  contexts.of.delete(slot)
  for (const id of restsOn) {
    const left = contexts.resting.get(id)
    left?.delete(slot)
    if (left?.size === 0) contexts.resting.delete(id)
  }
  changed.delete(slot)
  for (const column of Object.values(columns)) column[slot] = 0
}

/** A memory has come or gone: it is a part of the contexts of what rests on it, or no longer. */
export const updateResting = (bank: Bank, id: string): void => {
  const slots = bank.contexts.resting.get(id)
  if (slots) for (const slot of slots) update(bank, slot)
}

const update = (bank: Bank, slot: number): void => {
  const { memory } = bank.entries[slot] ?? {}
  const context = (memory?.rests_on ?? [])
    .flatMap((id) => bank.byId.get(id) ?? [])
    .filter((entry) => entry.memory.reader_group === memory?.reader_group && entry.slot !== slot)
    .sort(asSaid)
    .slice(0, CONTEXT)
  setContext(
    bank,
    slot,
    context.map((entry) => entry.slot),
  )
  bank.changed.add(slot)
}

const setContext = ({ contexts: { of, spread } }: Bank, slot: number, context: readonly number[]): void => {
  for (const at of of.get(slot) ?? []) {
    const left = spread.get(at)
    left?.delete(slot)
    if (left?.size === 0) spread.delete(at)
  }
  for (const [i, at] of context.entries())
    spread.set(at, (spread.get(at) ?? new Map<number, number>()).set(slot, i < 2 ? NEAR : FAR))
  of.set(slot, context)
}

const asSaid = ({ memory: a }: Entry, { memory: b }: Entry): number =>
  a.ordinal === b.ordinal ? (a.id < b.id ? -1 : 1) : a.ordinal < b.ordinal ? -1 : 1

/** Updates the lengths and norms of the memories whose neighbours have changed. */
export const settle = (bank: Bank): void => {
  const { columns, changed, entries, groups } = bank
  for (const slot of changed) {
    const length = lengthOf(bank, slot)
    const group = groups.get(entries[slot]?.memory.reader_group ?? '')
    if (group) group.length += length - (columns.length[slot] ?? 0)
    columns.length[slot] = length
    columns.norm[slot] = normOf(bank, slot)
  }
  changed.clear()
}

const lengthOf = (bank: Bank, slot: number): number => {
  const { entries } = bank
  const { before, after, farBefore, farAfter } = contextAround(bank, slot)
  const text = (at: number) => entries[at]?.text_len ?? 0
  const own = entries[slot]?.own_len ?? 0
  return OWN * own + NEAR * (text(before) + text(after)) + FAR * (text(farBefore) + text(farAfter))
}

/** What a context vector is made of. */
const WEIGHTS = { own: 1, near: NEAR / OWN, far: FAR_VECTOR / OWN }

/** Slot 0 holds zeros: what is not there counts for nothing. */
const normOf = (bank: Bank, slot: number): number => {
  const { before, after, farBefore, farAfter } = contextAround(bank, slot)
  const at = (of: number) => addressOf(bank, of)
  const rows = { own: at(slot), near: [at(before), at(after)], far: [at(farBefore), at(farAfter)] } as const
  return bank.arena.lengthOf(rows, bank.layout, WEIGHTS)
}
