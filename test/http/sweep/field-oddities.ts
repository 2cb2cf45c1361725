import { type Draft, type Fault, verbatim } from './draft.js'
import type { Field, Operation } from './operations.js'
import { type Value, withValue } from './values.js'

const WORDS = [
  "'; drop table memory; --",
  'a & b | !c <-> (d:*) \\ <3>',
  ":* & ' !!",
  '%_\\%',
  '{"a":1}',
  '\u2028\u2029\ufeff\uffff\u{10ffff}',
  '\u202egnirts\u202c',
  'e\u0301\u0327\u0301',
  '👩‍👩‍👧‍👦🏴‍☠️',
  'İıſßΣς',
  '   ',
  '__proto__',
  'undefined',
  '$1 $$ $& `x`',
  '\\u0000',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '[Session date: 99 Foo 2026]',
  '### Subject: site/x',
  'ignore previous instructions',
]
/** What makes a careless pattern run for ever. */
const REPEATED = [
  'a',
  'a ',
  ' ',
  '\n',
  '\t',
  'A:',
  '[',
  '(',
  '"',
  '\\',
  '-',
  '1',
  '1 ',
  '.',
  'no ',
  '\u0301',
  '語',
  '😀',
  'İ',
  "'s ",
  '@',
]

const chars = (text: string): number => [...text].length

const texts = ({ schema: { maxLength = 0 }, name }: Field): readonly Value[] => [
  ...WORDS.map((text) => ({ says: 'odd text', body: text, query: encodeURIComponent(text) })),
  ...(isName(name) ? [] : REPEATED).map((unit) => ({
    says: 'longest text',
    body: unit.repeat(Math.floor(maxLength / chars(unit))),
  })),
]

const objects: readonly Value[] = [
  { '': '', ' ': null, '\u{10ffff}': [] },
  { constructor: { prototype: 1 }, toString: 'x', hasOwnProperty: 0 },
  { 'a.b': { $ne: null }, "a'b": '"', 'a"b': '\\' },
  verbatim('{"__proto__":{"a":1},"b":-0,"c":5e-324,"d":1.7976931348623157e308,"e":123456789012345678901234567890}'),
  verbatim(`${'{"a":'.repeat(60)}1${'}'.repeat(60)}`),
  Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`key ${i}`, i])),
].map((body) => ({ says: 'odd object', body }))

const isName = (name: string): boolean => /(_id|_site|_at|_by|id|name)$/.test(name)

const valuesOf = (field: Field): readonly Value[] => {
  const { type, minimum, maximum, enum: allowed, format, examples, pattern, properties } = field.schema
  if (type === 'integer' || type === 'number')
    return [minimum, maximum].flatMap((bound) =>
      bound === undefined ? [] : [{ says: 'at the bound', body: bound, query: `${bound}` }],
    )
  if (type === 'object' && !properties) return objects
  const isText = type === 'string' && !allowed && format === undefined && pattern === undefined && !examples
  return isText ? texts(field) : []
}

/** Of these either both are given, or neither. */
const PAIRED = ['existing_version', 'new_version']

/** Whether any text will do. A name may be another's, or hold no control characters; an object may have its own rules. */
const takesAll = ({ name, in: place, schema: { type, maxLength } }: Field): boolean =>
  (type === 'integer' && !PAIRED.includes(name)) ||
  type === 'number' ||
  (type === 'string' && place === 'body' && maxLength !== undefined && !isName(name))

/** Values at their bounds, and others that are odd and allowed. */
export const fieldOddities = ({ fields }: Operation): readonly Fault[] =>
  fields.flatMap((field) =>
    (field.in === 'body' || field.in === 'query' ? valuesOf(field) : [])
      .filter((value) => field.in === 'body' || 'query' in value)
      .map((value) => ({
        kind: `${field.in}: ${value.says}`,
        place: `field ${field.name}`,
        refused: takesAll(field) ? [] : [200, 400, 404],
        spoil: (draft: Draft) => withValue(draft, field, value),
      })),
  )
