import { addDays, type Day } from '../../../indexing/dates/day.js'
import { askedDay } from './asked-date.js'
import { away, awayBetween, lastWeekday, upToToday, weekdayAway } from './counted.js'
import type { Groups, Mention, Phrase } from './mention.js'
import { anyOf, END, GAP, whole } from './pattern.js'
import { entriesOf, FEW, type Vocabulary } from './vocabulary.js'
import type { Words } from './words-of.js'

/** Days, weeks, months and the like that are told by their distance from today. */
export const relativePhrases = (v: Vocabulary, words: Words): readonly Phrase[] => [
  singleDays(v, words),
  ...countedPhrases(v, words),
  ...steppedPhrases(v, words),
  {
    pattern: whole(`${anyOf(v.on)}${GAP}(?<weekday>${anyOf(...entriesOf(v.weekdays))})`),
    read: ({ weekday = '' }, today) => lastWeekday(words.weekday(weekday) ?? 0, today),
  },
]

const singleDays = (v: Vocabulary, words: Words): Phrase => ({
  pattern: whole(`(?<word>${anyOf(...v.days.map(([name]) => name))})`),
  read: ({ word = '' }, today) => {
    const distance = words.day(word)
    return distance === undefined ? [] : [{ kind: 'date', asked: askedDay(addDays(today, distance)) }]
  },
})

const countedPhrases = (v: Vocabulary, words: Words): readonly Phrase[] => {
  const count = `(?<count>\\d{1,3}|${anyOf(...entriesOf(v.numbers), v.few)})${GAP}`
  const what = `(?<what>${anyOf(...Object.values(v.units), ...v.seasons)})`
  const read =
    (sign: number) =>
    ({ count: written, what: unit = '' }: Groups, today: Day): readonly Mention[] => {
      const [low, high] = (written === undefined ? v.unnumbered : words.count(written)) ?? FEW
      return awayBetween(words.counted(unit) ?? 'day', [sign * low, sign * high], today)
    }
  const recently = ({ count: written = '', what: unit = '' }: Groups, today: Day) =>
    upToToday(words.counted(unit) ?? 'day', written === '' ? 1 : (words.count(written)?.[1] ?? 1), today)
  return [
    { pattern: whole(`${anyOf(v.ago.before)}${GAP}(?:${count})?${what}`), read: read(-1) },
    { pattern: whole(`(?:${count})?${what}${GAP}${anyOf(v.ago.after)}`), read: read(-1) },
    // "In a week" tells how often, not when.
    {
      pattern: whole(`${anyOf(v.ahead)}${GAP}${count}${what}`),
      read: (groups, today) => ((words.count(groups.count ?? '')?.[0] ?? 0) < 2 ? [] : read(1)(groups, today)),
    },
    { pattern: whole(`${anyOf(v.lately)}${GAP}${count}${what}`), read: recently },
    { pattern: whole(`${count}${anyOf(v.lately)}${GAP}${what}`), read: recently },
    { pattern: whole(`${anyOf(v.rolling)}${GAP}${what}`), read: recently },
  ]
}

const steppedPhrases = (v: Vocabulary, words: Words): readonly Phrase[] => {
  const { week, weekend, month, year } = v.units
  const what = `(?<what>${anyOf(week, weekend, month, year, ...v.seasons, ...entriesOf(v.weekdays), ...entriesOf(v.months))})`
  const step = (steps: Vocabulary['before']) => `(?<step>${anyOf(...steps.map(([name]) => name))})`
  const read = ({ what: written = '', step: named = '' }: Groups, today: Day): readonly Mention[] => {
    const steps = words.step(named) ?? 0
    const counted = words.counted(written)
    if (counted !== undefined) return away(counted, steps, today)
    const weekday = words.weekday(written)
    if (weekday !== undefined) return weekdayAway(weekday, steps, today)
    // "Last May" is a month, "the last may be" is not.
    if (words.doubtful(written) && written.charAt(0) === written.charAt(0).toLowerCase()) return []
    return away({ month: words.month(written) ?? 1, months: 1 }, steps, today)
  }
  return [
    // "The last week of June" is no last week.
    { pattern: whole(`${what}${GAP}${step(v.after)}`), read },
    { pattern: whole(`${step(v.before)}(?:${GAP}|(?<=['’]))${what}(?!${GAP}of${END})`), read },
  ]
}
