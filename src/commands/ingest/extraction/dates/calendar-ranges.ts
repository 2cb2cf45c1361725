import { addDays, type Day, monthOf, monthSpan, type Span, weekendSpan, weekSpan, yearOf, yearSpan } from './day.js'

export type Range = {
  readonly pattern: RegExp
  readonly read: (match: readonly string[], today: Day) => Span | undefined
}

/** First month of each season, as the northern half of the world counts them. */
const SEASONS: Readonly<Record<string, number>> = { spring: 3, summer: 6, autumn: 9, fall: 9, winter: 12 }
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

/** The unit that lies `steps` away, as a whole: the week two weeks ago is Monday to Sunday. */
const unitAway = (unit: string, steps: number, today: Day): Span => {
  if (unit === 'day') return { from: addDays(today, steps), to: addDays(today, steps) }
  if (unit === 'week') return weekSpan(addDays(today, steps * 7))
  if (unit === 'weekend') return weekendSpan(addDays(today, steps * 7))
  return unit === 'month' ? monthSpan(yearOf(today), monthOf(today) + steps) : yearSpan(yearOf(today) + steps)
}

const counted = (
  written: string,
  unit: string,
  { sign, today }: { readonly sign: number; readonly today: Day },
): Span => {
  const [low, high] = countOf(written)
  const near = unitAway(unit, sign * low, today)
  const far = unitAway(unit, sign * high, today)
  return sign < 0 ? { from: far.from, to: near.to } : { from: near.from, to: far.to }
}

/** The season of this year; last is the one before the present or coming one, next the one after. */
const seasonAway = (season: string, steps: number, today: Day): Span => {
  const span = (year: number) => monthSpan(year, SEASONS[season] ?? 1, 3)
  const year = yearOf(today)
  if (steps < 0) return span(year).to < today ? span(year) : span(year - 1)
  return steps === 0 || span(year).from > today ? span(year) : span(year + 1)
}

/** What a day parser does not know: whole weeks, weekends, months, years and seasons, near or counted (English). */
export const RANGES: readonly Range[] = [
  {
    pattern: new RegExp(String.raw`(?<![\w])${COUNT} ${UNIT} (?:ago|back)\b`, 'gi'),
    read: ([, count = '', unit = ''], today) => counted(count, unit.toLowerCase(), { sign: -1, today }),
  },
  {
    pattern: new RegExp(String.raw`\bin ${COUNT} ${UNIT}(?: time)?\b(?! of\b)`, 'gi'),
    read: ([, count = '', unit = ''], today) => counted(count, unit.toLowerCase(), { sign: 1, today }),
  },
  {
    pattern: /\b(last|previous|this|this past|next|coming) (week|weekend|month|year)(?!\w)/gi,
    read: ([, which = '', unit = ''], today) => unitAway(unit.toLowerCase(), STEPS[which.toLowerCase()] ?? 0, today),
  },
  {
    pattern: /\b(last|this|next) (spring|summer|autumn|fall|winter)(?!\w)/gi,
    read: ([, which = '', season = ''], today) =>
      seasonAway(season.toLowerCase(), STEPS[which.toLowerCase()] ?? 0, today),
  },
  {
    pattern: /\b(spring|summer|autumn|fall|winter)(?: of| in)? ((?:19|20)\d\d)\b/gi,
    read: ([, season = '', year]) => monthSpan(Number(year), SEASONS[season.toLowerCase()] ?? 1, 3),
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
