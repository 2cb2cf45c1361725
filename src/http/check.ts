import type { z } from 'zod'
import type { Fault } from './client-errors.js'
import { holdsUnfitText } from './invalid-text.js'
import { fieldAt, wordingOf } from './validation-messages.js'

export type Fields = Readonly<Record<string, unknown>>
/** An object schema, by what it gives. */
export type Schema<Output> = z.ZodObject & z.ZodType<Output>
/** What no single field can tell. It is asked whatever the fields hold. */
export type Rule = { readonly field: string; readonly says: string; readonly broken: (fields: Fields) => boolean }

/** At least one of these has to be there. */
export const requiredOneOf = (first: string, ...others: readonly [string, ...string[]]): Rule => ({
  field: first,
  says: `required, or else ${others.join(' or ')}`,
  broken: (fields) => [first, ...others].every((field) => fields[field] === undefined),
})

export type Checked<Output> = { readonly value: Output | undefined; readonly faults: readonly Fault[] }

/** Checks an object against its schema and rules: all faults, one a field, in the order of the schema. */
export const check = <Output>(schema: Schema<Output>, raw: unknown, rules: readonly Rule[] = []): Checked<Output> => {
  const { data, error } = schema.safeParse(raw, { error: wordingOf })
  const order = Object.keys(schema.shape)
  const faults = [
    ...unfitFields(raw),
    ...(error?.issues ?? []).map(({ path, message }) => ({ field: fieldAt(path), says: message })),
    ...(isFields(raw) ? rules.filter(({ broken }) => broken(raw)) : []),
  ]
  return { value: data, faults: inOrder(faults, order) }
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Also in fields that the schema does not know: an unknown name that is no word is not repeated. */
const unfitFields = (raw: unknown): readonly Fault[] =>
  Object.entries(isFields(raw) ? raw : {})
    .filter((entry) => holdsUnfitText(entry))
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
