import type { VerdictReason } from '../../domain/verdict.js'
import { detectLanguage } from '../../text/detect-language.js'
import { knownOf } from '../../text/languages.js'
import { CALENDAR, onePlace, type Token, tokensOf } from '../../text/one-place.js'
import { withoutFiller } from '../same-claim.js'

/** Words by which contradictions between statements are recognised, of each language. */
const CONTRADICTION_WORDS = Object.fromEntries(knownOf('contradictions'))

/** How sure a contradiction by words is, 0 to 1, by its reason. */
export const CONFIDENCE = {
  new_value: 0.9,
  negated: 0.85,
  other_owner: 0.6,
} satisfies Partial<Record<VerdictReason, number>>

/** What somebody says, and who. */
export type Said = { readonly text: string; readonly speaker: string | null }

/**
 * Whether two statements of how something is are the same words but for one value, or but for a negation; null where both
 * may hold, and in doubt.
 */
export const compareWords = (a: Said, b: Said): 'new_value' | 'negated' | null => {
  const [left, right] = [tokensOf(elided(a.text)), tokensOf(elided(b.text))]
  const words = wordsOf(detectLanguage(`${a.text}\n${b.text}`))
  const all = [...left.entries(), ...right.entries()]
  if (isUnsure(all, words)) return null
  if (a.speaker !== b.speaker && all.some(([, { key }]) => words.self.has(key))) return null
  if (isNegated(left, right, words) || isNegated(right, left, words)) return 'negated'
  return hasOtherValue(left, right, words) ? 'new_value' : null
}

/** Of a language; where it is not known, of all. */
export const wordsOf = (language: string | undefined): Words => WORDS.get(language ?? '') ?? EVERY

/** Whether some of these tokens, each with its place in its text, ask, or say that something may be, was, or is so, too. */
export const isUnsure = (all: readonly (readonly [number, Token])[], { unsure }: Words): boolean =>
  all.some(([place, { key, text }]) => QUESTION_MARKS.has(key) || unsure.has(place === 0 ? key : text))

/** "l'export", "n'est": an elided word by itself. */
export const elided = (text: string): string => text.replace(/(?<!\p{L})(\p{L})['’](?=\p{L}{2})/gu, '$1e ')

type Kind = keyof (typeof CONTRADICTION_WORDS)[string]
export type Words = Readonly<Record<Kind, ReadonlySet<string>>>

const setsOf = (all: readonly (typeof CONTRADICTION_WORDS)[string][]): Words => {
  const of = (kind: Kind): ReadonlySet<string> =>
    new Set(all.flatMap((words) => words[kind].split(' ').filter((word) => word !== '')))
  return {
    self: of('self'),
    unsure: of('unsure'),
    negations: of('negations'),
    auxiliaries: of('auxiliaries'),
    articles: of('articles'),
    definite: of('definite'),
    is: of('is'),
    states: of('states'),
    has: of('has'),
    unique: of('unique'),
  }
}

const WORDS = new Map(Object.entries(CONTRADICTION_WORDS).map(([language, words]) => [language, setsOf([words])]))
/** For a text in an unknown language. */
const EVERY = setsOf(Object.values(CONTRADICTION_WORDS))
const QUESTION_MARKS: ReadonlySet<string> = new Set(['?', '？', '؟', '¿'])

/** Whether the first denies what the second says, in the same words. */
const isNegated = (denying: readonly Token[], stating: readonly Token[], words: Words): boolean => {
  const denied = contentKeys(denying, words)
  const stated = contentKeys(stating, words)
  if (!denied.some((key) => words.negations.has(key)) || stated.some((key) => words.negations.has(key))) return false
  const rest = denied.filter((key) => !words.negations.has(key))
  return rest.length > 1 && rest.length === stated.length && rest.every((key, i) => isSameWord(key, stated[i] ?? ''))
}

const contentKeys = (tokens: readonly Token[], { auxiliaries, articles, definite }: Words): readonly string[] =>
  withoutFiller(tokens)
    .map(({ key }) => key)
    .filter((key) => !auxiliaries.has(key) && !articles.has(key) && !definite.has(key))

/** "does not support", "supports". */
const isSameWord = (a: string, b: string): boolean => a === b || b === `${a}s` || b === `${a}es`

/**
 * Another number or day after a verb that gives one; another name of the one thing that a definite subject is; or anything
 * else of what there is one by its name.
 */
const hasOtherValue = (a: readonly Token[], b: readonly Token[], words: Words): boolean => {
  // "La responsable", "le responsable": the gender is that of who is named.
  const article = (token: Token): Token => (words.definite.has(token.key) ? { ...token, key: 'the' } : token)
  const place = onePlace(a.map(article), b.map(article))
  if (place === null || place.before.length < 2) return false
  const { before, values, after } = place
  const [ours, theirs] = values.map((value) => new Set(value.map(({ key }) => key)))
  const differing = values.map((value) => value.filter(({ key }) => !(ours?.has(key) && theirs?.has(key))))
  if (differing.every((value) => value.length > 0 && value.every(isNumberOrDay)))
    return (
      before.some(({ key }) => words.is.has(key) || words.states.has(key)) || words.has.has(before.at(-1)?.key ?? '')
    )
  if (after.length > 0 || before[0]?.key !== 'the' || !words.is.has(before.at(-1)?.key ?? '')) return false
  return before.some(({ key }) => words.unique.has(key)) || differing.every((value) => value.every(isNameOrNumber))
}

const isNumberOrDay = ({ key }: Token): boolean => /^\p{N}/u.test(key) || CALENDAR.has(key)
const isNameOrNumber = (token: Token): boolean => isNumberOrDay(token) || /^\p{Lu}/u.test(token.text)
