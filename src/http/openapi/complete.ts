import { isJsonObject } from '../../domain/json-object.js'
import type { Fields } from '../check.js'
import { operatorFieldDocs } from './admin-field-docs.js'
import { fieldDocs } from './field-docs.js'

const docs = { ...fieldDocs, ...operatorFieldDocs }

/**
 * Completes component schemas so that each field has a description and an example: its own, that of the example of its
 * schema, or the shared one for its name. A default is described in words: for a field with the keyword `default`,
 * generated clients would require a value in every answer.
 */
export const completeSchemas = (schemas: Fields): Fields =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, complete(schema, firstExample(schema), name)]),
  )

const firstExample = (schema: unknown): unknown =>
  isJsonObject(schema) && Array.isArray(schema.examples) ? schema.examples[0] : undefined

const complete = (schema: unknown, example: unknown, owner: string): unknown => {
  if (!isJsonObject(schema)) return schema
  const { properties, items, anyOf, oneOf } = schema
  return {
    ...schema,
    ...(isJsonObject(properties) ? { properties: completeProperties(properties, example, owner) } : {}),
    ...(items === undefined ? {} : { items: complete(items, Array.isArray(example) ? example[0] : undefined, owner) }),
    ...(Array.isArray(anyOf) ? { anyOf: anyOf.map((each) => complete(each, example, owner)) } : {}),
    ...(Array.isArray(oneOf) ? { oneOf: oneOf.map((each) => complete(each, example, owner)) } : {}),
  }
}

const completeProperties = (properties: Fields, example: unknown, owner: string): Fields =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const here = isJsonObject(example) ? example[name] : undefined
      return [name, completeField(complete(schema, here, owner), docs[`${owner}.${name}`] ?? docs[name], here)]
    }),
  )

const completeField = (field: unknown, doc: (typeof docs)[string] | undefined, example: unknown): unknown => {
  if (!isJsonObject(field) || '$ref' in field) return field
  const { default: otherwise, examples, ...rest } = field
  const says = [field.description ?? doc?.says, otherwise === undefined ? undefined : `Default: ${written(otherwise)}.`]
  const description = says.filter((each) => each !== undefined).join(' ')
  const shown = Array.isArray(examples) && examples.length > 0 ? examples : [example ?? doc?.example]
  return {
    ...rest,
    ...(description === '' ? {} : { description }),
    ...(shown[0] === undefined ? {} : { examples: shown }),
  }
}

const written = (value: unknown): string => `\`${JSON.stringify(value)}\``

/** Description and example of a parameter by its name, where its schema has none. */
export const parameterDoc = (name: string) => docs[name]
