import { endOfLexeme, endOfPlaces } from '../../indexing/search-vector.js'
import { floatsOf } from '../../postgres/vectors.js'
import type { IndexedMemory, Indexing } from './bank.js'

/** An active memory as it is selected for an index. */
export type StoredMemory = IndexedMemory & {
  readonly text_len: number
  readonly name_len: number
  /** The words as they are written, between spaces. */
  readonly spelt: string
  readonly vector: Uint8Array | null
}

/** The form in which a bank indexes it. */
export const indexingOf = (row: StoredMemory): Indexing => ({
  memory: memoryOf(row),
  ...frequenciesIn(row.own_words),
  text_len: row.text_len,
  name_len: row.name_len,
  spelt: row.spelt,
  vector: row.vector === null ? null : floatsOf(row.vector),
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
})

const OF_THE_NAME = 'A'

/** How many positions each lexeme has in the text and in the subject's name, of a tsvector as Postgres prints it. */
const frequenciesIn = (words: string): Pick<Indexing, 'text' | 'name'> => {
  const text = { lexemes: [] as string[], counts: [] as number[] } // they are filled below
  const name = { lexemes: [] as string[], counts: [] as number[] } // they are filled below
  for (let at = 0; at < words.length; ) {
    const end = endOfLexeme(words, at)
    const next = endOfPlaces(words, end)
    let [positions, named] = [1, 0]
    for (let i = end; i < next; i++) {
      const letter = words[i]
      if (letter === ',') positions++
      else if (letter === OF_THE_NAME) named++
    }
    const lexeme = words.slice(at, end)
    if (positions > named) {
      text.lexemes.push(lexeme)
      text.counts.push(positions - named)
    }
    if (named > 0) {
      name.lexemes.push(lexeme)
      name.counts.push(named)
    }
    at = next + 1
  }
  return { text, name }
}
