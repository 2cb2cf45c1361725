import { z } from 'zod'
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi'
import { failure, keyRefusal, providerRefusal, refusal, unavailable } from '../answers/errors.js'
import type { Route } from '../route.js'
import { otherDocs, type RefusalDoc, refusalDocs } from './error-docs.js'
import { exampleOf } from './examples.js'
import { answerHeaders } from './header-docs.js'
import { places } from './places.js'

/** One possible answer of a route. */
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
  const sayings = [...resultsOf(route), ...refusalsOf(route)]
  const statuses = [...new Set(sayings.map(({ status }) => status))].sort((a, b) => a - b)
  return Object.fromEntries(
    statuses.map((status) => [`${status}`, responseOf(sayings.filter((saying) => saying.status === status))]),
  )
}

const resultsOf = ({ results, kind }: Route): readonly Saying[] =>
  Object.entries(results).map(([status, schema]) => ({
    name: schema.meta()?.id ?? 'Answer',
    status: Number(status),
    schema,
    says: schema.meta()?.description ?? 'The answer.',
    example: exampleOf(schema),
    headers: [
      'X-Request-Id',
      'X-Ignored-Fields',
      ...(kind === 'write' ? ['X-Log-Position', 'Idempotency-Replayed'] : []),
    ],
  }))

const allDocs: Readonly<Record<string, RefusalDoc>> = { ...refusalDocs, ...otherDocs }

const refusalsOf = (route: Route): readonly Saying[] => {
  const named: readonly string[] = route.errors
  return Object.entries(allDocs)
    .filter(([name, { on }]) => named.includes(name) || on.some((place) => places[place](route)))
    .map(([name, doc]) => refusalSaying(name, doc))
}

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

const refusalSaying = (name: string, { when, example, schema }: RefusalDoc): Saying => ({
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
  NotFound: responseOf([refusalSaying('NoSuchPath', refusalDocs.NoSuchPath)]),
  MethodNotAllowed: responseOf([refusalSaying('MethodNotAllowed', refusalDocs.MethodNotAllowed)]),
}
