import { knownOf } from '../languages.js'
import type { DateMention, Groups, Phrase } from './date-mention.js'
import { dayFrom } from './day.js'
import { anyOf, GAP, monthNumber, SIGNS, START, type Vocabulary } from './vocabulary.js'

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

const firstOf = (one: readonly DateMention[], other: readonly DateMention[]) => (one.length > 0 ? one : other)

const monthOfYear = ({ year, month }: Groups): readonly DateMention[] =>
  Number(month) >= 1 && Number(month) <= 12
    ? [{ kind: 'month', month: Number(month), day: null, lastDay: null, year: Number(year), firm: true }]
    : []

const numeric = (source: string, read: Phrase['read']): Phrase => ({ pattern: new RegExp(source, 'gi'), read })

const ZONE = String.raw`(?: (?:[A-Z]{3,4}|[+-]\d{4}))?`
const inOrder: Phrase['read'] = ({ year, month, day }) => dated(year, month, day)
const eitherOrder: Phrase['read'] = (groups) => firstOf(dayFirst(groups), monthFirst(groups))

/** In every language; the first three as programs write them: `Wed Feb 11 18:02:10 2026`, `20260211T180210` in calendars. */
const common: readonly Phrase[] = [
  numeric(
    String.raw`(?<![\w])(?<month>[a-z]{3}) {1,2}(?<day>\d{1,2}) \d\d:\d\d(?::\d\d)?${ZONE} ${YEAR}(?!\d)`,
    ({ year, month, day }) => dated(year, `${monthNumber(month)}`, day),
  ),
  numeric(String.raw`(?<!\d)${YEAR}(?<month>\d\d)(?<day>\d\d)(?=T\d{4})`, inOrder),
  numeric(String.raw`(?<=VALUE=DATE:)${YEAR}(?<month>\d\d)(?<day>\d\d)(?!\d)`, inOrder),
  numeric(
    String.raw`${START_OF_NUMBER}${ANY_YEAR}(?:([-/])(?<month>\d\d?)\2(?<day>\d\d?)|\.(?<m>\d\d)\.(?<d>\d\d))(?!\d|[./-]\d)`,
    ({ year, month, day, m, d }) => dated(year, month ?? m, day ?? d),
  ),
  numeric(String.raw`${START_OF_NUMBER}${YEAR}[-/](?<month>\d\d)${END_OF_NUMBER}`, monthOfYear),
  numeric(String.raw`${START_OF_NUMBER}(?<month>\d\d?)/${YEAR}${END_OF_NUMBER}`, monthOfYear),
  numeric(
    String.raw`${START_OF_NUMBER}(?<first>\d\d?)([.-]) ?(?<second>\d\d?)\2 ?${YEAR}${END_OF_NUMBER}`,
    eitherOrder,
  ),
  numeric(String.raw`${START_OF_NUMBER}(?<first>\d\d)\.(?<second>\d\d)\.${ANY_YEAR}${END_OF_NUMBER}`, eitherOrder),
]

/**
 * A two-digit year is read only after slashes or in languages with dotted dates; elsewhere it may be a version number.
 */
const slashed = String.raw`${START_OF_NUMBER}(?<first>\d\d?)/(?<second>\d\d?)/(?<year>(?:[12]\d{3}|[0-4]\d))${END_OF_NUMBER}`
const shortDotted = String.raw`${START_OF_NUMBER}(?<first>\d\d?)\.(?<second>\d\d?)\.(?<year>[0-4]\d)${END_OF_NUMBER}`

const either = ([one]: readonly DateMention[], [other]: readonly DateMention[]): readonly DateMention[] => {
  if (one?.kind !== 'day' || other?.kind !== 'day') return [one ?? other].filter((told) => told !== undefined)
  return [one.day === other.day ? one : { ...one, or: other.day }]
}

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

/** In English 05/07/2024 is 5 July or 7 May, so both readings are kept. A score or a fraction is no day: "18/20 points". */
const english = (v: Vocabulary): readonly Phrase[] => [
  numeric(slashed, (groups) => either(dayFirst(groups), monthFirst(groups))),
  numeric(
    String.raw`${START}${anyOf(v.beforeNumbers)}${GAP}(?!24/7|16/9)(?<first>\d\d?)/(?<second>\d\d?)${END_OF_NUMBER}(?!%| ${anyOf(v.notOrdered)}\b)`,
    evidentDay,
  ),
]

/**
 * Other languages write the day first. Without a year a date has two full stops in languages that write it so; elsewhere it is
 * read only after a preposition.
 */
const dayFirstIn = ({ notNumbered, beforeNumbers }: Partial<Vocabulary>): readonly Phrase[] => [
  numeric(slashed, eitherOrder),
  numeric(shortDotted, dayFirst),
  notNumbered === undefined
    ? numeric(
        String.raw`${START}${anyOf(beforeNumbers)}${GAP}(?<first>\d\d?)[/-](?<second>\d\d?)${END_OF_NUMBER}(?!%)`,
        (groups) => firstOf(dayAlone(groups), evidentDay(groups)),
      )
    : numeric(
        String.raw`${START_OF_NUMBER}(?<!\b${anyOf(notNumbered)} )(?<first>\d\d?)\. ?(?<second>\d\d?)\.(?! ?\d)`,
        dayAlone,
      ),
]

const inDigits = new Map(
  [...knownOf('dates')].map(([language, v]) => [language, language === 'en' ? english(v) : dayFirstIn(v)]),
)
const inOthers = dayFirstIn({})

/** Dates in digits, as this language reads them. */
export const numericDates = (language: string): readonly Phrase[] => [
  ...common,
  ...(inDigits.get(language) ?? inOthers),
]
