import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const rootAbove = (folder: string): string => {
  if (existsSync(join(folder, 'package.json'))) return folder
  if (folder === dirname(folder)) throw new Error('package.json is missing: the installation is not whole')
  return rootAbove(dirname(folder))
}

/** The package's folder, whether this runs from `src/` or from `dist/src/`: where `migrations/` and `models/` lie. */
export const packageRoot = rootAbove(dirname(fileURLToPath(import.meta.url)))

/**
 * A table that lies beside the sources, and is not compiled with them, by its path in `src/`.
 * @throws Error, naming the file and its entry, where one has not the form
 */
export const readTable = <Table>(path: string, form: z.ZodType<Table>): Table => {
  const file = join(packageRoot, 'src', path)
  // Without what zod compiles for many values to come: each file is read once.
  const { data, error } = form.safeParse(JSON.parse(readFileSync(file, 'utf8')), { jitless: true })
  if (error) throw new Error(`${file}: ${z.prettifyError(error)}`)
  return data
}

const manifest = z.object({ version: z.string(), description: z.string(), license: z.string() })

/** As package.json has it. */
export const about = manifest.parse(JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')))
export const { version } = about
