import { z } from 'zod'
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi'
import { failure, keyRefusal, providerRefusal, refusal, unavailable } from '../answers/errors.js'
import type { Route } from '../route.js'
import { exampleOf } from './examples.js'
import { type Refusal, refusalOf, refusalsOf } from './refusals.js'
import { schemaTexts } from './texts.js'

const digits = '^\\d{1,19}$'

/** Headers of answers. */
export const answerHeaders = {
  'X-Request-Id': {
    description: "The request's id in our log: the caller's own, if it sent a sane one.",
    schema: { type: 'string' },
  },
  'X-Log-Position': {
    description: 'Where the last event of this write stands in the log. Hand it on as `X-Min-Position`.',
    schema: { type: 'string', pattern: digits },
  },
  'Idempotency-Replayed': {
    description: 'This is what the first request with this `Idempotency-Key` was answered.',
    schema: { type: 'string', const: 'true' },
  },
  'X-Ignored-Fields': {
    description:
      'Fields of this request that the operation does not know, at most 20, with their paths. Percent-encoded, between commas.',
    schema: { type: 'string', pattern: "^[\\w.!~*'()%,-]*$" },
  },
  'Retry-After': { description: 'Try again in so many seconds.', schema: { type: 'string', pattern: '^\\d+$' } },
  'WWW-Authenticate': { description: 'How to authenticate.', schema: { type: 'string', const: 'Bearer' } },
  Allow: { description: 'The methods that this path takes.', schema: { type: 'string' } },
} as const

/** Headers of requests. Their examples belong to their schemas: the page would fill in one of the parameter itself, and send it. */
export const anyHeaders = {
  'X-Request-Id': z
    .string()
    .optional()
    .describe('An id of your own for this request: up to 128 letters, digits, dots, hyphens and underscores.')
    .meta({ examples: ['checkout-7f3a'], param: { id: 'RequestId' } }),
}

export const readHeaders = {
  ...anyHeaders,
  'X-Min-Position': z
    .string()
    .meta({ pattern: digits })
    .optional()
    .describe('Wait until what is read includes this position of the log; 503 where that takes too long.')
    .meta({ examples: ['42'], param: { id: 'MinPosition' } }),
}

export const writeHeaders = {
  ...anyHeaders,
  'Idempotency-Key': z
    .string()
    .min(1)
    .max(255)
    .optional()
    .meta({ pattern: '^[\\x20-\\x7e]{1,255}$' })
    .describe(
      'Sent again with the same key within 24 hours, the same request is carried out once, and answered as the first time.',
    )
    .meta({ examples: ['turn-17-of-c-17'], param: { id: 'IdempotencyKey' } }),
}

type Saying = {
  readonly name: string
  readonly status: number
  readonly schema: z.ZodObject
  readonly says: string
  readonly example: unknown
  readonly headers: readonly string[]
}

/** Every possible answer of a route, by status. */
export const responsesOf = (route: Route): ZodOpenApiResponsesObject => {
  const sayings = [...resultsOf(route), ...refusalsOf(route).map(refusalSaying)]
  const statuses = [...new Set(sayings.map(({ status }) => status))].sort((a, b) => a - b)
  return Object.fromEntries(
    statuses.map((status) => [`${status}`, responseOf(sayings.filter((saying) => saying.status === status))]),
  )
}

const resultsOf = ({ results, kind }: Route): readonly Saying[] =>
  Object.entries(results).map(([status, schema]) => {
    const name = schema.meta()?.id ?? 'Answer'
    const ofWrite = kind === 'write' ? ['X-Log-Position', 'Idempotency-Replayed'] : []
    return {
      name,
      status: Number(status),
      schema,
      says: schemaTexts[name] ?? 'The answer.',
      example: exampleOf(schema),
      headers: ['X-Request-Id', 'X-Ignored-Fields', ...ofWrite],
    }
  })

/** The schema of an error by its status, unless the error has its own. */
const forms: Readonly<Record<number, z.ZodObject>> = {
  401: keyRefusal,
  403: keyRefusal,
  500: failure,
  502: providerRefusal,
  503: unavailable,
}

/** Refusals of a request of which no field is read, or none counts. */
const BEFORE_READING = [400, 401, 405]

const refusalSaying = ({ name, when, example, schema }: Refusal): Saying => ({
  name,
  status: example.status,
  schema: schema ?? forms[example.status] ?? refusal,
  says: when,
  example: example.body,
  headers: [
    'X-Request-Id',
    ...(BEFORE_READING.includes(example.status) ? [] : ['X-Ignored-Fields']),
    ...Object.keys(example.headers ?? {}),
  ],
})

const responseOf = (sayings: readonly Saying[]): ZodOpenApiResponseObject => {
  const [first, ...more] = [...new Set(sayings.map(({ schema }) => schema))]
  return {
    description: sayings.map(({ says }) => (sayings.length > 1 ? `- ${says}` : says)).join('\n'),
    headers: headersOf(sayings),
    content: {
      'application/json': {
        ...(first === undefined ? {} : { schema: more.length === 0 ? first : z.union([first, ...more]) }),
        examples: Object.fromEntries(
          sayings.map(({ name, says, example }) => [name, { summary: says, value: example }]),
        ),
      },
    },
  }
}

/** Headers that only some answers of a status carry. */
const sometimes: readonly string[] = ['Idempotency-Replayed', 'X-Ignored-Fields']

/** Any other header is required if every answer of this status carries it. */
const headersOf = (sayings: readonly Saying[]) =>
  Object.fromEntries(
    Object.entries(answerHeaders)
      .filter(([name]) => sayings.some(({ headers }) => headers.includes(name)))
      .map(([name, header]) => {
        const always = !sometimes.includes(name) && sayings.every(({ headers }) => headers.includes(name))
        return [name, { ...header, required: always }]
      }),
  )

/** Errors that belong to no operation, because they are answered where there is no route. */
export const elsewhere = {
  NotFound: responseOf(refusalOf('NoSuchPath').map(refusalSaying)),
  MethodNotAllowed: responseOf(refusalOf('MethodNotAllowed').map(refusalSaying)),
}
