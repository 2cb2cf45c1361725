import { InvalidArgumentError } from 'commander'
import { z } from 'zod'
import { events } from '../../domain/all-events.js'

/** What an option takes, checked; commander tells the option's name before the message. */
type Reader = (text: string) => string

const wrong = (what: string): never => {
  throw new InvalidArgumentError(what)
}

export const anId: Reader = (text) =>
  z.uuid().safeParse(text).success
    ? text.toLowerCase()
    : wrong('It is no id of a memory, such as cf5187e4-0f0e-5d7a-9a51-2c1b7d1f4a10.')

export const aUser: Reader = (text) => (text === '' ? wrong('It is empty.') : text)

export const aPosition: Reader = (text) =>
  /^\d{1,19}$/.test(text) ? text : wrong('It is no position: a whole number, as `replay log` tells it.')

/** In the form of `Date.toISOString`. */
export const aTime: Reader = (text) => instant(text) ?? wrong(`It is no time. ${FORMS}`)

/** Digits are a position, all else a time. */
export const aPlace: Reader = (text) =>
  /^\d{1,19}$/.test(text) ? text : (instant(text) ?? wrong(`It is neither a position in digits nor a time. ${FORMS}`))

const FORMS = 'Write it in ISO 8601, such as 2026-05-08 or 2026-05-08T12:00:00Z.'

const local = z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })])

const instant = (text: string): string | undefined => {
  if (!local.safeParse(text).success) return undefined
  const zoned = /T/.test(text) && !/(Z|[+-]\d\d:?\d\d)$/.test(text) ? `${text}Z` : text
  const time = Date.parse(zoned)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

const types: readonly string[] = events.map(({ schema }) => schema.shape.type.value)

export const anEventType: Reader = (text) =>
  types.includes(text) ? text : wrong(`No event is called so. There are: ${types.join(', ')}.`)

/** For an option that may be given more than once. */
export const several =
  (reader: Reader) =>
  (text: string, before: readonly string[] = []): readonly string[] => [...before, reader(text)]
