import { offsetOf, type WrittenMoment } from '../../domain/moment.js'
import { type Day, dayFrom } from './day.js'
import { FORMS, filledIn, monthNumber } from './vocabulary.js'

/** How 05/06/2023 is read when the date itself does not decide. */
export type NumericOrder = 'day-first' | 'month-first'

const forms = FORMS.moments.map((form) => new RegExp(filledIn(form), 'iu'))

const fullYear = (digits: string): number =>
  digits.length > 2 ? Number(digits) : Number(digits) + (Number(digits) < 70 ? 2000 : 1900)

const dayIn = ({ groups = {} }: RegExpExecArray, order: NumericOrder): Day | undefined => {
  const { year = '', month, day = '1', name, first, second, mark } = groups
  if (mark === undefined)
    return dayFrom(Number(year), name === undefined ? Number(month) : monthNumber(name), Number(day))
  const dayFirst = dayFrom(fullYear(year), Number(second), Number(first))
  const monthFirst = dayFrom(fullYear(year), Number(first), Number(second))
  return mark === '/' && order === 'month-first' ? (monthFirst ?? dayFirst) : (dayFirst ?? monthFirst)
}

const findDay = (text: string, order: NumericOrder) => {
  for (const form of forms) {
    const match = form.exec(text)
    const day = match ? dayIn(match, order) : undefined
    if (match && day) return { day, rest: text.replace(match[0], ' ') }
  }
  return { day: undefined, rest: text }
}

const CLOCK = /(?<!\d)(\d{1,2})(?:[:.h](\d{2})(?:[:.](\d{2})(?:[.,](\d{1,9}))?)?)?\s?(?:([ap])\.?\s?m\b\.?)?/i

/** Milliseconds since midnight; undefined for an impossible clock time. */
const findClock = (text: string): { readonly ms: number | undefined; readonly rest: string } => {
  const match = CLOCK.exec(text.replace(/(?<=\d)T(?=\d)/, ' '))
  if (!match || (match[2] === undefined && match[5] === undefined)) return { ms: 0, rest: text }
  const half = match[5]?.toLowerCase()
  const written = Number(match[1])
  const hour = half === undefined ? written : (written % 12) + (half === 'p' ? 12 : 0)
  const minute = Number(match[2] ?? 0)
  const second = Number(match[3] ?? 0)
  const fraction = Number((match[4] ?? '').slice(0, 3).padEnd(3, '0'))
  const valid = hour < 24 && minute < 60 && second < 60 && (half === undefined || written <= 12)
  return {
    ms: valid ? ((hour * 60 + minute) * 60 + second) * 1000 + fraction : undefined,
    rest: text.replace(match[0], ' '),
  }
}

const ZONE = new RegExp(`(?<![a-z])(?:${Object.keys(FORMS.zones).join('|')})(?![a-z])`, 'i')

const DAY_MINUTES = 1440

/** Minutes; undefined where neither an offset nor a zone is written. UTC by its name, and -00:00, tell of no place (RFC 9557). */
const findOffset = (text: string): { readonly minutes: number; readonly tellsPlace: boolean } | undefined => {
  const [, sign, hours, minutes = '0'] = /([+\u2212-])(\d{1,2}):?(\d{2})?(?!\d)/.exec(text) ?? []
  const signed = (sign === '+' ? 1 : -1) * (Number(hours) * 60 + Number(minutes))
  if (Math.abs(signed) < DAY_MINUTES) return { minutes: signed, tellsPlace: sign === '+' || signed !== 0 }
  const named = FORMS.zones[ZONE.exec(text)?.[0].toLowerCase() ?? '']
  return named === undefined ? undefined : { minutes: named, tellsPlace: named !== 0 }
}

/** A date, with or without time and zone (default: midnight, UTC), in the first 100 characters; undefined if none. */
export const readMoment = (text: string, order?: NumericOrder): WrittenMoment | undefined => {
  const short = text.slice(0, 100)
  const reading = order ?? (/\d\s?[ap]\.?\s?m\b/i.test(short) ? 'month-first' : 'day-first')
  const { day, rest } = findDay(short, reading)
  if (day === undefined) return undefined
  const clock = findClock(rest)
  if (clock.ms === undefined) return undefined
  const { minutes, tellsPlace } = findOffset(clock.rest) ?? { minutes: 0, tellsPlace: undefined }
  return {
    instant: new Date(Date.parse(`${day}T00:00:00Z`) + clock.ms - minutes * 60_000).toISOString(),
    offset: tellsPlace ? offsetOf(minutes) : null,
    isLocal: tellsPlace === undefined,
  }
}

const LINE = /^\s{0,1000}\[\s{0,8}session[ _-]?date\s{0,8}[:=]([^\]\n]{0,200})\][^\S\n]{0,100}\n?/i

/** Removes the line `[Session date: …]` from the start of a text, even if its date cannot be read. */
export const takeSessionDate = (
  text: string,
): { readonly rest: string; readonly moment: WrittenMoment | undefined } => {
  const match = LINE.exec(text)
  return match
    ? { rest: text.slice(match[0].length), moment: readMoment(match[1] ?? '') }
    : { rest: text, moment: undefined }
}
