import type { z } from 'zod'
import type { unspacedDates } from '../date-words.js'
import { away, awayBetween, type DateMention, type Groups, type Phrase } from './date-mention.js'
import { type Day, weekdayOf } from './day.js'
import { FEW, foldedInPlace } from './vocabulary.js'

type Unspaced = z.infer<typeof unspacedDates>

/** Where a list has a sign, from 0 on; -1 where it does not. */
const placeIn = (list: string, sign: string): number => list.split(' ').findIndex((signs) => signs.includes(sign))

/** A number in digits or numerals; 0 for another word, such as "several". */
const numberIn = (numerals: string, written = ''): number =>
  /^\d/.test(written)
    ? Number(written)
    : [...written]
        .map((sign) => placeIn(numerals, sign) + 1)
        .reduce((sum, value) => (value === 10 ? Math.max(1, sum) * value : sum + value), 0)

const inSeason = (month: number, months: number, year: string | undefined): readonly DateMention[] => [
  { kind: 'season', month, months, day: null, year: year === undefined ? null : Number(year), firm: false },
]

/** What a pattern means, by its groups: "3日前", a weekday, a season, a year, or a day of a month. */
const reading =
  ({ numerals, weekdays, seasons }: Unspaced): Phrase['read'] =>
  (groups, today) => {
    const { count, day, month, weekday, season, year } = groups
    if (count !== undefined) return ago(numberIn(numerals, count), groups, today)
    if (weekday !== undefined)
      return [{ kind: 'weekday', weekday: placeIn(weekdays, weekday), this: false, firm: true }]
    if (season !== undefined) return inSeason(3 + 3 * placeIn(seasons, season), 3, year)
    if (month === undefined) return [{ kind: 'year', year: Number(year), firm: true }]
    return inMonth(numberIn(numerals, month), numberIn(numerals, day), year)
  }

/** So many of the unit that is among the groups ago; of no number, a few. */
const ago = (number: number, groups: Groups, today: Day): readonly DateMention[] => {
  const [low, high] = number > 0 ? [number, number] : FEW
  const unit = (['day', 'week', 'month'] as const).find((name) => groups[name] !== undefined) ?? 'year'
  return awayBetween(unit, [-low, -high], today)
}

/** A day, week, month or year by how far away it is; a weekday in a week so far away. */
const readingStep =
  ({ weekdays }: Unspaced, [, what, steps]: Unspaced['steps'][number]): Phrase['read'] =>
  ({ weekday }, today) =>
    weekday === undefined
      ? away(what, steps, today)
      : [{ kind: 'day', day: weekdayOf(placeIn(weekdays, weekday), steps, today) }]

const inMonth = (month: number, day: number, year: string | undefined): readonly DateMention[] =>
  month < 1 || month > 12
    ? []
    : [
        {
          kind: 'month',
          month,
          day: day >= 1 && day <= 31 ? day : null,
          lastDay: null,
          year: year === undefined ? null : Number(year),
          firm: true,
        },
      ]

type Source = readonly [source: string, read: Phrase['read']]

/** The forms of one language, by their kinds. */
const formsOf = (v: Unspaced): readonly (readonly Source[])[] => [
  ...[v.calendar, v.ago].map((source): Source[] => [[source, reading(v)]]),
  v.steps.map((step): Source => {
    const [words, what] = step
    return [what === 'week' ? `(?:${words})(?:${v.inWeek})?` : words, readingStep(v, step)]
  }),
  v.weekday === undefined ? [] : [[v.weekday, reading(v)]],
  ...[v.season, v.year].map((source): Source[] => [[source, reading(v)]]),
  v.feasts.map(([source, month]): Source => [source, () => inSeason(month, 1, undefined)]),
]

/** Dates in languages of one script without spaces between words and particles. They are read together, kind by kind. */
export const unspacedPhrases = (languages: readonly Unspaced[]): readonly Phrase[] => {
  const forms = languages.map(formsOf)
  return (forms[0] ?? []).flatMap((_, kind) =>
    forms.flatMap((own) =>
      (own[kind] ?? []).map(([source, read]) => ({ pattern: new RegExp(foldedInPlace(source), 'gu'), read })),
    ),
  )
}
