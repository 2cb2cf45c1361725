import { addressOf, type Bank } from './bank.js'
import { contextAround } from './contexts.js'
import { FAR, FAR_VECTOR, NEAR, OWN } from './neighbours.js'

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
