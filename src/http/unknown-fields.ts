import { distance } from 'fastest-levenshtein'
import type { z } from 'zod'
import { isJsonObject } from '../domain/json-object.js'
import type { Fault } from './client-errors.js'

const MOST_NAMED = 20
const MOST_CHARACTERS = 64

/** The names of top-level fields that the schema of a request does not have. */
export const unknownFields = ({ shape }: z.ZodObject, raw: unknown): readonly string[] =>
  Object.keys(isJsonObject(raw) ? raw : {}).filter((name) => !Object.hasOwn(shape, name))

/** The beginning of a name, safe in a header and in an error. `Buffer` replaces lone surrogates. */
const encoded = (name: string): string => encodeURIComponent(Buffer.from(name.slice(0, MOST_CHARACTERS)).toString())

/** The header that names the ignored fields of a request. */
export const ignoredFieldsHeader = (names: readonly string[]): Readonly<Record<string, string>> =>
  names.length === 0 ? {} : { 'X-Ignored-Fields': names.slice(0, MOST_NAMED).map(encoded).join(',') }

/**
 * Unknown fields that are refused: a known one in camelCase, and with `refuseAll` every other. A deletion refuses all,
 * because it would delete more without a filter that is misspelt.
 */
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
