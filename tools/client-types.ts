/**
 * Writes what the clients take from the OpenAPI document: the types of the TypeScript client, and for both clients the
 * method and path of each operation. npm run client-types
 */
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import { documentOf } from '../src/http/openapi/describe.js'
import { routes } from '../src/http/routes/index.js'

const FILE = 'packages/client/src/schema.ts'
const PYTHON_FILE = 'clients/python/palimpsest/endpoints.py'
const JSON_TYPE = 'application/json'

type Schema = { readonly $ref?: string }
type Content = Readonly<Record<string, { readonly schema: Schema }>>
type Parameter = {
  readonly in?: 'path' | 'query'
  readonly name: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: object
}
type Operation = {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}
type Document = {
  readonly openapi: string
  readonly info: object
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}

const queryName = ({ operationId }: Operation): string => `${operationId[0]?.toUpperCase()}${operationId.slice(1)}Query`

/** The query of an operation as a schema of its own; none where it has no query. */
const queryOf = (operation: Operation): Readonly<Record<string, object>> => {
  const query = (operation.parameters ?? []).filter((each) => each.in === 'query')
  if (query.length === 0) return {}
  const properties = query.map(({ name, schema, description }) => [name, { ...schema, description }])
  const required = query.filter((each) => each.required).map(({ name }) => name)
  return { [queryName(operation)]: { type: 'object', properties: Object.fromEntries(properties), required } }
}

const typeOf = (content: Content | undefined): string => {
  const name = content?.[JSON_TYPE]?.schema.$ref?.split('/').at(-1)
  return name === undefined ? 'unknown' : `Schemas['${name}']`
}

/** What an operation takes (in its body or its query) and answers. */
const typesOf = (operation: Operation): string => {
  const answers = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'))
  const result = answers.map(([, { content }]) => typeOf(content)).join(' | ')
  const [query] = Object.keys(queryOf(operation))
  const ofQuery = query === undefined ? 'Record<never, never>' : `Schemas['${query}']`
  const input = operation.requestBody === undefined ? ofQuery : typeOf(operation.requestBody.content)
  return `  ${operation.operationId}: { input: ${input}; result: ${result} }`
}

const withoutExamples = (schemas: object): unknown =>
  JSON.parse(JSON.stringify(schemas), (key, value) =>
    // A property may have this name; then it is a schema, and no list.
    key === 'examples' && Array.isArray(value) ? undefined : value,
  )

type Endpoint = { readonly method: string; readonly path: string; readonly operation: Operation }

/** Every operation that answers JSON. */
const endpointsIn = ({ paths }: Document): readonly Endpoint[] =>
  Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
    )
    .filter(({ operation }) => typeOf(operation.responses['200']?.content) !== 'unknown')

const takesKey = ({ parameters = [] }: Operation): boolean => JSON.stringify(parameters).includes('IdempotencyKey')

/** The source of the file for TypeScript, from the document as a service gives it. */
export const clientTypesOf = async (document: Document): Promise<string> => {
  const { openapi, info, components } = document
  const endpoints = endpointsIn(document)
  const queries = Object.assign({}, ...endpoints.map(({ operation }) => queryOf(operation)))
  const schemas = withoutExamples({ ...components.schemas, ...queries })
  const described = { openapi, info, paths: {}, components: { schemas } }
  // The generator reads any object.
  const types = await openapiTS(described as never, { defaultNonNullable: false })
  return [
    '/* Made from the OpenAPI document: npm run client-types */',
    /^export interface components \{.*?^\}/ms.exec(astToString(types))?.[0] ?? '',
    "export type Schemas = components['schemas']",
    '/** What each operation takes, in its body or its query, and what it answers. */',
    'export interface Operations {',
    ...endpoints.map(({ operation }) => typesOf(operation)),
    '}',
    '/** The method and path of each operation, and whether it takes an Idempotency-Key. */',
    'export const endpoints = {',
    ...endpoints.map(
      ({ path, method, operation }) =>
        `  ${operation.operationId}: { method: '${method}', path: '${path}', writes: ${takesKey(operation)} },`,
    ),
    '} as const',
    '',
  ].join('\n')
}

/** The source of the file for Python. */
const pythonEndpointsOf = (document: Document): string =>
  [
    '"""Made from the OpenAPI document: npm run client-types"""',
    '',
    '#: The method and path of each operation, and whether it takes an Idempotency-Key.',
    'ENDPOINTS = {',
    ...endpointsIn(document).map(({ path, method, operation }) => {
      const writes = takesKey(operation) ? 'True' : 'False'
      return `    "${operation.operationId}": ("${method}", "${path}", ${writes}),`
    }),
    '}',
    '',
  ].join('\n')

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const document = documentOf(routes, { version: '', description: '', license: '' })
  const asServed: Document = JSON.parse(JSON.stringify(document))
  writeFileSync(FILE, await clientTypesOf(asServed))
  writeFileSync(PYTHON_FILE, pythonEndpointsOf(asServed))
}
