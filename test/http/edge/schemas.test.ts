import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { operationText } from '../../../src/http/openapi/texts.js'
import { routes } from '../../../src/http/routes/index.js'

describe.each(routes)('$method $path', ({ params, input, path, name }) => {
  test('can be described by its schemas', () => {
    for (const schema of [params, input])
      expect(z.toJSONSchema(schema, { io: 'input' })).toMatchObject({ type: 'object', properties: expect.any(Object) })
    expect(operationText(name).summary).not.toBe('')
  })

  test('names in its path what it takes from it', () =>
    expect([...path.matchAll(/:(\w+)/g)].map(([, name]) => name)).toEqual(Object.keys(params.shape)))
})

test('no route stands twice', () => {
  const places = routes.map(({ method, path }) => `${method} ${path}`)
  expect(new Set(places).size).toBe(places.length)
})
