import type { Steps } from '../../concurrency/steps.js'
import { eachLexeme } from '../../text/search-vector.js'
import {
  addPosting,
  addressOf,
  type Bank,
  doubled,
  type Entry,
  type Group,
  type IndexedMemory,
  isOpen,
  removePosting,
  type StoredMemory,
  subjectHash,
  vectorOf,
} from './bank.js'
import { link, rest, unlink, unrest, updateResting } from './neighbours.js'
import { traitsOf } from './traits.js'

/** Adds a memory, or replaces it. Followed by `settle`, once for many. */
export const addMemory = (bank: Bank, row: StoredMemory): void => {
  const memory = memoryOf(row)
  removeMemory(bank, memory.id)
  bank.edits++
  const slot = bank.freeSlots.pop() ?? newSlot(bank)
  if (row.vector) bank.arena.store(addressOf(bank, slot), bank.layout, row.vector)
  eachLexeme(memory.own_words, (lexeme, inText, inName) => {
    if (inText > 0) addPosting(bank.texts, lexeme, { slot, frequency: inText })
    if (inName > 0) addPosting(bank.names, lexeme, { slot, frequency: inName })
  })
  const entry: Entry = {
    memory,
    slot,
    named: undefined,
    text_len: row.text_len,
    own_len: row.text_len + row.name_len,
    spelt: row.spelt,
  }
  bank.entries[slot] = entry
  bank.byId.set(memory.id, entry)
  const group = groupOf(bank, memory.reader_group)
  const { question, length, instruction } = traitsOf(entry)
  bank.columns.group[slot] = group.index
  bank.columns.prior[slot] = question + length + instruction
  bank.columns.answerBits[slot] = memory.answer_bits
  bank.columns.subject[slot] = memory.subject === null ? 0 : subjectHash(memory.subject)
  group.memories++
  count(group.subjects, memory.subject, 1)
  count(group.languages, memory.language, 1)
  if (slot < bank.wordsUpTo) countWords(group, entry, 1)
  if (memory.rests_on === null) link(bank, entry)
  else rest(bank, entry, memory.rests_on)
  updateResting(bank, memory.id)
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
  bank.edits++
  bank.byId.delete(id)
  bank.entries[slot] = undefined
  vectorOf(bank, slot).fill(0)
  bank.freeSlots.push(slot)
  eachLexeme(memory.own_words, (lexeme, inText, inName) => {
    if (inText > 0) removePosting(bank.texts, lexeme, slot)
    if (inName > 0) removePosting(bank.names, lexeme, slot)
  })
  const group = groupOf(bank, memory.reader_group)
  group.memories--
  group.length -= bank.columns.length[slot] ?? 0
  count(group.subjects, memory.subject, -1)
  count(group.languages, memory.language, -1)
  if (slot < bank.wordsUpTo) countWords(group, entry, -1)
  if (memory.rests_on === null) unlink(bank, entry)
  else unrest(bank, entry, memory.rests_on)
  bank.changed.delete(slot)
  for (const column of Object.values(bank.columns)) column[slot] = 0
  updateResting(bank, id)
}

/** Counts the words of memories that are not counted yet. A step is a memory. Stops where the bank is released. */
export function* countAllWords(bank: Bank): Steps<void> {
  for (; isOpen(bank) && bank.wordsUpTo < bank.entries.length; bank.wordsUpTo++) {
    const entry = bank.entries[bank.wordsUpTo]
    if (entry) countWords(groupOf(bank, entry.memory.reader_group), entry, 1)
    yield
  }
}

const countWords = ({ words }: Group, { spelt }: Entry, step: 1 | -1): void => {
  if (spelt !== '') for (const word of spelt.split(' ')) count(words, word, step)
}

/** Field by field: a bank holds thousands, without the other columns of the row. */
const memoryOf = (row: StoredMemory): IndexedMemory => ({
  id: row.id,
  reader_group: row.reader_group,
  session: row.session,
  ordinal: row.ordinal,
  subject: row.subject,
  role: row.role,
  language: row.language,
  is_question: row.is_question,
  answer_bits: row.answer_bits,
  occurred_on: row.occurred_on,
  named_days: row.named_days,
  observed_at: row.observed_at,
  observed_offset: row.observed_offset,
  said_in: row.said_in,
  text_hash: row.text_hash,
  own_words: row.own_words,
  rests_on: row.rests_on,
})
