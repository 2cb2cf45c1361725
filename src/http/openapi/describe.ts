import { z } from 'zod'
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiOverride } from 'zod-openapi'
import type { About } from '../about.js'
import type { Fields } from '../check.js'
import { needsKey, type Route } from '../route.js'
import { completeSchemas, parameterDoc } from './complete.js'
import { guide } from './guide.js'
import { answerHeaders, anyHeaders, readHeaders, writeHeaders } from './header-docs.js'
import { hasBody } from './places.js'
import { elsewhere, responsesOf } from './responses.js'
import { tags } from './tags.js'

/** The OpenAPI document of the routes, made of the schemas that check their requests. */
export const documentOf = (routes: readonly Route[], about: About): Document => {
  const document = draftOf(routes, about)
  const schemas = completeSchemas({ ...document.components?.schemas })
  // Fields gain words and examples, and keep their forms.
  return { ...document, components: { ...document.components, schemas: schemas as Schemas } }
}

type Document = ReturnType<typeof createDocument>
type Schemas = NonNullable<NonNullable<Document['components']>['schemas']>

const draftOf = (routes: readonly Route[], { version, description, license }: About): Document =>
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
    { override: plainer },
  )

/** No route: it answers no JSON. */
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
  ...described([route.description, ...rulesOf(route)]),
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

/** What no single field tells. */
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

/** Parameters with the values of the example. */
const shown = ({ shape }: z.ZodObject, example: Fields) =>
  z.object(
    Object.fromEntries(
      Object.entries(shape).map(([name, schema]) => {
        const doc = parameterDoc(name)
        const value = example[name] ?? doc?.example
        // The shape of a schema holds schemas.
        const field = schema as z.ZodType
        const said = field.description === undefined && doc ? field.describe(doc.says) : field
        return [name, value === undefined ? said : said.meta({ param: { example: value } })]
      }),
    ),
  )

/** The part of an example that goes into these fields. */
export const fieldsOf = ({ shape }: z.ZodObject, example: Fields): Fields =>
  Object.fromEntries(Object.entries(example).filter(([name]) => name in shape))

/** Says nothing that a reader knows: that an integer is one, and how a uuid is written. Answers may gain fields. */
const plainer: ZodOpenApiOverride = ({ jsonSchema, io }) => {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.format === 'uuid' || jsonSchema.type === 'integer') delete jsonSchema.pattern
  if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
}
