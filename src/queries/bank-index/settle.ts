import { type Bank, vectorOf } from './bank.js'
import { around, FAR, NEAR, OWN } from './neighbours.js'

/** Updates the lengths and norms of the memories whose neighbours have changed. */
export const settle = (bank: Bank): void => {
  const { columns, changed, entries, groups } = bank
  const sum = new Float64Array(bank.layout.dimensions)
  for (const slot of changed) {
    const length = lengthOf(bank, slot)
    const group = groups.get(entries[slot]?.memory.reader_group ?? '')
    if (group) group.length += length - (columns.length[slot] ?? 0)
    columns.length[slot] = length
    columns.norm[slot] = normOf(bank, slot, sum)
  }
  changed.clear()
}

const lengthOf = ({ entries, columns }: Bank, slot: number): number => {
  const { before, after, farBefore, farAfter } = around(columns, slot)
  const text = (at: number) => entries[at]?.text_len ?? 0
  const own = entries[slot]?.own_len ?? 0
  return OWN * own + NEAR * (text(before) + text(after)) + FAR * (text(farBefore) + text(farAfter))
}

const normOf = (bank: Bank, slot: number, sum: Float64Array): number => {
  const { before, after, farBefore, farAfter } = around(bank.columns, slot)
  sum.fill(0)
  addTo(sum, bank, { slot, weight: 1 })
  for (const near of [before, after]) addTo(sum, bank, { slot: near, weight: NEAR / OWN })
  for (const far of [farBefore, farAfter]) addTo(sum, bank, { slot: far, weight: FAR / OWN })
  let squares = 0
  for (const each of sum) squares += each * each
  return Math.sqrt(squares)
}

const addTo = (sum: Float64Array, bank: Bank, { slot, weight }: { readonly slot: number; readonly weight: number }) => {
  if (slot === 0) return
  const vector = vectorOf(bank, slot)
  for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + weight * (vector[i] ?? 0)
}
