import { type Bank, vectorOf } from './bank.js'
import { around, FAR, FAR_VECTOR, NEAR, OWN } from './neighbours.js'
import { LENGTH } from './vector-arena.js'

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

const lengthOf = ({ entries, columns }: Bank, slot: number): number => {
  const { before, after, farBefore, farAfter } = around(columns, slot)
  const text = (at: number) => entries[at]?.text_len ?? 0
  const own = entries[slot]?.own_len ?? 0
  return OWN * own + NEAR * (text(before) + text(after)) + FAR * (text(farBefore) + text(farAfter))
}

/** Slot 0 holds zeros: what is not there counts for nothing. */
const normOf = (bank: Bank, slot: number): number => {
  const { before, after, farBefore, farAfter } = around(bank.columns, slot)
  const own = vectorOf(bank, slot)
  const [a, b] = [vectorOf(bank, before), vectorOf(bank, after)]
  const [c, d] = [vectorOf(bank, farBefore), vectorOf(bank, farAfter)]
  let squares = 0
  for (let i = 0; i < own.length; i++) {
    const near = (a[i] ?? 0) + (b[i] ?? 0)
    const far = (c[i] ?? 0) + (d[i] ?? 0)
    const sum = OWN * (own[i] ?? 0) + NEAR * near + FAR_VECTOR * far
    squares += sum * sum
  }
  return Math.sqrt(squares) / (OWN * LENGTH)
}
