import type { DateMention, Groups } from './date-mention.js'
import { dayFrom, monthSpan, yearSpan } from './day.js'
import { type Form, SIGNS, type Words } from './vocabulary.js'

const CENTURY = '(?:1[5-9]|20)'
const YEAR = String.raw`${CENTURY}\d\d`
const BETWEEN = String.raw`(?:\s{0,2}[-–—]\s{0,2}|{gap}{to}{gap})`
const BEFORE_YEAR = String.raw`(?<![.,:/$€£#+-]|\d )`
const AFTER_YEAR = String.raw`(?![%€]|[.,:/]\d|-\d| ?{amounts}{end})`

const years: Form[1] = ({ first, last }) => {
  const [from, to] = [Number(first), Number(last)]
  return from < to ? [{ kind: 'span', from: yearSpan(from).from, to: yearSpan(to).to, around: 0 }] : []
}
const quarterIn = ({ number, ordinal }: Groups, words: Words): number => Number(number ?? words.quarter(ordinal))
const quarter: Form[1] = ({ year, ...groups }, _, words) => [
  { kind: 'span', ...monthSpan(Number(year), 3 * quarterIn(groups, words) - 2, 3), around: 0 },
]
const ORDINAL = '(?:q(?<number>[1-4])|(?<ordinal>{ordinals}){gap}{quarter})'

/** Spans of years, and quarters: read before a single year is. */
export const yearSpanForms: readonly Form[] = [
  [`${BEFORE_YEAR}(?<first>${YEAR})${BETWEEN}(?<last>${YEAR})${AFTER_YEAR}`, years],
  [`{between}{gap}(?<first>${YEAR}){gap}{and}{gap}(?<last>${YEAR})${AFTER_YEAR}`, years],
  [`${ORDINAL}(?:,?{gap}(?:{of}{gap})?|[-/ ])(?<year>${YEAR})`, quarter],
  [`(?<year>${YEAR})[ /-]?q(?<number>[1-4])`, quarter],
  [
    `(?:{?near}|{beforeYear}){gap}(?:{?articles} )?${ORDINAL}`,
    (groups, _, words) => [
      { kind: 'season', month: 3 * quarterIn(groups, words) - 2, months: 3, day: null, year: null, firm: true },
    ],
  ],
]

const decade: Form[1] = ({ decade: written = '' }) => {
  const first = written.length > 2 ? Number(written) : 1900 + Number(written)
  return [{ kind: 'span', from: yearSpan(first).from, to: yearSpan(first + 9).to, around: 0 }]
}

/** Years and decades: read last, so that the year of a full date is not read separately. */
export const yearForms: readonly Form[] = [
  [String.raw`(?<decade>${CENTURY}\d0){decadeEnd}`, decade],
  [`{beforeDecade}{gap}['’]?(?<decade>[2-9]0){decadeEnd}`, decade],
  [String.raw`{decadeOf}{gap}['’]?(?<decade>[2-9]0|${CENTURY}\d0)`, decade],
  [
    `{beforeYear}(?:{gap}|-|(?<=['’]))(?<year>${YEAR})${AFTER_YEAR}`,
    ({ year }) => [{ kind: 'year', year: Number(year), firm: true }],
  ],
  [`${BEFORE_YEAR}{year}${AFTER_YEAR}`, ({ year }) => [{ kind: 'year', year: Number(year), firm: false }]],
]

/** Of other centuries only behind a comma, or at an end and no time of a day: "3 May 1200 guests", "15 March 1400". */
const RARE_YEAR = String.raw`(?:1[0-4]|2[1-9])\d\d(?:(?<=,\s{0,2}\d{4})|(?<!1[0-4][0-5]\d)(?=\s*(?:[.,;:!?)]|$|AD{end})))`
const OF_YEAR = String.raw`(?:(?:,?{gap}(?:{?link}{gap})?|[-/,])(?<year>${YEAR}|${RARE_YEAR}|['’]\d\d){end})?`
const near = (words: string): string => `(?:(?<near>${words})(?:{gap}|(?<=['’])))?`
/** The 3rd, or the 3rd to 5th, before the month. */
const FIRST = `(?:(?<from>\\d{1,2}){mark}?(?:${BETWEEN}|{gap}(?<and>{and}){gap}))?`
const DAY_BEFORE = String.raw`(?:(?<![\d.:,/-])${FIRST}(?<day>\d{1,2}){mark}?(?:{gap}|[-/])?(?:{?link}{gap})?)?`
/** The same after the month. */
const LAST = String.raw`(?:${BETWEEN}(?<until>\d{1,2}){mark}?{noDay})?`
const DAY_AFTER = String.raw`(?:,?\s{0,2}(?<after>\d{1,2})(?:{?ordinal})?{noDay}${LAST})?`
/** An abbreviation may end in a full stop if a number follows. */
const MONTH = String.raw`(?<month>{?short}\.(?=\s{0,2}['’]?\d)|{months}|{?short})`
/** A day may directly follow the month. */
const NO_LETTER = String.raw`(?!\d{3}|(?!\d)[${SIGNS}])`

const yearIn = (written: string | undefined): number | null => {
  if (written === undefined) return null
  if (/^\d/.test(written)) return Number(written)
  const short = Number(written.slice(1))
  return short + (short < 70 ? 2000 : 1900)
}

const month: Form[1] = (groups, _, words) => {
  const { month: name = '', near: preposition, year, from, and, until } = groups
  const number = groups.day ?? groups.after
  const evident = preposition !== undefined || number !== undefined || year !== undefined
  const named = words.month(name)
  if (named === undefined || (!evident && words.doubtful(name))) return []
  if (number === undefined && year === undefined && words.isShort(name)) return []
  // A leap year has every day that any year has.
  const inMonth = (written: string | undefined) =>
    written !== undefined && dayFrom(2000, named, Number(written)) ? Number(written) : null
  const told = { kind: 'month', month: named, year: yearIn(year), firm: evident } as const
  const single = (day: number | null): DateMention => ({ ...told, day, lastDay: null })
  const [first, last] = until === undefined ? [inMonth(from), inMonth(number)] : [inMonth(number), inMonth(until)]
  if (first === null || last === null || first >= last) return [single(last ?? first)]
  // "3 and 5 May" are two days, "between 3 and 5 May" is a span.
  if (and !== undefined && !words.opens(preposition)) return [single(first), single(last)]
  return [{ ...told, day: first, lastDay: last }]
}

const season: Form[1] = ({ season: name, near: preposition, year }, _, words) => {
  const first = words.season(name)
  if (first === undefined) return []
  const firm = preposition !== undefined || year !== undefined
  if (!firm && words.doubtful(name)) return []
  return [{ kind: 'season', month: first, months: 3, day: null, year: yearIn(year), firm }]
}

const isDate = (written: string | undefined): boolean => Number(written) >= 1 && Number(written) <= 31
const ofMonth = (written: string | undefined): DateMention => ({ kind: 'date', date: Number(written) })

/** Named months, seasons and holidays, with day and year where given; then weekdays and days of an unnamed month. */
export const calendarForms: readonly Form[] = [
  [`${near('{?near}')}${DAY_BEFORE}${MONTH}${NO_LETTER}${DAY_AFTER}${OF_YEAR}`, month],
  [`${near('{?nearSeason}')}(?<season>{seasons}){end}${OF_YEAR}`, season],
  [
    `(?<feast>{feasts}){end}${OF_YEAR}`,
    ({ feast, year }, _, words) => {
      const found = words.feast(feast)
      return found ? [{ kind: 'season', ...found, months: 1, year: yearIn(year), firm: false }] : []
    },
  ],
  // Tuesday the 10th; from the 14th to the 17th. Whatever names its month is read before.
  [
    '(?:{?on}{gap})?(?<weekday>{anyWeekday}){numbered.behind}',
    ({ weekday: name, date }, _, words) => {
      const weekday = words.weekday(name)
      return weekday === undefined || !isDate(date) ? [] : [{ kind: 'date', date: Number(date), weekday }]
    },
  ],
  [
    '{numbered.both}',
    ({ date, last }) =>
      isDate(date) && isDate(last) && Number(date) < Number(last)
        ? [{ kind: 'range', first: ofMonth(date), last: ofMonth(last) }]
        : [],
  ],
  [
    '(?:(?<every>{?every}){gap})?(?:(?<on>{?on}){gap})?(?<weekday>{anyWeekday})(?!{gap}{?countedBy})',
    ({ every, on, weekday: name }, _, words) => {
      const weekday = words.weekday(name)
      if (weekday === undefined || every !== undefined) return []
      if (on === undefined && words.doubtfulWeekday(name)) return []
      return [{ kind: 'weekday', weekday, this: false, firm: on !== undefined || words.isWeekdayFirm }]
    },
  ],
  ['{onWeekend}', () => [{ kind: 'weekend' }]],
  ['{theDay}', ({ date, other }) => (isDate(date ?? other) ? [ofMonth(date ?? other)] : [])],
]
