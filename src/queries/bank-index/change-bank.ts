import { type Span, spansOf } from '../../indexing/dates/day.js'
import { traitsOf } from '../search/score.js'
import { ASSISTANT, type Bank, doubled, type Group, INSTRUCTION, type Indexing, vectorOf } from './bank.js'
import { link, unlink } from './neighbours.js'
import { addPosting, type Postings, removePosting } from './postings.js'

/** Adds a memory, or replaces it. Followed by `settle`, once for many. */
export const addMemory = (bank: Bank, { memory, text, name, vector }: Indexing): void => {
  removeMemory(bank, memory.id)
  const slot = bank.freeSlots.pop() ?? newSlot(bank)
  if (vector?.length === bank.layout.dimensions) vectorOf(bank, slot).set(vector)
  const text_len = addPostings(bank.texts, slot, text)
  const own_len = text_len + addPostings(bank.names, slot, name)
  const named = memory.named_days === '{}' ? NONE : spansOf(memory.named_days)
  const entry = { memory, slot, named, text_len, own_len, text: [...text.keys()], name: [...name.keys()] }
  bank.entries[slot] = entry
  bank.byId.set(memory.id, entry)
  const group = groupOf(bank, memory.reader_group)
  bank.columns.group[slot] = group.index
  const { role, is_question, answer_bits } = memory
  const traits = traitsOf({ role, is_question, answer_bits, own_len })
  bank.columns.prior[slot] = traits.question + traits.length
  bank.columns.answerBits[slot] = answer_bits
  bank.columns.flags[slot] = (traits.assistant ? ASSISTANT : 0) | (traits.instruction ? INSTRUCTION : 0)
  group.memories++
  count(group.subjects, memory.subject, 1)
  count(group.languages, memory.language, 1)
  link(bank, entry)
}

/** Most memories name no day. */
const NONE: readonly Span[] = []

/** Gives the number of positions. */
const addPostings = (postings: Postings, slot: number, frequencies: ReadonlyMap<string, number>): number => {
  let positions = 0
  for (const [lexeme, frequency] of frequencies) {
    positions += frequency
    addPosting(postings, lexeme, { slot, frequency })
  }
  return positions
}

const newSlot = (bank: Bank): number => {
  const slot = bank.entries.length
  bank.entries.push(undefined)
  if (slot === bank.columns.group.length) bank.columns = doubled(bank.columns)
  if (slot % bank.layout.rows === 0) bank.blocks.push(bank.arena.allocate())
  return slot
}

const groupOf = ({ groups }: Bank, key: string): Group => {
  const known = groups.get(key)
  if (known) return known
  const group = { index: groups.size + 1, memories: 0, length: 0, subjects: new Map(), languages: new Map() }
  groups.set(key, group)
  return group
}

const count = (counts: Map<string, number>, key: string | null, step: 1 | -1): void => {
  if (key === null) return
  const now = (counts.get(key) ?? 0) + step
  if (now === 0) counts.delete(key)
  else counts.set(key, now)
}

/** Removes a memory, if the bank has it, and overwrites its vector with zeros. Followed by `settle`. */
export const removeMemory = (bank: Bank, id: string): void => {
  const entry = bank.byId.get(id)
  if (entry === undefined) return
  const { slot, memory } = entry
  bank.byId.delete(id)
  bank.entries[slot] = undefined
  vectorOf(bank, slot).fill(0)
  bank.freeSlots.push(slot)
  for (const lexeme of entry.text) removePosting(bank.texts, lexeme, slot)
  for (const lexeme of entry.name) removePosting(bank.names, lexeme, slot)
  const group = groupOf(bank, memory.reader_group)
  group.memories--
  group.length -= bank.columns.length[slot] ?? 0
  count(group.subjects, memory.subject, -1)
  count(group.languages, memory.language, -1)
  unlink(bank, entry)
}
