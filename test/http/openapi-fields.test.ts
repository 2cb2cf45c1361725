import { readdirSync, readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { isJsonObject } from '../../src/domain/json-object.js'
import type { Fields } from '../../src/http/check.js'
import { documentOf } from '../../src/http/openapi/describe.js'
import { routes } from '../../src/http/routes/index.js'

const made = documentOf(routes, { version: '1.2.3', description: 'A memory.', license: 'Apache-2.0' })
const document: Fields = JSON.parse(JSON.stringify(made))
const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)
ajv.addSchema(document, 'document')

type Found = { readonly pointer: string; readonly field: Fields }

/** Every property of every schema in this part of the document, by its JSON pointer. */
const fieldsIn = (node: unknown, pointer: string): readonly Found[] => {
  if (Array.isArray(node)) return node.flatMap((each, at) => fieldsIn(each, `${pointer}/${at}`))
  if (!isJsonObject(node)) return []
  const own = isJsonObject(node.properties)
    ? Object.entries(node.properties).flatMap(([name, field]) =>
        isJsonObject(field) && !('$ref' in field) ? [{ pointer: `${pointer}/properties/${name}`, field }] : [],
      )
    : []
  const below = Object.entries(node)
    .filter(([key]) => !['examples', 'example', 'default'].includes(key))
    .flatMap(([key, value]) => fieldsIn(value, `${pointer}/${key.replaceAll('/', '~1')}`))
  return [...own, ...below]
}

const fields = [...fieldsIn(document.components, '/components'), ...fieldsIn(document.paths, '/paths')]
const operations = Object.entries(made.paths ?? {}).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ name: `${method} ${path}`, operation: Object(operation) })),
)
const parameters = operations.flatMap(({ name, operation }) =>
  [operation.parameters ?? []].flat().map((parameter: Fields) => {
    const { $ref } = parameter
    const found = typeof $ref === 'string' ? made.components?.parameters?.[$ref.split('/').at(-1) ?? ''] : parameter
    return { name, parameter: Object(found) }
  }),
)
const bodies = Object.entries(made.components?.schemas ?? {}).filter(([name]) => name.endsWith('Body'))

describe('the document', () => {
  test('says of every field what it means, and shows one', () => {
    expect(fields.length).toBeGreaterThan(300)
    const lacking = fields.filter(
      ({ field }) => typeof field.description !== 'string' || !Array.isArray(field.examples),
    )
    expect(lacking.map(({ pointer }) => pointer)).toEqual([])
  })

  test('shows no field that its own schema refuses', () => {
    const refused = fields.flatMap(({ pointer, field }) => {
      const taken = ajv.getSchema(`document#${encodeURI(pointer)}`)
      return [field.examples]
        .flat()
        .filter((example) => taken?.(example) !== true)
        .map((example) => ({ pointer, example }))
    })
    expect(refused).toEqual([])
  })

  test('says of every parameter and header what it means, and shows one', () => {
    const lacking = parameters.filter(
      ({ parameter: { description, schema, example } }) =>
        (description ?? schema?.description) === undefined || (example ?? schema?.examples?.[0]) === undefined,
    )
    expect(lacking.map(({ name, parameter }) => `${name} ${parameter.name}`)).toEqual([])
  })

  test.each(bodies)('demands nothing in a %s that has a default, and tells the default in words', (_, schema) => {
    const { properties = {}, required = [] } = Object(schema)
    for (const [name, field] of Object.entries<Fields>(properties)) {
      expect(field).not.toHaveProperty('default')
      if (String(field.description).includes('Default: ')) expect(required).not.toContain(name)
    }
  })
})

/** Where a refusal is answered; and a fault of ours, which is answered as any other. */
const NOT_TOLD = new Set(['on', 'ModelUnusable'])

test('no text describes what is not there', () => {
  const said = JSON.stringify(document)
  const folder = 'src/http/openapi'
  const tables = readdirSync(folder).filter((file) => file.endsWith('.json'))
  expect(tables.length).toBeGreaterThan(3)
  const textsIn = (node: unknown): readonly string[] =>
    typeof node === 'string'
      ? [node]
      : Object.entries(Object(node)).flatMap(([key, each]) => (NOT_TOLD.has(key) ? [] : textsIn(each)))
  const texts = tables.flatMap((file) => textsIn(JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'))))
  expect(texts.filter((text) => !said.includes(JSON.stringify(text).slice(1, -1)))).toEqual([])
})

test('the defaults of an ingest are told', () => {
  const { properties } = Object(made.components?.schemas?.IngestQuickBody)
  expect(properties.skip_extraction.description).toMatch(/Default: `false`\.$/)
  expect(properties.metadata.description).toMatch(/Default: `\{\}`\.$/)
})
