import { away, awayBetween, monthsAway, upToToday, weekdayAway, weekdayOf } from './counted.js'
import type { DateMention, Groups, Phrase } from './date-mention.js'
import { addDays, type Day, monthOf, monthSpan, yearOf } from './day.js'
import { anyOf, END, GAP, whole } from './pattern.js'
import { entriesOf, FEW, type Vocabulary, type Words } from './vocabulary.js'

/** Days, weeks, months and other units by their distance from today. */
export const relativePhrases = (v: Vocabulary, words: Words): readonly Phrase[] => [
  // "From today" is not today.
  ...countedPhrases(v, words),
  singleDays(v, words),
  ...steppedPhrases(v, words),
]

const singleDays = (v: Vocabulary, words: Words): Phrase => ({
  pattern: whole(`(?<word>${anyOf(...v.days.map(([name]) => name))})`),
  read: ({ word = '' }, today) => {
    const distance = words.day(word)
    return distance === undefined ? [] : [{ kind: 'day', day: addDays(today, distance) }]
  },
})

const countedPhrases = (v: Vocabulary, words: Words): readonly Phrase[] => {
  const count = `(?<count>\\d{1,3}|${anyOf(...entriesOf(v.numbers), v.few)})${GAP}`
  const what = `(?<what>${anyOf(...Object.values(v.units), ...v.seasons)})`
  const ago = ({ count: written, what: unit = '' }: Groups, today: Day): readonly DateMention[] => {
    const [low, high] = (written === undefined ? v.unnumbered : words.count(written)) ?? FEW
    const told = awayBetween(words.counted(unit) ?? 'day', [-low, -high], today)
    return written === undefined && v.unnumbered === undefined ? told.map(vaguely) : told
  }
  const ahead = ({ count: written = '', what: unit = '' }: Groups, today: Day): readonly DateMention[] => {
    const [low, high] = words.count(written) ?? FEW
    return awayBetween(words.counted(unit) ?? 'day', [low, high], today).map((told) => aheadBy(low, told))
  }
  const recently = ({ count: written = '', what: unit = '' }: Groups, today: Day) =>
    upToToday(words.counted(unit) ?? 'day', written === '' ? 1 : (words.count(written)?.[1] ?? 1), today)
  const often = String.raw`(?<!\b(?:how (?:much|many|often)|once|twice|times|all)${GAP})`
  return [
    { pattern: whole(`${anyOf(v.ago.before)}${GAP}(?:${count})?${what}`), read: ago },
    { pattern: whole(`(?:${count})?${what}${GAP}${anyOf(v.ago.after)}`), read: ago },
    { pattern: whole(`${count}${what}${GAP}${anyOf(v.fromNow)}`), read: ahead },
    { pattern: whole(`${often}${anyOf(v.ahead)}${GAP}${count}${what}(?!${GAP}of${END})`), read: ahead },
    { pattern: whole(`${anyOf(v.lately)}${GAP}${count}${what}`), read: recently },
    { pattern: whole(`${count}${anyOf(v.lately)}${GAP}${what}`), read: recently },
    { pattern: whole(`${anyOf(v.rolling)}${GAP}${what}`), read: recently },
  ]
}

const asSpan = (told: DateMention): DateMention =>
  told.kind === 'day' ? { kind: 'span', from: told.day, to: told.day, around: 2 } : told
const vaguely = (told: DateMention): DateMention => {
  const span = asSpan(told)
  return span.kind === 'span' ? { ...span, vague: true } : span
}
const aheadBy = (count: number, told: DateMention): DateMention => {
  const span = asSpan(told)
  return span.kind === 'span' ? { ...span, ahead: count } : span
}

const steppedPhrases = (v: Vocabulary, words: Words): readonly Phrase[] => {
  const { week, weekend, month, year } = v.units
  const weekday = `(?<weekday>${anyOf(...entriesOf(v.weekdays))})`
  const feasts = v.feasts.map(([name]) => name)
  const runs = [week, weekend, month, year, ...v.seasons, ...feasts, ...entriesOf(v.weekdays), ...entriesOf(v.months)]
  const what = `(?<what>${anyOf(v.quarter, ...runs)})`
  const step = (steps: Vocabulary['before'], name = 'step') => `(?<${name}>${anyOf(...steps.map(([each]) => each))})`
  const weekAway = `(?:${step(v.before)}${GAP}${anyOf(week)}|${anyOf(week)}${GAP}${step(v.after, 'behind')})`
  const joint = `(?:,?${GAP}(?:${anyOf(v.link, v.on, 'de la|della|dans la|in der|in de|of|in|de')}${GAP})?)`
  const ofWeek = ({ weekday: name = '', step: named, behind }: Groups, today: Day): readonly DateMention[] => [
    { kind: 'day', day: weekdayOf(words.weekday(name) ?? 0, words.step(named ?? behind ?? '') ?? 0, today) },
  ]
  const read = (groups: Groups, today: Day) => stepped(groups, today, words)
  return [
    { pattern: whole(`${weekday}${joint}${weekAway}`), read: ofWeek },
    { pattern: whole(`${weekAway}${joint}${weekday}`), read: ofWeek },
    { pattern: whole(`${what}${GAP}${step(v.after)}`), read },
    // "The last week of June" is not last week.
    { pattern: whole(`${step(v.before)}(?:${GAP}|(?<=['’]))${what}(?!${GAP}of${END})`), read },
  ]
}

const stepped = (
  { what: written = '', step: named = '' }: Groups,
  today: Day,
  words: Words,
): readonly DateMention[] => {
  const steps = words.step(named) ?? 0
  const counted = words.counted(written)
  if (counted !== undefined) return away(counted, steps, today)
  if (words.isQuarter(written)) return quarterAway(steps, today)
  const weekday = words.weekday(written)
  if (weekday !== undefined) return weekdayBy(weekday, { steps, ofNextWeek: words.nextWeek(named) === true }, today)
  const feast = words.feast(written)
  if (feast !== undefined) return feastAway(feast, steps, today)
  // "Last May" is a month, "the last may be" is not.
  if (words.doubtful(written) && written.charAt(0) === written.charAt(0).toLowerCase()) return []
  return away({ month: words.month(written) ?? 1, months: 1 }, steps, today)
}

/** "Last Christmas": the month of a feast that has no day of its own. */
const feastAway = (
  { month, day }: { readonly month: number; readonly day: number | null },
  steps: number,
  today: Day,
): readonly DateMention[] => {
  const { from } = monthsAway({ month, months: 1 }, steps, today)
  const told = { kind: 'month', month, day, lastDay: null, year: yearOf(from), firm: true } as const
  return [told]
}

type Steps = { readonly steps: number; readonly ofNextWeek: boolean }

const weekdayBy = (weekday: number, { steps, ofNextWeek }: Steps, today: Day): readonly DateMention[] => {
  if (steps === 0) return [{ kind: 'weekday', weekday, this: true, firm: true }]
  return [{ kind: 'day', day: ofNextWeek ? weekdayOf(weekday, 1, today) : weekdayAway(weekday, steps, today) }]
}

const quarterAway = (steps: number, today: Day): readonly DateMention[] => {
  const first = Math.floor((Number(today.slice(5, 7)) - 1) / 3) * 3 + 1
  const { from } = monthSpan(yearOf(today), first + 3 * steps)
  return [{ kind: 'span', ...monthSpan(yearOf(from), monthOf(from), 3), around: 0 }]
}

/** Nouns after which "segunda" and similar words are ordinals. */
const COUNTED = 'vez|parte|fase|semana|edicao|etapa|casa|pessoa|reuniao|aula|vaga|opcao|tentativa|rodada|mao|guerra'

/** Bare weekdays, weekends and days of the month. The context decides which one is meant. */
export const weekdayPhrases = (v: Vocabulary, words: Words): readonly Phrase[] => {
  const names = anyOf(...entriesOf(v.weekdays), ...entriesOf(v.shortWeekdays ?? '').filter((name) => name !== ''))
  const every = `(?:(?<every>${anyOf(v.every)})${GAP})?`
  return [
    {
      pattern: whole(`${every}(?:(?<on>${anyOf(v.on)})${GAP})?(?<weekday>${names})(?!${GAP}(?:${COUNTED}))`),
      read: ({ every: any, on, weekday: name = '' }) => {
        const weekday = words.weekday(name)
        if (weekday === undefined || any !== undefined) return []
        if (on === undefined && words.doubtfulWeekday(name)) return []
        return [{ kind: 'weekday', weekday, this: false, firm: on !== undefined || v.on === undefined }]
      },
    },
    { pattern: whole(anyOf(v.onWeekend)), read: () => [{ kind: 'weekend' }] },
    {
      pattern: whole(anyOf(v.theDay)),
      read: ({ date, other }) => {
        const number = Number(date ?? other)
        return number >= 1 && number <= 31 ? [{ kind: 'date', date: number }] : []
      },
    },
  ]
}
