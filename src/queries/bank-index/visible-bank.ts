import type { Bank, Entry, Group } from './bank.js'
import type { Posting } from './postings.js'

/** What one caller sees of a bank: whole groups of readers, never a single memory more. */
export type VisibleBank = {
  readonly bank: Bank
  readonly groups: readonly Group[]
  /** By index of the group: 1 where the caller may read its memories. */
  readonly mask: Uint8Array
  /** The ids that pass the filters; undefined without filters. */
  readonly permitted: ReadonlySet<string> | undefined
}

/** The groups that the caller sees; one that the bank does not have has no active memory. */
export const visibleBank = (
  bank: Bank,
  keys: readonly string[],
  permitted: ReadonlySet<string> | undefined,
): VisibleBank => {
  const groups = keys.flatMap((key) => bank.groups.get(key) ?? [])
  const mask = new Uint8Array(bank.groups.size + 1)
  for (const { index } of groups) mask[index] = 1
  return { bank, groups, mask, permitted }
}

/** The visible memories, filters aside. */
export const visibleEntries = ({ bank, mask }: VisibleBank): readonly Entry[] =>
  bank.entries.filter((entry) => entry !== undefined && mask[bank.columns.group[entry.slot] ?? 0] === 1) as Entry[] // the filter leaves no other

/** How many visible memories hold a lexeme themselves. */
export const documentsOf = ({ bank, groups, mask }: VisibleBank, lexeme: string): number => {
  const [text, name] = [bank.texts.get(lexeme), bank.names.get(lexeme)]
  const only = text === undefined ? name : name === undefined ? text : undefined
  const seen = groups.reduce((sum, { memories }) => sum + memories, 0)
  if (only !== undefined && seen === bank.byId.size) return only.length
  const slots = new Set([...slotsOf(text), ...slotsOf(name)])
  return [...slots].filter((slot) => mask[bank.columns.group[slot] ?? 0] === 1).length
}

const slotsOf = (posting: Posting | undefined): Int32Array =>
  posting === undefined ? new Int32Array() : posting.slots.subarray(0, posting.length)
