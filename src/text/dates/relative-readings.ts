import { away, awayBetween, type DateMention, type Groups, type Manner, nthDay, upToToday } from './date-mention.js'
import {
  addDays,
  type Day,
  dayFrom,
  monthOf,
  monthSpan,
  runAway,
  type Span,
  unitAway,
  weekdayAway,
  weekdayOf,
  yearOf,
} from './day.js'
import { FEW, type Read, type Words } from './vocabulary.js'

const day = (meant: Day): readonly DateMention[] => [{ kind: 'day', day: meant }]
const span = (meant: Span): readonly DateMention[] => [{ kind: 'span', ...meant, around: 0 }]
const stepIn = ({ step, behind }: Groups, words: Words): number => words.step(step ?? behind) ?? 0

/** The last Friday of March, the first Monday of next month; of every month it is no date. */
const weekdayInMonth: Read = (groups, today, words) => {
  const { nth, weekday: name, named, every, year } = groups
  const weekday = words.weekday(name)
  if (weekday === undefined || every !== undefined) return null
  const told = { kind: 'nth', weekday, nth: words.nth(nth) ?? 0 } as const
  if (named !== undefined)
    return [{ ...told, month: words.month(named) ?? 1, year: year === undefined ? null : Number(year) }]
  const { from } = unitAway('month', stepIn(groups, words), today)
  return day(nthDay({ ...told, month: monthOf(from) }, yearOf(from)))
}

/** Two days before yesterday. */
const daysFrom: Read = ({ count, day: name, before }, today, words) => {
  const [distance, many] = [words.day(name), words.count(count)?.[0]]
  if (distance === undefined || many === undefined) return []
  return day(addDays(today, distance + (before === undefined ? many : -many)))
}

/** Days of a named month; one after its end becomes its last day. */
const inNamed = (
  { month = '', year }: Groups,
  words: Words,
  [day, lastDay]: readonly [number, number],
): readonly DateMention[] => [
  {
    kind: 'month',
    month: words.month(month) ?? 1,
    day,
    lastDay,
    year: year === undefined ? null : Number(year),
    firm: true,
  },
]

const LAST_WEEK: readonly [number, number] = [25, 31]
const weekIn = (place: number): readonly [number, number] => (place > 3 ? LAST_WEEK : [7 * place + 1, 7 * place + 7])

/** The start, the middle or the end of a week, a month or a year. */
const third: Read = (groups, today, words) => {
  const { start, middle, week, month } = groups
  const place = start !== undefined ? 0 : middle !== undefined ? 1 : 2
  const unit = week !== undefined ? 'week' : month !== undefined ? 'month' : 'year'
  const whole = unitAway(unit, stepIn(groups, words), today)
  if (unit === 'week')
    return span({
      from: addDays(whole.from, 2 * place),
      to: place === 2 ? whole.to : addDays(whole.from, 2 * place + 1),
    })
  const year = yearOf(whole.from)
  if (unit === 'year') return span(monthSpan(year, [1, 5, 10][place] ?? 1, place === 1 ? 4 : 3))
  const inMonth = (date: number): Day => dayFrom(year, monthOf(whole.from), date) ?? whole.to
  return span({ from: inMonth(10 * place + 1), to: place === 2 ? whole.to : inMonth(10 * place + 10) })
}

/** The 3rd of next month. */
const dateAway: Read = ({ date, ...groups }, today, words) => {
  const { from } = unitAway('month', stepIn(groups, words), today)
  const found = dayFrom(yearOf(from), monthOf(from), Number(date))
  return found === undefined ? [] : day(found)
}

/** A week from Sunday, Monday in two weeks. */
const weeksFrom: Read = ({ count, weekday: name, day: named }, today, words) => {
  const [many, distance, weekday] = [words.count(count)?.[0], words.day(named), words.weekday(name)]
  // "A week from today" is told roughly.
  if (many === undefined || (weekday === undefined && !distance)) return []
  const from = weekday === undefined ? addDays(today, distance ?? 0) : weekdayAway(weekday, 1, today)
  return day(addDays(from, 7 * many))
}

/** A day that is told by a count is meant roughly. */
const toldBy = (told: DateMention, manner: Manner): DateMention => {
  if (told.kind === 'day') return { kind: 'span', from: told.day, to: told.day, around: 2, ...manner }
  return told.kind === 'span' ? { ...told, ...manner } : told
}

const ago: Read = ({ count, what }, today, words) => {
  const [low, high] = (count === undefined ? words.unnumbered : words.count(count)) ?? FEW
  const told = awayBetween(words.counted(what) ?? 'day', [-low, -high], today)
  return count === undefined && words.unnumbered === undefined
    ? told.map((each) => toldBy(each, { vague: true }))
    : told
}
const ahead: Read = ({ count, what }, today, words) => {
  const [low, high] = words.count(count) ?? FEW
  return awayBetween(words.counted(what) ?? 'day', [low, high], today).map((told) => toldBy(told, { ahead: low }))
}
const recently: Read = ({ count, what }, today, words) =>
  upToToday(words.counted(what) ?? 'day', count === undefined ? 1 : (words.count(count)?.[1] ?? 1), today)

const quarterAway = (steps: number, today: Day): readonly DateMention[] => {
  const first = Math.floor((monthOf(today) - 1) / 3) * 3 + 1
  return span(monthSpan(yearOf(today), first + 3 * steps, 3))
}

const stepped: Read = ({ what = '', step = '' }, today, words) => {
  const steps = words.step(step) ?? 0
  const unit = words.counted(what)
  if (unit !== undefined) return away(unit, steps, today)
  if (words.isQuarter(what)) return quarterAway(steps, today)
  const weekday = words.weekday(what)
  if (weekday !== undefined && steps === 0) return [{ kind: 'weekday', weekday, this: true, firm: true }]
  if (weekday !== undefined)
    return day(words.nextWeek(step) ? weekdayOf(weekday, 1, today) : weekdayAway(weekday, steps, today))
  const feast = words.feast(what)
  if (feast !== undefined) {
    const { from } = runAway({ month: feast.month, months: 1 }, steps, today)
    return [{ kind: 'month', ...feast, lastDay: null, year: yearOf(from), firm: true }]
  }
  // "Last May" is a month, "the last may be" is not.
  if (words.doubtful(what) && what.charAt(0) === what.charAt(0).toLowerCase()) return []
  return away({ month: words.month(what) ?? 1, months: 1 }, steps, today)
}

const weekdayOfWeek: Read = (groups, today, words) =>
  day(weekdayOf(words.weekday(groups.weekday) ?? 0, stepIn(groups, words), today))

/** What days, weeks, months and other units by their distance from today mean. */
export const relativeReadings: Readonly<Record<string, Read>> = {
  weekdayInMonth,
  daysFrom,
  halfYear: ({ part, year }, today, words) =>
    span(monthSpan(year === undefined ? yearOf(today) : Number(year), 6 * (words.half(part) ?? 0) + 1, 6)),
  halfMonth: (groups, _, words) => inNamed(groups, words, words.half(groups.part) === 1 ? [16, 31] : [1, 15]),
  weekInMonth: (groups, _, words) => inNamed(groups, words, weekIn(words.weekOfMonth(groups.part) ?? 0)),
  third,
  dateAway,
  weeksFrom,
  ago,
  ahead,
  lately: recently,
  day: ({ word }, today, words) => day(addDays(today, words.day(word) ?? 0)),
  weekdayOfWeek,
  stepped,
}
