import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { bundle } from '../../tools/bundle.mjs'

const root = join(import.meta.dirname, '../..')

/** The program as `npm start` builds it. */
export const compiledMain = join(root, '.compiled/src/main.js')

const STUB = 'test/cli/stub-server.ts'
/** Programs that suites start. */
const PROGRAMS = [
  ...[STUB, 'test/postgres/crash-writer.ts', 'test/postgres/lock-holder.ts'],
  'src/concurrency/ended-by-signals.ts',
]
/** The double of EventStoreDB as a server of its own. */
const DOUBLE = 'test/support/eventstoredb'
/** Where a program of the suites is, without its types. */
export const compiledOf = (file: string): string => join(root, '.compiled', file.replace(/\.ts$/, '.js'))
/** The command line around an application that does nothing. */
export const compiledStub = compiledOf(STUB)
export const compiledDouble = compiledOf(`${DOUBLE}/serve.ts`)

/** Bundles the programs, once for all tests of a run. */
export const compileProgram = async (): Promise<void> => {
  const entryPoints = ['src/main.ts', `${DOUBLE}/serve.ts`, ...PROGRAMS]
  for (const { path, contents } of await bundle({ entryPoints, outdir: '.compiled' })) {
    await mkdir(dirname(path), { recursive: true })
    // Whole or not at all: another run in the same folder may start from it right now.
    await writeFile(`${path}.${process.pid}`, contents)
    await rename(`${path}.${process.pid}`, path)
  }
}
