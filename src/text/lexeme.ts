import { stemmer as dutch } from '@orama/stemmers/dutch'
import { stemmer as english } from '@orama/stemmers/english'
import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as german } from '@orama/stemmers/german'
import { stemmer as hindi } from '@orama/stemmers/indian'
import { stemmer as italian } from '@orama/stemmers/italian'
import { stemmer as portuguese } from '@orama/stemmers/portuguese'
import { stemmer as russian } from '@orama/stemmers/russian'
import { stemmer as spanish } from '@orama/stemmers/spanish'
import { folded } from './fold.js'
import { isStopWord, type Language } from './stop-words.js'

const alef = /[أإآٱ]/g
const article = /^(?:ال|وال|بال|كال|فال|لل)/
const suffix = /(?:ها|ان|ات|ون|ين|يه|ه|ي)$/

/**
 * The light stem of an Arabic word: alef normalised, without article, "and" and the endings of number and gender
 * (light10: Larkey, Ballesteros and Connell 2007). The word must be without marks.
 */
const stemArabic = (word: string): string => {
  const plain = word.replace(alef, 'ا').replaceAll('ى', 'ي').replaceAll('ة', 'ه')
  const own = shortened(shortened(plain, /^و(?=.{3})/, 3), article, 2)
  return shortened(shortened(own, suffix, 2), suffix, 3)
}

/** Removes what the pattern matches, if at least `least` letters remain. */
const shortened = (word: string, pattern: RegExp, least: number): string => {
  const rest = word.replace(pattern, '')
  return rest.length >= least ? rest : word
}

type Stem = (word: string) => string

/** Normalises Dutch stems, so that "zussen" and "zus", "huizen" and "huis", "fietsen" and "fiets" become the same. */
const dutchEnd: Stem = (stem) =>
  stem
    .replace(/([bdfgklmnprst])\1$/, '$1')
    .replace(/z$/, 's')
    .replace(/v$/, 'f')
    .replace(/(?<=[^aeiouyj].*[^aeiouyj])s$/, '')

/** Endings typed without accents, and the plurals of -ão and -ã, which Snowball does not handle. */
const portugueseEnd: Stem = (word) =>
  word
    .replace(/(?<=..)(?:c|ç)?(?:[õo]es|[ãa]es|[ãa]os?)$/, (end) => (/^[cç]/.test(end) ? 'ção' : 'ão'))
    .replace(/ãs$/, 'ã')
const spanishEnd: Stem = (word) => word.replace(/(?<=..)ion$/, 'ión')

/**
 * Snowball stemmers (Porter 2001), light10 for Arabic. Accents are removed after stemming where the endings depend on
 * them, before it elsewhere. Chinese, Japanese and Korean are cut into pairs of characters, which have no stem.
 */
const stems: Readonly<Partial<Record<Language, Stem>>> = {
  en: (word) => english(folded(word)),
  de: (word) => german(folded(word)),
  es: (word) => spanish(spanishEnd(word)),
  fr: french,
  pt: (word) => portuguese(portugueseEnd(word)),
  it: italian,
  nl: (word) => dutchEnd(dutch(folded(word))),
  ru: (word) => russian(word.replaceAll('ё', 'е')),
  ar: (word) => stemArabic(folded(word)),
  hi: (word) => hindi(folded(word)),
}

/** Size of the cache. A full cache is cleared. */
const REMEMBERED = 50_000
/** Longer words are not stemmed. */
const LONGEST = 40

const known = new Map<string, string | null>()

/**
 * The term under which a word is indexed and searched: its stem without accents, or null for a stop word. Words come
 * from `searchTokens`. A word with a digit or a sign is kept unchanged.
 */
export const lexemeOf = (word: string, language: Language): string | null => {
  const key = `${language} ${word}`
  const found = known.get(key)
  if (found !== undefined) return found
  const lexeme = isStopWord(word, language) ? null : stemmed(word, language)
  if (known.size >= REMEMBERED) known.clear()
  known.set(key, lexeme)
  return lexeme
}

const plainWord = /^[\p{L}\p{M}]+$/u

const stemmed = (word: string, language: Language): string => {
  const stem = stems[language]
  const form = stem && word.length <= LONGEST && plainWord.test(word) ? stem(word) : word
  return folded(form === '' ? word : form)
}
