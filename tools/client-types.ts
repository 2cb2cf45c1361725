/**
 * Writes what the TypeScript client takes from the OpenAPI document: the types, and the method and path of each operation.
 * npm run client-types
 */
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import { documentOf } from '../src/http/openapi/describe.js'
import { routes } from '../src/http/routes/index.js'

const FILE = 'packages/client/src/schema.ts'
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

/** The source of the file, from the document as a service gives it. */
export const clientTypesOf = async ({ openapi, info, paths, components }: Document): Promise<string> => {
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const operations = described.filter(({ operation }) => typeOf(operation.responses['200']?.content) !== 'unknown')
  const queries = Object.assign({}, ...operations.map(({ operation }) => queryOf(operation)))
  const schemas = withoutExamples({ ...components.schemas, ...queries })
  // The generator reads any object.
  const types = await openapiTS({ openapi, info, paths: {}, components: { schemas } } as never, {
    defaultNonNullable: false,
  })
  return [
    '/* Made from the OpenAPI document: npm run client-types */',
    /^export interface components \{.*?^\}/ms.exec(astToString(types))?.[0] ?? '',
    "export type Schemas = components['schemas']",
    '/** What each operation takes, in its body or its query, and what it answers. */',
    'export interface Operations {',
    ...operations.map(({ operation }) => typesOf(operation)),
    '}',
    '/** The method and path of each operation, and whether it takes an Idempotency-Key. */',
    'export const endpoints = {',
    ...operations.map(({ path, method, operation: { operationId, parameters } }) => {
      const writes = JSON.stringify(parameters ?? []).includes('IdempotencyKey')
      return `  ${operationId}: { method: '${method}', path: '${path}', writes: ${writes} },`
    }),
    '} as const',
    '',
  ].join('\n')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const document = documentOf(routes, { version: '', description: '', license: '' })
  writeFileSync(FILE, await clientTypesOf(JSON.parse(JSON.stringify(document))))
}
