import type { z } from 'zod'
import { NEGATIONS, tokensOf } from '../text/content-words.js'
import type { forget } from '../text/language-form.js'
import { anyAlternative, knownOf, wholeWords } from '../text/languages.js'
import { lexemeOf } from '../text/terms.js'
import { type Language, languageOf, wordsOf } from '../text/words.js'

/** That what was said last be forgotten; or what the speaker has said of something of their own, or about anything. */
export type ForgetRequest = { readonly of: 'last' } | AskedAbout
export type AskedAbout = {
  readonly of: 'own' | 'any'
  /** As it was said. */
  readonly what: string
  /** By it words are compared. */
  readonly language: Language
  /** Whether it tells what the speaker is or does: "that I live in Oslo". */
  readonly isOfSelf?: boolean
  /** Whether it tells all of the statement: "that my address is …". */
  readonly isWhole?: boolean
  /** Whether its words are also said of what is no memory: it is a request only where it is certain what it means. */
  readonly isUnsure: boolean
}

/** In UTF-16 units: a longer turn says something else, too. */
const LONGEST = 120
const known = [...knownOf('forget')]

/** Letters of scripts that put spaces between words. */
export const LETTER = String.raw`[\p{Script=Latin}\p{Script=Cyrillic}\p{M}]`
export const WORD = String.raw`[\p{L}\p{M}\p{N}'’ー-]+?`
/** What a request is about: so many words at most. */
const someWords = (most: number) => `(?<what>${WORD}(?: ${WORD}){0,${most - 1}}?)(?!${LETTER})`
const ANYTHING = someWords(8)
/** Nothing stands between words of a script without spaces. */
export const GAP = `(?:,? |(?<!${LETTER})|(?!${LETTER}))`

const wordAmong = (alternatives: string) => new RegExp(`(?<!${LETTER})(?:${alternatives})(?!${LETTER})`, 'iu')

type RequestForm = {
  readonly form: RegExp
  readonly of: 'own' | 'any'
  readonly isUnsure: boolean
  readonly negates: boolean
}

type ForgetLanguage = z.output<typeof forget>

/** A whole turn, with what may stand around the request. */
const wholeTurn = (
  { polite, pauses, after = '' }: Pick<ForgetLanguage, 'polite' | 'pauses' | 'after'>,
  pattern: string,
): RegExp =>
  new RegExp(
    String.raw`^(?:(?:${anyAlternative([polite, pauses])})[,，、،\s]*)*(?<core>${pattern})(?:[,，、،\s]*(?:${after}))*$`,
    'iu',
  )

/** The forms of requests in a language: verbs, and what they are about behind or before them. */
const formsIn = (language: ForgetLanguage): readonly RequestForm[] => {
  const { article, verbs, forget, erase, said, forgotten, stored, unlearn, own, mine } = language
  const asked = (verb: string, phrase: string) =>
    verbs === 'last' ? `${phrase}(?:${verb})` : `(?:${verb})${GAP}${phrase}`
  const theirs = `(?:${article ?? ''})?(?:${mine})${GAP}${someWords(4)}`
  const formOf = (of: RequestForm['of'], phrases: readonly string[], how: Partial<RequestForm> = {}) =>
    phrases.map((phrase): RequestForm => {
      const form = wholeTurn(
        how.negates ? { ...language, pauses: undefined } : language,
        phrase.replace('…', () => (of === 'own' ? theirs : ANYTHING)),
      )
      return { form, of, isUnsure: false, negates: false, ...how }
    })
  const ofEither = said.flatMap((phrase) => [asked(forget, phrase), asked(erase, phrase)])
  const ofOne = forgotten.map((phrase) => asked(forget, phrase))
  const ofMemory = stored.map((phrase) => asked(erase, phrase))
  return [
    ...formOf('own', [asked(forget, '…'), ...ofEither, ...ofOne, ...ofMemory, ...own]),
    ...formOf('own', unlearn, { negates: true }),
    ...formOf('own', [asked(erase, '…')], { isUnsure: true }),
    ...formOf('any', [...ofEither, ...ofOne]),
    // What is of nobody may be kept in the memory of a computer: "Delete the cache …".
    ...formOf('any', ofMemory, { isUnsure: true }),
  ]
}

const languages = known.map(([code, language]) => ({
  language: languageOf(language.stemmedAs ?? code),
  last: wholeTurn(language, language.last),
  forms: formsIn(language),
}))

/** Negations that are a part of a word. */
const DENIED = new RegExp(wholeWords(anyAlternative(known.flatMap(([, { denied }]) => denied ?? []))), 'iu')

/** Whether a text denies something, in any language. "Vergiss meine Adresse nicht": a negation may stand anywhere. */
export const hasNegation = (text: string): boolean =>
  DENIED.test(text) || tokensOf(text).some((word) => NEGATIONS.has(word.toLowerCase()))

/** Undefined for a turn that is anything but such a request: one that is negated, quoted, or that says more. */
export const requestIn = (text: string, isAnswer = false): ForgetRequest | undefined => {
  if (text.length > LONGEST) return undefined
  const said = text
    .trim()
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/\s+/gu, ' ')
    .replace(/^[¡¿]+|[\s.!?…。！？؟।]+$/gu, '')
  for (const { language, last, forms } of languages) {
    const asked = last.exec(said)?.groups?.core
    if (asked !== undefined && !hasNegation(asked)) return { of: 'last' }
    for (const { form, of, isUnsure, negates } of forms) {
      // "Don't remember my birthday?" asks something else, and after a question it is an answer.
      if (negates && (isAnswer || QUESTION.test(text))) continue
      const { core = '', what, self, whole } = form.exec(said)?.groups ?? {}
      // What is to be forgotten may be negated: "Forget that I do not like tea."
      if (what === undefined || (!negates && hasNegation(of === 'any' ? core.replace(what, '') : core))) continue
      if (of === 'any' || tellingWords(what, language).length > 0)
        return {
          of,
          what,
          language,
          isUnsure,
          ...(self === undefined ? {} : { isOfSelf: true }),
          ...(whole === undefined ? {} : { isWhole: true }),
        }
    }
  }
  return undefined
}

/** Who says "I", and what is theirs, in the languages whose requests say who. */
const OF_SELF = new Map(
  known.map(([code, { forgotten, mine }]) => {
    const self = forgotten.flatMap((phrase) => /\(\?<self>([^)]*)\)/.exec(phrase)?.[1] ?? [])
    return [code, { self: wordAmong(self.join('|')), mine: wordAmong(mine) }]
  }),
)

/** Whether a text tells of its speaker, and of nothing of theirs that is not asked about: "I live in Oslo", and not "My sister lives in Oslo". */
export const isOfSelf = (text: string, { what, language }: AskedAbout): boolean => {
  const { self, mine } = OF_SELF.get(language) ?? {}
  return self?.test(text) === true && (mine?.test(text) !== true || mine.test(what))
}

const QUESTION = /[?？؟]\s*$/

/** The words of a text that tell what it is about, as they are compared. */
export const tellingWords = (text: string, language: Language): readonly string[] =>
  wordsOf(text).flatMap((word) => lexemeOf(word, language) ?? [])

/** Whether it may be an ordinary statement. */
export const isUnsure = (forgets: ForgetRequest): boolean => forgets.of !== 'last' && forgets.isUnsure
