import { knownOf } from '../languages.js'
import { type DateMention, type Found, type Phrase, rangeOf, readPhrases } from './date-mention.js'
import { type Day, dayFrom } from './day.js'
import { hanPhrases } from './han-phrases.js'
import { hangulPhrases } from './hangul-phrases.js'
import { namedPhrases } from './named-phrases.js'
import { dayFirstNumbers, englishNumbers, yearlessNumbers } from './numeric-dates.js'
import { partPhrases } from './part-phrases.js'
import { anyOf, GAP, START } from './pattern.js'
import { relativePhrases, weekdayPhrases } from './relative-phrases.js'
import { entriesOf, type Vocabulary, wordsIn } from './vocabulary.js'
import { numberedDays, weekdayInMonth, weeksFromWeekday } from './weekday-in-month.js'
import { yearPhrases, yearSpanPhrases } from './year-phrases.js'

type Ties = { readonly to: RegExp; readonly and: RegExp; readonly opened: RegExp; readonly opens: RegExp }

const ARTICLE = '(?:the|dem|den|der|el|le|il|lo|o|a|de|het|dia) '
/** Longest text that can open a span before its first date, in characters. */
const OPENING = 20

/** The patterns that connect two dates in these languages. */
const tiesOf = (vocabularies: readonly Vocabulary[]): Ties => {
  const each = (part: (v: Vocabulary) => string) => anyOf(...vocabularies.map(part))
  const between = each(({ between: word }) => word)
  return {
    to: new RegExp(`^(?:\\s{0,2}[-–—]\\s{0,2}|${GAP}${each(({ to }) => to)}${GAP}(?:${ARTICLE})?)`, 'i'),
    and: new RegExp(`^${GAP}${each(({ and }) => and)}${GAP}(?:${ARTICLE})?`, 'i'),
    opened: new RegExp(`${START}${between}${GAP}(?:${ARTICLE})?$`, 'i'),
    opens: new RegExp(`^${between}${GAP}`, 'i'),
  }
}

/** "Friday, the 3rd of May". */
const beside = /^(?:,?\s{1,2}(?:(?:the|den|dem|der|le|el|il|de|dia|op|am) )?| ?\()$/i

/**
 * Joins mentions that form one date, in text order: the ends of a span ("from Monday to Friday"), and a weekday with
 * its date.
 */
const joined = (found: readonly Found[], text: string, ties: Ties): readonly Found[] => {
  const all: Found[] = []
  for (const next of found.toSorted((a, b) => a.at - b.at)) {
    const before = all.at(-1)
    const told = before && oneOf(before, next, { text, ties })
    if (before && told) all[all.length - 1] = { at: before.at, end: next.end, told: [told] }
    else all.push(next)
  }
  return all
}

type Written = { readonly text: string; readonly ties: Ties }

const oneOf = (a: Found, b: Found, { text, ties }: Written): DateMention | undefined => {
  const [first, last] = [a.told.at(-1), b.told.at(-1)]
  if (first === undefined || last === undefined || first.kind === 'range' || b.at < a.end) return undefined
  const between = text.slice(a.end, b.at)
  if (first.kind === 'weekday') {
    const dated = last.kind === 'day' || (last.kind === 'month' && last.day !== null)
    if (dated && beside.test(between)) return last
  }
  // The second mention may have taken the connecting word as its own preposition.
  const from = text.slice(a.end, b.end)
  const ends = (tie: RegExp) => (tie.exec(from)?.[0].length ?? -1) >= b.at - a.end
  const tied =
    ends(ties.to) ||
    (ends(ties.and) && (ties.opens.test(text.slice(a.at, a.end)) || ties.opened.test(before(text, a.at))))
  return tied ? rangeOf(first, last) : undefined
}

const before = (text: string, at: number): string => text.slice(Math.max(0, at - OPENING), at)

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const YEAR = String.raw`(?<year>(?:19|20)\d\d)`
const ZONE = String.raw`(?: (?:[A-Z]{3,4}|[+-]\d{4}))?`

const dayOf = (year = '', month = 0, day = ''): readonly DateMention[] => {
  const found = dayFrom(Number(year), month, Number(day))
  return found === undefined ? [] : [{ kind: 'day', day: found }]
}

/** Dates as programs write them in every language: `Wed Feb 11 18:02:10 2026`, and `20260211T180210` in calendars. */
const machineDates: readonly Phrase[] = [
  {
    pattern: new RegExp(
      String.raw`(?<![\w])(?<month>${MONTHS.join('|')}) {1,2}(?<day>\d{1,2}) \d\d:\d\d(?::\d\d)?${ZONE} ${YEAR}(?!\d)`,
      'gi',
    ),
    read: ({ year, month = '', day }) => dayOf(year, MONTHS.indexOf(month.toLowerCase()) + 1, day),
  },
  {
    pattern: new RegExp(String.raw`(?<!\d)${YEAR}(?<month>\d\d)(?<day>\d\d)(?=T\d{4})`, 'gi'),
    read: ({ year, month, day }) => dayOf(year, Number(month), day),
  },
  {
    pattern: new RegExp(String.raw`(?<=VALUE=DATE:)${YEAR}(?<month>\d\d)(?<day>\d\d)(?!\d)`, 'gi'),
    read: ({ year, month, day }) => dayOf(year, Number(month), day),
  },
]

/**
 * Matches something that every date in one of these languages contains: a digit, or the start of a word for a day,
 * month, season, holiday or unit of time. It has false positives, but no false negatives.
 */
const hintOf = (vocabularies: readonly Vocabulary[]): RegExp =>
  new RegExp(`\\d|${START}${anyOf(...vocabularies.flatMap(wordsOf).filter((word) => word !== ''))}`, 'i')

const wordsOf = (v: Vocabulary): readonly string[] => [
  ...[v.months, v.weekdays, v.short ?? '', v.shortWeekdays ?? ''].flatMap(entriesOf),
  ...v.seasons,
  ...v.feasts.map(([name]) => name),
  ...v.days.map(([name]) => name),
  ...Object.values(v.units),
  v.quarter,
  v.onWeekend ?? '',
]

/** The phrases of one language: applied before the numeric dates, after them, and last. */
type Ways = { readonly spans: readonly Phrase[]; readonly words: readonly Phrase[]; readonly years: readonly Phrase[] }

const waysOf = (vocabulary: Vocabulary): Ways => {
  const words = wordsIn(vocabulary)
  return {
    spans: yearSpanPhrases(vocabulary, words),
    words: [
      ...weekdayInMonth(vocabulary, words),
      ...partPhrases(vocabulary, words),
      ...weeksFromWeekday(vocabulary, words),
      ...relativePhrases(vocabulary, words),
      ...namedPhrases(vocabulary, words),
      ...numberedDays(vocabulary, words),
      ...weekdayPhrases(vocabulary, words),
    ],
    years: yearPhrases(vocabulary),
  }
}

const { en: english, ...others } = Object.fromEntries(knownOf('dates'))
if (english === undefined) throw new Error('the English words for dates are missing')
const vocabularies = Object.entries(others)
const ties = new Map(vocabularies.map(([language, own]) => [language, tiesOf([own, english])]))
const tiesInEnglish = tiesOf([english])

const inEnglish = waysOf(english)
/** In a text of another language English abbreviations mean other things: "sept" is seven. */
const englishInFull: Vocabulary = {
  ...english,
  months: english.months.replace(/\|\w+/g, ''),
  short: '',
  shortWeekdays: '',
}
const inEnglishInFull = waysOf(englishInFull)
const ways = new Map(vocabularies.map(([language, own]) => [language, waysOf(own)]))
const cyrillic = [ways.get('ru'), ways.get('uk')].filter((each) => each !== undefined)

/** Matches something that every English date contains. Most texts do not match and are skipped. */
const hint =
  /\d|january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec|spring|summer|autumn|fall|winter|christmas|xmas|halloween|thanksgiving|valentine|new year|independence|today|tonight|tomorrow|yesterday|last|previous|this|next|coming|past|ago|back|day|week|month|year|[\u0080-\uffff]/i
const cyrillicLetter = /\p{Script=Cyrillic}/u
const hangul = /\p{Script=Hangul}/u
const hanOrKana = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

const hints = new Map(vocabularies.map(([language, own]) => [language, hintOf([own, englishInFull])]))

/** The phrases of every language that applies: the text's own, those of its script, and English. */
const waysFor = (text: string, language: string): readonly Ways[] => {
  const own = ways.get(language)
  const slavic = !cyrillic.some((each) => each === own) && cyrillicLetter.test(text)
  return [
    ...(own ? [own] : []),
    ...(slavic ? cyrillic : []),
    ...(hanOrKana.test(text) ? [{ spans: [], words: hanPhrases, years: [] }] : []),
    ...(hangul.test(text) ? [{ spans: [], words: hangulPhrases, years: [] }] : []),
    language === 'en' ? inEnglish : inEnglishInFull,
  ]
}

const numbersOf = (language: string): readonly Phrase[] =>
  language === 'en' ? englishNumbers : [...dayFirstNumbers, ...yearlessNumbers(language)]

/**
 * The dates that a text mentions. Reads English and, where `language` (ISO 639-1) names it
 * or the script shows it, one more language. The text must be without accents, as `folded` returns it.
 */
export const findDates = (text: string, today: Day, language = 'en'): readonly Found[] =>
  mayTell(text, language) ? readDates(text, today, language) : []

/** A cheap filter for texts without dates. */
const mayTell = (text: string, language: string): boolean => {
  if (language === 'en') return hint.test(text)
  const own = hints.get(language)
  return own === undefined || own.test(text) || cyrillicLetter.test(text) || hanOrKana.test(text)
}

/** The same without the filter. Tests compare the two. */
export const readDates = (text: string, today: Day, language: string): readonly Found[] => {
  const known = waysFor(text, language)
  const phrases = [
    ...known.flatMap(({ spans }) => spans),
    ...machineDates,
    ...numbersOf(language),
    ...known.flatMap(({ words }) => words),
    ...known.flatMap(({ years }) => years),
  ]
  return joined(readPhrases(text, phrases, today), text, ties.get(language) ?? tiesInEnglish)
}
