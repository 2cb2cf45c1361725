import { inTurns } from '../../concurrency/steps.js'
import { placesIn, quoted } from '../../indexing/search-vector.js'
import { isOpen } from '../bank-index/bank.js'
import { countAllWords } from '../bank-index/change-bank.js'
import { TermFrequencies } from '../bank-index/term-frequencies.js'
import { documentsOf, type VisibleBank, visibleEntries, visibleWords } from '../bank-index/visible-bank.js'
import { candidatesOf } from './bank-candidates.js'
import type { DocumentFrequencies, Lookup, LookupResult, OwnWords, SearchIndex } from './search-index.js'

/** Answers from a bank, and from the database once that was dropped for another user's. */
export const inMemory = (visible: VisibleBank, database: SearchIndex): SearchIndex => {
  const answer =
    <Asked, Answer>(here: (asked: Asked) => Answer, there: (asked: Asked) => Promise<Answer>) =>
    async (asked: Asked): Promise<Answer> =>
      isOpen(visible.bank) ? here(asked) : there(asked)
  return {
    lookUp: answer((lookup) => lookUpIn(visible, lookup), database.lookUp),
    documents: answer((lexemes) => documentsIn(visible, lexemes), database.documents),
    vocabulary: async () => {
      await inTurns(countAllWords(visible.bank))
      return isOpen(visible.bank) ? visibleWords(visible) : database.vocabulary()
    },
    candidates: answer((search) => candidatesOf(search, visible), database.candidates),
    ownWords: answer((ids) => ownWordsIn(visible, ids), database.ownWords),
  }
}

const lookUpIn = (visible: VisibleBank, { lexemes, names, dated }: Lookup): LookupResult => {
  const { groups } = visible
  const subjects = new Set(groups.flatMap(({ subjects }) => [...subjects.keys()]))
  const wanted = new Set(names)
  return {
    memories: sum(groups.map(({ memories }) => memories)),
    length: sum(groups.map(({ length }) => length)),
    terms: documentsIn(visible, lexemes),
    languages: [...new Set(groups.flatMap(({ languages }) => [...languages.keys()]))],
    subjects: [...subjects].filter((subject) => subject.split(/['’\-.,_/ ]/).some((word) => wanted.has(word))).sort(),
    days: dated ? daysOf(visible) : null,
  }
}

const documentsIn = (visible: VisibleBank, lexemes: readonly string[]): DocumentFrequencies => {
  const frequencies = new TermFrequencies(visible)
  return new Map(
    lexemes.flatMap((lexeme): [string, number][] => {
      const { slots } = frequencies.ofLexeme(quoted(lexeme))
      return slots.length > 0 ? [[lexeme, slots.length]] : []
    }),
  )
}

const ownWordsIn = (visible: VisibleBank, ids: readonly string[]): OwnWords => {
  const places = new Map(ids.map((id) => [id, placesIn(visible.bank.byId.get(id)?.memory.own_words ?? '')]))
  const lexemes = new Set([...places.values()].flatMap((held) => [...held.keys()]))
  return { places, documents: new Map([...lexemes].map((lexeme) => [lexeme, documentsOf(visible, lexeme)])) }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

/** The first and the last day on which anything happened. */
const daysOf = (visible: VisibleBank): LookupResult['days'] => {
  let [from, to] = ['9999-12-31', '']
  for (const {
    memory: { occurred_on: day },
  } of visibleEntries(visible)) {
    if (day === null) continue
    if (day < from) from = day
    if (day > to) to = day
  }
  return to === '' ? null : { from, to }
}
