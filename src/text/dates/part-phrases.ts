import { unitAway } from './counted.js'
import type { DateMention, Groups, Phrase } from './date-mention.js'
import { addDays, type Day, dayFrom, monthOf, monthSpan, type Span, weekSpan, yearOf } from './day.js'
import { anyOf, GAP, whole } from './pattern.js'
import { entriesOf, type Vocabulary, type Words } from './vocabulary.js'

type Parts = NonNullable<Vocabulary['parts']>

const YEAR = String.raw`(?<year>(?:19|20)\d\d)`

/**
 * Parts of a month or a year, and days counted from a named day. Applied before the phrases that read their components.
 */
export const partPhrases = (v: Vocabulary, words: Words): readonly Phrase[] => {
  const { parts } = v
  if (parts === undefined) return []
  const of = ofIn(parts)
  const count = `(?<count>\\d{1,2}|${anyOf(...entriesOf(v.numbers))})`
  const day = `(?<day>${anyOf(...v.days.map(([name]) => name))})`
  const inMonth = `(?<month>${anyOf(...entriesOf(v.months))})(?:,?${GAP}${YEAR})?`
  const [half, week] = [parts.halves, parts.weeks].map((list) => `(?<part>${anyOf(...entriesOf(list))})`)
  const [before, after] = [parts.before, parts.after].map((each) => anyOf(each))
  return [
    {
      pattern: whole(`${count}${GAP}${anyOf(v.units.day)}${GAP}(?:(?<before>${before})|${after})${GAP}${day}`),
      read: (groups, today) => countedFrom(groups, words, today),
    },
    {
      pattern: whole(`${half}${of}${GAP}(?:${YEAR}|(?<whole>${anyOf(v.units.year)})(?!${GAP}\\d))`),
      read: ({ part: name = '', year }, today) => {
        const first = 6 * placeIn(parts.halves, name) + 1
        return [{ kind: 'span', ...monthSpan(year === undefined ? yearOf(today) : Number(year), first, 6), around: 0 }]
      },
    },
    {
      pattern: whole(`${half}${of}${GAP}${inMonth}`),
      read: (groups) => inNamed(groups, words, placeIn(parts.halves, groups.part ?? '') === 0 ? [1, 15] : [16, 31]),
    },
    {
      pattern: whole(`${week}${of}${GAP}${inMonth}`),
      read: (groups) => inNamed(groups, words, weekIn(placeIn(parts.weeks, groups.part ?? ''))),
    },
    ...thirdPhrases(v, words, parts),
  ]
}

/** The start, the middle and the end of this week, month or year, or of another one. */
const thirdPhrases = (v: Vocabulary, words: Words, parts: Parts): readonly Phrase[] => {
  const part = `(?:(?<start>${anyOf(parts.start)})|(?<middle>${anyOf(parts.middle)})|(?<end>${anyOf(parts.end)}))`
  const of = ofIn(parts)
  const month = anyOf(v.units.month, 'monats|mes')
  const unit = `(?:(?<week>${anyOf(v.units.week)})|(?<month>${month})|(?<whole>${anyOf(v.units.year)}))`
  const unitBehind = unit.replaceAll('(?<', '(?<the')
  const step = (steps: Vocabulary['before'], name: string) => `(?<${name}>${anyOf(...steps.map(([each]) => each))})`
  const stepped = `(?:${step(v.before, 'step')}${GAP}${unit}|${unitBehind}${GAP}${step(v.after, 'behind')})`
  return [
    {
      pattern: whole(`${part}${of}${GAP}${stepped}`),
      read: (groups, today) => partOfStepped(groups, today, words),
    },
    {
      pattern: whole(`(?<date>\\d{1,2})(?:st|nd|rd|th|\\.|º)${of}${GAP}${step(v.before, 'step')}${GAP}${month}`),
      read: ({ date, step: named = '' }, today) => dayOfStepped(Number(date), words.step(named) ?? 0, today),
    },
    { pattern: whole(`${part}${of}${GAP}${unit}(?!${GAP}\\d)`), read: partOf },
  ]
}

const ofIn = ({ of }: Parts): string => `(?:${GAP}${anyOf(of)})?`

const placeIn = (list: string, name: string): number =>
  Math.max(
    0,
    entriesOf(list).findIndex((each) => new RegExp(`^${anyOf(each)}$`, 'i').test(name)),
  )

const LAST_WEEK: readonly [number, number] = [25, 31]
const weekIn = (place: number): readonly [number, number] => (place > 3 ? LAST_WEEK : [7 * place + 1, 7 * place + 7])

/** A day after the end of the month becomes its last day. */
const inNamed = ({ month: name = '', year }: Groups, words: Words, [day, lastDay]: readonly [number, number]) => {
  const month = words.month(name)
  if (month === undefined) return []
  const told: DateMention = {
    kind: 'month',
    month,
    day,
    lastDay,
    year: year === undefined ? null : Number(year),
    firm: true,
  }
  return [told]
}

const countedFrom = ({ count = '', day = '', before }: Groups, words: Words, today: Day): readonly DateMention[] => {
  const [distance, many] = [words.day(day), words.count(count)?.[0]]
  if (distance === undefined || many === undefined) return []
  return [{ kind: 'day', day: addDays(today, distance + (before === undefined ? many : -many)) }]
}

/** Thirds of the current month, year or week. */
const partOf = ({ start, middle, week, month }: Groups, today: Day): readonly DateMention[] => {
  const third = start !== undefined ? 0 : middle !== undefined ? 1 : 2
  const span =
    week !== undefined ? ofWeek(third, today) : month !== undefined ? ofMonth(third, today) : ofYear(third, today)
  return [{ kind: 'span', ...span, around: 0 }]
}

/** "At the end of next month". */
const partOfStepped = (
  { step: before, behind, theweek, themonth, thewhole, ...groups }: Groups,
  today: Day,
  words: Words,
): readonly DateMention[] => {
  const { week = theweek, month = themonth, whole: year = thewhole } = groups
  const unit = week !== undefined ? 'week' : month !== undefined ? 'month' : 'year'
  const { from } = unitAway(unit, words.step(before ?? behind ?? '') ?? 0, today)
  return partOf({ ...groups, week, month, whole: year }, from)
}

/** "The 2nd of next month". */
const dayOfStepped = (date: number, steps: number, today: Day): readonly DateMention[] => {
  const { from } = unitAway('month', steps, today)
  const day = dayFrom(yearOf(from), monthOf(from), date)
  return day === undefined ? [] : [{ kind: 'day', day }]
}

const ofWeek = (third: number, today: Day): Span => {
  const { from } = weekSpan(today)
  const [first, last] = [[0, 1] as const, [2, 3] as const, [4, 6] as const][third] ?? [0, 6]
  return { from: addDays(from, first), to: addDays(from, last) }
}

const ofMonth = (third: number, today: Day): Span => {
  const month = monthSpan(yearOf(today), monthOf(today))
  const day = (date: number): Day => dayFrom(yearOf(today), monthOf(today), date) ?? month.to
  return { from: day(10 * third + 1), to: third === 2 ? month.to : day(10 * third + 10) }
}

const ofYear = (third: number, today: Day): Span =>
  monthSpan(yearOf(today), [1, 5, 10][third] ?? 1, third === 1 ? 4 : 3)
