import { ar, fi, id, type ParsedResult, sv, vi } from 'chrono-node'
import { type DateMention, READ as DONE } from '../../../indexing/dates/date-mention.js'
import { type Day, dayFrom, weekSpan } from '../../../indexing/dates/day.js'

type Parsing = { readonly told: readonly DateMention[]; readonly rest: string }

const PARSERS = { ar: ar.casual, fi: fi.casual, id: id.casual, sv: sv.casual, vi: vi.casual }
type Parsed = keyof typeof PARSERS

/** The parser is slow on long text; a question is short. */
const READ = 300

export const isParsed = (language: string): language is Parsed => Object.hasOwn(PARSERS, language)

/** Noon keeps clear of clock changes: the parser works in the zone of this process, and only calendar days are read. */
const noonOf = (day: Day): Date => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date, 12)
}

/**
 * Dates in languages without a vocabulary in src/indexing/dates, read by chrono-node. In place of the vocabularies it
 * fails 335 of the 682 phrases that the tests expect, among them 141 of 322 in English and 39 of 75 in German.
 */
export const readParsed = (text: string, language: Parsed, today: Day): Parsing => {
  const start = text.slice(0, READ)
  const told: DateMention[] = []
  let rest = text
  for (const result of PARSERS[language].parse(start, noonOf(today)).toReversed()) {
    const found = meantBy(result, today)
    if (found.length === 0) continue
    told.unshift(...found)
    rest = rest.slice(0, result.index) + DONE.repeat(result.text.length) + rest.slice(result.index + result.text.length)
  }
  return { told, rest }
}

const meantBy = (result: ParsedResult, today: Day): readonly DateMention[] => {
  const { start } = result
  const [year, month, date] = [start.get('year') ?? 0, start.get('month') ?? 1, start.get('day') ?? 1]
  // Numbers alone are read elsewhere, clock times and short words not at all.
  if (!/\p{L}{3}/u.test(result.text) || start.isCertain('hour')) return []
  if (start.isCertain('month')) return named(result, { year, month, date }, today)
  const day = dayFrom(year, month, date)
  if (start.isCertain('weekday')) return day === undefined ? [] : [{ kind: 'day', day }]
  return start.isCertain('year') && year >= 1900 && year <= 2099 ? [{ kind: 'year', year, firm: true }] : []
}

const named = (
  result: ParsedResult,
  { year, month, date }: { readonly year: number; readonly month: number; readonly date: number },
  today: Day,
): readonly DateMention[] => {
  const { start } = result
  const day = dayFrom(year, month, date)
  // The parser gives a week as the day that lies as many weeks away.
  const weeks = start.isCertain('day') && !start.isCertain('weekday') && result.tags().has('result/relativeDate')
  if (weeks && day !== undefined && day !== today) return [{ kind: 'span', ...weekSpan(day), around: 1 }]
  const known = start.isCertain('year') ? year : null
  return [{ kind: 'month', month, day: start.isCertain('day') ? date : null, lastDay: null, year: known, firm: true }]
}
