import { z } from 'zod'
import { locatedIn, type Moment, timeZoneNamed } from '../domain/moment.js'
import type { Page, Place } from '../queries/read-memories.js'
import { readMoment } from '../text/dates/moment.js'
import { redact } from '../text/secrets/redact.js'
import { depthUpTo, hasInfinity } from './json-limits.js'

const FORM =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:[Zz]|([+-])(\d{2})(?::?(\d{2}))?)?)?$/

/** An ISO 8601 date or time (default UTC) in `toISOString` form; undefined if none, or not in years 1000–9999. */
export const readInstant = (text: string): string | undefined => {
  const [, day, clock = '00:00', second = '00', fraction = '', sign = '+', hours = '0', minutes = '0'] =
    FORM.exec(text) ?? []
  const local = `${day}T${clock}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
  const at = Date.parse(local)
  // A day that a month has not is parsed as one of the next month.
  if (Number.isNaN(at) || new Date(at).toISOString() !== local) return undefined
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  const written = new Date(at - offset * 60_000).toISOString()
  return /^[1-9]\d{3}-/.test(written) ? written : undefined
}

/** The number of characters of a text: code points, not the UTF-16 units that JavaScript counts. */
export const codePoints = (text: string): number => text.replace(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g, '-').length

const bytes = (text: string): number => Buffer.byteLength(text)

/** A text of at most `most` characters. */
export const text = (most: number) =>
  z
    .string()
    .refine((value) => codePoints(value) <= most, `must be at most ${most.toLocaleString('en')} characters`)
    .meta({ maxLength: most })

/** The same, and never empty. */
export const someText = (most: number) =>
  text(most)
    .refine((value) => value !== '', 'must not be empty')
    .meta({ minLength: 1, maxLength: most })

/** A text that is as long as a body may be, and never empty. */
export const longText = z
  .string()
  .refine((value) => value !== '', 'must not be empty')
  .meta({ minLength: 1 })

const nameOf = (most: number) =>
  someText(most)
    .refine((value) => bytes(value) <= 512, 'must be at most 512 bytes')
    .refine((value) => !/\p{Cc}/u.test(value), 'must not contain control characters')

/** The id of a user, workspace, agent, session or site. */
export const name = nameOf(256).meta({
  minLength: 1,
  maxLength: 256,
  description: 'At most 512 bytes of UTF-8, no control characters.',
})

/** A name that callers choose, such as that of a session or a site: normalized alike in writes and in reads. */
export const nameWithoutSecrets = name
  .transform((value) => redact(value).text)
  .meta({ type: 'string', minLength: 1, maxLength: 256 })

/** The name of a slot, as callers choose it; the same holds for secrets in it. */
export const slotKey = nameOf(512)
  .transform((value) => redact(value).text)
  .meta({ type: 'string', minLength: 1, maxLength: 512 })

/** What people call something. A secret in it is replaced by its kind. */
export const personName = someText(256)
  .refine((value) => !/\p{Cc}/u.test(value), 'must not contain control characters')
  .transform((value) => redact(value).text)
  .meta({ type: 'string', minLength: 1, maxLength: 256 })

/** `site/` and the name of a site, or a prefix of it. */
export const namespace = someText(512)
  .transform((value) => (value.startsWith('site/') ? `site/${redact(value.slice(5)).text}` : redact(value).text))
  .meta({ type: 'string', minLength: 1, maxLength: 512 })

/** The UUID of a memory, episode, conflict or lesson: any version, upper or lower case; the output is lower case. */
export const uuid = z.guid().toLowerCase()

/** A text that is read: undefined where it is not of the form. `must` says of which, after the name of the field. */
export const textRead = <Value>(read: (text: string) => Value | undefined, must: string) =>
  z.string().transform((value, context) => {
    const found = read(value)
    if (found !== undefined) return found
    context.addIssue({ code: 'custom', message: must, input: value })
    return z.NEVER
  })

const MUST_BE_INSTANT = 'must be an ISO 8601 date or date and time'

/** An ISO 8601 date or time, kept as written: it may tell by which clock, and `momentIn` reads it. */
export const writtenInstant = z.string().refine((value) => readInstant(value) !== undefined, MUST_BE_INSTANT)

/** The same of what is looked for. */
export const instantAsked = writtenInstant.meta({
  type: 'string',
  override: { examples: ['2026-01-31', '2026-01-31T08:30:00+01:00'] },
})

/** The point in time that has been checked by these, by a clock of the zone where it tells of no place. */
export const momentIn = (timeZone: string | undefined, written: string): Moment =>
  locatedIn(timeZone, readMoment(written) ?? { instant: written, offset: null, isLocal: false })

/** The name of a time zone. */
export const timeZone = textRead(timeZoneNamed, 'must be the name of a time zone, such as Europe/Oslo').meta({
  type: 'string',
  override: { examples: ['America/Sao_Paulo', 'Europe/Oslo'] },
})

const INSTANT = `${MUST_BE_INSTANT}, or the seconds or milliseconds since 1970`
/** From here on a number is of milliseconds, from March 1973 on; below, of seconds, up to the year 5138. */
const MILLISECONDS = 1e11

/** The same, or a number of seconds or milliseconds since 1970, as programs keep times; the output is as written, or in UTC. */
export const instantOrNumber = z
  .union([z.string(), z.number()], INSTANT)
  .transform((value, context) => {
    const read = typeof value === 'string' ? value : readNumber(value)
    if (read !== undefined && readInstant(read) !== undefined) return read
    context.addIssue({ code: 'custom', message: INSTANT, input: value })
    return z.NEVER
  })
  .meta({
    override: {
      anyOf: [{ type: 'string' }, { type: 'number' }],
      examples: ['2026-01-31T08:30:00+01:00', 1769844600, 1769844600000],
    },
  })

const readNumber = (value: number): string | undefined => {
  const date = new Date(Math.abs(value) < MILLISECONDS ? value * 1000 : value)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

/** A whole number written in a query string. */
export const countIn = (least: number, most: number, otherwise: number) =>
  z
    .string()
    .regex(/^-?\d{1,15}$/, 'must be an integer')
    .transform(Number)
    .pipe(z.number().min(least).max(most))
    .default(otherwise)
    .meta({ type: 'integer', minimum: least, maximum: most, override: { default: otherwise } })

/** Which page of a list: parameters of the query string. */
export const paging = {
  limit: countIn(1, 1000, 20),
  offset: countIn(0, Number.MAX_SAFE_INTEGER, 0),
}

const MAX_METADATA_BYTES = 32 * 1024
const MAX_METADATA_DEPTH = 64

/** The caller's own JSON object. */
export const metadata = z.record(z.string(), z.unknown()).superRefine((value, context) => {
  const says =
    depthUpTo(value, MAX_METADATA_DEPTH) > MAX_METADATA_DEPTH
      ? `must be nested at most ${MAX_METADATA_DEPTH} deep`
      : bytes(JSON.stringify(value)) > MAX_METADATA_BYTES
        ? 'must be at most 32 KiB of JSON'
        : hasInfinity(value)
          ? 'must hold finite numbers only'
          : undefined
  if (says !== undefined) context.addIssue({ code: 'custom', message: says, input: value })
})

/** A place in a list as callers receive it: opaque, and safe in a URL. */
export const cursorOf = ({ createdAt, ordinal, id }: Place): string =>
  Buffer.from(`${createdAt} ${ordinal} ${id}`).toString('base64url')

/** Accepts only what `cursorOf` has made. */
const placeOf = (cursor: string): Place | undefined => {
  const [createdAt = '', ordinal = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ')
  const place = { createdAt, ordinal, id }
  const whole = readInstant(createdAt) === createdAt && /^\d{1,18}$/.test(ordinal) && uuid.safeParse(id).success
  const sound = whole && cursorOf(place) === cursor
  return sound ? place : undefined
}

/** The `next_cursor` of an earlier page. */
export const cursor = textRead(placeOf, 'must be the next_cursor of a page').meta({
  type: 'string',
  override: { examples: [] },
})

/** A page as the answer has it. */
export const paged = <Part extends Pick<Page, 'next'>>({ next, ...page }: Part) => ({
  ...page,
  next_cursor: next && cursorOf(next),
})
