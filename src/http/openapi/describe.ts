import { z } from 'zod'
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverride,
  type ZodOpenApiOverrideContext,
} from 'zod-openapi'
import { isJsonObject } from '../../domain/json-object.js'
import type { Fields } from '../check.js'
import { type About, needsKey, type Route, tags } from '../route.js'
import { hasBody } from './error-docs.js'
import { exampleOf, type Field, fieldDoc } from './field-docs.js'
import { answerHeaders, anyHeaders, elsewhere, readHeaders, responsesOf, writeHeaders } from './responses.js'

/**
 * Completes component schemas so that each field has a description and an example: its own, that of `examples`, or the shared
 * one for its name. A default is described in words: for a field with the keyword `default`, generated clients would require a
 * value in every answer.
 */
const completeSchemas = (schemas: Fields, examples: ReadonlyMap<string, unknown>): Fields =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, complete(schema, examples.get(name), name)]),
  )

const complete = (schema: unknown, example: unknown, owner: string): unknown => {
  if (!isJsonObject(schema)) return schema
  const { properties, items, anyOf, oneOf } = schema
  return {
    ...schema,
    ...(isJsonObject(properties) ? { properties: completeProperties(properties, example, owner) } : {}),
    ...(items === undefined ? {} : { items: complete(items, Array.isArray(example) ? example[0] : undefined, owner) }),
    ...(Array.isArray(anyOf) ? { anyOf: anyOf.map((each) => complete(each, example, owner)) } : {}),
    ...(Array.isArray(oneOf) ? { oneOf: oneOf.map((each) => complete(each, example, owner)) } : {}),
  }
}

const completeProperties = (properties: Fields, example: unknown, owner: string): Fields =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const here = isJsonObject(example) ? example[name] : undefined
      return [name, completeField(complete(schema, here, owner), { name, owner }, here)]
    }),
  )

const completeField = (field: unknown, named: Field, example: unknown): unknown => {
  if (!isJsonObject(field) || '$ref' in field) return field
  const doc = fieldDoc(named)
  const { default: otherwise, examples, ...rest } = field
  const says = [field.description ?? doc.says, otherwise === undefined ? undefined : `Default: ${written(otherwise)}.`]
  const description = says.filter((each) => each !== undefined).join(' ')
  const shown =
    Array.isArray(examples) && examples.length > 0 ? examples : [example === undefined ? doc.example : example]
  return {
    ...rest,
    ...(description === '' ? {} : { description }),
    ...(shown[0] === undefined ? {} : { examples: shown }),
  }
}

const written = (value: unknown): string => `\`${JSON.stringify(value)}\``

/** The introduction of the document. Markdown. */
const guide = `
Post conversations; palimpsest turns them into memories (short facts), for each
user, if wanted shared among the agents of a workspace, and finds the right ones again.

### Keys

Every path under \`/v1\` takes \`Authorization: Bearer <key>\`. While the service has no key of its own (\`CORE_API_KEY\`),
that is \`local-dev-key\`. The admin key may do all that the standard key may, and what is marked as its own.

### Scope: who asks, and where

Every request about memories is bound to a scope, and there is no way around it.

- Without \`workspace_id\` it is the user's own, personal memories.
- With \`workspace_id\` it is the memories of that workspace, inside the tenancy of the user. Then \`agent_id\`, the agent that
  asks, is required; without it the request is refused.

\`agent_scope\` says whose memories of the workspace a search wants (\`all\`, \`self\`, \`others\`, one agent, several); it never
shows more than the asking agent may see.

### Visibility: who may see what is shared

| \`visibility\` | seen by |
|---|---|
| \`workspace\` (the default) | every agent of the workspace |
| \`agent_only\` | the agent that wrote it |
| \`restricted\` | that agent, and those in \`granted_to\` |

A memory that an agent may not see does not exist for it: it is in no list, no search and no count, and to get or delete
it answers the same as for an id that was never there.

### Reading what you have just written

When a write is answered, the next read through the same process shows it: no sleeping, no polling. A write says in
\`X-Log-Position\` where it stands in the log. Another reader, in another process, can send that as \`X-Min-Position\` and waits
until it is shown; if that takes too long, the answer is 503 with \`Retry-After\`.

### Trying again

A write with an \`Idempotency-Key\` (any text of yours) is carried out once: for a day, the same request with the same key
is answered what it was answered the first time, with \`Idempotency-Replayed: true\`, also after a crash of the service.

### Refusals

\`error\` says what is wrong, for people; a 400 names every fault of the request at once, as \`<field>: <what is wrong>; …\`.
A 503 comes with \`Retry-After\`; that of health says what is down instead. A path that is not described here answers 404,
another method 405 with \`Allow\`, always in JSON. Answers may gain fields.

### Unknown fields

A deletion refuses every parameter that it does not know. Elsewhere a top-level field in camelCase is refused where it is
known in snake_case (\`userId\`). Other unknown fields are ignored, and named in \`X-Ignored-Fields\`.
`.trim()

/** The OpenAPI document of the routes, generated from the schemas that validate their requests. */
export const documentOf = (routes: readonly Route[], about: About): Document => {
  const examples = new Map<string, unknown>()
  const document = draftOf(routes, about, (schema) => {
    plainer(schema)
    showing(schema, examples)
  })
  const schemas = completeSchemas({ ...document.components?.schemas }, examples)
  // Fields gain descriptions and examples; their types stay.
  return { ...document, components: { ...document.components, schemas: schemas as Schemas } }
}

type Document = ReturnType<typeof createDocument>
type Schemas = NonNullable<NonNullable<Document['components']>['schemas']>

const draftOf = (
  routes: readonly Route[],
  { version, description, license }: About,
  override: ZodOpenApiOverride,
): Document =>
  createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'palimpsest',
        version,
        description: `${description}\n\n${guide}`,
        license: { name: license, identifier: license },
      },
      servers: [{ url: '/', description: 'Where this document comes from.' }],
      tags: Object.entries(tags).map(([name, says]) => ({ name, description: says })),
      paths: { ...pathsOf(routes), '/docs': docsPage },
      components: { securitySchemes, responses: elsewhere },
    },
    { override },
  )

/** Not a route: its answer is not JSON. */
const docsPage = {
  get: {
    operationId: 'docs',
    tags: ['Service'],
    summary: 'This description, as a page for people. No key.',
    security: [],
    responses: {
      '200': {
        description: 'The page.',
        headers: { 'X-Request-Id': answerHeaders['X-Request-Id'] },
        content: { 'text/html': { schema: z.string() } },
      },
    },
  },
}

const securitySchemes = {
  standardKey: { type: 'http', scheme: 'bearer', description: 'The standard key, `CORE_API_KEY`.' },
  adminKey: { type: 'http', scheme: 'bearer', description: 'The admin key, `CORE_ADMIN_API_KEY`.' },
} as const

const pathsOf = (routes: readonly Route[]) => {
  const paths = [...new Set(routes.map(({ path }) => path))]
  return Object.fromEntries(
    paths.map((path) => [
      path.replace(/:(\w+)/g, '{$1}'),
      Object.fromEntries(
        routes.filter((route) => route.path === path).map((route) => [route.method, operationOf(route)]),
      ),
    ]),
  )
}

const operationOf = (route: Route): ZodOpenApiOperationObject => ({
  operationId: route.name,
  tags: [route.tag],
  summary: route.summary,
  ...described([route.description ?? '', ...rulesOf(route)]),
  security: securityOf(route),
  requestParams: {
    path: shown(route.params, route.example),
    query: hasBody(route) ? z.object({}) : shown(route.input, route.example),
    header: z.object({ open: anyHeaders, adjust: anyHeaders, read: readHeaders, write: writeHeaders }[route.kind]),
  },
  ...(hasBody(route) ? { requestBody: bodyOf(route) } : {}),
  responses: responsesOf(route),
})

const described = (lines: readonly string[]) => {
  const description = lines.filter((line) => line !== '').join('\n')
  return description === '' ? {} : { description }
}

/** Rules over several fields. */
const rulesOf = ({ rules }: Route): readonly string[] => rules.map(({ field, says }) => `- \`${field}\` ${says}.`)

const securityOf = (route: Route) => {
  if (!needsKey(route)) return []
  return route.needsAdmin?.({}) === true ? [{ adminKey: [] }] : [{ standardKey: [] }, { adminKey: [] }]
}

const bodyOf = ({ name, input, example }: Route) => ({
  required: true,
  content: {
    'application/json': {
      schema: input.meta({ id: `${name.charAt(0).toUpperCase()}${name.slice(1)}Body` }),
      example: fieldsOf(input, example),
    },
  },
})

/**
 * Parameters. One that the route's example has shows that value, and the page fills it in. Another shows one in its schema,
 * which the page does not send: all optional parameters together find nothing.
 */
const shown = ({ shape }: z.ZodObject, example: Fields) =>
  z.object(
    Object.fromEntries(
      Object.entries(shape).map(([name, schema]) => {
        const doc = fieldDoc({ name, owner: '' })
        // The shape of an object schema consists of schemas.
        const field = schema as z.ZodType
        const said = field.description === undefined && doc.says ? field.describe(doc.says) : field
        if (example[name] !== undefined) return [name, said.meta({ param: { example: example[name] } })]
        return [name, doc.example === undefined ? said : withExample(said, doc.example)]
      }),
    ),
  )

/** In the override, because a schema that transforms takes nothing else into the document. */
const withExample = (schema: z.ZodType, example: unknown): z.ZodType => {
  const { examples, override } = schema.meta() ?? {}
  if (examples !== undefined) return schema
  return schema.meta({ override: { ...(isJsonObject(override) ? override : {}), examples: [example] } })
}

/** The part of an example that belongs to these fields. */
export const fieldsOf = ({ shape }: z.ZodObject, example: Fields): Fields =>
  Object.fromEntries(Object.entries(example).filter(([name]) => name in shape))

/** Leaves out what every reader knows, such as the pattern of a uuid. Answers may gain fields. */
const plainer: ZodOpenApiOverride = ({ jsonSchema, io }) => {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.format === 'uuid' || jsonSchema.type === 'integer') delete jsonSchema.pattern
  if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
}

/** Gives the named schema of an answer its example, and writes down one of all its fields. */
const showing = ({ jsonSchema, zodSchema, io }: ZodOpenApiOverrideContext, examples: Map<string, unknown>): void => {
  const id = z.globalRegistry.get(zodSchema)?.id
  if (id === undefined || io === 'input') return
  jsonSchema.examples ??= [exampleOf(zodSchema)]
  examples.set(id, exampleOf(zodSchema, 'all'))
}
