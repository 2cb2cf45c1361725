import { endOfWords, type Token } from '../tokens.js'
import { words } from '../vocabulary.js'

const PREPOSITIONS = words('in an auf bei mit unter von für zu')
const PRONOUNS = words('der die das dem den')
const TELLS = words('ist heißt lautet')
/** Verbs that part in a main clause. */
const PARTED: ReadonlyMap<string, readonly [verb: string, particle: string]> = new Map([
  ['herstellt', ['stellt', 'her']],
  ['innehat', ['hat', 'inne']],
  ['anführt', ['führt', 'an']],
  ['herausgibt', ['gibt', 'heraus']],
  ['vorsteht', ['steht', 'vor']],
])
/** In words, with the article. */
const LONGEST_NOUN = 4

/**
 * "Die Stadt, in der X wohnt, ist V": "X wohnt in V". "Die Person, die X leitet, heißt V": "V leitet X". Such a description is of the
 * only one, so what it tells is what the main clause tells.
 */
export const withoutGermanRelative = (sentence: readonly Token[]): readonly Token[] | null => {
  const [article] = sentence
  if (article === undefined || !/^(?:der|die|das)$/.test(article.word)) return null
  const from = sentence.findIndex(({ word }) => word === ',')
  const to = sentence.findIndex(({ word }, i) => i > from && word === ',')
  if (from < 2 || from > LONGEST_NOUN || to < from + 4 || !TELLS.has(sentence[to + 1]?.word ?? '')) return null
  const end = endOfWords(sentence)
  const value = sentence.slice(to + 2, end)
  if (value.length === 0 || value.some(({ word }) => word === ',')) return null
  const clause = { said: sentence.slice(from + 1, to), noun: sentence.slice(1, from), value }
  return withPreposition(clause) ?? withSubject(clause)
}

type Clause = { readonly said: readonly Token[]; readonly noun: readonly Token[]; readonly value: readonly Token[] }

const withPreposition = ({ said, noun, value }: Clause): readonly Token[] | null => {
  const [preposition, pronoun, ...body] = said
  const last = body.at(-1)
  if (preposition === undefined || last === undefined || body.length < 2) return null
  if (!PREPOSITIONS.has(preposition.word) || !PRONOUNS.has(pronoun?.word ?? '')) return null
  // "Version 3.2", "Raum 4".
  const named = /^\d/.test(value[0]?.word ?? '') ? [...noun, ...value] : inDative(value)
  if (last.word !== 'ist') return [...body.slice(0, -1), last, preposition, ...named]
  const participle = body.at(-2)
  return participle === undefined || body.length < 3
    ? null
    : [...body.slice(0, -2), last, preposition, ...named, participle]
}

const DATIVE: ReadonlyMap<string, string> = new Map([
  ['die', 'der'],
  ['der', 'dem'],
  ['das', 'dem'],
])

const inDative = (value: readonly Token[]): readonly Token[] => {
  const [article, ...rest] = value
  const dative = DATIVE.get(article?.word ?? '')
  return article === undefined || dative === undefined ? value : [{ ...article, word: dative, raw: dative }, ...rest]
}

const withSubject = ({ said, value }: Clause): readonly Token[] | null => {
  const [pronoun, ...body] = said
  const last = body.at(-1)
  if (last === undefined || body.length < 2 || !/^(?:der|die|das)$/.test(pronoun?.word ?? '')) return null
  if (value[0]?.proper !== true || last.proper || !/t$/u.test(last.word)) return null
  const [verb, particle] = PARTED.get(last.word) ?? [last.word]
  const behind = particle === undefined ? [] : [{ ...last, word: particle, raw: particle }]
  return [...value, { ...last, word: verb, raw: verb }, ...body.slice(0, -1), ...behind]
}
