import { CONTEXT } from '../visible-evidence.js'
import type { Bank, Entry } from './bank.js'
import { around, FAR, NEAR } from './neighbours.js'

/** The slots of the context of a memory: at distance one and two; 0 where there is none. */
export const contextAround = ({ columns, contexts }: Bank, slot: number): ReturnType<typeof around> => {
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
