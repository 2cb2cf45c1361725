import { v5 } from 'uuid'
import { clashOf, type SpokenMemory } from '../domain/conflict/opening.js'
import type { StatementsDecision } from '../domain/memory/deciding.js'
import type { Network } from '../domain/memory/events.js'
import { ownText } from '../domain/own-text.js'
import type { Readers, Scope } from '../domain/scope.js'
import type { Target, Verdict, VerdictReason } from '../domain/verdict.js'
import type { Neighbour } from '../memory-index/similar-memories.js'
import { detectLanguage } from '../text/detect-language.js'
import { allWordsOf, knownOf } from '../text/languages.js'
import { CALENDAR, onePlace, type Token, tokensOf } from '../text/one-place.js'
import { withoutFiller } from './duplicates.js'

/** Words by which contradictions between statements are recognised, of each language. */
const CONTRADICTION_WORDS = Object.fromEntries(knownOf('contradictions'))

/** How sure a contradiction by words is, 0 to 1, by its reason. */
const CONFIDENCE = {
  new_value: 0.9,
  negated: 0.85,
  other_owner: 0.6,
} satisfies Partial<Record<VerdictReason, number>>

/** What somebody says, and who. */
export type SpokenText = { readonly text: string; readonly speaker: string | null }

/**
 * Whether two statements of how something is are the same words but for one value, or but for a negation; null where both
 * may hold, and in doubt.
 */
export const compareWords = (a: SpokenText, b: SpokenText): 'new_value' | 'negated' | null => {
  const [left, right] = [tokensOf(elided(a.text)), tokensOf(elided(b.text))]
  const words = contradictionWords(detectLanguage(`${a.text}\n${b.text}`))
  const all = [...left.entries(), ...right.entries()]
  if (isUnsure(all, words)) return null
  if (a.speaker !== b.speaker && all.some(([, { key }]) => words.self.has(key))) return null
  if (isNegated(left, right, words) || isNegated(right, left, words)) return 'negated'
  return hasOtherValue(left, right, words) ? 'new_value' : null
}

/** Of a language; where it is not known, of all. */
const contradictionWords = (language: string | undefined): Words => WORDS.get(language ?? '') ?? EVERY

/** Whether some of these tokens, each with its place in its text, ask, or say that something may be, was, or is so, too. */
const isUnsure = (all: readonly (readonly [number, Token])[], { unsure }: Words): boolean =>
  all.some(([place, { key, text }]) => QUESTION_MARKS.has(key) || unsure.has(place === 0 ? key : text))

/** "l'export", "n'est": an elided word by itself. */
const elided = (text: string): string => text.replace(/(?<!\p{L})(\p{L})['’](?=\p{L}{2})/gu, '$1e ')

type Kind = keyof (typeof CONTRADICTION_WORDS)[string]
type Words = Readonly<Record<Kind, ReadonlySet<string>>>

const setsOf = (all: readonly (typeof CONTRADICTION_WORDS)[string][]): Words => {
  const of = (kind: Kind) => allWordsOf(all.map((words) => words[kind]))
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

/**
 * From this cosine on the words of a memory may be those of a fact but for a value or a negation: of 87 pairs of statements
 * that do, in six languages, 86 are as near.
 */
export const CLASH_COSINE = 0.65

type ComparedText = {
  readonly content: string
  readonly speaker: string | null
  readonly network?: Network | undefined
  readonly readers: Readers
}

/** What a fact contradicts, of these memories of other agents, by its words alone. */
export const clashesByWords = (
  scope: Pick<Scope, 'kind'>,
  fact: ComparedText,
  near: readonly Pick<Neighbour, 'id' | 'claim'>[],
): readonly Verdict[] =>
  scope.kind === 'user'
    ? []
    : near.flatMap(({ id: memoryId, claim }) =>
        claim?.memory === undefined ? [] : (clashByWords(fact, { ...claim, ...claim.memory, memoryId }) ?? []),
      )

/** That a fact contradicts a memory of another agent, where their words alone show it. */
const clashByWords = (
  fact: ComparedText,
  { memoryId, version, ...memory }: ComparedText & Target,
): Verdict | undefined => {
  const reason = compareWords(wordsOf(fact), wordsOf(memory))
  const clash = reason === null ? undefined : clashOf(fact, memory, { reason, confidence: CONFIDENCE[reason] })
  if (clash === undefined) return undefined
  return {
    by: 'wording',
    target: { memoryId, version },
    outcome: 'contradiction',
    applied: 'contradiction',
    confidence: CONFIDENCE.other_owner,
    reason: 'other_owner',
    clash,
  }
}

const wordsOf = ({ content, speaker }: Pick<ComparedText, 'content' | 'speaker'>) => ({
  text: ownText({ content, speaker }),
  speaker,
})

const CONFLICT_IDS = 'e4c8a5d2-6f1b-5a7e-93c0-1d8b2f7a4e65'
const LESSON_IDS = '5d0f3b7a-2c84-5e19-8a6d-9e1b4f70c352'

/** What a decision about contradictions takes from outside: ids, and how words are compared. */
export const contesting: Pick<StatementsDecision, 'conflictIdOf' | 'lessonIdOf' | 'isNextValue'> = {
  conflictIdOf: (factId) => v5(factId, CONFLICT_IDS),
  lessonIdOf: (name) => v5(name, LESSON_IDS),
  isNextValue: (fact: SpokenMemory, waiting: SpokenMemory) => compareWords(wordsOf(fact), wordsOf(waiting)) !== null,
}
