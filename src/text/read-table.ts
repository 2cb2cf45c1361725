import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { packageRoot } from '../config/package-info.js'

const folder = join(packageRoot, 'src/text')

/** The names of the tables in a folder of this one, without their ending. */
export const tablesIn = (name: string): readonly string[] =>
  readdirSync(join(folder, name)).map((file) => basename(file, '.json'))

/**
 * A table of this folder. It lies beside the sources, and is not compiled with them.
 * @throws Error, naming the file and its entry, where one has not the form
 */
export const readTable = <Table>(name: string, form: z.ZodType<Table>): Table => {
  const file = join(folder, name)
  // Without what zod compiles for many values to come: each file is read once.
  const { data, error } = form.safeParse(JSON.parse(readFileSync(file, 'utf8')), { jitless: true })
  if (error) throw new Error(`${file}: ${z.prettifyError(error)}`)
  return data
}
