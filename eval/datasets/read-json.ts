import { readFile } from 'node:fs/promises'
import type { z } from 'zod'

/** What was asked for cannot be done as asked; the message is for the person at the command line. */
export class BadInput extends Error {
  override readonly name = 'BadInput'
}

/** A JSON file in the given form. Throws BadInput, naming the file and the first thing that is wrong. */
export const readJson = async <Schema extends z.ZodType>(file: string, schema: Schema): Promise<z.output<Schema>> => {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new BadInput(`${file} cannot be read.`)
  })
  const read = schema.safeParse(parse(file, text))
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new BadInput(`${file} is not in the form expected: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}.`)
}

const parse = (file: string, text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new BadInput(`${file} is not JSON.`)
  }
}
