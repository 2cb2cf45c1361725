import { z } from 'zod'

export type JsonSchema = { readonly [key: string]: unknown }

/** What a grammar can be made of. Servers refuse lengths, ranges and defaults, each another set of them. */
const CARRIED = new Set(['type', 'enum', 'const', 'description'])

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null

/** Every property is required and no other is allowed, as strict structured output wants it. */
const strict = (schema: unknown): unknown => {
  if (!isSchema(schema)) return {}
  const carried = Object.fromEntries(Object.entries(schema).filter(([key]) => CARRIED.has(key)))
  const { properties, items, anyOf } = schema
  return {
    ...carried,
    ...(isSchema(properties)
      ? {
          properties: Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, strict(value)])),
          required: Object.keys(properties),
          additionalProperties: false,
        }
      : {}),
    ...(items === undefined ? {} : { items: strict(items) }),
    ...(Array.isArray(anyOf) ? { anyOf: anyOf.map(strict) } : {}),
  }
}

/** The JSON schema of what a model is to answer. Bounds of lengths and numbers are left to the parser. */
export const jsonSchemaOf = (schema: z.ZodType): JsonSchema => {
  const made = strict(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
  return isSchema(made) ? made : {}
}
