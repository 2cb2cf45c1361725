import { stemmer as arabic } from '@orama/stemmers/arabic'
import { stemmer as dutch } from '@orama/stemmers/dutch'
import { stemmer as english } from '@orama/stemmers/english'
import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as german } from '@orama/stemmers/german'
import { stemmer as hindi } from '@orama/stemmers/indian'
import { stemmer as italian } from '@orama/stemmers/italian'
import { stemmer as portuguese } from '@orama/stemmers/portuguese'
import { stemmer as russian } from '@orama/stemmers/russian'
import { stemmer as spanish } from '@orama/stemmers/spanish'
import type { Language } from './language.js'
import { isStopWord } from './stop-words.js'

type Stem = (word: string) => string

/** Snowball stemmers (Porter 2001). Chinese, Japanese and Korean are cut into pairs of characters, which have no stem. */
const stems: Readonly<Partial<Record<Language, Stem>>> = {
  en: english,
  de: german,
  es: spanish,
  fr: french,
  pt: portuguese,
  it: italian,
  nl: dutch,
  ru: russian,
  ar: arabic,
  hi: hindi,
}

/** Words that are remembered before all are forgotten and learnt anew. */
const REMEMBERED = 50_000
/** Longer words are no words of a language. */
const LONGEST = 40

const known = new Map<string, string | null>()

/**
 * What a word is indexed and looked up by: its stem in a language, without accents; null for a stop word. Words are as
 * `searchTokens` gives them. What holds a digit or a sign is no word of a language and stays as it is.
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
  return withoutAccents(form === '' ? word : form)
}

const accented = /[^\p{ASCII}]/u
/** Marks behind Latin, Greek, Cyrillic and Arabic letters; in Indic scripts marks are vowels. */
const accents = /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}]\p{M}*)\p{M}/gu

const withoutAccents = (word: string): string =>
  accented.test(word) ? word.normalize('NFD').replace(accents, '').normalize('NFC') : word
