import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'

import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { check } from '../../src/http/check.js'
import { documentOf, fieldsOf } from '../../src/http/openapi/describe.js'
import { exampleOf } from '../../src/http/openapi/examples.js'
import { hasBody } from '../../src/http/openapi/refusals.js'
import { operationText } from '../../src/http/openapi/texts.js'
import { readQuery } from '../../src/http/read-request.js'
import { routes } from '../../src/http/routes/index.js'
import { ADMIN, type Running, startEdge } from './edge/setup.js'

const document = documentOf(routes, { version: '1.2.3', description: 'A memory.', license: 'Apache-2.0' })
const templated = (path: string) => path.replace(/:(\w+)/g, '{$1}')
const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
)

let edge: Running
beforeAll(async () => {
  edge = await startEdge()
})
afterAll(() => edge.close())

const withoutKey = { authorization: '' }
const asAdmin = { authorization: `Bearer ${ADMIN}` }

describe('the document', () => {
  test('is OpenAPI 3.1', async () => {
    const validator = new Validator()
    expect(await validator.validate(structuredClone(document) as never)).toEqual({ valid: true }) // it takes any object
    expect(validator.version).toBe('3.1')
  })

  test.each(Object.entries(document.components?.schemas ?? {}))(
    'has a schema %s that JSON Schema takes',
    (_, schema) => {
      const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false })
      addFormats.default(ajv)
      ajv.addVocabulary([...Object.keys(document), 'discriminator'])
      ajv.addSchema(Object(document), 'document')
      const local = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/'))
      expect(() => ajv.compile(local)).not.toThrow()
    },
  )

  test('is served without a key, and says what is installed', async () => {
    const answer = await edge.send('GET', '/openapi.json', undefined, withoutKey)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual(JSON.parse(JSON.stringify(document)))
    expect(answer.body).toMatchObject({
      openapi: '3.1.1',
      info: { title: 'palimpsest', version: '1.2.3', license: { identifier: 'Apache-2.0' } },
    })
  })

  test('holds every route, and nothing else but the page', () =>
    expect(operations.map(({ path, method }) => `${method} ${path}`).sort()).toEqual(
      [...routes.map(({ path, method }) => `${method} ${templated(path)}`), 'get /docs'].sort(),
    ))

  test('gives each operation a name of its own', () => {
    const names = operations.map(({ operation }) => operation.operationId)
    expect(new Set(names).size).toBe(names.length)
  })

  test.each(operations)(
    'says that $method $path takes a key if and only if it does',
    async ({ path, method, operation }) => {
      const answer = await fetch(edge.url + path.replaceAll(/\{\w+\}/g, 'x'), { method: method.toUpperCase() })
      expect(answer.status === 401).toBe(operation.security.length > 0)
      expect('401' in operation.responses).toBe(operation.security.length > 0)
    },
  )

  test.each(operations)('$method $path: every other method is refused with those that there are', async ({ path }) => {
    const here = operations.filter((operation) => operation.path === path).map(({ method }) => method.toUpperCase())
    const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !here.includes(method))
    for (const method of others) {
      const answer = await edge.send(method, path.replaceAll(/\{\w+\}/g, 'x'), undefined, asAdmin)
      expect(answer.status).toBe(405)
      expect(
        answer.headers
          .get('allow')
          ?.split(', ')
          .filter((allowed) => allowed !== 'HEAD')
          .sort(),
      ).toEqual(here.sort())
    }
  })
})

describe.each(routes)('$method $path', (route) => {
  const { params, input, rules, results, method, path, name } = route
  const { example } = operationText(name)

  test('takes the request of its example', async () => {
    const [inPath, rest] = [fieldsOf(params, example), fieldsOf(input, example)]
    expect({ ...inPath, ...rest }).toEqual(example)
    const query = new URLSearchParams(Object.entries(rest).map(([name, value]): [string, string] => [name, `${value}`]))
    expect(check(params, inPath).faults).toEqual([])
    expect(check(input, hasBody(route) ? rest : readQuery(`${query}`), { rules, method }).faults).toEqual([])
    const filled = path.replace(/:(\w+)/g, (_, name) => `${inPath[name]}`)
    const sent = hasBody(route)
      ? await edge.send(method.toUpperCase(), filled, rest, asAdmin)
      : await edge.send(method.toUpperCase(), `${filled}?${query}`, undefined, asAdmin)
    expect(sent.status).toBe(200)
  })

  test.each(Object.entries(results))('gives an example of its answer with %i, which its schema takes', (_, schema) =>
    expect(schema.strict().safeParse(exampleOf(schema))).toMatchObject({ success: true }),
  )
})

describe('every example of a refusal', () => {
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  ajv.addSchema(Object(document), 'document')
  const examples = operations.flatMap(({ path, method, operation }) =>
    Object.entries<{ content: Record<string, { examples?: Record<string, { value: unknown }> }> }>(
      operation.responses,
    ).flatMap(([status, { content }]) =>
      Object.entries(content['application/json']?.examples ?? {}).map(([name, { value }]) => {
        const pointer = ['paths', path, method, 'responses', status, 'content', 'application/json', 'schema']
        return { name, status, value, pointer: pointer.map((key) => encodeURIComponent(key.replaceAll('/', '~1'))) }
      }),
    ),
  )
  test.each(examples)('$pointer.1 $status $name is one that its schema takes', ({ value, pointer }) => {
    expect(ajv.getSchema(`document#/${pointer.join('/')}`)?.(value)).toBe(true)
  })
})
