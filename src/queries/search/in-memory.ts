import { inTurns } from '../../concurrency/steps.js'
import { placesIn, quoted } from '../../indexing/search-vector.js'
import { isOpen, vectorOf } from '../bank-index/bank.js'
import { countAllWords } from '../bank-index/change-bank.js'
import { TermFrequencies } from '../bank-index/term-frequencies.js'
import { documentsOf, type VisibleBank, visibleWords } from '../bank-index/visible-bank.js'
import { candidatesOf } from './bank-candidates.js'
import type { DocumentFrequencies, Lookup, LookupResult, OwnWords, SearchIndex } from './search-index.js'

/** Answers from a bank, and from the database once that was dropped for another user's. */
export const inMemory = (visible: VisibleBank, database: SearchIndex): SearchIndex => {
  const frequencies = new TermFrequencies(visible)
  const answer =
    <Asked, Answer>(here: (asked: Asked) => Answer, there: (asked: Asked) => Promise<Answer>) =>
    async (asked: Asked): Promise<Answer> =>
      isOpen(visible.bank) ? here(asked) : there(asked)
  return {
    lookUp: answer((lookup) => lookUpIn(frequencies, lookup), database.lookUp),
    documents: answer((lexemes) => documentsIn(frequencies, lexemes), database.documents),
    vocabulary: async () => {
      await inTurns(countAllWords(visible.bank))
      return isOpen(visible.bank) ? visibleWords(visible) : database.vocabulary()
    },
    candidates: answer((search) => candidatesOf(search, frequencies), database.candidates),
    ownWords: answer((ids) => ownWordsIn(visible, ids), database.ownWords),
  }
}

const lookUpIn = (frequencies: TermFrequencies, { lexemes, names, dated }: Lookup): LookupResult => {
  const { visible } = frequencies
  const { groups } = visible
  const subjects = new Set(groups.flatMap(({ subjects }) => [...subjects.keys()]))
  const wanted = new Set(names)
  return {
    memories: sum(groups.map(({ memories }) => memories)),
    length: sum(groups.map(({ length }) => length)),
    terms: documentsIn(frequencies, lexemes),
    languages: [...new Set(groups.flatMap(({ languages }) => [...languages.keys()]))],
    subjects: [...subjects].filter((subject) => subject.split(/['’\-.,_/ ]/).some((word) => wanted.has(word))).sort(),
    days: dated ? daysOf(visible) : null,
  }
}

const documentsIn = (frequencies: TermFrequencies, lexemes: readonly string[]): DocumentFrequencies => {
  const documents = new Map<string, number>()
  for (const lexeme of lexemes) {
    const { slots } = frequencies.ofLexeme(quoted(lexeme))
    if (slots.length > 0) documents.set(lexeme, slots.length)
  }
  return documents
}

const ownWordsIn = (visible: VisibleBank, ids: readonly string[]): OwnWords => {
  const { bank } = visible
  const entries = ids.flatMap((id) => bank.byId.get(id) ?? [])
  const places = new Map(ids.map((id) => [id, placesIn(bank.byId.get(id)?.memory.own_words ?? '')]))
  const lexemes = new Set([...places.values()].flatMap((held) => [...held.keys()]))
  return {
    places,
    documents: new Map([...lexemes].map((lexeme) => [lexeme, documentsOf(visible, lexeme)])),
    // A row of the bank is only valid until the next one is added.
    directions: new Map(entries.map(({ memory, slot }) => [memory.id, vectorOf(bank, slot).slice()])),
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

/** The first and the last day on which anything happened. */
const daysOf = ({ bank: { columns, entries }, mask }: VisibleBank): LookupResult['days'] => {
  const { day, group } = columns
  let [first, last] = [0, 0]
  for (let slot = 1; slot < entries.length; slot++) {
    const on = day[slot] ?? 0
    if (on === 0 || mask[group[slot] ?? 0] !== 1) continue
    if (first === 0 || on < (day[first] ?? 0)) first = slot
    if (on > (day[last] ?? 0)) last = slot
  }
  const from = entries[first]?.memory.occurred_on
  const to = entries[last]?.memory.occurred_on
  return from && to ? { from, to } : null
}
