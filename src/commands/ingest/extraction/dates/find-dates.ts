import { en, type ParsedResult, type ParsingResult } from 'chrono-node'
import { type Day, dayFrom, monthSpan, type Span, yearSpan } from '../../../../indexing/dates/day.js'
import type { DateMention } from '../fact.js'
import { BARE_RANGES, RANGES, type Range } from './calendar-ranges.js'

const LIMIT = 8
/** Longer lines are read in stretches of this length: the day parser is slow on long text. */
const STRETCH = 600
/** At most this much of a text is searched for dates. */
const READ = 100_000
const TIME_WORD =
  /\b(?:yesterday|today|tonight|tomorrow|morning|afternoon|evening|night|ago|back|last|next|this|past|coming|in \w+ (?:days?|weeks?|weekends?|months?|years?)|(?:mon|tues?|wednes|thurs?|fri|satur|sun)day|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|fall|winter|1[5-9]\d\d|20\d\d|\d{4}s|\d{1,2}[./-]\d{1,2}[./-]\d{2,4})\b/i
/** Readings that are more often something else: a clock time, "the sun", "may", "march", "24/7", a version number. */
const DOUBTFUL =
  /^(?:\(?(?:mon|tue|wed|thu|fri|sat|sun)\)?|may|march|now|second|\d{1,2}[/.-]\d{1,2}|\d+[.:]\d+[.:]\d|\d{1,3}|may \d{3,}|march(?: \d+)?)$/

type Found = { readonly at: number; readonly mention: DateMention }

/** The parser works in the zone of this process; noon there keeps clear of clock changes, and only its calendar day is read. */
const noonOf = (day: Day): Date => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date, 12)
}

const spanOf = (result: ParsingResult | ParsedResult['start']): Span | undefined => {
  const start = 'start' in result ? result.start : result
  const [year, month, date] = [start.get('year') ?? 0, start.get('month') ?? 1, start.get('day') ?? 1]
  if (start.isCertain('day') || start.isCertain('weekday')) {
    const day = dayFrom(year, month, date)
    return day === undefined ? undefined : { from: day, to: day }
  }
  if (start.isCertain('month')) return monthSpan(year, month)
  return start.isCertain('year') && year >= 1000 && year <= 9999 ? yearSpan(year) : undefined
}

const daysIn = (text: string, today: Day): readonly Found[] =>
  en.GB.parse(text, noonOf(today)).flatMap(({ index, text: written, start, end }) => {
    const from = spanOf(start)
    const to = end ? spanOf(end) : from
    if (!from || !to || DOUBTFUL.test(written) || to.to < from.from) return []
    return [{ at: index, mention: { text: written, from: from.from, to: to.to } }]
  })

const take = (text: string, ranges: readonly Range[], today: Day) => {
  const found: Found[] = []
  let rest = text
  for (const { pattern, read } of ranges)
    rest = rest.replace(pattern, (...args) => {
      const match: readonly string[] = args.filter((part) => typeof part === 'string')
      const [written = ''] = match
      const at: number = args.find((part) => typeof part === 'number') ?? 0
      const span = read(match, today)
      if (!span) return written
      found.push({ at, mention: { text: written, ...span } })
      return '\u0001'.repeat(written.length)
    })
  return { found, rest }
}

const blank = (text: string, found: readonly Found[]): string =>
  found.reduce((rest, { at, mention }) => {
    const { length } = mention.text
    return rest.slice(0, at) + '\u0001'.repeat(length) + rest.slice(at + length)
  }, text)

const datesIn = (text: string, today: Day): readonly DateMention[] => {
  const near = take(text, RANGES, today)
  const days = daysIn(near.rest, today)
  const bare = take(blank(near.rest, days), BARE_RANGES, today)
  return [...near.found, ...days, ...bare.found].sort((a, b) => a.at - b.at).map(({ mention }) => mention)
}

const stretches = (text: string): readonly string[] =>
  text
    .slice(0, READ)
    .split('\n')
    .flatMap((line) => (line.length <= STRETCH ? [line] : (line.match(/.{1,600}(?:\s|$)|.{1,600}/gsu) ?? [])))

/**
 * Date expressions in a text, relative ones resolved against `today`, in the order of the text, at most 8.
 * An expression means whole days, weeks (Monday to Sunday), weekends, months, seasons or years. English.
 */
export const findDates = (text: string, today: Day): readonly DateMention[] => {
  const found: DateMention[] = []
  for (const stretch of stretches(text)) {
    if (TIME_WORD.test(stretch)) found.push(...datesIn(stretch, today))
    if (found.length >= LIMIT) break
  }
  return found.slice(0, LIMIT)
}
