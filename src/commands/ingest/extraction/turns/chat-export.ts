import { type NumericOrder, readMoment } from '../dates/moment.js'
import { cutAt, type Form, type Opening } from './turn.js'

const DATE = String.raw`(\d{1,4}[./-]\d{1,2}[./-]\d{1,4})`
const TIME = String.raw`(\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:[\s\u202f]?[AaPp]\.?\s?[Mm]\.?)?)`
const MARKS = String.raw`[\u200e\u200f\ufeff]?`
const ANDROID = new RegExp(String.raw`^${MARKS}${DATE},?\s${TIME}\s[-–]\s(.*)$`)
const IOS = new RegExp(String.raw`^${MARKS}\[${DATE},?\s${TIME}\]\s(.*)$`)
const NAMED = /^([^:\n]{1,60}?):(?:\s|$)(.*)$/

/** Day or month first: what the numbers of the whole export allow; with neither shown, month first goes with AM and PM. */
const orderOf = (dates: readonly string[], clocks: readonly string[]): NumericOrder => {
  const pairs = dates.map((date) => date.split(/[./-]/).map(Number))
  if (pairs.some(([first = 0]) => first > 12 && first < 32)) return 'day-first'
  if (pairs.some(([, second = 0]) => second > 12)) return 'month-first'
  return clocks.some((clock) => /[ap]\.?\s?m/i.test(clock)) ? 'month-first' : 'day-first'
}

/** WhatsApp and kin: every line has its own date, `12/05/23, 14:03 - Ana: text` or `[12.05.23, 14:03:22] Ana: text`. */
export const chatExport: Form = (text) => {
  const lines = text.split('\n')
  const stamps = lines.map((line) => ANDROID.exec(line) ?? IOS.exec(line) ?? undefined)
  const stamped = stamps.filter((stamp) => stamp !== undefined)
  if (!stamped.some(([, , , said = '']) => NAMED.test(said))) return undefined
  const order = orderOf(
    stamped.map(([, date = '']) => date),
    stamped.map(([, , clock = '']) => clock),
  )
  return cutAt(lines, (_, index): Opening | undefined => {
    const stamp = stamps[index]
    if (!stamp) return undefined
    const [, date = '', clock = '', said = ''] = stamp
    const named = NAMED.exec(said)
    const moment = readMoment(`${date} ${clock.replace(/\u202f/g, ' ')}`, order)
    return { speaker: named?.[1]?.replace(/^[\u200e~\s]+/, '').trim() || null, first: named?.[2] ?? said, moment }
  })
}
