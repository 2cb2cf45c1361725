import { type DateMention, findDates } from '../../text/dates/dates-said.js'
import { addDays, type Span } from '../../text/dates/day.js'
import { detectLanguage } from '../../text/detect-language.js'
import { CALENDAR } from '../../text/one-place.js'
import { isStopWord, type Language } from '../../text/words.js'
import { allNumbers, type Numbers, tellsOnly } from './numbers.js'
import { normalText } from './quotes.js'
import { type KnownWords, type ReadTurn, type ReadWindow, resolvedNumbers, wordsIn } from './windows.js'

/** What a fact may say beyond its words: where it was said, and what was said around it. */
export type Basis = {
  /** the turns of its evidence */
  readonly turns: readonly ReadTurn[]
  /** all turns of the window: what one says of a day holds for what another says of it */
  readonly around: readonly ReadTurn[]
  /** numbers of those turns, of the turns that they answer, of the dates that they mean, and of what is known */
  readonly numbers: Numbers
  readonly known: KnownWords
}

export const basisOf = ({ turns, known, shown }: ReadWindow, rows: readonly number[]): Basis => {
  const own = rows.flatMap((row) => turns[row] ?? [])
  const answered = rows.flatMap((row) => turns[row - 1] ?? [])
  const numbers = [...own, ...answered].map((turn) => turn.numbers)
  const ofShown = shown.map((memory) => memory.numbers)
  return { turns: own, around: turns, numbers: allNumbers([...numbers, ...ofShown, resolvedNumbers(own, 'en')]), known }
}

const meet = (a: Span, b: Span): boolean => a.from <= b.to && b.from <= a.to

/** So far apart are two readings of a weekday. */
const A_WEEK = 8

/** Whether a date that was said may be read as another day: of a weekday the one before or after, of a month another year. */
const mayMean = (said: DateMention, date: Span): boolean =>
  meet({ from: addDays(said.from, -A_WEEK), to: addDays(said.to, A_WEEK) }, date) ||
  (!/\d{4}/.test(said.text) && said.from.slice(5, 7) === date.from.slice(5, 7))

/** "On Monday" of "mon to fri", "the summer" of "summer party". */
const isSaidInWords = (date: string, language: Language, known: KnownWords): boolean => {
  const telling = wordsIn(date).filter((word) => !isStopWord(word) && !isStopWord(word, language))
  return !/\p{N}/u.test(date) && telling.length > 0 && telling.every((word) => isSaid(word, known))
}

/** Whether the dates of a text are named in its turns, or are days that those mean. */
const datesAreSaid = (text: string, language: Language, { turns: own, around: turns, known }: Basis): boolean => {
  const day = own.find((turn) => turn.day !== null)?.day ?? '2000-01-01'
  return findDates(text, day, language).every((date) => {
    const words = normalText(date.text).text
    if (isSaidInWords(date.text, language, known)) return true
    return turns.some(
      (turn) =>
        turn.normal.text.includes(words) ||
        turn.dates.some((said) => meet(said, date) || mayMean(said, date)) ||
        (turn.day !== null && date.from <= turn.day && turn.day <= date.to) ||
        // Of "the 28th" month and year stand elsewhere.
        turn.numbers.said.has(String(Number(date.from.slice(8)))),
    )
  })
}

const LEAST_NAME = 3
/** Words with a capital behind the first word of a sentence, and behind each other one name. */
const NAME = /(?<![\p{L}\p{N}])(?<![.!?:;"'“”„(\n]\s?|^)\p{Lu}[\p{L}\p{M}\p{N}'’-]+(?:\s\p{Lu}[\p{L}\p{M}\p{N}'’-]+)*/gu
/** Languages that write other words with a capital, too. */
const ALL_NOUNS = new Set<Language>(['de'])

/** Letters without capitals: of scripts that write words together, or attach to a name what it is in the sentence. */
const CASELESS = /\p{Lo}/u
const CYRILLIC = /\p{Script=Cyrillic}/u

/** So many letters tell a word of the same stem (Portugal, Portuguese); names in Cyrillic change their endings. */
const stemOf = (word: string): string =>
  word.slice(0, CYRILLIC.test(word) ? Math.max(2, Math.min(3, word.length - 1)) : 4)

/** Weekdays and months are looked at as dates. */
const isKnown = (word: string, known: KnownWords): boolean =>
  CALENDAR.has(word) || CALENDAR.has(word.replace(/s$/, '')) || isSaid(word, known)

const isSaid = (word: string, { words, text }: KnownWords): boolean => {
  if (words.has(word)) return true
  if (CASELESS.test(word)) return text.includes(word)
  const stem = stemOf(word)
  // "kid" for kids, "Monday" for mon.
  const isShort = word.length >= LEAST_NAME && (text.includes(` ${word}`) || words.has(word.slice(0, LEAST_NAME)))
  return isShort || (word.length > stem.length && text.includes(` ${stem}`))
}

/** NASA for National Aeronautics and Space Administration. */
const isKnownInShort = (name: string, { words }: KnownWords): boolean => {
  const initials =
    name
      .match(/\p{Lu}/gu)
      ?.join('')
      .toLowerCase() ?? ''
  return initials.length > 1 && words.has(initials)
}

/** Whether a name was said in the window, in full, in part, or in short. */
export const isKnownName = (name: string, known: KnownWords): boolean =>
  isKnownInShort(name, known) ||
  wordsIn(name)
    .filter((word) => word.length >= LEAST_NAME)
    .every((word) => isKnown(word, known))

/** The numbers, months and weekdays of dates are looked at as dates. */
const withoutDates = (text: string, language: Language): string =>
  findDates(text, '2000-01-01', language).reduce((left, date) => left.replace(date.text, ' '), text)

/** `rest`: a text without its dates. */
const namesAreSaid = (rest: string, language: Language, { known }: Basis): boolean =>
  ALL_NOUNS.has(language) ||
  [...rest.matchAll(NAME)].every(([name]) => isKnownName(name, known) || isStopWord(name.toLowerCase(), language))

/** The memories that words of a text come from, which none of the turns says. */
export const drawnFrom = (text: string, { said, shown }: ReadWindow): readonly string[] => {
  const strange = wordsIn(text).filter((word) => word.length >= LEAST_NAME && !isStopWord(word) && !isKnown(word, said))
  return shown.filter(({ words }) => strange.some((word) => isKnown(word, words))).map(({ memoryId }) => memoryId)
}

/** Two signs next to one another, where words are written together. */
const pairsIn = (text: string): readonly string[] =>
  [...text.matchAll(/(?=(\p{Lo}{2}))/gu)].map(([, pair = '']) => pair)

/** Whether two texts have a telling word in common besides the name of who says it, as a new value has with the one before. */
export const isAboutSame = (
  a: string,
  b: string,
  { speaker, language }: { speaker: string | null; language: Language },
) => {
  const own = new Set(wordsIn(`${speaker ?? ''} user`))
  const telling = (text: string) =>
    wordsIn(text).filter((word) => !own.has(word) && !isStopWord(word) && !isStopWord(word, language))
  const words = telling(b)
  const known = { words: new Set(words), text: ` ${words.join(' ')}` }
  return telling(a).some((word) => isKnown(word, known)) || pairsIn(a).some((pair) => b.includes(pair))
}

/**
 * Whether a text tells no number, date or name but those that were said: others are a sign of invention. Where a
 * language writes all nouns with capitals, its names are told apart by what the model lists as entities.
 */
export const saysNothingNew = (text: string, language: Language, basis: Basis): boolean => {
  const rest = withoutDates(text, language)
  return (
    tellsOnly(rest, basis.numbers, language) &&
    datesAreSaid(text, language, basis) &&
    namesAreSaid(rest, language, basis)
  )
}

/** Scripts that tell texts apart. Chinese and Japanese are told apart by the language. */
const OF_LETTERS = ['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Devanagari']
/** One sign of these says about as much as three letters. */
const DENSE = ['Hangul', 'Han Hiragana Katakana']
const lettersOf = (scripts: readonly string[]): string =>
  `[${scripts.flatMap((names) => names.split(' ').map((name) => `\\p{Script=${name}}`)).join('')}]`
const SCRIPTS = [
  ...OF_LETTERS.map((name) => ({ name, worth: 1, letters: new RegExp(lettersOf([name]), 'gu') })),
  ...DENSE.map((name) => ({ name, worth: 3, letters: new RegExp(lettersOf([name]), 'gu') })),
  { name: 'another', worth: 1, letters: new RegExp(`(?!${lettersOf([...OF_LETTERS, ...DENSE])})\\p{L}`, 'gu') },
]
/** A script with a smaller part of a text is that of its names. */
const TELLING = 0.3

/** The scripts that a text is written in. */
const scriptsOf = (text: string): ReadonlySet<string> => {
  const counts = SCRIPTS.map(({ name, worth, letters }) => [name, worth * (text.match(letters)?.length ?? 0)] as const)
  const all = counts.reduce((sum, [, count]) => sum + count, 0)
  return new Set(counts.filter(([, count]) => count > 0 && count >= all * TELLING).map(([name]) => name))
}

export type BasisText = {
  /** the language that the turn, or the conversation, is taken to be in; null if unknown */
  readonly language: Language | null
  readonly content: string
}

/** The languages that a text may be written in: those of what it is based on. */
const languagesOf = (said: readonly BasisText[]): ReadonlySet<Language> => {
  const found = said.flatMap(({ content, language }) => {
    const sentences = content.slice(0, 2000).split(/(?<=[.!?。！？])\s|\n/)
    return [detectLanguage(content), ...sentences.map((sentence) => detectLanguage(sentence)), language ?? undefined]
  })
  return new Set(found.filter((language) => language !== undefined))
}

/** So many letters tell a word of the same stem. */
const STEM = 4
const writtenWords = (text: string): readonly string[] => text.match(/[\p{L}\p{M}\p{N}-]+/gu) ?? []

/** Words without names and numbers that were said: those are the same in every language. */
const ownWords = (text: string, saidWords: ReadonlySet<string>): readonly string[] =>
  writtenWords(text).filter((word) => !(/^[\p{Lu}\p{N}]/u.test(word) && saidWords.has(word.toLowerCase())))

/** Whether a word is a stop word of a language, and of no other that it may be. */
const saysSo = (words: readonly string[], language: Language, others: ReadonlySet<Language>): boolean =>
  words
    .map((word) => word.toLowerCase())
    .some((word) => isStopWord(word, language) && ![...others].some((other) => isStopWord(word, other)))

/** Whether half of the words that tell something were said: what a short text seems to be is no matter then. */
const repeats = (words: readonly string[], saidWords: ReadonlySet<string>, language: Language): boolean => {
  const stems = new Set([...saidWords].map((word) => word.slice(0, STEM)))
  const telling = words.filter((word) => /^\p{Ll}/u.test(word) && !isStopWord(word, language) && !isStopWord(word))
  const known = telling.filter((word) => saidWords.has(word) || (word.length > STEM && stems.has(word.slice(0, STEM))))
  return known.length > 0 && 2 * known.length >= telling.length
}

/**
 * Whether a text is in another language or script than everything it is based on. Where the language of a text cannot
 * be told, its script decides.
 */
export const isForeign = (text: string, said: readonly BasisText[]): boolean => {
  const own = scriptsOf(text)
  const scripts = new Set(said.flatMap(({ content }) => [...scriptsOf(content)]))
  if (own.size > 0 && scripts.size > 0 && ![...own].some((script) => scripts.has(script))) return true
  const saidWords = new Set(said.flatMap(({ content }) => writtenWords(content.toLowerCase())))
  const words = ownWords(text, saidWords)
  const language = detectLanguage(words.join(' ')) ?? detectLanguage(text)
  const languages = languagesOf(said)
  if (language === undefined || languages.size === 0 || languages.has(language)) return false
  return saysSo(words, language, languages) || !repeats(words, saidWords, language)
}

/** The language that a text in the language of its turn is stored with. */
export const languageOf = (text: string, said: readonly BasisText[]): Language => {
  const languages = languagesOf(said)
  const language = detectLanguage(text)
  if (language !== undefined && (languages.size === 0 || languages.has(language))) return language
  return said.find((each) => each.language !== null)?.language ?? [...languages][0] ?? 'en'
}
