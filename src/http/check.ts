import { distance } from 'fastest-levenshtein'
import { z } from 'zod'
import { isJsonObject, type JsonObject } from '../domain/json-object.js'
import type { Fault } from './client-errors.js'
import { hasInvalidText } from './json-limits.js'
import { MALFORMED } from './read-request.js'

type Issue = z.core.$ZodRawIssue

const TYPES: Readonly<Record<string, string>> = {
  string: 'must be a string',
  number: 'must be a number',
  int: 'must be an integer',
  boolean: 'must be true or false',
  array: 'must be an array',
  object: 'must be a JSON object',
  record: 'must be a JSON object',
}

const bound = ({ origin }: { readonly origin: string }, words: string): string =>
  origin === 'array' ? `must hold ${words} items` : `must be ${words}`

/** A schema's fault as a sentence that follows the field's name and never quotes its value. */
const validationMessageOf = (issue: Issue): string => {
  if (issue.input === MALFORMED) return 'must be percent-encoded UTF-8'
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'required'
      if (issue.expected === 'string' && Array.isArray(issue.input)) return 'must be a single string'
      return TYPES[String(issue.expected)] ?? 'has the wrong type'
    case 'too_small':
      return bound(issue, `at least ${issue.minimum}`)
    case 'too_big':
      return bound(issue, `at most ${issue.maximum}`)
    case 'invalid_value':
      return issue.input === undefined ? 'required' : `must be one of ${issue.values.map(String).join(', ')}`
    case 'invalid_format':
      return issue.format === 'guid' ? 'must be a uuid' : 'has the wrong form'
    default:
      return 'is not valid'
  }
}

/** `['messages', 0, 'content']` is messages[0].content; an empty path is the body. */
const fieldAt = (path: readonly PropertyKey[]): string =>
  path.map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at === 0 ? '' : '.'}${String(step)}`)).join('') ||
  'body'

export type Fields = JsonObject
/** An object schema whose output is T. */
export type Schema<Output> = z.ZodObject & z.ZodType<Output>
/** A rule over several fields. It is checked even where fields have faults. */
export type Rule = { readonly field: string; readonly says: string; readonly broken: (fields: Fields) => boolean }

/** At least one of these has to be there. */
export const requiredOneOf = (first: string, ...others: readonly [string, ...string[]]): Rule => ({
  field: first,
  says: `required, or else ${others.join(' or ')}`,
  broken: (fields) => [first, ...others].every((field) => fields[field] === undefined),
})

type Checked<Output> = { readonly value: Output | undefined; readonly faults: readonly Fault[] }

/** Which request it is that is checked. A deletion refuses unknown fields. */
type Checking = { readonly rules?: readonly Rule[]; readonly method?: string }

/** Checks an object against its schema and rules: all faults, one a field, in the order of the schema, unknown fields last. */
export const check = <Output>(
  schema: Schema<Output>,
  raw: unknown,
  { rules = [], method }: Checking = {},
): Checked<Output> => {
  const { data, error } = schema.safeParse(raw, { error: validationMessageOf })
  const order = Object.keys(schema.shape)
  const faults = [
    ...unfitFields(raw),
    ...(error?.issues ?? []).map(({ path, message }) => ({ field: fieldAt(path), says: message })),
    ...(isJsonObject(raw) ? rules.filter(({ broken }) => broken(raw)) : []),
    ...faultsOfUnknownFields(schema, raw, { refuseAll: method === 'delete' }),
  ]
  return { value: data, faults: inOrder(faults, order) }
}

/** Fields that the schema does not know are checked too. Their names are repeated only if they are plain words. */
const unfitFields = (raw: unknown): readonly Fault[] =>
  Object.entries(isJsonObject(raw) ? raw : {})
    .filter((entry) => hasInvalidText(entry))
    .map(([field]) => ({
      field: /^\w{1,64}$/.test(field) ? field : 'body',
      says: 'must not contain a NUL character or a lone surrogate',
    }))

const inOrder = (faults: readonly Fault[], order: readonly string[]): readonly Fault[] => {
  const first = new Map<string, Fault>()
  for (const { field, says } of faults) if (!first.has(field)) first.set(field, { field, says })
  const place = ({ field }: Fault) => {
    const at = order.indexOf(/^\w*/.exec(field)?.[0] ?? '')
    return at < 0 ? order.length : at
  }
  return [...first.values()].sort((a, b) => place(a) - place(b))
}

/** Ignored fields that an answer names. */
export const MOST_NAMED = 20
const MOST_CHARACTERS = 64

/** The names of top-level fields that the schema of a request does not have. */
const unknownFields = ({ shape }: z.ZodObject, raw: unknown): readonly string[] =>
  Object.keys(isJsonObject(raw) ? raw : {}).filter((name) => !Object.hasOwn(shape, name))

/** The beginning of a name. `Buffer` replaces lone surrogates. */
const beginning = (name: string): string => Buffer.from(name.slice(0, MOST_CHARACTERS)).toString()

/** The same, safe in a header and in an error. */
const encoded = (name: string): string => encodeURIComponent(beginning(name))

/**
 * The paths of the fields of a request that nothing reads, at most 20: those of the request itself first, then those of the objects
 * in it, as `messages[].mood`. An object of the caller's own, such as `metadata`, has none. `query`: what is given beside a body.
 */
export const ignoredFields = (schema: z.ZodObject, raw: unknown, query: JsonObject = {}): readonly string[] => {
  const own = [...unknownFields(schema, raw), ...Object.keys(query)].map(beginning)
  return [...new Set([...own, ...unknownWithin(schema, raw, '')])].slice(0, MOST_NAMED)
}

/** Below the fields of an object. */
const unknownWithin = ({ shape }: z.ZodObject, raw: unknown, path: string): readonly string[] =>
  isJsonObject(raw) ? Object.keys(shape).flatMap((name) => unknownAt(shape[name], raw[name], `${path}${name}`)) : []

const unknownAt = (schema: z.core.$ZodType | undefined, raw: unknown, path: string): readonly string[] => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return unknownAt(schema.unwrap(), raw, path)
  if (schema instanceof z.ZodPipe) return unknownAt(schema.in, raw, path)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => unknownAt(option, raw, path))
  if (schema instanceof z.ZodArray)
    return Array.isArray(raw) ? raw.flatMap((each) => unknownAt(schema.element, each, `${path}[]`)) : []
  if (!(schema instanceof z.ZodObject) || schema.def.catchall !== undefined) return []
  return [
    ...unknownFields(schema, raw).map((name) => `${path}.${beginning(name)}`),
    ...unknownWithin(schema, raw, `${path}.`),
  ]
}

/** The header that names the ignored fields of a request. */
export const ignoredFieldsHeader = (names: readonly string[]): Readonly<Record<string, string>> =>
  names.length === 0 ? {} : { 'X-Ignored-Fields': names.map((name) => encodeURIComponent(name)).join(',') }

/** An answer with the ignored fields of its request. They are of this request, so they stand in no kept answer. */
export const withIgnoredFields = (answer: unknown, names: readonly string[]): unknown =>
  names.length > 0 && isJsonObject(answer) ? { ...answer, ignored_fields: names } : answer

/** Refused unknown fields: a known one in camelCase, or all with `refuseAll`: a misspelt filter would delete more. */
export const faultsOfUnknownFields = (
  schema: z.ZodObject,
  raw: unknown,
  { refuseAll }: { readonly refuseAll: boolean },
): readonly Fault[] => {
  const known = Object.keys(schema.shape)
  const inCamelCase = new Map(known.map((name) => [name.replaceAll('_', '').toLowerCase(), name]))
  return unknownFields(schema, raw).flatMap((name) => {
    const meant = inCamelCase.get(name.toLowerCase()) ?? (refuseAll ? nearest(name, known) : undefined)
    if (meant === undefined && !refuseAll) return []
    const question = meant === undefined ? '' : `, did you mean ${meant}?`
    return [{ field: encoded(name), says: `unknown parameter${question}` }]
  })
}

/** The known name of which at most a third of the letters differ. */
const nearest = (name: string, known: readonly string[]): string | undefined =>
  known
    .filter((other) => distance(name, other) <= other.length / 3)
    .toSorted((a, b) => distance(name, a) - distance(name, b))[0]
