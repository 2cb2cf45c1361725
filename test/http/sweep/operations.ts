import { documentOf } from '../../../src/http/openapi/describe.js'
import { routes } from '../../../src/http/routes/index.js'

/** A JSON schema, as far as the sweep reads one. */
export type Schema = {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly examples?: readonly unknown[]
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: Schema
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly anyOf?: readonly Schema[]
  readonly $ref?: string
}

type Place = 'path' | 'query' | 'body' | 'header'
export type Field = {
  readonly name: string
  readonly in: Place
  readonly schema: Schema
  readonly required: boolean
}

export type Operation = {
  readonly method: string
  /** With `{id}` where something is to be filled in. */
  readonly path: string
  readonly fields: readonly Field[]
  readonly example: Readonly<Record<string, unknown>>
  readonly hasBody: boolean
  readonly key: 'none' | 'standard' | 'admin'
  /** Every method of its path, in upper case. */
  readonly methods: readonly string[]
}

type Parameter = {
  readonly name: string
  readonly in: Place
  readonly schema: Schema
  readonly required?: boolean
  readonly example?: unknown
}

type Described = {
  readonly security: readonly Readonly<Record<string, unknown>>[]
  readonly parameters?: readonly (Parameter & { readonly $ref?: string })[]
  readonly requestBody?: {
    readonly content: {
      readonly 'application/json': { readonly schema: Schema; readonly example: Readonly<Record<string, unknown>> }
    }
  }
}

// As it is served: plain JSON. The document's own test holds that it is what the types say.
const document = JSON.parse(
  JSON.stringify(documentOf(routes, { version: '0.0.0', description: 'Under test', license: 'Apache-2.0' })),
) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters: Readonly<Record<string, Parameter>>
  }
}

const lastOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1)
const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (document.components.schemas[lastOf(schema.$ref)] ?? {})

const keyOf = ({ security }: Described): Operation['key'] =>
  security.length === 0 ? 'none' : security.some((key) => 'standardKey' in key) ? 'standard' : 'admin'

const bodyFields = ({ requestBody }: Described): readonly Field[] => {
  const schema = resolved(requestBody?.content['application/json'].schema ?? {})
  return Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    in: 'body',
    schema: resolved(field),
    required: schema.required?.includes(name) === true,
  }))
}

/** Every parameter shows an example, but not all of them may be given at once: of the optional ones these are. */
const SOUND_TOGETHER: ReadonlySet<string> = new Set(['limit', 'session_id'])

const operationOf = (path: string, method: string, described: Described): Operation => {
  const parameters = (described.parameters ?? []).map((parameter) =>
    parameter.$ref === undefined ? parameter : (document.components.parameters[lastOf(parameter.$ref)] ?? parameter),
  )
  const given = parameters
    .filter(({ name, required }) => required === true || SOUND_TOGETHER.has(name))
    .flatMap(({ name, example }) => (example === undefined ? [] : [[name, example]]))
  return {
    method: method.toUpperCase(),
    path,
    fields: [
      ...parameters.map(({ name, in: place, schema, required = false }) => ({
        name,
        in: place,
        schema: resolved(schema),
        required,
      })),
      ...bodyFields(described),
    ],
    example: { ...Object.fromEntries(given), ...described.requestBody?.content['application/json'].example },
    hasBody: described.requestBody !== undefined,
    key: keyOf(described),
    methods: Object.keys(document.paths[path] ?? {}).map((other) => other.toUpperCase()),
  }
}

/** All that the service says it can be asked. */
export const operations: readonly Operation[] = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, described]) => operationOf(path, method, described)),
)
