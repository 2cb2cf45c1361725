import { weekdayAway } from './counted.js'
import { type DateMention, nthDay, type Phrase } from './date-mention.js'
import { addDays, monthOf, monthSpan, yearOf } from './day.js'
import { anyOf, GAP, whole } from './pattern.js'
import { entriesOf, type Vocabulary, type Words } from './vocabulary.js'

/** How a language counts weekdays: first to fourth and last, separated by commas, and the word before the month. */
type Counting = { readonly nth: string; readonly of: string }

export const countingOf: Readonly<Record<string, Counting>> = {
  en: { nth: 'first|1st, second|2nd, third|3rd, fourth|4th, last', of: 'of the|of this|in the|of|in' },
  de: {
    nth: String.raw`erste[nmrs]?|1\., zweite[nmrs]?|2\., dritte[nmrs]?|3\., vierte[nmrs]?|4\., letzte[nmrs]?`,
    of: 'im|des|in diesem|dieses',
  },
  es: { nth: 'primer|primero, segundo, tercer|tercero, cuarto, último', of: 'del|de este|de' },
  fr: { nth: 'premier, deuxième|second, troisième, quatrième, dernier', of: `du|de ce|de|d['’]` },
  it: { nth: 'prim[oa], second[oa], terz[oa], quart[oa], ultim[oa]', of: 'del|di questo|di' },
  nl: { nth: 'eerste, tweede, derde, vierde, laatste', of: 'van de|van deze|van|in' },
  pt: { nth: 'primeir[oa], segund[oa], terceir[oa], quart[oa], últim[oa]', of: 'do|deste|de' },
}

const YEAR = String.raw`(?<year>(?:19|20)\d\d)`
const nameOf = (v: Vocabulary): string => `(?<weekday>${anyOf(...entriesOf(v.weekdays))})`

/** The last Friday of March, the first Monday of next month; of every month it is no date. */
export const weekdayInMonth = (v: Vocabulary, words: Words, { nth, of }: Counting): readonly Phrase[] => {
  const month = `${anyOf(v.units.month, 'monats|mes')}`
  const step = (steps: Vocabulary['before'], name: string) => `(?<${name}>${anyOf(...steps.map(([each]) => each))})`
  const named = `(?<month>${anyOf(...entriesOf(v.months))})(?:,?${GAP}(?:${anyOf(v.link)}${GAP})?${YEAR})?`
  const counted = `(?:(?<every>${anyOf(v.every, 'a')})${GAP}${month}|${step(v.before, 'step')}${GAP}${month}|${month}${GAP}${step(v.after, 'behind')}|${month})`
  const nths = entriesOf(nth)
  const pattern = `(?<nth>${anyOf(...nths)})${GAP}${nameOf(v)}${GAP}${anyOf(of)}(?:${GAP}|(?<=['’]))(?:${named}|${counted})`
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

/** How a language writes the number of a day behind a weekday, and two of one month; with the groups `date` and `last`. */
export const numberedOf: Readonly<Record<string, { readonly behind: string; readonly both?: string }>> = {
  en: {
    behind: String.raw`,?${GAP}(?:the${GAP})?(?<date>\d{1,2})(?:st|nd|rd|th)(?!${GAP}(?:street|avenue|ave|floor|grade|century|birthday|anniversary|place|round))`,
    both: String.raw`(?:(?:from|between)${GAP})?the${GAP}(?<date>\d{1,2})(?:st|nd|rd|th)(?:${GAP}(?:to|until|till|through|and)${GAP}(?:the${GAP})?|\s?[-–]\s?)(?<last>\d{1,2})(?:st|nd|rd|th)`,
  },
  de: {
    behind: String.raw`,?${GAP}(?:(?:den|dem|der)${GAP})?(?<date>\d{1,2})\.(?!${GAP}?\d)`,
    both: String.raw`(?:vom|zwischen${GAP}dem)${GAP}(?<date>\d{1,2})\.?(?:${GAP}(?:bis|und)(?:${GAP}(?:zum|dem))?${GAP}|\s?[-–]\s?)(?<last>\d{1,2})\.`,
  },
  es: {
    behind: String.raw`,?${GAP}(?:día${GAP})?(?<date>\d{1,2})${NUMBER_ENDS}${NO_DAY}`,
    both: String.raw`del${GAP}(?<date>\d{1,2})${GAP}al${GAP}(?<last>\d{1,2})${NO_DAY}`,
  },
  fr: {
    behind: String.raw`,?${GAP}(?:le${GAP})?(?<date>\d{1,2})${NUMBER_ENDS}${NO_DAY}`,
    both: String.raw`du${GAP}(?<date>\d{1,2})${GAP}au${GAP}(?<last>\d{1,2})${NO_DAY}`,
  },
  it: {
    behind: String.raw`,?${GAP}(?<date>\d{1,2})${NUMBER_ENDS}${NO_DAY}`,
    both: String.raw`dal${GAP}(?<date>\d{1,2})${GAP}al${GAP}(?<last>\d{1,2})${NO_DAY}`,
  },
  nl: { behind: String.raw`,?${GAP}(?:de${GAP})?(?<date>\d{1,2})(?:e|ste|de|${NUMBER_ENDS})${NO_DAY}` },
  pt: { behind: String.raw`,?${GAP}(?:dia${GAP})?(?<date>\d{1,2})${NUMBER_ENDS}${NO_DAY}` },
}

const isDate = (written: string | undefined): boolean => Number(written) >= 1 && Number(written) <= 31

/** Tuesday the 10th; from the 14th to the 17th. Whatever names its month is read before. */
export const numberedDays = (v: Vocabulary, words: Words, numbered: (typeof numberedOf)[string]): readonly Phrase[] => {
  const short = entriesOf(v.shortWeekdays ?? '').filter((name) => name !== '')
  const names = `(?:${anyOf(v.on)}${GAP})?(?<weekday>${anyOf(...entriesOf(v.weekdays), ...short)})`
  return [
    {
      pattern: whole(`${names}${numbered.behind}`),
      read: ({ weekday: name = '', date }) => {
        const weekday = words.weekday(name)
        return weekday === undefined || !isDate(date) ? [] : [{ kind: 'date', date: Number(date), weekday }]
      },
    },
    ...(numbered.both === undefined ? [] : [{ pattern: whole(numbered.both), read: bothDays }]),
  ]
}

const bothDays: Phrase['read'] = ({ date, last }): readonly DateMention[] =>
  isDate(date) && isDate(last) && Number(date) < Number(last)
    ? [{ kind: 'range', first: { kind: 'date', date: Number(date) }, last: { kind: 'date', date: Number(last) } }]
    : []
