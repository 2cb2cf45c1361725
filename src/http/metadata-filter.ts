import { z } from 'zod'
import { isJsonObject, type JsonObject } from '../domain/json-object.js'
import { redactedUnder, withoutSecrets } from '../text/secrets/redact.js'
import { metadata, readInstant } from './fields.js'

const MOST_CONDITIONS = 16
const MOST_VALUES = 100
/** How many of `all`, `any` and `not` may stand around a condition. */
const DEEPEST = 3

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()])
const bound = z.union([z.string(), z.number()])

/** The form of a filter, for the document. What it does not tell, `faultsOfFilter` checks before. */
const conditions = z
  .strictObject({
    in: z.array(scalar).min(1).max(MOST_VALUES).optional(),
    gt: bound.optional(),
    gte: bound.optional(),
    lt: bound.optional(),
    lte: bound.optional(),
    exists: z.boolean().optional(),
    get not(): z.ZodOptional<z.ZodType<JsonObject | z.output<typeof scalar>>> {
      return z.union([scalar, conditions]).optional()
    },
  })
  .meta({ id: 'MetadataConditions' })

const filter: z.ZodType<JsonObject> = z
  .record(
    z.string(),
    z.lazy(() => z.union([scalar, conditions, filter, z.array(filter)])),
  )
  .meta({ id: 'MetadataFilter' })

type Fault = { readonly path: readonly (string | number)[]; readonly says: string }
type Place = { readonly path: Fault['path']; readonly depth: number }

const within = ({ path, depth }: Place, step: string | number, deeper: number): Place => ({
  path: [...path, step],
  depth: depth + deeper,
})

const fault = ({ path }: Place, says: string): readonly Fault[] => [{ path, says }]

const EMPTY = 'must hold a condition'
const CONDITION = 'must be a text, a number, true, false, null, or conditions such as {"in": [...]}'

const isGroup = (key: string, value: unknown): value is readonly unknown[] =>
  (key === 'all' || key === 'any') && Array.isArray(value)
const isNot = (key: string, value: unknown): value is JsonObject => key === 'not' && isJsonObject(value)

const faultsOfFilter = (asked: unknown, at: Place): readonly Fault[] => {
  if (at.depth > DEEPEST) return fault(at, `must be nested at most ${DEEPEST} deep`)
  if (!isJsonObject(asked)) return fault(at, 'must be a JSON object')
  if (at.depth > 0 && Object.keys(asked).length === 0) return fault(at, EMPTY)
  // The schema of the form would take it out, and leave a group without a condition.
  if (Object.hasOwn(asked, '__proto__')) return fault(at, 'must not hold the key __proto__')
  return Object.entries(asked).flatMap(([key, value]) => {
    if (isGroup(key, value)) {
      const group = within(at, key, 1)
      return value.length === 0
        ? fault(group, EMPTY)
        : value.flatMap((each, i) => faultsOfFilter(each, within(group, i, 0)))
    }
    return isNot(key, value) ? faultsOfFilter(value, within(at, key, 1)) : faultsUnder(value, within(at, key, 0))
  })
}

/** Of what stands under a key. */
const faultsUnder = (value: unknown, at: Place): readonly Fault[] => {
  if (at.depth > DEEPEST) return fault(at, `must be nested at most ${DEEPEST} deep`)
  if (scalar.safeParse(value).success) return []
  if (!isJsonObject(value)) return fault(at, CONDITION)
  if (Object.keys(value).length === 0) return fault(at, EMPTY)
  return Object.entries(value).flatMap(([operator, operand]) => {
    if (operator === 'not') return faultsUnder(operand, within(at, operator, 1))
    const says = OPERATORS.get(operator)?.(operand)
    if (says !== undefined) return fault(within(at, operator, 0), says)
    return OPERATORS.has(operator)
      ? []
      : fault(at, `must hold conditions by ${[...OPERATORS.keys()].join(', ')} or not`)
  })
}

const values = z.array(scalar).min(1).max(MOST_VALUES)
const faultOfBound = (value: unknown): string | undefined =>
  typeof value === 'number' || (typeof value === 'string' && readInstant(value) !== undefined)
    ? undefined
    : 'must be a number, or an ISO 8601 date or date and time'

/** What is wrong with what an operator is given. */
const OPERATORS: ReadonlyMap<string, (value: unknown) => string | undefined> = new Map([
  [
    'in',
    (value) =>
      values.safeParse(value).success
        ? undefined
        : `must be a list of 1 to ${MOST_VALUES} texts, numbers, true, false or null`,
  ],
  ['gt', faultOfBound],
  ['gte', faultOfBound],
  ['lt', faultOfBound],
  ['lte', faultOfBound],
  ['exists', (value) => (typeof value === 'boolean' ? undefined : 'must be true or false')],
])

const conditionsIn = (value: unknown): number => {
  if (isJsonObject(value))
    return Object.entries(value).reduce((sum, [key, each]) => sum + (key === 'in' ? 1 : conditionsIn(each)), 0)
  return Array.isArray(value) ? value.reduce((sum: number, each) => sum + conditionsIn(each), 0) : 1
}

/** With secrets redacted as they are in stored metadata, and times in UTC; a day stays one. */
const cleaned = (asked: JsonObject): JsonObject =>
  withoutSecrets(asked, (value, key) => {
    if (isGroup(key, value)) return value.map((each) => (isJsonObject(each) ? cleaned(each) : each))
    return isNot(key, value) ? cleaned(value) : cleanedUnder(value, key)
  })

const cleanedUnder = (value: unknown, key: string): unknown => {
  if (!isJsonObject(value)) return redactedUnder(value, key)
  return Object.fromEntries(
    Object.entries(value).map(([operator, operand]) => {
      const clean = cleanedUnder(operand, key)
      const isTime = operator !== 'in' && operator !== 'not' && typeof clean === 'string' && !isDay(clean)
      return [operator, isTime ? (readInstant(clean) ?? clean) : clean]
    }),
  )
}

export const isDay = (written: string): boolean => written.length === 10

const faultsOf = (asked: JsonObject): readonly Fault[] => {
  const { error } = metadata.safeParse(asked)
  if (error) return error.issues.map(({ message }) => ({ path: [], says: message }))
  if (conditionsIn(asked) > MOST_CONDITIONS)
    return [{ path: [], says: `must hold at most ${MOST_CONDITIONS} conditions` }]
  return faultsOfFilter(asked, { path: [], depth: 0 })
}

/** What metadata have to hold, checked and ready to be compiled. */
export const metadataFilter = z
  .preprocess((asked: JsonObject, context) => {
    // What is no object the schema of the form refuses.
    for (const { path, says } of isJsonObject(asked) ? faultsOf(asked) : [])
      context.addIssue({ code: 'custom', message: says, path: [...path], input: asked })
    return asked
  }, filter)
  .transform(cleaned)
