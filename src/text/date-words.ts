import { z } from 'zod'

/** Alternatives of a pattern, on one line or several. */
export const alternatives = z.union([z.string(), z.array(z.string())]).transform((lines) => [lines].flat().join('|'))

const steps = z.array(z.tuple([z.string(), z.number()]))

/** Words for parts of a month or a year. */
const parts = z.strictObject({
  start: z.string(),
  middle: z.string(),
  end: z.string(),
  /** The word between part and whole; optional in languages that omit it. */
  of: z.string(),
  /** First and second, separated by commas. */
  halves: z.string(),
  /** First to fourth, and last, separated by commas. */
  weeks: z.string(),
  /** "Two days before yesterday", and after. */
  before: z.string(),
  after: z.string(),
})

/**
 * Words and endings that show the tense of a clause. Approximate: they only choose between the last and the next
 * weekday or day of the year. Future is tested first, because it often contains a participle.
 */
export const tenseSigns = z.strictObject({
  future: alternatives,
  past: alternatives,
  /** Something was put off or brought forward, to the date behind one of these words: it lies ahead, whatever the tense. */
  moved: z.strictObject({ verb: z.string(), to: z.string() }),
  /** A present tense counts as future where no past form occurs. */
  present: z.string(),
})

/**
 * The words for dates in one language. Each entry is part of a pattern: alternatives joined by `|`, in lower case, with
 * accents.
 */
export const dateWords = z.strictObject({
  /** January first, separated by commas. */
  months: z.string(),
  /** Months that have another meaning, as "Mars" has in French: read only next to a number or after one of `near`. */
  doubtful: z.string().optional(),
  near: z.string().optional(),
  /** The same for a season with another meaning. */
  nearSeason: z.string().optional(),
  /** Abbreviated months in order, separated by commas: read only next to a day or a year. */
  short: z.string().optional(),
  /** Words allowed between day and month, or month and year. */
  link: z.string().optional(),
  /** Monday first, separated by commas. */
  weekdays: z.string(),
  /** Their abbreviations, in the same order. */
  shortWeekdays: z.string().optional(),
  /** Weekdays that have another meaning: read only after one of `on`. */
  doubtfulWeekdays: z.string().optional(),
  /** Spring, summer, autumn, winter. */
  seasons: z.tuple([z.string(), z.string(), z.string(), z.string()]),
  /** Month, and day where the holiday has a fixed one. */
  feasts: z.array(z.tuple([z.string(), z.number(), z.number().nullable()])),
  /** Single days by their distance from today; not where "morgen" and "mañana" are the morning. */
  days: steps,
  units: z.strictObject({
    day: z.string(),
    week: z.string(),
    weekend: z.string(),
    month: z.string(),
    year: z.string(),
  }),
  /** Words for last, this and next, before and after the unit. */
  before: steps,
  after: steps,
  /** "The last" before or after a number of units: up to today. */
  lately: z.string(),
  /** The same without a number. */
  rolling: z.string().optional(),
  /** Words before a weekday that make it a particular one; omitted in languages that need none. */
  on: z.string().optional(),
  /** Words before which "next" means the day in the next week, not the nearest one. */
  ofNextWeek: z.string().optional(),
  /** One to twelve, separated by commas. */
  numbers: z.string(),
  few: z.string(),
  /** Words around a number of units in the past. */
  ago: z.strictObject({ before: z.string().optional(), after: z.string().optional() }),
  /** The range meant where no number is written ("weeks ago"); default: a few. */
  unnumbered: z.tuple([z.number(), z.number()]).optional(),
  /** Words before a number of units in the future. */
  ahead: z.string(),
  /** A word that makes a weekday recurring. */
  every: z.string().optional(),
  /** "At the weekend", as a whole pattern. */
  onWeekend: z.string().optional(),
  /** Words between the two ends of a span, and between the ends of one opened by "between". */
  to: z.string(),
  between: z.string(),
  and: z.string(),
  /** First to fourth, separated by commas, and the units they count. */
  ordinals: z.string(),
  quarter: z.string(),
  /** The 15th, as a whole pattern with the group `date`. */
  theDay: z.string().optional(),
  /** Words before a year that make it a date. */
  beforeYear: z.string(),
  /** Words before a two-digit decade: the 90s. */
  beforeDecade: z.string().optional(),
  /** Words that make the following round number a decade: años 90. */
  decadeOf: z.string().optional(),
  /** Words after a number of units in the future. */
  fromNow: z.string().optional(),
  /** Words between a number of weeks and the day from which they count. */
  from: z.string().optional(),
  parts: parts.optional(),
  /** How weekdays of a month are counted: first to fourth and last, separated by commas, and the word before the month. */
  nth: z.strictObject({ names: z.string(), of: z.string() }).optional(),
  /** The number of a day behind a weekday, and two of one month; patterns with the groups `date` and `last`. */
  numbered: z.strictObject({ behind: z.string(), both: z.string().optional() }).optional(),
  /** Words before a day and a month in digits. */
  beforeNumbers: z.string().optional(),
})

/** Single days, and units by their distance from today, in languages that write no spaces between words and particles. */
export const unspacedDates = z.strictObject({
  days: steps,
  steps: z.array(z.tuple([z.string(), z.enum(['week', 'weekend', 'month', 'year']), z.number()])),
})
