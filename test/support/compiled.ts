import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { transformWithEsbuild } from 'vite'

const root = join(import.meta.dirname, '../..')

/** The program without its types: a process that starts from it is there in half the time. */
export const compiledMain = join(root, '.compiled/src/main.js')

const STUB = 'test/cli/stub-server.ts'
/** Programs that suites start. */
const PROGRAMS = [STUB, 'test/postgres/crash-writer.ts', 'test/postgres/lock-holder.ts']
/** The double of EventStoreDB as a server of its own. */
const DOUBLE = 'test/support/eventstoredb'
/** Where a program of the suites is, without its types. */
export const compiledOf = (file: string): string => join(root, '.compiled', file.replace(/\.ts$/, '.js'))
/** The command line around an application that does nothing. */
export const compiledStub = compiledOf(STUB)
export const compiledDouble = compiledOf(`${DOUBLE}/serve.ts`)

/** Takes the types out of the program, once for all tests of a run. */
export const compileProgram = async (): Promise<void> => {
  const files = [...(await Promise.all(['src', 'projections', DOUBLE].map(modulesIn))).flat(), ...PROGRAMS]
  await Promise.all(files.map(compile))
}

const modulesIn = async (folder: string): Promise<readonly string[]> => {
  const all = await readdir(join(root, folder), { recursive: true })
  return all.filter((file) => file.endsWith('.ts')).map((file) => join(folder, file))
}

const compile = async (file: string): Promise<void> => {
  const source = await readFile(join(root, file), 'utf8')
  const { code } = await transformWithEsbuild(source, file, { format: 'esm', target: 'node20', sourcemap: false })
  const compiled = compiledOf(file)
  await mkdir(dirname(compiled), { recursive: true })
  // Whole or not at all: another run in the same folder may start from it right now.
  await writeFile(`${compiled}.${process.pid}`, code)
  await rename(`${compiled}.${process.pid}`, compiled)
}
