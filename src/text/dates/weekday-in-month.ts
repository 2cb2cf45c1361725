import { weekdayAway } from './counted.js'
import { type DateMention, nthDay, type Phrase } from './date-mention.js'
import { addDays, monthOf, monthSpan, yearOf } from './day.js'
import { anyOf, GAP, whole } from './pattern.js'
import { entriesOf, type Vocabulary, type Words } from './vocabulary.js'

const YEAR = String.raw`(?<year>(?:19|20)\d\d)`
const nameOf = (v: Vocabulary): string => `(?<weekday>${anyOf(...entriesOf(v.weekdays))})`

/** The last Friday of March, the first Monday of next month; of every month it is no date. */
export const weekdayInMonth = (v: Vocabulary, words: Words): readonly Phrase[] => {
  if (v.nth === undefined) return []
  const month = `${anyOf(v.units.month, 'monats|mes')}`
  const step = (steps: Vocabulary['before'], name: string) => `(?<${name}>${anyOf(...steps.map(([each]) => each))})`
  const named = `(?<month>${anyOf(...entriesOf(v.months))})(?:,?${GAP}(?:${anyOf(v.link)}${GAP})?${YEAR})?`
  const counted = `(?:(?<every>${anyOf(v.every, 'a')})${GAP}${month}|${step(v.before, 'step')}${GAP}${month}|${month}${GAP}${step(v.after, 'behind')}|${month})`
  const nths = entriesOf(v.nth.names)
  const pattern = `(?<nth>${anyOf(...nths)})${GAP}${nameOf(v)}${GAP}${anyOf(v.nth.of)}(?:${GAP}|(?<=['’]))(?:${named}|${counted})`
  return [
    {
      pattern: whole(pattern),
      read: ({ nth: which = '', weekday: name = '', month: inMonth, every, step: before, behind, year }, today) => {
        const weekday = words.weekday(name)
        if (weekday === undefined || every !== undefined) return null
        const place = nths.findIndex((each) => new RegExp(`^${anyOf(each)}$`, 'i').test(which))
        const told = { kind: 'nth', weekday, nth: place } as const
        if (inMonth !== undefined)
          return [{ ...told, month: words.month(inMonth) ?? 1, year: year === undefined ? null : Number(year) }]
        const { from } = monthSpan(yearOf(today), monthOf(today) + (words.step(before ?? behind ?? '') ?? 0))
        return [{ kind: 'day', day: nthDay({ ...told, month: monthOf(from) }, yearOf(from)) }]
      },
    },
  ]
}

/** A week from Sunday, Monday in two weeks. */
export const weeksFromWeekday = (v: Vocabulary, words: Words): readonly Phrase[] => {
  const count = `(?<count>\\d{1,2}|${anyOf(...entriesOf(v.numbers))})`
  const start = `(?:${nameOf(v)}|(?<day>${anyOf(...v.days.map(([name]) => name))}))`
  const weeks = `${count}${GAP}${anyOf(v.units.week)}`
  const read: Phrase['read'] = ({ count: written = '', weekday: name, day }, today) => {
    const [many, distance] = [words.count(written)?.[0], words.day(day ?? '')]
    const wanted = words.weekday(name ?? '')
    // "A week from today" is told roughly.
    if (many === undefined || (wanted === undefined && !distance)) return []
    const from = wanted === undefined ? addDays(today, distance ?? 0) : weekdayAway(wanted, 1, today)
    return [{ kind: 'day', day: addDays(from, 7 * many) }]
  }
  return [
    ...(v.from === undefined ? [] : [{ pattern: whole(`${weeks}${GAP}${anyOf(v.from)}${GAP}${start}`), read }]),
    { pattern: whole(`${start}${GAP}${anyOf(v.ahead)}${GAP}${weeks}`), read },
  ]
}

/** A number of these is no day of a month. */
const NO_DAY = String.raw`(?![.:,]\d|\s?(?:%|[ap]\.?m|h|uhr|heures?|ore|horas|uur|o.clock|people|euros?)(?!\p{L}))`
/** Behind a number without a mark of order: an end, or the time of day. */
const NUMBER_ENDS = String.raw`(?=\s*(?:[.,;!?)]|$)|\s(?:a las?|à|á|às|alle|all|um|ab|om|vers|por la|y|e|et|en|und)\s)`

const filled = (pattern: string): string =>
  pattern.replaceAll('{gap}', GAP).replaceAll('{ends}', NUMBER_ENDS).replaceAll('{noDay}', NO_DAY)

const isDate = (written: string | undefined): boolean => Number(written) >= 1 && Number(written) <= 31

/** Tuesday the 10th; from the 14th to the 17th. Whatever names its month is read before. */
export const numberedDays = (v: Vocabulary, words: Words): readonly Phrase[] => {
  if (v.numbered === undefined) return []
  const { behind, both } = v.numbered
  const short = entriesOf(v.shortWeekdays ?? '').filter((name) => name !== '')
  const names = `(?:${anyOf(v.on)}${GAP})?(?<weekday>${anyOf(...entriesOf(v.weekdays), ...short)})`
  return [
    {
      pattern: whole(`${names}${filled(behind)}`),
      read: ({ weekday: name = '', date }) => {
        const weekday = words.weekday(name)
        return weekday === undefined || !isDate(date) ? [] : [{ kind: 'date', date: Number(date), weekday }]
      },
    },
    ...(both === undefined ? [] : [{ pattern: whole(filled(both)), read: bothDays }]),
  ]
}

const bothDays: Phrase['read'] = ({ date, last }): readonly DateMention[] =>
  isDate(date) && isDate(last) && Number(date) < Number(last)
    ? [{ kind: 'range', first: { kind: 'date', date: Number(date) }, last: { kind: 'date', date: Number(last) } }]
    : []
