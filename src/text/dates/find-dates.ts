import { knownOf } from '../languages.js'
import { calendarReadings } from './calendar-readings.js'
import { type DateMention, type DatesAt, type Phrase, rangeOf, readPhrases } from './date-mention.js'
import type { Day } from './day.js'
import { relativeReadings } from './relative-readings.js'
import { unspacedPhrases } from './unspaced-phrases.js'
import { FORMS, phrasesIn, tiesIn, type Vocabulary } from './vocabulary.js'

/** Longest text that can open a span before its first date, in characters. */
const OPENING = 20

type Ties = ReturnType<typeof tiesIn>

/** Joins mentions that form one date, in text order: the ends of a span, and a weekday with its date. */
const joined = (found: readonly DatesAt[], text: string, ties: Ties): readonly DatesAt[] => {
  const all: DatesAt[] = []
  for (const next of found.toSorted((a, b) => a.at - b.at)) {
    const before = all.at(-1)
    const told = before && oneOf(before, next, { text, ties })
    if (before && told) all[all.length - 1] = { at: before.at, end: next.end, told: [told] }
    else all.push(next)
  }
  return all
}

type Written = { readonly text: string; readonly ties: Ties }

const oneOf = (a: DatesAt, b: DatesAt, { text, ties }: Written): DateMention | undefined => {
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

/** The phrases of one language: applied before the dates in digits, after them, and last. */
type Ways = { readonly spans: readonly Phrase[]; readonly words: readonly Phrase[]; readonly years: readonly Phrase[] }

const english = knownOf('dates').get('en')
if (english === undefined) throw new Error('the English words for dates are missing')

/** What dates of one language are read by. */
const readingOf = (own: Vocabulary, digits: typeof FORMS.anyDigits) => {
  const phrases = phrasesIn(own, { ...calendarReadings, ...relativeReadings })
  const ways: Ways = { spans: phrases(FORMS.spans), words: phrases(FORMS.words), years: phrases(FORMS.years) }
  return { ways, digits: phrases([...FORMS.anyDigits, ...digits], true), ties: tiesIn(own, english) }
}
const readings = new Map(
  [...knownOf('dates')].map(([language, own]) => [
    language,
    readingOf(own, language === 'en' ? FORMS.englishDigits : FORMS.otherDigits),
  ]),
)
/** English beside another language, in full: its abbreviations mean other things there ("sept" is seven). */
const { beforeNumbers: _, ...withoutNumbers } = english
const others = readingOf(
  { ...withoutNumbers, months: english.months.replace(/\|\w+/g, ''), short: '', shortWeekdays: '' },
  FORMS.otherDigits,
)

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
  const ofScript = inScripts.flatMap(({ script, ways }) =>
    (own === undefined || !ways.includes(own)) && script.test(text) ? ways : [],
  )
  const last = language === 'en' && own !== undefined ? own : others.ways
  return [...(own === undefined || own === last ? [] : [own]), ...ofScript, last]
}

/** Dates in a text without accents (`folded`): in English and the language named (ISO 639-1) or shown by the script. */
export const findDates = (text: string, today: Day, language = 'en'): readonly DatesAt[] => {
  const known = waysFor(text, language)
  const { digits, ties } = readings.get(language) ?? others
  const phrases = [
    ...known.flatMap(({ spans }) => spans),
    ...digits,
    ...known.flatMap(({ words }) => words),
    ...known.flatMap(({ years }) => years),
  ]
  return joined(readPhrases(text, phrases, today), text, ties)
}
