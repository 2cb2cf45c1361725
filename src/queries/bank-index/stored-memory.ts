import type { IndexedMemory, Indexing } from './bank.js'

/** An active memory as it is selected for an index. */
export type StoredMemory = IndexedMemory & Omit<Indexing, 'memory'>

/** The form in which a bank indexes it. */
export const indexingOf = (row: StoredMemory): Indexing => ({
  memory: memoryOf(row),
  text_len: row.text_len,
  name_len: row.name_len,
  spelt: row.spelt,
  vector: row.vector,
})

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
  created_at: row.created_at,
  said_in: row.said_in,
  own_words: row.own_words,
  rests_on: row.rests_on,
})
