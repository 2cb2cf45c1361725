import { z } from 'zod'

/** Each made once: zod takes its time to make one. */
const text = z.string()
const optional = text.optional()

/** Alternatives of a pattern, on one line or several. */
export const alternatives = z.union([text, z.array(text)]).transform((lines) => [lines].flat().join('|'))

const steps = z.array(z.tuple([text, z.number()]))

/** Words for parts of a month or a year. */
const parts = z.strictObject({
  start: text,
  middle: text,
  end: text,
  /** The word between part and whole; optional in languages that omit it. */
  of: text,
  /** First and second, separated by commas. */
  halves: text,
  /** First to fourth, and last, separated by commas. */
  weeks: text,
  /** "Two days before yesterday", and after. */
  before: text,
  after: text,
})

/** Signs of tense, to choose last or next. Approximate. Future is tested first: it often contains a participle. */
export const tenseSigns = z.strictObject({
  future: alternatives,
  past: alternatives,
  /** The date behind `to` lies ahead after one of these verbs in any tense: something was put off to it or arranged. */
  ahead: z.array(z.strictObject({ verb: text, to: text })),
  /** A present tense counts as future where no past form occurs. */
  present: text,
})

/** Words for dates in one language. Entries are patterns: alternatives joined by `|`, in lower case, with accents. */
export const dateWords = z.strictObject({
  /** Names of the era before year 1, next to a year: such a date is none. */
  era: text.optional(),
  /** January first, separated by commas. */
  months: text,
  /** Months that have another meaning, as "Mars" has in French: read only next to a number or after one of `near`. */
  doubtful: optional,
  near: optional,
  /** The same for a season with another meaning. */
  nearSeason: optional,
  /** Abbreviated months in order, separated by commas: read only next to a day or a year. */
  short: optional,
  /** Words between a preposition and a day. */
  articles: optional,
  /** What stands behind the number of a day. */
  ordinal: optional,
  /** Behind the hour of a day, and nouns that are counted: the number before one is no day and no year. */
  clock: optional,
  amounts: optional,
  /** Words allowed between day and month, or month and year. */
  link: optional,
  /** Monday first, separated by commas. */
  weekdays: text,
  /** Their abbreviations, in the same order. */
  shortWeekdays: optional,
  /** Weekdays that have another meaning: read only after one of `on`. */
  doubtfulWeekdays: optional,
  /** Spring, summer, autumn, winter. */
  seasons: z.tuple([text, text, text, text]),
  /** Month, and day where the holiday has a fixed one. */
  feasts: z.array(z.tuple([text, z.number(), z.number().nullable()])),
  /** Single days by their distance from today; not where "morgen" and "mañana" are the morning. */
  days: steps,
  units: z.record(z.enum(['day', 'week', 'weekend', 'month', 'year']), text),
  /** Words for last, this and next, before and after the unit. */
  before: steps,
  after: steps,
  /** "The last" before or after a number of units: up to today. */
  lately: text,
  /** The same without a number. */
  rolling: optional,
  /** Words before a weekday that make it a particular one; omitted in languages that need none. */
  on: optional,
  /** Words before which "next" means the day in the next week, not the nearest one. */
  ofNextWeek: optional,
  /** One to twelve, separated by commas. */
  numbers: text,
  few: text,
  /** Words around a number of units in the past. */
  ago: z.strictObject({ before: optional, after: optional }),
  /** The range meant where no number is written ("weeks ago"); default: a few. */
  unnumbered: z.tuple([z.number(), z.number()]).optional(),
  /** Words before a number of units in the future. */
  ahead: text,
  /** A word that makes a weekday recurring. */
  every: optional,
  /** One that makes any date recurring. */
  recurring: optional,
  /** Nouns before which a weekday is an ordinal: "segunda vez". */
  countedBy: optional,
  /** Behind "next week" and the like these tell of another: "the last week of June". */
  ofWhole: optional,
  /** With these before it "in two weeks" is how often, not when. */
  notAhead: optional,
  /** "At the weekend", as a whole pattern. */
  onWeekend: optional,
  /** Words between the two ends of a span, and between the ends of one opened by "between". */
  to: text,
  between: text,
  and: text,
  /** First to fourth, separated by commas, and the units they count. */
  ordinals: text,
  quarter: text,
  /** The 15th, as a whole pattern with the group `date`. */
  theDay: optional,
  /** Words before a year that make it a date. */
  beforeYear: text,
  /** Words before a two-digit decade, and what ends any: the 90s. */
  beforeDecade: optional,
  decadeEnd: optional,
  /** Words that make the following round number a decade: años 90. */
  decadeOf: optional,
  /** Words after a number of units in the future. */
  fromNow: optional,
  /** Words between a number of weeks and the day from which they count. */
  from: optional,
  parts: parts.optional(),
  /** How weekdays of a month are counted: first to fourth and last, separated by commas, and the word before the month. */
  nth: z.strictObject({ names: text, of: text }).optional(),
  /** The number of a day behind a weekday, and two of one month; patterns with the groups `date` and `last`; `ends` stand behind a number without a mark of order. */
  numbered: z.strictObject({ behind: text, both: optional, ends: optional }).optional(),
  /** Words before a day and a month in digits. */
  beforeNumbers: optional,
  /** Behind such numbers: they are no date. */
  notOrdered: optional,
  /** Before numbers with two full stops, which are a date in this language: "Kapitel 3.4." is none. */
  notNumbered: optional,
})

/** Dates in languages that write no spaces between words and particles; `steps` are units by their distance from today. */
export const unspacedDates = z.strictObject({
  /** Names of the era before year 1, before a year. */
  era: text.optional(),
  /** One, two and so on; Monday first; spring first. Signs that mean the same stand together. */
  numerals: text,
  weekdays: text,
  seasons: text,
  /** Patterns, with groups: `year`, `month`, `day`; `count`, and `day`, `week` or `month` if it is one, a year otherwise. */
  calendar: text,
  ago: text,
  /** With the group `weekday`: behind "last week", and by itself. */
  inWeek: text,
  weekday: optional,
  /** With the groups `season` and `year`. */
  season: text,
  year: text,
  /** Holidays by their months. */
  feasts: z.array(z.tuple([text, z.number()])).default([]),
  steps: z.array(z.tuple([text, z.enum(['day', 'week', 'weekend', 'month', 'year']), z.number()])),
})
