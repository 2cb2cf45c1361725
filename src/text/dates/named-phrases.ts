import type { DateMention, Groups, Phrase } from './date-mention.js'
import { dayFrom } from './day.js'
import { anyOf, END, GAP, SIGNS, toBetween, whole } from './pattern.js'
import { entriesOf, type Vocabulary, type Words } from './vocabulary.js'

/** Of other centuries only behind a comma, or at an end and no time of a day: "3 May 1200 guests", "15 March 1400". */
const RARE_YEAR = String.raw`(?:1[0-4]|2[1-9])\d\d(?:(?<=,\s{0,2}\d{4})|(?<!1[0-4][0-5]\d)(?=\s*(?:[.,;:!?)]|$|AD(?!\p{L}))))`
const YEAR = String.raw`(?<year>(?:1[5-9]|20)\d\d|${RARE_YEAR}|['’]\d\d)${END}`
/** A day may directly follow the month. */
const NO_LETTER = `(?!\\d{3}|(?!\\d)[${SIGNS}])`
/** Text after a number that makes it a clock time or an amount, not a day of a month. */
const NO_DAY = String.raw`(?![${SIGNS}%]|[.:,]\d|\s?(?:[ap]\.?m|o.clock|h|uhr|hrs?|people|users|times|percent|euros?|dollars)${END})`
const ORDINAL = '(?:st|nd|rd|th|er|ste|de|e|[.ºª])?'

/** Named months, seasons and holidays, with day and year where given. */
export const namedPhrases = (v: Vocabulary, words: Words): readonly Phrase[] => {
  const year = `(?:(?:,?${GAP}${linked(v)}|[-/,])${YEAR})?`
  return [
    {
      pattern: whole(`(?:${near(v.near)})?${dayBefore(v)}${monthOf(v)}${NO_LETTER}${dayAfter(v)}${year}`),
      read: (groups) => monthIn(groups, words),
    },
    {
      pattern: whole(`(?:${near(v.nearSeason)})?(?<season>${anyOf(...v.seasons)})${END}${year}`),
      read: (groups) => seasonIn(groups, words),
    },
    {
      pattern: whole(`(?<feast>${anyOf(...v.feasts.map(([name]) => name))})${END}${year}`),
      read: ({ feast = '', year: written }) => {
        const found = words.feast(feast)
        return found ? [{ kind: 'season', ...found, months: 1, year: yearIn(written), firm: false }] : []
      },
    },
  ]
}

const linked = (v: Vocabulary): string => (v.link === undefined ? '' : `(?:${anyOf(v.link)}${GAP})?`)
const near = (prepositions: string | undefined): string =>
  `(?<near>${anyOf(prepositions)})(?:${GAP}(?:the${GAP})?|(?<=['’]))`

/** The 3rd, or the 3rd to 5th, before the month. */
const dayBefore = (v: Vocabulary): string => {
  const first = `(?:(?<from>\\d{1,2})${ORDINAL}(?:${toBetween(v.to)}|${GAP}(?<and>${anyOf(v.and)})${GAP}))?`
  return String.raw`(?:(?<![\d.:,/-])${first}(?<day>\d{1,2})${ORDINAL}(?:${GAP}|[-/])?${linked(v)})?`
}

/** The same after the month. */
const dayAfter = (v: Vocabulary): string => {
  const last = `(?:${toBetween(v.to)}(?<until>\\d{1,2})${ORDINAL}${NO_DAY})?`
  return String.raw`(?:,?\s{0,2}(?<after>\d{1,2})(?:st|nd|rd|th)?${NO_DAY}${last})?`
}

/** An abbreviation may end in a full stop if a number follows. */
const monthOf = (v: Vocabulary): string => {
  const short = anyOf(...entriesOf(v.short ?? '').filter((word) => word !== ''))
  return String.raw`(?<month>${short}\.(?=\s{0,2}['’]?\d)|${anyOf(...entriesOf(v.months))}|${short})`
}

const yearIn = (written: string | undefined): number | null => {
  if (written === undefined) return null
  if (/^\d/.test(written)) return Number(written)
  const short = Number(written.slice(1))
  return short + (short < 70 ? 2000 : 1900)
}

const monthIn = (groups: Groups, words: Words): readonly DateMention[] => {
  const { month: name = '', near: preposition, year, from, and, until } = groups
  const number = groups.day ?? groups.after
  const evident = preposition !== undefined || number !== undefined || year !== undefined
  const month = words.month(name)
  if (month === undefined || (!evident && words.doubtful(name))) return []
  if (number === undefined && year === undefined && words.short(name)) return []
  // A leap year has every day that any year has.
  const inMonth = (written: string | undefined) =>
    written !== undefined && dayFrom(2000, month, Number(written)) ? Number(written) : null
  const told = { kind: 'month', month, year: yearIn(year), firm: evident } as const
  const single = (day: number | null): DateMention => ({ ...told, day, lastDay: null })
  const [first, last] = until === undefined ? [inMonth(from), inMonth(number)] : [inMonth(number), inMonth(until)]
  if (first === null || last === null || first >= last) return [single(last ?? first)]
  // "3 and 5 May" are two days, "between 3 and 5 May" is a span.
  if (and !== undefined && !words.opens(preposition ?? '')) return [single(first), single(last)]
  return [{ ...told, day: first, lastDay: last }]
}

const seasonIn = ({ season = '', near: preposition, year }: Groups, words: Words): readonly DateMention[] => {
  const month = words.season(season)
  if (month === undefined) return []
  if (preposition === undefined && year === undefined && words.doubtful(season)) return []
  const firm = preposition !== undefined || year !== undefined
  return [{ kind: 'season', month, months: 3, day: null, year: yearIn(year), firm }]
}
