import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentOf } from '../../src/http/openapi/describe.js'
import { operationText } from '../../src/http/openapi/texts.js'
import { routes } from '../../src/http/routes/index.js'

const readme = readFileSync('README.md', 'utf8')
/** Every request that the README shows with a body: its path, and the body as it stands there. */
const shown = [...readme.matchAll(/^curl \S+ https?:\/\/[^/]+(?<path>\S+) .*-d '(?<body>\{.*\})'$/gm)].map(
  ({ groups }) => ({
    path: groups?.path ?? '',
    body: groups?.body ?? '',
  }),
)

const document = documentOf(routes, { version: '1.2.3', description: 'A memory.', license: 'Apache-2.0' })

let folder: string
beforeAll(async () => {
  // Beside the packages that the client imports.
  folder = mkdtempSync(join(process.cwd(), 'node_modules', '.generated-client-'))
  // The generator reads any object.
  const schema = await openapiTS(JSON.parse(JSON.stringify(document)) as never)
  writeFileSync(join(folder, 'schema.d.ts'), astToString(schema))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const options: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
}

type Call = { readonly path: string; readonly body: string }

const refused: readonly (readonly [what: string, call: Call, says: RegExp])[] = [
  [
    'a field of another type',
    { path: '/v1/memories/search', body: '{"user_id":"demo","query":7}' },
    /'number' is not assignable to type 'string'/,
  ],
  ['a missing field', { path: '/v1/memories/search', body: '{"user_id":"demo"}' }, /'query' is missing/],
  [
    'an unknown word',
    { path: '/v1/memories/search', body: '{"user_id":"demo","query":"?","retrieval_mode":"deep"}' },
    /"deep"/,
  ],
  [
    'an unknown path',
    { path: '/v1/memories/serch', body: '{"user_id":"demo","query":"?"}' },
    /"\/v1\/memories\/serch"/,
  ],
]

const examples = routes
  .filter(({ method, path }) => method === 'post' && !path.includes(':'))
  .map(({ path, name }): Call => ({ path, body: JSON.stringify(operationText(name).example) }))

/** Programs that make these calls, all read by one compiler, which takes seconds to begin. */
const programs: readonly (readonly Call[])[] = [shown, examples, ...refused.map(([, call]) => [call])]

const written = (calls: readonly Call[], n: number): string => {
  const file = join(folder, `calls-${n}.mts`)
  const lines = calls.map(({ path, body }) => `await client.POST(${JSON.stringify(path)}, { body: ${body} })`)
  const opening = [
    "import createClient from 'openapi-fetch'",
    "import type { paths } from './schema.d.ts'",
    "const client = createClient<paths>({ baseUrl: 'http://127.0.0.1:3050' })",
  ]
  writeFileSync(file, [...opening, ...lines].join('\n'))
  return file
}

let faults: readonly (readonly string[])[]
beforeAll(() => {
  const files = programs.map(written)
  const compiled = ts.createProgram(files, options)
  expect(compiled.getOptionsDiagnostics()).toEqual([])
  faults = files.map((file) =>
    ts
      .getPreEmitDiagnostics(compiled, compiled.getSourceFile(file))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
  )
})

describe('a client that is generated from the document', () => {
  test('takes every body that the README shows', () => {
    expect(shown.map(({ path }) => path)).toEqual(['/v1/memories/ingest/quick', '/v1/memories/search'])
    expect(faults[0]).toEqual([])
  })

  test('takes the example of every request with a body', () => {
    expect(examples.length).toBeGreaterThan(4)
    expect(faults[1]).toEqual([])
  })

  test.each(refused.map(([what, , says], n) => [what, says, n] as const))('refuses %s', (_, says, n) => {
    expect(faults[n + 2]?.join('\n')).toMatch(says)
  })
})
