import { inTurns } from '../../concurrency/steps.js'
import { placesIn, quoted } from '../../indexing/search-vector.js'
import { isOpen, vectorOf } from '../bank-index/bank.js'
import { countAllWords } from '../bank-index/change-bank.js'
import type { PermittedReads } from '../bank-index/permitted-ids.js'
import type { TermFrequencies } from '../bank-index/term-frequencies.js'
import { documentsOf, type VisibleBank, visibleWords } from '../bank-index/visible-bank.js'
import type { LessonsInScope } from '../visible-lessons.js'
import { candidatesOf, permittedCandidates } from './bank-candidates.js'
import type { DocumentFrequencies, Lookup, LookupResult, OwnWords, Query, SearchIndex } from './search-index.js'

type InMemory = {
  readonly frequencies: TermFrequencies
  readonly lessons: LessonsInScope
  /** Which memories pass the filters, where it is not known yet. */
  readonly filtered?: PermittedReads | undefined
}

/** Answers from a bank, and from the database once that was dropped for another user's. */
export const inMemory = ({ frequencies, lessons, filtered }: InMemory, database: SearchIndex): SearchIndex => {
  const { visible } = frequencies
  /** The directions of the best candidates; undefined where those were not found here. */
  let kept: Directions | undefined
  const answer =
    <Asked, Answer>(here: (asked: Asked) => Answer, there: (asked: Asked) => Promise<Answer>) =>
    async (asked: Asked): Promise<Answer> =>
      isOpen(visible.bank) ? here(asked) : there(asked)
  return {
    lookUp: answer((lookup) => ({ lessons, ...lookUpIn(frequencies, lookup) }), database.lookUp),
    documents: answer((lexemes) => documentsIn(frequencies, lexemes), database.documents),
    vocabulary: async () => {
      await inTurns(countAllWords(visible.bank))
      return isOpen(visible.bank) ? visibleWords(visible) : database.vocabulary()
    },
    candidates: async (search) => {
      const found = isOpen(visible.bank) ? await candidatesIn(search, { frequencies, filtered }) : undefined
      const best = found?.slice(0, KEPT).map(({ id }) => id)
      kept = best && isOpen(visible.bank) ? directionsOf(visible, best) : undefined
      return found ?? database.candidates(search)
    },
    ownWords: async (ids) => (kept === undefined ? database.ownWords(ids) : ownWordsIn(visible, ids, kept)),
  }
}

/** Undefined where the bank is dropped before these are known. */
const candidatesIn = (query: Query, { frequencies, filtered }: Pick<InMemory, 'frequencies' | 'filtered'>) =>
  filtered ? permittedCandidates(query, frequencies, filtered) : candidatesOf(query, frequencies)

const lookUpIn = (frequencies: TermFrequencies, { lexemes, names, dated }: Lookup): Omit<LookupResult, 'lessons'> => {
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

type Directions = OwnWords['directions']

/** Of so many of the best the direction is kept: their bank may be gone by the time they have been read. */
const KEPT = 32

const directionsOf = ({ bank }: VisibleBank, ids: readonly string[]): Directions =>
  new Map(
    ids.flatMap((id) => {
      const entry = bank.byId.get(id)
      // A row of the bank is only valid until the next one is added.
      return entry ? [[id, vectorOf(bank, entry.slot).slice()] as const] : []
    }),
  )

const ownWordsIn = (visible: VisibleBank, ids: readonly string[], kept: Directions): OwnWords => {
  const { bank } = visible
  const places = new Map(ids.map((id) => [id, placesIn(bank.byId.get(id)?.memory.own_words ?? '')]))
  const lexemes = new Set([...places.values()].flatMap((held) => [...held.keys()]))
  const others = isOpen(bank)
    ? directionsOf(
        visible,
        ids.filter((id) => !kept.has(id)),
      )
    : []
  return {
    places,
    documents: new Map([...lexemes].map((lexeme) => [lexeme, documentsOf(visible, lexeme)])),
    directions: new Map([...kept, ...others]),
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
