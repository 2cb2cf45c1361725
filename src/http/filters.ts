import { z } from 'zod'
import { memoryType } from '../domain/memory/events.js'
import type { Filters } from '../queries/filters.js'
import { withoutSecrets } from '../text/secrets/redact.js'
import type { Rule } from './check.js'
import {
  instant,
  MUST_BE_INSTANT,
  metadata,
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

/** A bare date stands for the whole day; this is its last millisecond. */
const readLast = (value: string): string | undefined =>
  readInstant(/^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T23:59:59.999Z` : value)

const lastInstant = textRead(readLast, MUST_BE_INSTANT).meta({
  type: 'string',
  override: { examples: ['2026-01-31', '2026-01-31T08:30:00+01:00'] },
})

const AFTER = 'must not be after to'

const timeWindow = z
  .object({
    from: instant.optional(),
    to: lastInstant.optional(),
    of: z.enum(['observed', 'valid']).default('observed'),
  })
  .refine(({ from = '', to }) => to === undefined || from <= to, { path: ['from'], message: AFTER })

const fields = {
  session_id: nameWithoutSecrets.optional(),
  memory_type: memoryType.optional(),
  from: instant.optional(),
  to: lastInstant.optional(),
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
  broken: ({ from, to }) => {
    const [first, last] = [typeof from === 'string' && readInstant(from), typeof to === 'string' && readLast(to)]
    return Boolean(first && last && first > last)
  },
}

const bodySchema = z.object(bodyFilters)

/** Both have the same output. */
export const filtersOf = (input: z.output<typeof bodySchema>): Filters =>
  omitUndefined({
    metadata: input.metadata,
    sessionId: input.session_id,
    memoryType: input.memory_type,
    observedFrom: input.from,
    observedTo: input.to,
    timeWindow: input.time_window && { ...omitUndefined(input.time_window), of: input.time_window.of },
    subject: input.subject,
    key: input.key,
  })
