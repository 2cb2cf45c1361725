import { knownOf } from '../languages.js'
import type { DateMention, Groups, Phrase } from './date-mention.js'
import { dayFrom } from './day.js'
import { anyOf, GAP, SIGNS, START } from './pattern.js'

const YEAR = String.raw`(?<year>(?:19|20)\d\d)`
/** With a day and a month beside it any year is one. */
const ANY_YEAR = String.raw`(?<year>[12]\d{3})`
const START_OF_NUMBER = `(?<![${SIGNS}.,:/-])`
const END_OF_NUMBER = String.raw`(?!\d|[.,:/-]\d)`

const dated = (
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
): readonly DateMention[] => {
  const full = year?.length === 2 ? 2000 + Number(year) : Number(year)
  const found = dayFrom(full, Number(month), Number(day))
  return found === undefined ? [] : [{ kind: 'day', day: found }]
}
const dayFirst = ({ first, second, year }: Groups) => dated(year, second, first)
const monthFirst = ({ first, second, year }: Groups) => dated(year, first, second)

const monthOfYear = ({ year, month }: Groups): readonly DateMention[] =>
  Number(month) >= 1 && Number(month) <= 12
    ? [{ kind: 'month', month: Number(month), day: null, lastDay: null, year: Number(year), firm: true }]
    : []

const common: readonly Phrase[] = [
  {
    pattern: new RegExp(
      String.raw`${START_OF_NUMBER}${ANY_YEAR}(?:([-/])(?<month>\d\d?)\2(?<day>\d\d?)|\.(?<m>\d\d)\.(?<d>\d\d))(?!\d|[./-]\d)`,
      'gi',
    ),
    read: ({ year, month, day, m, d }) => dated(year, month ?? m, day ?? d),
  },
  {
    pattern: new RegExp(String.raw`${START_OF_NUMBER}${YEAR}[-/](?<month>\d\d)${END_OF_NUMBER}`, 'gi'),
    read: monthOfYear,
  },
  {
    pattern: new RegExp(String.raw`${START_OF_NUMBER}(?<month>\d\d?)/${YEAR}${END_OF_NUMBER}`, 'gi'),
    read: monthOfYear,
  },
]
const dotted: Phrase = {
  pattern: new RegExp(
    String.raw`${START_OF_NUMBER}(?<first>\d\d?)([.-]) ?(?<second>\d\d?)\2 ?${YEAR}${END_OF_NUMBER}`,
    'gi',
  ),
  read: (groups) => firstOf(dayFirst(groups), monthFirst(groups)),
}
const farDotted: Phrase = {
  pattern: new RegExp(String.raw`${START_OF_NUMBER}(?<first>\d\d)\.(?<second>\d\d)\.${ANY_YEAR}${END_OF_NUMBER}`, 'gi'),
  read: (groups) => firstOf(dayFirst(groups), monthFirst(groups)),
}
/**
 * A two-digit year is read only after slashes or in languages with dotted dates; elsewhere it may be a version number.
 */
const slashed = String.raw`${START_OF_NUMBER}(?<first>\d\d?)/(?<second>\d\d?)/(?<year>(?:[12]\d{3}|[0-4]\d))${END_OF_NUMBER}`
const shortDotted = String.raw`${START_OF_NUMBER}(?<first>\d\d?)\.(?<second>\d\d?)\.(?<year>[0-4]\d)${END_OF_NUMBER}`

const either = ([one]: readonly DateMention[], [other]: readonly DateMention[]): readonly DateMention[] => {
  if (one?.kind !== 'day' || other?.kind !== 'day') return [one ?? other].filter((told) => told !== undefined)
  return [one.day === other.day ? one : { ...one, or: other.day }]
}

const firstOf = (one: readonly DateMention[], other: readonly DateMention[]) => (one.length > 0 ? one : other)

const dayAlone = ({ first, second }: Groups): readonly DateMention[] => {
  const [day, month] = [Number(first), Number(second)]
  if (dayFrom(2000, month, day) === undefined) return []
  return [{ kind: 'month', month, day, lastDay: null, year: null, firm: true }]
}

/** In 12/24 only one number can be the month. */
const evidentDay = ({ first, second }: Groups): readonly DateMention[] =>
  Number(first) > 12 || Number(second) > 12
    ? firstOf(dayAlone({ first, second }), dayAlone({ first: second, second: first }))
    : []

/** Requires a preposition: otherwise it may be a fraction, a score or "24/7". */
const yearlessInEnglish: Phrase = {
  pattern: new RegExp(
    String.raw`${START}(?:on|by|until|till|since|before|after|from|due|dated|for|is|was)${GAP}(?!24/7|16/9)(?<first>\d\d?)/(?<second>\d\d?)${END_OF_NUMBER}(?!%| (?:of|inch(?:es)?|people|points?|hours?|cups?)\b)`,
    'gi',
  ),
  read: evidentDay,
}

/** In English 05/07/2024 is 5 July or 7 May, so both readings are kept. */
export const englishNumbers: readonly Phrase[] = [
  ...common,
  dotted,
  farDotted,
  {
    pattern: new RegExp(slashed, 'gi'),
    read: (groups) => either(dayFirst(groups), monthFirst(groups)),
  },
  yearlessInEnglish,
]

/** Dates in languages that write the day first. */
export const dayFirstNumbers: readonly Phrase[] = [
  ...common,
  dotted,
  farDotted,
  { pattern: new RegExp(slashed, 'gi'), read: (groups) => firstOf(dayFirst(groups), monthFirst(groups)) },
  { pattern: new RegExp(shortDotted, 'gi'), read: dayFirst },
]

/**
 * Day and month without a year: with two full stops in languages that write dates so, else only after a preposition.
 */
export const yearlessNumbers = (language: string): readonly Phrase[] => {
  const article = knownOf('dates').get(language)?.beforeNumbers
  if (language === 'de')
    return [
      {
        pattern: new RegExp(
          String.raw`${START_OF_NUMBER}(?<!\b(?:version|kapitel|abschnitt|punkt|nr\.?|v|§|ziffer) )(?<first>\d\d?)\. ?(?<second>\d\d?)\.(?! ?\d)`,
          'gi',
        ),
        read: dayAlone,
      },
    ]
  if (article === undefined) return []
  return [
    {
      pattern: new RegExp(
        `${START}${anyOf(article)}${GAP}(?<first>\\d\\d?)[/-](?<second>\\d\\d?)${END_OF_NUMBER}(?!%)`,
        'gi',
      ),
      read: (groups) => firstOf(dayAlone(groups), evidentDay(groups)),
    },
  ]
}
