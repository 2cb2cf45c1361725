import { z } from 'zod'
import { DELETES, type Fields, type Hints, READS, type Tool, tool, type Using, WRITES } from '../tool.js'

type Arguments<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>

/** A tool of another memory server. Its answer is JSON, as structured content and as text. */
type Spec<Shape extends z.ZodRawShape, Output> = {
  readonly name: string
  readonly description: string
  readonly input: Shape
  readonly output: z.ZodType<Output>
  readonly userIn?: (args: Arguments<Shape>) => string | undefined
  readonly run: (args: Arguments<Shape>, using: Using) => Promise<Output>
}

const offering =
  (hints: Hints) =>
  <Shape extends z.ZodRawShape, Output extends Fields>({ run, input, ...spec }: Spec<Shape, Output>): Tool => {
    // Both have the output of the general type: what they do about unknown arguments is all that differs.
    const schema = (hints === DELETES ? z.strictObject(input) : z.object(input)) as z.ZodObject<Shape>
    return tool<Arguments<Shape>, Output>({
      ...spec,
      hints,
      input: schema,
      run: async (args, using) => {
        const data = await run(args, using)
        return { text: JSON.stringify(data), data }
      },
    })
  }

export const reading = offering(READS)
export const writing = offering(WRITES)
/** A deletion refuses arguments that it does not know; the others ignore them, as the servers do. */
export const deleting = offering(DELETES)

/** An argument that may be left out, or be null, as in schemas of Python programs. */
export const orNull = <Type extends z.ZodType>(type: Type) => type.nullish().transform((value) => value ?? undefined)
