import { type Span, spansOf } from '../../indexing/dates/day.js'
import { traitsOf } from '../search/score.js'
import {
  ASSISTANT,
  type Bank,
  doubled,
  type Entry,
  type Group,
  INSTRUCTION,
  type Indexing,
  type LexemeCounts,
  vectorOf,
} from './bank.js'
import { link, unlink } from './neighbours.js'
import { addPosting, type Postings, removePosting } from './postings.js'
import { directionOf } from './vector-arena.js'

/** Adds a memory, or replaces it. Followed by `settle`, once for many. */
export const addMemory = (bank: Bank, { memory, vector, ...words }: Indexing): void => {
  removeMemory(bank, memory.id)
  const slot = bank.freeSlots.pop() ?? newSlot(bank)
  if (vector?.length === bank.layout.dimensions) vectorOf(bank, slot).set(directionOf(vector))
  addPostings(bank.texts, slot, words.text)
  addPostings(bank.names, slot, words.name)
  const entry: Entry = {
    memory,
    slot,
    named: memory.named_days === '{}' ? NONE : spansOf(memory.named_days),
    text_len: words.text_len,
    own_len: words.text_len + words.name_len,
    text: words.text.lexemes,
    name: words.name.lexemes,
    spelt: words.spelt,
  }
  bank.entries[slot] = entry
  bank.byId.set(memory.id, entry)
  const group = groupOf(bank, memory.reader_group)
  setColumns(bank, entry, group)
  group.memories++
  count(group.subjects, memory.subject, 1)
  count(group.languages, memory.language, 1)
  countWords(group, entry, 1)
  link(bank, entry)
}

const setColumns = ({ columns }: Bank, { slot, memory, own_len }: Entry, group: Group): void => {
  const { role, is_question, answer_bits } = memory
  const traits = traitsOf({ role, is_question, answer_bits, own_len })
  columns.group[slot] = group.index
  columns.prior[slot] = traits.question + traits.length
  columns.answerBits[slot] = answer_bits
  columns.flags[slot] = (traits.assistant ? ASSISTANT : 0) | (traits.instruction ? INSTRUCTION : 0)
}

/** Most memories name no day. */
const NONE: readonly Span[] = []

const addPostings = (postings: Postings, slot: number, { lexemes, counts }: LexemeCounts): void => {
  for (let i = 0; i < lexemes.length; i++) addPosting(postings, lexemes[i] ?? '', { slot, frequency: counts[i] ?? 0 })
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
  const index = groups.size + 1
  const group = { index, memories: 0, length: 0, subjects: new Map(), languages: new Map(), words: new Map() }
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
  countWords(group, entry, -1)
  unlink(bank, entry)
}

const countWords = ({ words }: Group, { spelt }: Entry, step: 1 | -1): void => {
  if (spelt !== '') for (const word of spelt.split(' ')) count(words, word, step)
}
