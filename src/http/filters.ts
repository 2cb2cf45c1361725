import { z } from 'zod'
import { memoryType } from '../domain/memory/events.js'
import type { Filters } from '../queries/filters.js'
import { withoutSecrets } from '../text/secrets/redact.js'
import type { Rule } from './check.js'
import {
  instantAsked,
  metadata,
  momentIn,
  nameWithoutSecrets,
  readInstant,
  slotKey,
  someText,
  textRead,
} from './fields.js'
import { hasInvalidText } from './json-limits.js'
import { omitUndefined } from './omit-undefined.js'

const MOST_KEYS = 16
const SCALARS = 'must hold texts, numbers, true, false or null only'

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()], SCALARS)

/** Values to match under their keys, with secrets redacted as they are in stored metadata. */
const pairs = metadata
  .pipe(z.record(z.string(), scalar))
  .refine((wanted) => Object.keys(wanted).length <= MOST_KEYS, `must hold at most ${MOST_KEYS} keys`)
  .transform(withoutSecrets)
  .pipe(z.record(z.string(), scalar))

const readJson = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text)
    return hasInvalidText(value) ? undefined : value
  } catch {
    return undefined
  }
}

/** The same, written as JSON in a query string. */
const writtenPairs = textRead(readJson, 'must be a JSON object')
  .pipe(pairs)
  .meta({ type: 'string', override: { examples: ['{"project":"atlas"}'] } })

const isDay = (bound: string): boolean => bound.length === 10

/** Whether it says by which clock it is told. */
const hasPlace = (bound: string): boolean => /(?:Z|[+-]\d{2}:?\d{2})$/i.test(bound.slice(10))

const AFTER = 'must not be after to'

/** A day is compared with a day, and a time of a known place with another: of all else it depends on where that was. */
const isAfter = (from: unknown, to: unknown): boolean => {
  if (typeof from !== 'string' || typeof to !== 'string') return false
  if (isDay(from) !== isDay(to) || hasPlace(from) !== hasPlace(to)) return false
  const [first, last] = [readInstant(from), readInstant(to)]
  return first !== undefined && last !== undefined && first > last
}

const timeWindow = z
  .object({
    from: instantAsked.optional(),
    to: instantAsked.optional(),
    of: z.enum(['observed', 'valid']).default('observed'),
  })
  .refine(({ from, to }) => !isAfter(from, to), { path: ['from'], message: AFTER })

const fields = {
  session_id: nameWithoutSecrets.optional(),
  memory_type: memoryType.optional(),
  from: instantAsked.optional(),
  to: instantAsked.optional(),
  key: slotKey.optional(),
  subject: someText(256).optional(),
}

/** What narrows a search. */
export const bodyFilters = {
  metadata: pairs.optional(),
  ...fields,
  time_window: timeWindow.optional(),
}
/** What narrows a list. */
export const queryFilters = { metadata: writtenPairs.optional(), ...fields }

/** Nothing lies between a later and an earlier time. */
export const fromIsNotAfterTo: Rule = {
  field: 'from',
  says: AFTER,
  broken: ({ from, to }) => isAfter(from, to),
}

const bodySchema = z.object(bodyFilters)

type Input = z.output<typeof bodySchema> & { readonly time_zone?: string | undefined }

/** Both have the same output. */
export const filtersOf = ({ time_window: window, ...input }: Input): Filters => {
  /** As filters have it: a day, or an instant. */
  const bound = (written: string | undefined) =>
    written === undefined || isDay(written) ? written : momentIn(input.time_zone, written).instant
  return omitUndefined({
    metadata: input.metadata,
    sessionId: input.session_id,
    memoryType: input.memory_type,
    observedFrom: bound(input.from),
    observedTo: bound(input.to),
    timeWindow: window && { ...omitUndefined({ from: bound(window.from), to: bound(window.to) }), of: window.of },
    timeZone: input.time_zone,
    subject: input.subject,
    key: input.key,
  })
}
