import { z } from 'zod'
import type { Page, Place } from '../queries/read-memories.js'
import { readInstant, uuid } from './fields.js'

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
export const cursor = z
  .string()
  .transform((value, context): Place => {
    const place = placeOf(value)
    if (place) return place
    context.addIssue({ code: 'custom', message: 'must be the next_cursor of a page', input: value })
    return z.NEVER
  })
  .meta({ type: 'string', override: { examples: [] } })

/** A page as the answer has it. */
export const paged = <Part extends Pick<Page, 'next'>>({ next, ...page }: Part) => ({
  ...page,
  next_cursor: next && cursorOf(next),
})
