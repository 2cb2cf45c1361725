import { expect, test } from 'vitest'
import { embedded } from '../support/database.js'
import { served } from '../support/served.js'

type Parameter = {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly example?: unknown
  readonly schema: { readonly example?: unknown; readonly default?: unknown }
}
type Operation = {
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example: unknown }>> }
}
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> }
}

const app = served(embedded)

/** The parameters that the page fills in by itself, with their values: it takes these three, in this order. */
const filledIn = ({ components }: Document, { parameters = [] }: Operation) =>
  parameters
    .map((each) => ('$ref' in each ? components.parameters[each.$ref.split('/').at(-1) ?? ''] : each))
    .flatMap((each) => {
      const value = each?.example ?? each?.schema.example ?? each?.schema.default
      return each === undefined || value === undefined ? [] : [{ in: each.in, name: each.name, value: `${value}` }]
    })

/** What "Try it out" and "Execute" send on the page, with nothing changed, for an operation whose path takes no id. */
const tryOut = async (method: string, path: string) => {
  const { body: document } = await app.ask<Document>('/openapi.json')
  const operation = document.paths[path]?.[method] ?? expect.unreachable(`${method} ${path} is not there`)
  const filled = filledIn(document, operation)
  expect(filled.filter((each) => each.in !== 'query')).toEqual([])
  const query = new URLSearchParams(filled.map(({ name, value }): [string, string] => [name, value]))
  const body = operation.requestBody?.content['application/json']?.example
  return app.ask(query.size > 0 ? `${path}?${query}` : path, body, { method: method.toUpperCase() })
}

test('on a fresh service, the examples of the page build on one another', async () => {
  expect(await tryOut('post', '/v1/memories/ingest')).toMatchObject({ status: 200, body: { memoriesStored: 2 } })
  expect(await tryOut('post', '/v1/memories/ingest/quick')).toMatchObject({ status: 200, body: { memoriesStored: 1 } })
  expect(await tryOut('post', '/v1/memories/search')).toMatchObject({
    body: { injection_text: expect.stringContaining('[answer] Ana: I moved to Lisbon yesterday (2026-05-07).') },
  })
  expect(await tryOut('post', '/v1/memories/search/fast')).toMatchObject({
    body: { injection_text: expect.stringContaining('[answer] Ana: I play the cello in a quartet.') },
  })
  expect(await tryOut('get', '/v1/memories/list')).toMatchObject({ status: 200, body: { count: 2 } })
  expect(await tryOut('get', '/v1/memories/entities')).toMatchObject({ body: { entities: [{ name: 'Lisbon' }] } })
  expect(await tryOut('delete', '/v1/memories')).toMatchObject({ status: 200, body: { deleted: 2 } })
})

test('all that needs no id, no other key and no setting is answered, whatever there is', async () => {
  const { body } = await app.ask<Document>('/openapi.json')
  const operations = Object.entries(body.paths)
    .filter(([path]) => !/[{]|^\/docs$|^\/v1\/(admin|memories\/(config|search\/explain$))/.test(path))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => [method, path] as const))
  expect(operations.length).toBeGreaterThan(20)
  const answers: unknown[] = []
  for (const [method, path] of operations) {
    const { status, body: said } = await tryOut(method, path)
    if (status !== 200) answers.push({ method, path, status, said })
  }
  expect(answers).toEqual([])
})
