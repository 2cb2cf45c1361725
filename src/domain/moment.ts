import { z } from 'zod'

/** How far a clock is from UTC, as ISO 8601 writes it: `+13:00`, `-03:30`. */
export const offset = z.string().regex(/^[+-](?:[01]\d|2[0-3]):[0-5]\d$/)

/** A point in time, ISO 8601 in UTC, and the offset of the clock that it was told by; null where none is known. */
export type Moment = { readonly instant: string; readonly offset: string | null }

/** A point in time as somebody wrote it. `isLocal`: by a clock of an unknown place, and the instant is as if that showed UTC. */
export type WrittenMoment = Moment & { readonly isLocal: boolean }

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** The offset of so many minutes, less than a day. */
export const offsetOf = (minutes: number): string => {
  const digits = (number: number): string => String(Math.floor(number)).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${digits(Math.abs(minutes) / 60)}:${digits(Math.abs(minutes) % 60)}`
}

const millisOf = (written: string): number => {
  const [hours = 0, minutes = 0] = written.slice(1).split(':').map(Number)
  return (written.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * MINUTE_MS
}

/** What the clock showed, ISO 8601 without a zone; that of UTC where the year would have other than four digits. */
const shown = ({ instant, offset }: Moment): string => {
  const local = new Date(Date.parse(instant) + millisOf(offset ?? '+00:00')).toISOString()
  return local.length === instant.length ? local.slice(0, -1) : instant.slice(0, -1)
}

/** ISO 8601 as the clock showed it, with its offset; in UTC where that is not known. */
export const asTold = (moment: Moment): string =>
  moment.offset === null ? moment.instant : `${shown(moment)}${moment.offset}`

/** The day of the calendar, YYYY-MM-DD, where it was told. */
export const dayOf = (moment: Moment): string => shown(moment).slice(0, 10)

/** A time without an hour is a day. */
const isDay = (moment: Moment): boolean => shown(moment).endsWith('T00:00:00.000')

/** Whether one was told before the other: where one of them is a day, whether its day was before. */
export const isBefore = (a: Moment, b: Moment): boolean =>
  isDay(a) || isDay(b) ? dayOf(a) < dayOf(b) : a.instant < b.instant

const clocks = new Map<string, Intl.DateTimeFormat>()
/** Throws RangeError for a zone that is unknown. */
const clockIn = (timeZone: string): Intl.DateTimeFormat => {
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  clocks.set(timeZone, clock)
  return clock
}

/** The name of a time zone as the IANA database writes it; undefined where it has none. Offsets are no names. */
export const timeZoneNamed = (name: string): string | undefined => {
  if (!/^[a-z]/i.test(name)) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** `GMT-03:00`, and `GMT` alone for UTC. Seconds, which offsets had before 1972, are left out. */
const offsetIn = (timeZone: string, ms: number): string => {
  const named = clockIn(timeZone)
    .formatToParts(ms)
    .find(({ type }) => type === 'timeZoneName')
  return /[+-]\d\d:\d\d/.exec(named?.value ?? '')?.[0] ?? '+00:00'
}

/**
 * The same moment by a clock of this zone, unless it has an offset of its own. Of a local time that the zone has twice it is the
 * earlier one, and one that it skips is counted on from before, as in RFC 5545.
 */
export const locatedIn = (timeZone: string | undefined, { instant, offset, isLocal }: WrittenMoment): Moment => {
  if (offset !== null || timeZone === undefined) return { instant, offset }
  const ms = Date.parse(instant)
  if (!isLocal) return { instant, offset: offsetIn(timeZone, ms) }
  const [before, after] = [offsetIn(timeZone, ms - DAY_MS), offsetIn(timeZone, ms + DAY_MS)]
  const isRight = (its: string): boolean => offsetIn(timeZone, ms - millisOf(its)) === its
  const there = ms - millisOf(isRight(before) || !isRight(after) ? before : after)
  const located = new Date(there).toISOString()
  return located.length === instant.length
    ? { instant: located, offset: offsetIn(timeZone, there) }
    : { instant, offset: null }
}

/** The day on which it was told: by its own offset, or else by a clock of this zone. A day without an hour is the same anywhere. */
export const dayIn = (timeZone: string | undefined, moment: Moment): string =>
  dayOf(isDay(moment) ? moment : locatedIn(timeZone, { ...moment, isLocal: false }))
