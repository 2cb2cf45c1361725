import { type Fields, isFields } from '../check.js'
import { operatorFieldDocs } from './admin-field-docs.js'
import { fieldDocs } from './field-docs.js'

const docs = { ...fieldDocs, ...operatorFieldDocs }

/**
 * Component schemas whose fields all say what they mean and how they look: in their own words, by the example of their
 * schema, or else by what is said once for fields of that name. A default is told in words: of a field with the keyword
 * generated clients demand a value, because an answer would always have one.
 */
export const completeSchemas = (schemas: Fields): Fields =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, complete(schema, firstExample(schema), name)]),
  )

const firstExample = (schema: unknown): unknown =>
  isFields(schema) && Array.isArray(schema.examples) ? schema.examples[0] : undefined

const complete = (schema: unknown, example: unknown, owner: string): unknown => {
  if (!isFields(schema)) return schema
  const { properties, items, anyOf, oneOf } = schema
  return {
    ...schema,
    ...(isFields(properties) ? { properties: completeProperties(properties, example, owner) } : {}),
    ...(items === undefined ? {} : { items: complete(items, Array.isArray(example) ? example[0] : undefined, owner) }),
    ...(Array.isArray(anyOf) ? { anyOf: anyOf.map((each) => complete(each, example, owner)) } : {}),
    ...(Array.isArray(oneOf) ? { oneOf: oneOf.map((each) => complete(each, example, owner)) } : {}),
  }
}

const completeProperties = (properties: Fields, example: unknown, owner: string): Fields =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const here = isFields(example) ? example[name] : undefined
      return [name, completeField(complete(schema, here, owner), docs[`${owner}.${name}`] ?? docs[name], here)]
    }),
  )

const completeField = (field: unknown, doc: (typeof docs)[string] | undefined, example: unknown): unknown => {
  if (!isFields(field) || '$ref' in field) return field
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

/** What a parameter means and how it looks, where its schema does not say: by its name. */
export const parameterDoc = (name: string) => docs[name]
