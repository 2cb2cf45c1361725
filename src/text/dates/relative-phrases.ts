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
  weekSpan,
  yearOf,
} from './day.js'
import { FEW, type Form, type Words } from './vocabulary.js'

const STEPPED = '(?<step>{before}){gap}'
const BEHIND = '{gap}(?<behind>{?after})'
const COUNT = String.raw`(?<count>\d{1,2}|{numbers})`

const day = (meant: Day): readonly DateMention[] => [{ kind: 'day', day: meant }]
const span = (meant: Span): readonly DateMention[] => [{ kind: 'span', ...meant, around: 0 }]
const stepIn = ({ step, behind }: Groups, words: Words): number => words.step(step ?? behind) ?? 0

const IN_MONTH = '(?:(?<month>{months})(?:,?{gap}{year})?)'
const MONTH_AWAY = `(?:(?<every>{?every}|a){gap}{units.month}|${STEPPED}{units.month}|{units.month}${BEHIND}|{units.month})`

/** The last Friday of March, the first Monday of next month; of every month it is no date. */
const weekdayInMonth: Form = [
  `(?<nth>{nth.names}){gap}(?<weekday>{weekdays}){gap}{nth.of}(?:{gap}|(?<=['’]))(?:(?<named>{months})(?:,?{gap}(?:{?link}{gap})?{year})?|${MONTH_AWAY})`,
  (groups, today, words) => {
    const { nth, weekday: name, named, every, year } = groups
    const weekday = words.weekday(name)
    if (weekday === undefined || every !== undefined) return null
    const told = { kind: 'nth', weekday, nth: words.nth(nth) ?? 0 } as const
    if (named !== undefined)
      return [{ ...told, month: words.month(named) ?? 1, year: year === undefined ? null : Number(year) }]
    const { from } = unitAway('month', stepIn(groups, words), today)
    return day(nthDay({ ...told, month: monthOf(from) }, yearOf(from)))
  },
]

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

/** The start, the middle or the end of the week, month or year that holds a day. */
const partOf = ({ start, middle, week, month }: Groups, today: Day): readonly DateMention[] => {
  const third = start !== undefined ? 0 : middle !== undefined ? 1 : 2
  const year = yearOf(today)
  if (week !== undefined) {
    const { from } = weekSpan(today)
    return span({ from: addDays(from, 2 * third), to: addDays(from, third === 2 ? 6 : 2 * third + 1) })
  }
  if (month === undefined) return span(monthSpan(year, [1, 5, 10][third] ?? 1, third === 1 ? 4 : 3))
  const whole = monthSpan(year, monthOf(today))
  const inMonth = (date: number): Day => dayFrom(year, monthOf(today), date) ?? whole.to
  return span({ from: inMonth(10 * third + 1), to: third === 2 ? whole.to : inMonth(10 * third + 10) })
}

const HALF = '(?<part>{parts.halves})(?:{gap}{?parts.of})?{gap}'
const WEEK = '(?<part>{parts.weeks})(?:{gap}{?parts.of})?{gap}'
const THIRD = '(?:(?<start>{parts.start})|(?<middle>{parts.middle})|(?<end>{parts.end}))(?:{gap}{?parts.of})?{gap}'
const UNIT = '(?:(?<week>{units.week})|(?<month>{units.month})|{units.year})'

/** Parts of a month or a year, and days counted from a named day. */
const parts: readonly Form[] = [
  [
    `${COUNT}{gap}{units.day}{gap}(?:(?<before>{parts.before})|{parts.after}){gap}(?<day>{days})`,
    ({ count, day: name, before }, today, words) => {
      const [distance, many] = [words.day(name), words.count(count)?.[0]]
      if (distance === undefined || many === undefined) return []
      return day(addDays(today, distance + (before === undefined ? many : -many)))
    },
  ],
  [
    String.raw`${HALF}(?:{year}|{units.year}(?!{gap}\d))`,
    ({ part, year }, today, words) =>
      span(monthSpan(year === undefined ? yearOf(today) : Number(year), 6 * (words.half(part) ?? 0) + 1, 6)),
  ],
  [
    `${HALF}${IN_MONTH}`,
    (groups, _, words) => inNamed(groups, words, words.half(groups.part) === 1 ? [16, 31] : [1, 15]),
  ],
  [`${WEEK}${IN_MONTH}`, (groups, _, words) => inNamed(groups, words, weekIn(words.weekOfMonth(groups.part) ?? 0))],
  [
    `${THIRD}(?:${STEPPED}${UNIT}|${UNIT.replaceAll('(?<', '(?<the')}${BEHIND})`,
    (groups, today, words) => {
      const { week = groups.theweek, month = groups.themonth } = groups
      const unit = week !== undefined ? 'week' : month !== undefined ? 'month' : 'year'
      return partOf({ ...groups, week, month }, unitAway(unit, stepIn(groups, words), today).from)
    },
  ],
  [
    String.raw`(?<date>\d{1,2}){mark}(?:{gap}{?parts.of})?{gap}${STEPPED}{units.month}`,
    ({ date, ...groups }, today, words) => {
      const { from } = unitAway('month', stepIn(groups, words), today)
      const found = dayFrom(yearOf(from), monthOf(from), Number(date))
      return found === undefined ? [] : day(found)
    },
  ],
  [String.raw`${THIRD}${UNIT}(?!{gap}\d)`, partOf],
]

/** A week from Sunday, Monday in two weeks. */
const weeksFrom: Form[1] = ({ count, weekday: name, day: named }, today, words) => {
  const [many, distance, weekday] = [words.count(count)?.[0], words.day(named), words.weekday(name)]
  // "A week from today" is told roughly.
  if (many === undefined || (weekday === undefined && !distance)) return []
  const from = weekday === undefined ? addDays(today, distance ?? 0) : weekdayAway(weekday, 1, today)
  return day(addDays(from, 7 * many))
}
const FROM_DAY = '(?:(?<weekday>{weekdays})|(?<day>{days}))'
const weeksFromDay: readonly Form[] = [
  [`${COUNT}{gap}{units.week}{gap}{from}{gap}${FROM_DAY}`, weeksFrom],
  [`${FROM_DAY}{gap}{ahead}{gap}${COUNT}{gap}{units.week}`, weeksFrom],
]

/** A day that is told by a count is meant roughly. */
const toldBy = (told: DateMention, manner: Manner): DateMention => {
  if (told.kind === 'day') return { kind: 'span', from: told.day, to: told.day, around: 2, ...manner }
  return told.kind === 'span' ? { ...told, ...manner } : told
}

const ago: Form[1] = ({ count, what }, today, words) => {
  const [low, high] = (count === undefined ? words.unnumbered : words.count(count)) ?? FEW
  const told = awayBetween(words.counted(what) ?? 'day', [-low, -high], today)
  return count === undefined && words.unnumbered === undefined
    ? told.map((each) => toldBy(each, { vague: true }))
    : told
}
const ahead: Form[1] = ({ count, what }, today, words) => {
  const [low, high] = words.count(count) ?? FEW
  return awayBetween(words.counted(what) ?? 'day', [low, high], today).map((told) => toldBy(told, { ahead: low }))
}
const recently: Form[1] = ({ count, what }, today, words) =>
  upToToday(words.counted(what) ?? 'day', count === undefined ? 1 : (words.count(count)?.[1] ?? 1), today)

const MANY = String.raw`(?<count>\d{1,3}|{numbers}|{few}){gap}`
const WHAT = '(?<what>{anyUnit})'
const NOT_OF = '(?!{gap}{?ofWhole}{end})'
const counted: readonly Form[] = [
  [`{ago.before}{gap}(?:${MANY})?${WHAT}`, ago],
  [`(?:${MANY})?${WHAT}{gap}{ago.after}`, ago],
  [`${MANY}${WHAT}{gap}{fromNow}`, ahead],
  [String.raw`(?<!\b{?notAhead}{gap}){ahead}{gap}${MANY}${WHAT}${NOT_OF}`, ahead],
  [`{lately}{gap}${MANY}${WHAT}`, recently],
  [`${MANY}{lately}{gap}${WHAT}`, recently],
  [`{rolling}{gap}${WHAT}`, recently],
]

const weekdayBy = (weekday: number, steps: number, isNextWeek: boolean): Form[1] => {
  if (steps === 0) return () => [{ kind: 'weekday', weekday, this: true, firm: true }]
  return (_, today) => day(isNextWeek ? weekdayOf(weekday, 1, today) : weekdayAway(weekday, steps, today))
}

const quarterAway = (steps: number, today: Day): readonly DateMention[] => {
  const first = Math.floor((monthOf(today) - 1) / 3) * 3 + 1
  return span(monthSpan(yearOf(today), first + 3 * steps, 3))
}

const stepped: Form[1] = (groups, today, words) => {
  const { what = '', step = '' } = groups
  const steps = words.step(step) ?? 0
  const unit = words.counted(what)
  if (unit !== undefined) return away(unit, steps, today)
  if (words.isQuarter(what)) return quarterAway(steps, today)
  const weekday = words.weekday(what)
  if (weekday !== undefined) return weekdayBy(weekday, steps, words.nextWeek(step) === true)(groups, today, words)
  const feast = words.feast(what)
  if (feast !== undefined) {
    const { from } = runAway({ month: feast.month, months: 1 }, steps, today)
    return [{ kind: 'month', ...feast, lastDay: null, year: yearOf(from), firm: true }]
  }
  // "Last May" is a month, "the last may be" is not.
  if (words.doubtful(what) && what.charAt(0) === what.charAt(0).toLowerCase()) return []
  return away({ month: words.month(what) ?? 1, months: 1 }, steps, today)
}

const weekdayOfWeek: Form[1] = (groups, today, words) =>
  day(weekdayOf(words.weekday(groups.weekday) ?? 0, stepIn(groups, words), today))

const RUN =
  '(?<what>{quarter}|{units.week}|{units.weekend}|{units.month}|{units.year}|{seasons}|{feasts}|{weekdays}|{months})'
const WEEK_AWAY = `(?:${STEPPED}{units.week}|{units.week}${BEHIND})`
const JOINT = '(?:,?{gap}(?:(?:{?link}|{?on}|{of}){gap})?)'
const steps: readonly Form[] = [
  [`(?<weekday>{weekdays})${JOINT}${WEEK_AWAY}`, weekdayOfWeek],
  [`${WEEK_AWAY}${JOINT}(?<weekday>{weekdays})`, weekdayOfWeek],
  [`${RUN}{gap}(?<step>{after})`, stepped],
  // "The last week of June" is not last week.
  [`(?<step>{before})(?:{gap}|(?<=['’]))${RUN}${NOT_OF}`, stepped],
]

const singleDay: Form = ['(?<word>{days})', ({ word }, today, words) => day(addDays(today, words.day(word) ?? 0))]

/** Days, weeks, months and other units by their distance from today. Whole expressions come before what they consist of. */
export const relativeForms: readonly Form[] = [
  weekdayInMonth,
  ...parts,
  ...weeksFromDay,
  // "From today" is not today.
  ...counted,
  singleDay,
  ...steps,
]
