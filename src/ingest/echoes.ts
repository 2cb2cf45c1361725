import { eachOf, type Steps } from '../concurrency/steps.js'
import { ownText } from '../domain/own-text.js'
import type { Terms } from '../memory-index/holding-words.js'
import { isAssistantRole } from '../text/assistant.js'
import { FILLERS, hasContent } from '../text/content-words.js'
import { anyAlternative, knownOf, wholeWords } from '../text/languages.js'
import { lexemeOf, searchTokens } from '../text/terms.js'
import type { Language } from '../text/words.js'
import { statementsIn } from './as-said/stated.js'
import type { BankKnown, MayBeEchoed, MayEcho, PreparedFact } from './context.js'
import { steers } from './events.js'
import type { Duplicates } from './statements.js'

/*
 * What an echo is: a turn of an assistant whose content words all stand in the question before it or in one memory that all readers
 * of the turn may read. Where only one of both denies something, it says something else. In doubt a turn is none, and stands for itself.
 */

/** What denies something. In a language where that is not known no turn is an echo. */
const NEGATIONS = new Map(
  [...knownOf('replies')].flatMap(([language, { negates }]) => (negates ? [[language, negates] as const] : [])), // pairs
)
const NEGATED = new RegExp(wholeWords(anyAlternative(NEGATIONS.values())), 'iu')
const isNegated = (text: string): boolean => NEGATED.test(text)

/** In terms: longer turns say more than one memory does. */
const LONGEST = 32
/** In UTF-16 units: longer words are data. */
const LONGEST_LEXEME = 100

/** The forms of a word in the language of its text, and in the one that short texts are taken for. */
const formsOf = (token: string, language: Language): readonly string[] => [
  ...new Set([lexemeOf(token, language), lexemeOf(token, 'en')].filter((lexeme) => lexeme !== null)),
]

/** The words of content, each once. */
const termsOf = (text: string, language: Language): Terms => {
  const tokens = searchTokens(text).filter((token) => !FILLERS.has(token) && lexemeOf(token, language) !== null)
  return [...new Map(tokens.map((token) => [lexemeOf(token, language), formsOf(token, language)])).values()]
}

const lexemesOf = (text: string, language: Language): ReadonlySet<string> =>
  new Set(searchTokens(text).flatMap((token) => formsOf(token, language)))

const holds = (lexemes: ReadonlySet<string>, term: Terms[number]): boolean => term.some((form) => lexemes.has(form))

/** What a turn would have to find in one memory; undefined where it is no echo whatever there is. */
const echoedTerms = (fact: PreparedFact): Pick<MayEcho, 'terms' | 'asked' | 'isNegated'> | undefined => {
  const { reply, language, replacement, forgets } = fact
  if (reply === undefined || replacement || forgets || steers(fact) || !NEGATIONS.has(language)) return undefined
  const { question, answer } = reply
  const asked = termsOf(question, language)
  const said = statementsIn(answer).map(({ start, end }) => answer.slice(start, end))
  if (said.length === 0 && hasContent(answer)) return undefined
  const own = termsOf(said.join(' '), language)
  // Who only agrees says what is asked.
  const stated = own.length === 0 ? asked : own
  const inQuestion = lexemesOf(question, language)
  const left = stated.filter((term) => !holds(inQuestion, term))
  const terms = left.length === 0 ? stated : left
  const isTooLong = terms.length > LONGEST || terms.flat().some(({ length }) => length > LONGEST_LEXEME)
  return terms.length === 0 || isTooLong
    ? undefined
    : { terms, asked: [...asked, ...own], isNegated: isNegated(answer) }
}

/** The turns of an ingest that may be echoes. Of a turn of which several facts were made none is. */
export function* mayEchoIn(facts: readonly PreparedFact[]): Steps<readonly MayEcho[]> {
  const ofTurn = new Map<number, number>()
  for (const { turns } of facts) ofTurn.set(turns[1], (ofTurn.get(turns[1]) ?? 0) + 1)
  const wanted = yield* eachOf(facts, (fact) => (ofTurn.get(fact.turns[1]) === 1 ? echoedTerms(fact) : undefined))
  if (wanted.every((terms) => terms === undefined)) return []
  const holding = new Map<string, number[]>()
  const found: MayEcho[] = []
  for (const [sample, fact] of facts.entries()) {
    const { memoryId, language } = fact
    const echoed = wanted[sample]
    if (echoed !== undefined)
      found.push({ ...echoed, memoryId, sample, language, before: beforeIn(facts, fact, { ...echoed, holding }) })
    for (const lexeme of lexemesOf(ownText(fact), language)) {
      const places = holding.get(lexeme) ?? []
      places.push(sample)
      holding.set(lexeme, places)
    }
    yield
  }
  return found
}

/** The facts before one that hold all of its terms; of questions that state nothing the one just before it. */
const beforeIn = (
  facts: readonly PreparedFact[],
  { turns: [first] }: PreparedFact,
  { terms, holding }: Pick<MayEcho, 'terms'> & { readonly holding: ReadonlyMap<string, readonly number[]> },
): readonly MayBeEchoed[] => {
  const places = terms.map((term) => new Set(term.flatMap((form) => holding.get(form) ?? [])))
  const [rarest, ...others] = places.toSorted((a, b) => a.size - b.size)
  return [...(rarest ?? [])].flatMap((place): readonly MayBeEchoed[] => {
    const fact = facts[place]
    if (fact === undefined || fact.forgets || !others.every((each) => each.has(place))) return []
    const text = ownText(fact)
    const isQuestion = statementsIn(text).length === 0
    if (isQuestion && fact.turns[1] !== first - 1) return []
    // After all that is known, in the order it was said.
    const ordinal = Number.MAX_SAFE_INTEGER - facts.length + place
    return [{ id: fact.memoryId, text, role: fact.role, ordinal, isQuestion }]
  })
}

type EchoesKnown = Pick<BankKnown, 'holding' | 'neighbours' | 'takenBack'> & { readonly duplicates: Duplicates }

/**
 * Which turns are echoes, and of what: rather of what a person said than an assistant, of what holds the most of what was asked and
 * answered, of what is nearest in meaning, of what was said last. None is the echo of an echo.
 */
export const echoesIn = (
  mayEcho: readonly MayEcho[],
  { holding = [], neighbours, takenBack, duplicates }: EchoesKnown,
): ReadonlyMap<string, string> => {
  const deleted = new Set(takenBack?.deleted.values())
  const echoes = new Map<string, string>()
  for (const may of mayEcho) {
    if (duplicates.has(may.memoryId)) continue
    const before = may.before.map((fact) => ({ ...fact, id: duplicates.get(fact.id) ?? fact.id }))
    const known = holding.filter(({ sample }) => sample === may.sample)
    const nearness = new Map(
      neighbours.flatMap(({ sample, id, cosine }) => (sample === may.sample ? [[id, cosine] as const] : [])), // pairs
    )
    const [best] = [...before, ...known.map((memory) => ({ ...memory, isQuestion: false }))]
      .filter(({ id, text }) => !echoes.has(id) && !deleted.has(id) && isNegated(text) === may.isNegated)
      .map((memory) => ({ ...memory, order: orderOf(memory, may, nearness.get(memory.id) ?? 0) }))
      .toSorted((a, b) => inOrderOf(a.order, b.order))
    if (best !== undefined) echoes.set(may.memoryId, best.id)
  }
  return echoes
}

/** What is preferred comes first, by the first number that differs. */
const orderOf = (
  { text, role, ordinal, isQuestion }: MayBeEchoed,
  { asked, language }: MayEcho,
  nearness: number,
): readonly number[] => {
  const lexemes = lexemesOf(text, language)
  const held = asked.filter((term) => holds(lexemes, term)).length
  return [Number(isQuestion), Number(isAssistantRole(role)), -held, -nearness, -ordinal]
}

const inOrderOf = (a: readonly number[], b: readonly number[]): number =>
  a.map((each, i) => each - (b[i] ?? 0)).find((difference) => difference !== 0) ?? 0
