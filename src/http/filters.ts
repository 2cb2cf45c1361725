import { z } from 'zod'
import { isJsonObject, type JsonObject } from '../domain/json-object.js'
import { memoryType } from '../domain/memory/events.js'
import type { Filters } from '../queries/filters.js'
import type { Rule } from './check.js'
import { instantAsked, momentIn, nameWithoutSecrets, readInstant, slotKey, someText, textRead } from './fields.js'
import { hasInvalidText } from './json-limits.js'
import { isDay, metadataFilter } from './metadata-filter.js'
import { omitUndefined } from './omit-undefined.js'

const readObject = (text: string): JsonObject | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) && !hasInvalidText(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The same, written as JSON in a query string. */
const writtenFilter = textRead(readObject, 'must be a JSON object')
  .pipe(metadataFilter)
  .meta({ type: 'string', override: { examples: ['{"project":"atlas"}', '{"size":{"gte":2}}'] } })

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
  metadata: metadataFilter.optional(),
  ...fields,
  time_window: timeWindow.optional(),
}
/** What narrows a list. */
export const queryFilters = { metadata: writtenFilter.optional(), ...fields }

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
