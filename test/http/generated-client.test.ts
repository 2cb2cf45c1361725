import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentOf } from '../../src/http/openapi/describe.js'
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

/** What the compiler has against a program that makes these calls. */
const faultsOf = (calls: readonly { path: string; body: string }[]): readonly string[] => {
  const file = join(folder, 'calls.mts')
  const lines = calls.map(({ path, body }) => `await client.POST(${JSON.stringify(path)}, { body: ${body} })`)
  const opening = [
    "import createClient from 'openapi-fetch'",
    "import type { paths } from './schema.d.ts'",
    "const client = createClient<paths>({ baseUrl: 'http://127.0.0.1:3050' })",
  ]
  writeFileSync(file, [...opening, ...lines].join('\n'))
  const found = ts.getPreEmitDiagnostics(ts.createProgram([file], options))
  return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

describe('a client that is generated from the document', () => {
  test('takes every body that the README shows', () => {
    expect(shown.map(({ path }) => path)).toEqual(['/v1/memories/ingest/quick', '/v1/memories/search'])
    expect(faultsOf(shown)).toEqual([])
  })

  test('takes the example of every request with a body', () => {
    const calls = routes
      .filter(({ method, path }) => method === 'post' && !path.includes(':'))
      .map(({ path, example }) => ({ path, body: JSON.stringify(example) }))
    expect(calls.length).toBeGreaterThan(4)
    expect(faultsOf(calls)).toEqual([])
  })

  test.each([
    [
      'a field of another type',
      '/v1/memories/search',
      '{"user_id":"demo","query":7}',
      /'number' is not assignable to type 'string'/,
    ],
    ['a missing field', '/v1/memories/search', '{"user_id":"demo"}', /'query' is missing/],
    ['an unknown word', '/v1/memories/search', '{"user_id":"demo","query":"?","retrieval_mode":"deep"}', /"deep"/],
    ['an unknown path', '/v1/memories/serch', '{"user_id":"demo","query":"?"}', /"\/v1\/memories\/serch"/],
  ])('refuses %s', (_, path, body, says) => {
    expect(faultsOf([{ path, body }]).join('\n')).toMatch(says)
  })
})
