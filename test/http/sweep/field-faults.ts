import { type Draft, type Fault, verbatim } from './draft.js'
import type { Field, Operation, Schema } from './operations.js'
import { type Value, without, withValue } from './values.js'

const DEEP = 100_000
/** More levels than a recursive reader survives. */
export const deep = verbatim('['.repeat(DEEP) + ']'.repeat(DEEP))

const inBoth = (says: string, values: readonly string[]): readonly Value[] =>
  values.map((value) => ({ says, body: value, query: encodeURIComponent(value) }))
const inBody = (says: string, values: readonly unknown[]): readonly Value[] => values.map((body) => ({ says, body }))
const inQuery = (says: string, values: readonly string[]): readonly Value[] => values.map((query) => ({ says, query }))

const unfit: readonly Value[] = [
  { says: 'NUL', body: 'a\0b', query: 'a%00b' },
  { says: 'lone surrogate', body: 'a\ud800b', query: 'a%ed%a0%80b' },
  { says: 'lone surrogate', body: '\udc00', query: '%ed%b0%80' },
  ...inQuery('percent-encoding', ['%', '%zz', 'a%e', '%ff', '%c0%80', '%f5%80%80%80']),
]

const kinds: Readonly<Record<string, readonly unknown[]>> = {
  string: ['text'],
  number: [7],
  integer: [7],
  boolean: [true],
  array: [['a']],
  object: [{ a: 1 }],
  null: [null],
}
const typesOf = ({ type, anyOf }: Schema): readonly string[] =>
  anyOf
    ? anyOf.flatMap(typesOf)
    : type === undefined
      ? Object.keys(kinds)
      : type === 'number'
        ? [type, 'integer']
        : [type]

/** Values of every type that the schema does not take. */
const otherTypes = (schema: Schema): readonly Value[] => {
  const taken = typesOf(schema)
  const others = Object.entries(kinds).filter(
    ([type]) => !taken.includes(type) && !(type === 'number' && taken.includes('integer')),
  )
  return inBody('type', [
    ...others.flatMap(([, values]) => values),
    ...(taken.includes('array') || others.length === 0 ? [] : [deep]),
  ])
}

const BAD_UUIDS =
  '|nonsense|7d3f1c9e-2a54-5b1d-8e0f-3c6a9b2d4e5|{7d3f1c9e-2a54-5b1d-8e0f-3c6a9b2d4e5f}|urn:uuid:7d3f1c9e-2a54-5b1d-8e0f-3c6a9b2d4e5f| 7d3f1c9e-2a54-5b1d-8e0f-3c6a9b2d4e5f|7d3f1c9e2a545b1d8e0f3c6a9b2d4e5f|__proto__|constructor|toString'
const BAD_DATES =
  '|yesterday|2026-02-30|2026-13-01|2026-00-10|0000-01-01|+292278994-08-17T07:12:55.808Z|2016-12-31T23:59:60Z|2026-01-01T24:30:00Z|2026-01-01T10:00:00+25:00|2026-01-01 10:00|2026-1-1|1767225600|2026-01-01T10:00:00.Z|Infinity'
const NO_INTEGERS = `|1.5|1e3|0x10|1_000|NaN|Infinity| 1|１|1n|${'9'.repeat(400)}|--1|1,000|null`
const NO_JSON = "NaN|Infinity|0x10|1_000|01|.5|+1|1.|undefined|'1'|nul"

const textFaults = (
  { format, enum: allowed, examples, minLength = 0, maxLength }: Schema,
  name: string,
): readonly Value[] => [
  ...unfit,
  ...(format === 'uuid' ? inBoth('uuid', BAD_UUIDS.split('|')) : []),
  ...(format === 'date-time' || examples?.includes('2026-01-31') ? inBoth('date', BAD_DATES.split('|')) : []),
  ...(allowed ? inBoth('choice', ['', 'nonsense', `${allowed[0]} `, `${allowed[0]}`.toUpperCase(), '__proto__']) : []),
  ...(minLength > 0 ? inBoth('length', ['']) : []),
  ...(maxLength === undefined ? [] : inBoth('length', ['x'.repeat(maxLength + 1)])),
  ...(maxLength === undefined ? [] : inBody('length', ['😀'.repeat(maxLength + 1)])),
  ...(maxLength === 256 && /_(id|site)$/.test(name)
    ? [...inBoth('bytes', ['語'.repeat(171)]), ...inBoth('control characters', ['a\nb', '\u0085', 'a\x7f'])]
    : []),
]

const numberFaults = ({ type, minimum, maximum }: Schema): readonly Value[] => {
  const beyond = [...(minimum === undefined ? [] : [minimum - 1]), ...(maximum === undefined ? [] : [maximum + 1])]
  return [
    ...beyond.map((value) => ({ says: 'bounds', body: value, query: `${value}` })),
    ...inBody('number', ['1e309', '-1e309', '9'.repeat(400)].map(verbatim)),
    ...inBody('malformed number', NO_JSON.split('|').map(verbatim)),
    ...(type === 'integer'
      ? [...inBody('number', [1.5, 5e-324]), ...inQuery('number', NO_INTEGERS.split('|').map(encodeURIComponent))]
      : []),
  ]
}

const listFaults = ({ items = {}, minItems = 0, maxItems }: Schema): readonly Value[] => [
  ...(minItems > 0 ? inBody('items', [[]]) : []),
  ...(maxItems === undefined ? [] : inBody('items', [Array.from({ length: maxItems + 1 }, () => 'a')])),
  ...(items.type === undefined || items.type === 'null' ? [] : inBody('items', [[null]])),
  ...(items.type === 'string' || items.type === 'object' ? inBody('items', [[7], [['a']], [deep], ['a\0']]) : []),
  ...(items.required ? inBody('items', [[{}]]) : []),
]

const objectFaults = (): readonly Value[] =>
  inBody('object', [
    { a: { b: ['\0'] } },
    { 'a\ud800': 1 },
    { text: 'x'.repeat(40_000) },
    { a: deep },
    verbatim('{"a":1e999}'),
  ])

const badsOf = ({ schema, name }: Field): readonly Value[] => [
  ...otherTypes(schema),
  ...(schema.type === 'string' ? textFaults(schema, name) : []),
  ...(schema.type === 'integer' || schema.type === 'number' ? numberFaults(schema) : []),
  ...(schema.type === 'array' ? listFaults(schema) : []),
  ...(schema.type === 'object' && !schema.properties ? objectFaults() : []),
]

const valueFaults = (field: Field): readonly Fault[] =>
  badsOf(field)
    .filter((bad) => (field.in === 'body' ? 'body' in bad : 'query' in bad))
    .map((bad) => ({
      kind: `${field.in}: ${bad.says}`,
      place: field.in === 'path' ? 'target' : `field ${field.name}`,
      refused: field.in === 'path' ? [400, 404, 405] : [400],
      spoil: (draft) => withValue(draft, field, bad),
    }))

const missing = (field: Field): readonly Fault[] => {
  if (!field.required || field.in === 'path') return []
  const refused = [400]
  const place = `field ${field.name}`
  const leave = (draft: Draft): Draft => ({
    ...without(draft, field.name),
    body: Object.fromEntries(Object.entries(Object(draft.body)).filter(([name]) => name !== field.name)),
  })
  if (field.in === 'body') return [{ kind: 'body: missing field', place, refused, spoil: leave }]
  const instead = [
    `${field.name}[]=ana`,
    `${field.name}[a]=ana`,
    `${field.name.toUpperCase()}=ana`,
    `%20${field.name}=ana`,
  ]
  return [
    { kind: 'query: missing field', place, refused, spoil: (draft) => without(draft, field.name) },
    ...instead.map((pair) => ({
      kind: 'query: brackets and other names',
      place,
      refused,
      spoil: (draft: Draft) => ({ ...draft, query: [...without(draft, field.name).query, pair] }),
    })),
  ]
}

const twice = ({ name, in: place }: Field): readonly Fault[] =>
  place !== 'query'
    ? []
    : [
        {
          kind: 'query: given twice',
          place: `field ${name}`,
          refused: [400],
          spoil: (draft) => ({ ...draft, query: [...draft.query, `${name}=1`, `${name}=1`] }),
        },
      ]

/** Everything that the schema does not take, for every field of the request. */
export const fieldFaults = ({ fields }: Operation): readonly Fault[] =>
  fields
    .filter((field) => field.in !== 'header')
    .flatMap((field) => [...valueFaults(field), ...missing(field), ...twice(field)])
