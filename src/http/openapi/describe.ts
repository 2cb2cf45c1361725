import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverride,
  type ZodOpenApiOverrideContext,
} from 'zod-openapi'
import { packageRoot } from '../../config/package-info.js'
import { isJsonObject } from '../../domain/json-object.js'
import { type Fields, MOST_NAMED } from '../check.js'
import { omitUndefined } from '../omit-undefined.js'
import { type About, needsKey, type Route } from '../route.js'
import { exampleOf } from './examples.js'
import { hasBody } from './refusals.js'
import { answerHeaders, anyHeaders, elsewhere, readHeaders, responsesOf, writeHeaders } from './responses.js'
import { type Field, fieldText, operationText, ownersIn, schemaTexts, sections } from './texts.js'

/**
 * Gives schemas and fields descriptions and examples: their own, from `examples`, or the shared one of the name.
 * A default is put into words: with `default`, generated clients would require the field in every answer.
 */
const completeSchemas = (schemas: Fields, examples: ReadonlyMap<string, unknown>): Fields =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const description = schemaTexts[name]
      const whole = complete(schema, examples.get(name), ownersIn(name, undefined))
      return [name, { ...Object(whole), ...omitUndefined({ description }) }]
    }),
  )

const complete = (schema: unknown, example: unknown, owners: Field['owners']): unknown => {
  if (!isJsonObject(schema)) return schema
  const { properties, items, anyOf, oneOf } = schema
  return {
    ...schema,
    ...(isJsonObject(properties) ? { properties: completeProperties(properties, example, owners) } : {}),
    ...(items === undefined ? {} : { items: complete(items, Array.isArray(example) ? example[0] : undefined, owners) }),
    ...(Array.isArray(anyOf) ? { anyOf: anyOf.map((each) => complete(each, example, owners)) } : {}),
    ...(Array.isArray(oneOf) ? { oneOf: oneOf.map((each) => complete(each, example, owners)) } : {}),
  }
}

const completeProperties = (properties: Fields, example: unknown, owners: Field['owners']): Fields =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const here = isJsonObject(example) ? example[name] : undefined
      const field = { name, owners }
      return [name, completeField(complete(schema, here, ownersIn(undefined, field)), field, here)]
    }),
  )

const completeField = (schema: unknown, field: Field, example: unknown): unknown => {
  if (!isJsonObject(schema)) return schema
  const text = fieldText(field)
  if ('$ref' in schema) return { ...schema, ...omitUndefined({ description: text.description }) }
  const { default: otherwise, ...rest } = schema
  const byDefault = otherwise === undefined ? [] : [`Default: \`${JSON.stringify(otherwise)}\`.`]
  const examples = [schema.examples, example === undefined ? text.examples : [example]].find(isFilled)
  return {
    ...rest,
    description: [text.description ?? schema.description, ...byDefault].join(' '),
    ...omitUndefined({ examples }),
  }
}

const isFilled = (examples: unknown): boolean => Array.isArray(examples) && examples.length > 0

/** The introduction of the document. Markdown. */
const guide = readFileSync(join(packageRoot, 'src/http/openapi/guide.md'), 'utf8').trim()

/** The OpenAPI document of the routes, generated from the schemas that validate their requests. */
export const documentOf = (routes: readonly Route[], about: About): Document => {
  const examples = new Map<string, unknown>()
  const answers = answersOf(routes)
  const document = draftOf(routes, about, (schema) => {
    plainer(schema)
    showing(schema, examples)
    namingIgnored(schema, answers)
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
      tags: Object.entries(sections).map(([name, { description }]) => ({ name, description })),
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

const operationOf = (route: Route): ZodOpenApiOperationObject => {
  const { name, kind, params, input } = route
  const { tag, summary, description, example } = operationText(name)
  const lines = [description, ...rulesOf(route)].filter((line) => line !== '')
  return {
    operationId: name,
    tags: [tag],
    summary,
    ...(lines.length > 0 && { description: lines.join('\n') }),
    security: securityOf(route),
    requestParams: {
      path: shown(params, name, example),
      query: hasBody(route) ? z.object({}) : shown(input, name, example),
      header: z.object({ open: anyHeaders, adjust: anyHeaders, read: readHeaders, write: writeHeaders }[kind]),
    },
    ...(hasBody(route) ? { requestBody: bodyOf(route, example) } : {}),
    responses: responsesOf(route),
  }
}

const rulesOf = ({ rules }: Route): readonly string[] => rules.map(({ field, says }) => `- \`${field}\` ${says}.`)

const securityOf = (route: Route) => {
  if (!needsKey(route)) return []
  return route.needsAdmin?.({}) === true ? [{ adminKey: [] }] : [{ standardKey: [] }, { adminKey: [] }]
}

const bodyOf = ({ name, input }: Route, example: Fields) => ({
  required: true,
  content: {
    'application/json': {
      schema: input.meta({ id: `${name.charAt(0).toUpperCase()}${name.slice(1)}Body` }),
      example: fieldsOf(input, example),
    },
  },
})

/**
 * Parameters. The page fills in and sends those that the operation's example has. Others show an example in their schema
 * alone: a request with all optional parameters at once would find nothing.
 */
const shown = ({ shape }: z.ZodObject, operation: string, example: Fields) =>
  z.object(
    Object.fromEntries(
      // The shape of an object schema consists of schemas.
      Object.entries(shape as Readonly<Record<string, z.ZodType>>).map(([name, schema]) => {
        const { description = '', examples } = fieldText({ name, owners: [operation] })
        const field = schema.describe(description)
        if (example[name] !== undefined) return [name, field.meta({ param: { example: example[name] } })]
        return [name, examples === undefined ? field : withExamples(field, examples)]
      }),
    ),
  )

/** In the override, because a schema that transforms takes nothing else into the document. */
const withExamples = (schema: z.ZodType, examples: unknown[]): z.ZodType => {
  const { override } = schema.meta() ?? {}
  return schema.meta({ override: { ...(isJsonObject(override) ? override : {}), examples } })
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

/** The schemas of answers that name the ignored fields of their requests. */
const answersOf = (routes: readonly Route[]): ReadonlySet<z.core.$ZodType> =>
  new Set(routes.flatMap(({ kind, results }) => (kind === 'open' ? [] : Object.values(results))))

/** Whatever is asked, the answer names what nothing has read of it. */
const namingIgnored = (
  { jsonSchema, zodSchema, io }: ZodOpenApiOverrideContext,
  answers: ReturnType<typeof answersOf>,
) => {
  if (io === 'input' || !answers.has(zodSchema)) return
  const ignored = { type: 'array', items: { type: 'string' }, maxItems: MOST_NAMED } as const
  jsonSchema.properties = { ...jsonSchema.properties, ignored_fields: ignored }
}

/** Gives the named schema of an answer its example, and writes down one of all its fields. */
const showing = ({ jsonSchema, zodSchema, io }: ZodOpenApiOverrideContext, examples: Map<string, unknown>): void => {
  const id = z.globalRegistry.get(zodSchema)?.id
  if (id === undefined || io === 'input') return
  jsonSchema.examples ??= [exampleOf(zodSchema)]
  examples.set(id, exampleOf(zodSchema, 'all'))
}
