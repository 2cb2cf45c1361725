import { knownOf } from '../languages.js'
import { calendarForms, yearForms, yearSpanForms } from './calendar-phrases.js'
import { type DateMention, type Found, type Phrase, rangeOf, readPhrases } from './date-mention.js'
import type { Day } from './day.js'
import { numericDates } from './numeric-dates.js'
import { relativeForms } from './relative-phrases.js'
import { unspacedPhrases } from './unspaced-phrases.js'
import { anyOf, GAP, phrasesIn, START, type Vocabulary } from './vocabulary.js'

/** Between two dates that are one. */
type Ties = {
  readonly to: RegExp
  readonly and: RegExp
  /** What opens a span, before its first date or as a part of it. */
  readonly opened: RegExp
  readonly opens: RegExp
  /** "Friday, the 3rd of May". */
  readonly beside: RegExp
}

/** Longest text that can open a span before its first date, in characters. */
const OPENING = 20

/** The patterns that connect two dates in these languages. */
const tiesOf = (vocabularies: readonly Vocabulary[]): Ties => {
  const each = (part: (v: Vocabulary) => string | undefined) => anyOf(...vocabularies.map(part))
  const between = each((v) => v.between)
  const article = `(?:${each((v) => v.articles)} )?`
  return {
    to: new RegExp(`^(?:\\s{0,2}[-–—]\\s{0,2}|${GAP}${each((v) => v.to)}${GAP}${article})`, 'i'),
    and: new RegExp(`^${GAP}${each((v) => v.and)}${GAP}${article}`, 'i'),
    opened: new RegExp(`${START}${between}${GAP}${article}$`, 'i'),
    opens: new RegExp(`^${between}${GAP}`, 'i'),
    beside: new RegExp(`^(?:,?\\s{1,2}${article}| ?\\()$`, 'i'),
  }
}

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
    if (dated && ties.beside.test(between)) return last
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

/** The phrases of one language: applied before the numeric dates, after them, and last. */
type Ways = { readonly spans: readonly Phrase[]; readonly words: readonly Phrase[]; readonly years: readonly Phrase[] }

const waysOf = (vocabulary: Vocabulary): Ways => {
  const phrases = phrasesIn(vocabulary)
  return {
    spans: phrases(yearSpanForms),
    words: phrases([...relativeForms, ...calendarForms]),
    years: phrases(yearForms),
  }
}

const english = knownOf('dates').get('en')
if (english === undefined) throw new Error('the English words for dates are missing')
/** In a text of another language English abbreviations mean other things: "sept" is seven. */
const englishInFull: Vocabulary = {
  ...english,
  months: english.months.replace(/\|\w+/g, ''),
  short: '',
  shortWeekdays: '',
}

/** What dates of one language are read by; the English ones beside it are written in full. */
const readingOf = (own: Vocabulary) => ({ ways: waysOf(own), ties: tiesOf([own, english]) })
const readings = new Map([...knownOf('dates')].map(([language, own]) => [language, readingOf(own)]))
const englishWays = waysOf(englishInFull)
const englishTies = tiesOf([english])

/** Scripts that are seen without knowing the language, and the languages that are written in them. */
const inScripts = [
  /\p{Script=Cyrillic}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  /\p{Script=Hangul}/u,
].map((script) => {
  const spaced = [...knownOf('dates')].filter(([, { months }]) => script.test(months))
  const unspaced = [...knownOf('unspacedDates').values()].filter(({ calendar }) => script.test(calendar))
  return {
    script,
    ways: [
      ...spaced.flatMap(([language]) => readings.get(language)?.ways ?? []),
      { spans: [], words: unspacedPhrases(unspaced), years: [] },
    ],
  }
})

/** The phrases of every language that applies: the text's own, those of its script, and English. */
const waysFor = (text: string, language: string): readonly Ways[] => {
  const own = readings.get(language)?.ways
  const others = inScripts.flatMap(({ script, ways }) =>
    (own === undefined || !ways.includes(own)) && script.test(text) ? ways : [],
  )
  const last = language === 'en' && own !== undefined ? own : englishWays
  return [...(own === undefined || own === last ? [] : [own]), ...others, last]
}

/**
 * The dates that a text mentions. Reads English and, where `language` (ISO 639-1) names it
 * or the script shows it, one more language. The text must be without accents, as `folded` returns it.
 */
export const findDates = (text: string, today: Day, language = 'en'): readonly Found[] => {
  const known = waysFor(text, language)
  const phrases = [
    ...known.flatMap(({ spans }) => spans),
    ...numericDates(language),
    ...known.flatMap(({ words }) => words),
    ...known.flatMap(({ years }) => years),
  ]
  return joined(readPhrases(text, phrases, today), text, readings.get(language)?.ties ?? englishTies)
}
