import type { DateMention, Phrase } from './date-mention.js'
import { dayFrom } from './day.js'

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const YEAR = String.raw`(?<year>(?:19|20)\d\d)`
const ZONE = String.raw`(?: (?:[A-Z]{3,4}|[+-]\d{4}))?`

const dayOf = (year = '', month = 0, day = ''): readonly DateMention[] => {
  const found = dayFrom(Number(year), month, Number(day))
  return found === undefined ? [] : [{ kind: 'day', day: found }]
}

/** Dates as programs write them in every language: `Wed Feb 11 18:02:10 2026`, and `20260211T180210` in calendars. */
export const machineDates: readonly Phrase[] = [
  {
    pattern: new RegExp(
      String.raw`(?<![\w])(?<month>${MONTHS.join('|')}) {1,2}(?<day>\d{1,2}) \d\d:\d\d(?::\d\d)?${ZONE} ${YEAR}(?!\d)`,
      'gi',
    ),
    read: ({ year, month = '', day }) => dayOf(year, MONTHS.indexOf(month.toLowerCase()) + 1, day),
  },
  {
    pattern: new RegExp(String.raw`(?<!\d)${YEAR}(?<month>\d\d)(?<day>\d\d)(?=T\d{4})`, 'gi'),
    read: ({ year, month, day }) => dayOf(year, Number(month), day),
  },
  {
    pattern: new RegExp(String.raw`(?<=VALUE=DATE:)${YEAR}(?<month>\d\d)(?<day>\d\d)(?!\d)`, 'gi'),
    read: ({ year, month, day }) => dayOf(year, Number(month), day),
  },
]
