import { z } from 'zod'
import { readTable } from '../../config/package-info.js'

/** The description and the examples of a field, as JSON Schema has them. */
const field = z.strictObject({ description: z.string().optional(), examples: z.array(z.unknown()).optional() })
type FieldText = z.infer<typeof field>

/** Fields by name, grouped by what they belong to (names parted by spaces); '' is for all other fields of a name. */
const groups = readTable('http/openapi/fields.json', z.record(z.string(), z.record(z.string(), field)))

const fields = new Map<string, FieldText>()
for (const [owners, texts] of Object.entries(groups))
  for (const owner of owners.split(' '))
    for (const [name, text] of Object.entries(texts))
      fields.set(`${owner}.${name}`, { ...fields.get(`${owner}.${name}`), ...text })

/** A field, and what it belongs to, first what counts most. */
export type Field = { readonly name: string; readonly owners: readonly string[] }

/** What the fields of an object belong to: its named schema or operation, or else the field whose value it is. */
export const ownersIn = (schema: string | undefined, field: Field | undefined): readonly string[] => {
  if (schema !== undefined) return [schema]
  return field === undefined ? [] : [`${field.owners[0]}.${field.name}`, field.name]
}

/** What is said of a field. */
export const fieldText = ({ name, owners }: Field): FieldText =>
  Object.assign({}, ...[...owners, ''].toReversed().map((owner) => fields.get(`${owner}.${name}`)))

/** What is said of each named schema. */
export const schemaTexts = readTable('http/openapi/schemas.json', z.record(z.string(), z.string()))

const operation = z.strictObject({
  summary: z.string(),
  /** What the summary leaves out. Markdown. */
  description: z.string().default(''),
  /** The request: fields of its path and of its input. Together the examples tell one story. */
  example: z.record(z.string(), z.unknown()).default({}),
})

/** The sections of the document, in order, with their operations. */
export const sections = readTable(
  'http/openapi/operations.json',
  z.record(z.string(), z.strictObject({ description: z.string(), operations: z.record(z.string(), operation) })),
)

const operations = new Map(
  Object.entries(sections).flatMap(([tag, section]) =>
    Object.entries(section.operations).map(([name, text]) => [name, { tag, ...text }] as const),
  ),
)

/** What is said of an operation. Throws where nothing is. */
export const operationText = (name: string) => {
  const text = operations.get(name)
  if (text === undefined) throw new Error(`operations.json does not describe ${name}`)
  return text
}
