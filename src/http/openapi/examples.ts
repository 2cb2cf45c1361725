import { z } from 'zod'
import { AT, MEMORY } from '../answers/named.js'
import { type Field, fieldText, ownersIn } from './texts.js'

type Schema = z.core.$ZodType

/**
 * An example of a schema: its own; of an object, one of each field; else that of the field's text, if the schema takes it;
 * else a simple value that it takes.
 */
export const exampleOf = (schema: Schema, of: 'required' | 'all' = 'required', field?: Field): unknown => {
  const { examples } = z.globalRegistry.get(schema) ?? {}
  if (Array.isArray(examples)) return examples[0]
  if (schema instanceof z.ZodObject) return exampleOfFields(schema, of, field)
  if (schema instanceof z.ZodOptional) return exampleOf(schema.unwrap(), of, field)
  if (schema instanceof z.ZodArray && schema.element instanceof z.ZodObject)
    return [exampleOf(schema.element, of, field)]
  const [shown] = (field && fieldText(field).examples) ?? []
  if (shown !== undefined && takes(schema, shown)) return shown
  return simpleExample(schema, of, field)
}

const simpleExample = (schema: Schema, of: 'required' | 'all', field?: Field): unknown => {
  if (schema instanceof z.ZodNullable) return exampleOf(schema.unwrap(), of, field) ?? null
  if (schema instanceof z.ZodArray && schema.element instanceof z.ZodUnion)
    return [exampleOf(schema.element, of, field)]
  if (schema instanceof z.ZodUnion) return schema.options.map((option) => exampleOf(option, of, field))[0]
  if (schema instanceof z.ZodTuple) return schema.def.items.map((item) => exampleOf(item, of))
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodLiteral) return schema.value
  return SIMPLE[`${z.globalRegistry.get(schema)?.format}`] ?? [0, 1, false, []].find((value) => takes(schema, value))
}

const SIMPLE: Readonly<Record<string, string>> = { uuid: MEMORY, 'date-time': AT, date: AT.slice(0, 10) }

const takes = (schema: Schema, value: unknown): boolean => z.safeParse(schema, value).success

const exampleOfFields = (schema: z.ZodObject, of: 'required' | 'all', field?: Field): unknown => {
  const owners = ownersIn(z.globalRegistry.get(schema)?.id, field)
  const shown = Object.entries<Schema>(schema.shape).filter(([, part]) => of === 'all' || !takes(part, undefined))
  return Object.fromEntries(shown.map(([name, part]) => [name, exampleOf(part, of, { name, owners })]))
}
