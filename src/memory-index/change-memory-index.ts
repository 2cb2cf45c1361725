import type { Steps } from '../concurrency/steps.js'
import { eachLexeme } from '../text/search-vector.js'
import {
  addPosting,
  addressOf,
  doubled,
  type Entry,
  type Group,
  type IndexedMemory,
  isOpen,
  type MemoryIndex,
  removePosting,
  type StoredMemory,
  subjectHash,
  vectorOf,
} from './memory-index.js'
import { link, rest, unlink, unrest, updateResting } from './neighbours.js'
import { traitsOf } from './traits.js'

/** Adds a memory, or replaces it. Followed by `settle`, once for many. */
export const addMemory = (memoryIndex: MemoryIndex, row: StoredMemory): void => {
  const memory = memoryOf(row)
  removeMemory(memoryIndex, memory.id)
  memoryIndex.edits++
  const slot = memoryIndex.freeSlots.pop() ?? newSlot(memoryIndex)
  if (row.vector) memoryIndex.arena.store(addressOf(memoryIndex, slot), memoryIndex.layout, row.vector)
  eachLexeme(memory.own_words, (lexeme, inText, inName) => {
    if (inText > 0) addPosting(memoryIndex.texts, lexeme, { slot, frequency: inText })
    if (inName > 0) addPosting(memoryIndex.names, lexeme, { slot, frequency: inName })
  })
  const entry: Entry = {
    memory,
    slot,
    named: undefined,
    text_len: row.text_len,
    own_len: row.text_len + row.name_len,
    spelt: row.spelt,
    unchangedSince: row.unchanged_since == null ? Number.POSITIVE_INFINITY : Date.parse(row.unchanged_since),
  }
  memoryIndex.entries[slot] = entry
  memoryIndex.byId.set(memory.id, entry)
  const group = groupOf(memoryIndex, memory.reader_group)
  const { question, length, instruction } = traitsOf(entry)
  memoryIndex.columns.group[slot] = group.index
  memoryIndex.columns.prior[slot] = question + length + instruction
  memoryIndex.columns.answerBits[slot] = memory.answer_bits
  memoryIndex.columns.subject[slot] = memory.subject === null ? 0 : subjectHash(memory.subject)
  group.memories++
  count(group.subjects, memory.subject, 1)
  count(group.languages, memory.language, 1)
  if (slot < memoryIndex.wordsUpTo) countWords(group, entry, 1)
  if (memory.rests_on === null) link(memoryIndex, entry)
  else rest(memoryIndex, entry, memory.rests_on)
  updateResting(memoryIndex, memory.id)
}

const newSlot = (memoryIndex: MemoryIndex): number => {
  const slot = memoryIndex.entries.length
  memoryIndex.entries.push(undefined)
  if (slot === memoryIndex.columns.group.length) memoryIndex.columns = doubled(memoryIndex.columns)
  if (slot % memoryIndex.layout.rows === 0) memoryIndex.blocks.push(memoryIndex.arena.allocate())
  return slot
}

const groupOf = ({ groups }: MemoryIndex, key: string): Group => {
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

/** Removes a memory, if the index has it, and overwrites its vector with zeros. Followed by `settle`. */
export const removeMemory = (memoryIndex: MemoryIndex, id: string): void => {
  const entry = memoryIndex.byId.get(id)
  if (entry === undefined) return
  const { slot, memory } = entry
  memoryIndex.edits++
  memoryIndex.byId.delete(id)
  memoryIndex.entries[slot] = undefined
  vectorOf(memoryIndex, slot).fill(0)
  memoryIndex.freeSlots.push(slot)
  eachLexeme(memory.own_words, (lexeme, inText, inName) => {
    if (inText > 0) removePosting(memoryIndex.texts, lexeme, slot)
    if (inName > 0) removePosting(memoryIndex.names, lexeme, slot)
  })
  const group = groupOf(memoryIndex, memory.reader_group)
  group.memories--
  group.length -= memoryIndex.columns.length[slot] ?? 0
  count(group.subjects, memory.subject, -1)
  count(group.languages, memory.language, -1)
  if (slot < memoryIndex.wordsUpTo) countWords(group, entry, -1)
  if (memory.rests_on === null) unlink(memoryIndex, entry)
  else unrest(memoryIndex, entry, memory.rests_on)
  memoryIndex.changed.delete(slot)
  for (const column of Object.values(memoryIndex.columns)) column[slot] = 0
  updateResting(memoryIndex, id)
}

/** Counts the words of memories that are not counted yet. A step is a memory. Stops where the index is released. */
export function* countAllWords(memoryIndex: MemoryIndex): Steps<void> {
  for (; isOpen(memoryIndex) && memoryIndex.wordsUpTo < memoryIndex.entries.length; memoryIndex.wordsUpTo++) {
    const entry = memoryIndex.entries[memoryIndex.wordsUpTo]
    if (entry) countWords(groupOf(memoryIndex, entry.memory.reader_group), entry, 1)
    yield
  }
}

const countWords = ({ words }: Group, { spelt }: Entry, step: 1 | -1): void => {
  if (spelt !== '') for (const word of spelt.split(' ')) count(words, word, step)
}

/** Field by field: an index holds thousands, without the other columns of the row. */
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
  echo_of: row.echo_of,
  rests_on: row.rests_on,
})
