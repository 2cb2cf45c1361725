import type { z } from 'zod'
import type { unspacedDates } from '../date-words.js'
import { away, awayBetween, type DateMention, type Phrase } from './date-mention.js'
import { addDays, type Counted, weekdayOf } from './day.js'
import { foldedInPlace } from './vocabulary.js'

type Unspaced = z.infer<typeof unspacedDates>

/** Where a list has a sign, from 0 on; -1 where it does not. */
const placeIn = (list: string, sign: string | undefined): number =>
  sign === undefined ? -1 : list.split(' ').findIndex((signs) => signs.includes(sign))

/** A number in digits or numerals; 0 for another word, such as "several". */
const numberIn = (numerals: string, written = ''): number =>
  /^\d/.test(written)
    ? Number(written)
    : [...written]
        .map((sign) => placeIn(numerals, sign) + 1)
        .reduce((sum, value) => (value === 10 ? Math.max(1, sum) * value : sum + value), 0)

const calendar = ({ numerals }: Unspaced): Phrase['read'] => {
  return ({ year, month: written, day }): readonly DateMention[] => {
    const [month, date] = [numberIn(numerals, written), numberIn(numerals, day)]
    if (month < 1 || month > 12) return []
    return [
      {
        kind: 'month',
        month,
        day: date >= 1 && date <= 31 ? date : null,
        lastDay: null,
        year: year === undefined ? null : Number(year),
        firm: true,
      },
    ]
  }
}

/** "3日前", "두 달 전"; several are 2 to 5. */
const ago = ({ numerals }: Unspaced): Phrase['read'] => {
  return ({ count, day, week, month }, today) => {
    const number = numberIn(numerals, count)
    const [low, high] = number > 0 ? [number, number] : [2, 5]
    const unit = day !== undefined ? 'day' : week !== undefined ? 'week' : month !== undefined ? 'month' : 'year'
    return awayBetween(unit, [-low, -high], today)
  }
}

const stepped = ({ weekdays }: Unspaced, what: Counted, steps: number): Phrase['read'] => {
  return ({ weekday }, today) =>
    weekday === undefined
      ? away(what, steps, today)
      : [{ kind: 'day', day: weekdayOf(placeIn(weekdays, weekday), steps, today) }]
}

const inSeason = (month: number, months: number, year: string | undefined): readonly DateMention[] => [
  { kind: 'season', month, months, day: null, year: year === undefined ? null : Number(year), firm: false },
]

/** The forms of one language, by their kinds. */
const formsOf = (v: Unspaced): readonly (readonly (readonly [source: string, read: Phrase['read']])[])[] => [
  [[v.calendar, calendar(v)]],
  [[v.ago, ago(v)]],
  v.steps.map(([words, what, steps]) => [
    what === 'week' ? `(?:${words})(?:${v.inWeek})?` : words,
    stepped(v, what, steps),
  ]),
  v.weekday === undefined
    ? []
    : [
        [
          v.weekday,
          ({ weekday }) => [{ kind: 'weekday', weekday: placeIn(v.weekdays, weekday), this: false, firm: true }],
        ],
      ],
  v.days.map(([words, days]) => [words, (_, today) => [{ kind: 'day', day: addDays(today, days) }]]),
  [[v.season, ({ season, year }) => inSeason(3 + 3 * placeIn(v.seasons, season), 3, year)]],
  [[v.year, ({ year }) => [{ kind: 'year', year: Number(year), firm: true }]]],
  v.feasts.map(([words, month]) => [words, () => inSeason(month, 1, undefined)]),
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
