import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { expect, inject, test } from 'vitest'
import { clientTypesOf } from '../../../tools/client-types.js'
import { endpoints } from '../src/schema.js'

const SOURCES = resolve(import.meta.dirname, '../src')
const read = (file: string): string => readFileSync(join(SOURCES, file), 'utf8')
const written = readdirSync(SOURCES).filter((file) => file !== 'schema.ts')

test('the types are those of the service', async () => {
  const document = await (await fetch(`${inject('url')}/openapi.json`)).json()
  expect((await clientTypesOf(document)) === read('schema.ts'), 'to bring them up to date: npm run client-types').toBe(
    true,
  )
})

test('every operation of the service has a method, but for what describes the service and probes', () => {
  const sources = written.map(read).join('\n')
  const missing = Object.keys(endpoints).filter((name) => !sources.includes(`'${name}'`))
  expect(missing).toEqual(['greet', 'live', 'ready', 'describe'])
})

/** Every method that callers use, and the examples above it. */
const methods = written
  .filter((file) => !/transport|scoped-calls/.test(file))
  .flatMap((file) =>
    [
      ...read(file).matchAll(
        /\/\*\*((?:(?!\*\/).)*)\*\/\n {2}(?!readonly|#|override|constructor)(?:async )?(?:get )?(\w+)\(/gs,
      ),
    ].map(([, comment = '', name = '']) => ({
      name: `${file}: ${name}`,
      examples: [...comment.matchAll(/@example ((?:(?!@example).)*)/gs)].map(([, code = '']) =>
        code.replace(/^ *\* ?/gm, ''),
      ),
    })),
  )

test('every method has an example, and each of them compiles', () => {
  expect(methods.length).toBeGreaterThan(50)
  expect(methods.filter(({ examples }) => examples.length === 0).map(({ name }) => name)).toEqual([])

  const around = [
    "import { Palimpsest, PalimpsestError, type Input, type Memories } from './index.js'",
    'declare const [id, episodeId, lessonId]: readonly [string, string, string]',
    'declare const answer: { recall_id: string; expand_ids: string[] }',
    "declare const conversations: readonly Input<'ingestQuick'>[]",
    'declare const queue: { send(message: object): void }',
  ]
  const scope = 'client: Palimpsest, ana: Memories, scout: Memories'
  const all = written.flatMap((file) => [...read(file).matchAll(/@example ((?:(?!@example|\*\/).)*)/gs)])
  const functions = all.map(([, code = ''], n) => {
    const body = code.replace(/^ *\* ?/gm, '')
    // An example that makes one of them does not take it.
    const made = /const (client|ana|scout) =/.exec(body)?.[1]
    const taken = scope.split(', ').filter((each) => !each.startsWith(`${made}:`))
    return `export const example${n} = async (${taken.join(', ')}) => {\n${body}\n}`
  })
  const file = join(SOURCES, 'examples.ts')
  const text = [...around, ...functions].join('\n')
  const options: ts.CompilerOptions = {
    ...{ strict: true, noEmit: true, skipLibCheck: true, types: ['node'], lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'] },
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
  }
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.fileExists = (name) => name === file || fileExists(name)
  host.getSourceFile = (name, version, ...rest) =>
    name === file ? ts.createSourceFile(name, text, version) : getSourceFile(name, version, ...rest)
  const program = ts.createProgram([file], options, host)
  const faults = ts.getPreEmitDiagnostics(program, program.getSourceFile(file))
  expect(faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([])
  expect(all.length).toBeGreaterThan(50)
})
