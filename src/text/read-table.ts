import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { packageRoot } from '../config/package-info.js'

/**
 * A table of this folder. It lies beside the sources, and is not compiled with them.
 * @throws Error, naming the file and its entry, where one has not the form
 */
export const readTable = <Table>(name: string, form: z.ZodType<Table>): Table => {
  const file = join(packageRoot, 'src/text', name)
  // Without what zod compiles for many values to come: each file is read once.
  const { data, error } = form.safeParse(JSON.parse(readFileSync(file, 'utf8')), { jitless: true })
  if (error) throw new Error(`${file}: ${z.prettifyError(error)}`)
  return data
}
