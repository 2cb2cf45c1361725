import { monthsAway, SEASONS, type Unit, unitAway, unitsAway } from '../../../../indexing/dates/away.js'
import { type Day, monthSpan, type Span, yearSpan } from '../../../../indexing/dates/day.js'

export type Range = {
  readonly pattern: RegExp
  readonly read: (match: readonly string[], today: Day) => Span | undefined
}

const UNITS: Readonly<Record<string, Unit>> = {
  day: 'day',
  week: 'week',
  weekend: 'weekend',
  month: 'month',
  year: 'year',
}
const SEASON_MONTHS: Readonly<Record<string, number>> = { ...SEASONS, fall: SEASONS.autumn }
const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')
const COUNT = String.raw`(\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:a )?couple(?: of)?|(?:a )?few|several)`
const UNIT = '(day|week|weekend|month|year)s?'
const STEPS: Readonly<Record<string, number>> = { last: -1, previous: -1, past: -1, this: 0, next: 1, coming: 1 }

/** Lowest and highest number meant: a few is 2 to 5. */
const countOf = (written: string): readonly [number, number] => {
  const word = written.toLowerCase()
  if (/few|several/.test(word)) return [2, 5]
  if (/couple/.test(word)) return [2, 2]
  const number = /^an?$/.test(word) ? 1 : /^\d/.test(word) ? Number(word) : NUMBERS.indexOf(word)
  return [number, number]
}

const unitOf = (written: string): Unit => UNITS[written.toLowerCase()] ?? 'year'
const stepOf = (written: string): number => STEPS[written.toLowerCase()] ?? 0
const seasonOf = (written: string): number => SEASON_MONTHS[written.toLowerCase()] ?? 1

const counted = (
  written: string,
  unit: string,
  { sign, today }: { readonly sign: number; readonly today: Day },
): Span => {
  const [low, high] = countOf(written)
  return unitsAway(unitOf(unit), [sign * low, sign * high], today)
}

/** What a day parser does not know: whole weeks, weekends, months, years and seasons, near or counted (English). */
export const RANGES: readonly Range[] = [
  {
    pattern: new RegExp(String.raw`(?<![\w])${COUNT} ${UNIT} (?:ago|back)\b`, 'gi'),
    read: ([, count = '', unit = ''], today) => counted(count, unit, { sign: -1, today }),
  },
  {
    pattern: new RegExp(String.raw`\bin ${COUNT} ${UNIT}(?: time)?\b(?! of\b)`, 'gi'),
    read: ([, count = '', unit = ''], today) => counted(count, unit, { sign: 1, today }),
  },
  {
    pattern: /\b(last|previous|this|this past|next|coming) (week|weekend|month|year)(?!\w)/gi,
    read: ([, which = '', unit = ''], today) => unitAway(unitOf(unit), stepOf(which), today),
  },
  {
    pattern: /\b(last|this|next) (spring|summer|autumn|fall|winter)(?!\w)/gi,
    read: ([, which = '', season = ''], today) =>
      monthsAway({ month: seasonOf(season), months: 3 }, stepOf(which), today),
  },
  {
    pattern: /\b(spring|summer|autumn|fall|winter)(?: of| in)? ((?:19|20)\d\d)\b/gi,
    read: ([, season = '', year]) => monthSpan(Number(year), seasonOf(season), 3),
  },
]

/** Read after everything else, so that the year of a full date is not taken out of it. */
export const BARE_RANGES: readonly Range[] = [
  {
    pattern: /(?<!\d)((?:1[5-9]|20)\d)0s\b/g,
    read: ([, decade]) => ({ from: yearSpan(Number(`${decade}0`)).from, to: yearSpan(Number(`${decade}9`)).to }),
  },
  {
    pattern:
      /\b(?:in|since|by|of|from|until|during|before|after|year|around) ((?:1[5-9]|20)\d\d)\b(?![-/.]\d| (?:people|euros?|dollars|times|users|items))/gi,
    read: ([, year]) => yearSpan(Number(year)),
  },
]
