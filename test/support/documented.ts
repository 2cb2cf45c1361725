import type { IncomingHttpHeaders, OutgoingHttpHeaders, RequestListener } from 'node:http'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

import addFormats from 'ajv-formats'
import { afterEach, expect } from 'vitest'
import { documentOf } from '../../src/http/openapi/describe.js'
import { answerHeaders } from '../../src/http/openapi/responses.js'
import { routes } from '../../src/http/routes/index.js'

type Given = {
  readonly method: string
  /** As it was asked, query and all. */
  readonly url: string
  readonly status: number
  readonly headers: OutgoingHttpHeaders | IncomingHttpHeaders
  /** Undefined where there is none. */
  readonly text: string | undefined
}

type Json = Readonly<Record<string, unknown>>

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** The schemas with every object closed: a field that the document does not name is a fault here. */
const closed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(closed)
  if (!isJson(value)) return value
  const inner = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, closed(part)]))
  return isJson(value.properties) && value.type === 'object' ? { additionalProperties: false, ...inner } : inner
}

const document = documentOf(routes, { version: '0.0.0', description: 'Under test', license: 'Apache-2.0' })
const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema(Object(closed(document)), 'document')

const at = (root: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (isJson(value) ? value[key] : undefined), root)

const schemaAt = (path: readonly string[]): ValidateFunction => {
  const pointer = path.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
  const found = ajv.getSchema(`document#/${pointer}`)
  if (!found) throw new Error(`the document has no schema at ${pointer}`)
  return found
}

const templates = Object.keys(document.paths ?? {}).sort((a, b) => Number(a.includes('{')) - Number(b.includes('{')))

const templateOf = (path: string): string | undefined =>
  templates.find((template) => new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path))

/** What may be answered where there is no operation, by status: where in the document that stands. */
const nowhere: Readonly<Record<string, readonly string[]>> = {
  400: ['paths', '/v1/memories/list', 'get', 'responses', '400'],
  401: ['paths', '/v1/memories/list', 'get', 'responses', '401'],
  403: ['paths', '/v1/admin/users', 'get', 'responses', '403'],
  429: ['paths', '/v1/memories/list', 'get', 'responses', '429'],
  404: ['components', 'responses', 'NotFound'],
  405: ['components', 'responses', 'MethodNotAllowed'],
}

const responseFor = ({ method, status }: Given, path: string): readonly string[] | undefined => {
  const template = templateOf(path)
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase()
  if (template !== undefined && at(document, ['paths', template, verb]) !== undefined)
    return ['paths', template, verb, 'responses', `${status}`]
  return nowhere[status]
}

/** What of an answer the document does not allow, a sentence each. */
export const undocumented = (given: Given): readonly string[] => {
  const path = given.url.replace(/^https?:\/\/[^/]+/, '').replace(/[?#].*$/s, '')
  if (path.startsWith('/docs/') && given.status === 200) return []
  if (/^\/(mcp|compat)(\/|$)/.test(path)) return [] // other interfaces, with documents of their own
  const where = responseFor(given, path)
  const response = where && at(document, where)
  if (where === undefined || !isJson(response)) return [`answers ${given.status}, which is not in the document`]
  return [...headerFaults(given, response), ...bodyFaults(given, where, response)]
}

const headerFaults = ({ headers, status }: Given, response: Json): readonly string[] =>
  Object.keys(answerHeaders).flatMap((name) => {
    const value = headers[name.toLowerCase()]
    const header = at(response, ['headers', name])
    if (value === undefined) return at(header, ['required']) === true ? [`${status} lacks the header ${name}`] : []
    if (header === undefined) return [`${status} has the header ${name}, which is not in the document`]
    const fits = ajv.validate(Object(at(header, ['schema'])), `${value}`)
    return fits ? [] : [`${status}: the header ${name} ${ajv.errorsText(ajv.errors, { dataVar: '' })}`]
  })

const bodyFaults = ({ headers, status, text, method }: Given, where: readonly string[], response: Json) => {
  const type = `${headers['content-type']}`.split(';')[0] ?? ''
  if (at(response, ['content', type]) === undefined) return [`${status} is ${type}, which is not in the document`]
  if (method === 'HEAD' || type !== 'application/json' || text === undefined) return []
  const fits = schemaAt([...where, 'content', type, 'schema'])
  return fits(JSON.parse(text))
    ? []
    : [`${status}: ${ajv.errorsText(fits.errors, { dataVar: 'body' })}; it is ${text.slice(0, 300)}`]
}

const found: string[] = []

/** Fails the test that runs, unless the document allows this answer. */
export const expectDocumented = (given: Given): void => {
  found.push(...undocumented(given).map((fault) => `${given.method} ${given.url.slice(0, 100)}: ${fault}`))
}

/** Watches what a server answers: the test in which it answers what the document does not allow fails. */
export const documented =
  (handler: RequestListener): RequestListener =>
  (request, response) => {
    const { method = 'GET', url = '/' } = request
    response.end = new Proxy(response.end, {
      apply: (end, self, args: unknown[]) => {
        const [body] = args
        const text = typeof body === 'string' || Buffer.isBuffer(body) ? `${body}` : undefined
        expectDocumented({ method, url, status: response.statusCode, headers: response.getHeaders(), text })
        return Reflect.apply(end, self, args)
      },
    })
    handler(request, response)
  }

afterEach(() => {
  expect(found.splice(0)).toEqual([])
})
