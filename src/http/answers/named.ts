import { z } from 'zod'

type Named<Fields extends z.ZodRawShape> = {
  /** What the schema is called in the description of the interface. */
  readonly name: string
  readonly says: string
  readonly fields: Fields
  readonly example: z.input<z.ZodObject<Fields>>
}

/** The schema of an answer, or of a part of one, under a name and with an example. */
export const named = <Fields extends z.ZodRawShape>({ name, says, fields, example }: Named<Fields>) =>
  z.object(fields).meta({ id: name, description: says, examples: [example] })

/** An id that we have made. */
export const id = z.string().meta({ format: 'uuid' })

/** A moment in UTC, with milliseconds. */
export const moment = z.string().meta({ format: 'date-time' })

export const count = z.int().min(0)

/** Anything from 0 to 1. */
export const share = z.number().min(0).max(1)

/** The example that a schema brings with it. */
export const exampleOf = (schema: z.ZodType): unknown => {
  const examples: unknown = schema.meta()?.examples
  return Array.isArray(examples) ? examples[0] : undefined
}
