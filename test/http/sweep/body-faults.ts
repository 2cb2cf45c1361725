import { type Draft, type Fault, filled, verbatim, withHeader } from './draft.js'
import { deep } from './field-faults.js'
import { frameFaults } from './frame-faults.js'

type Text = Draft['text']
const MIB = 1024 * 1024

const bytesAt = (json: string, share: number, bytes: readonly number[]): Buffer => {
  const whole = Buffer.from(json)
  const at = Math.floor(whole.length * share)
  return Buffer.concat([whole.subarray(0, at), Buffer.from(bytes), whole.subarray(at)])
}

/** How the JSON is written: wrong, or odd. */
const texts: readonly (readonly [kind: string, taken: boolean, text: Text])[] = [
  ['truncated', false, (json) => Buffer.from(json.slice(0, -1))],
  ['truncated', false, (json) => Buffer.from(json.slice(0, Math.floor(json.length / 2)))],
  ['trailing comma', false, (json) => Buffer.from(json.replace(/}$/, ',}'))],
  ['single quotes', false, (json) => Buffer.from(json.replaceAll('"', "'"))],
  ['comment', false, (json) => Buffer.from(`/* hello */${json}`)],
  ['two documents', false, (json) => Buffer.from(json + json)],
  ['empty', false, () => Buffer.of()],
  ['white space only', false, () => Buffer.from(' \r\n\t ')],
  ['invalid UTF-8', false, (json) => bytesAt(json, 0.5, [0xff])],
  ['invalid UTF-8', false, (json) => bytesAt(json, 0.3, [0xc0, 0x80])],
  ['surrogate bytes', false, (json) => bytesAt(json, 0.5, [0xed, 0xa0, 0x80])],
  ['NUL byte', false, (json) => bytesAt(json, 0.5, [0])],
  ['NUL byte', false, (json) => bytesAt(json, 1, [0])],
  ['UTF-16', false, (json) => Buffer.from(`\ufeff${json}`, 'utf16le')],
  ['half an escape', false, (json) => Buffer.from(json.replace(/}$/, ',"a":"\\ud8"}'))],
  ['lone surrogate escape', false, (json) => Buffer.from(json.replace(/}$/, ',"a":"\\ud800"}'))],
  ['lone surrogate escape', false, (json) => Buffer.from(json.replace(/}$/, ',"\\udfff":1}'))],
  ['NUL escape', false, (json) => Buffer.from(json.replace(/}$/, ',"a":["\\u0000"]}'))],
  ['deep and unclosed', false, () => Buffer.from('['.repeat(100_000))],
  ['byte order mark', true, (json) => Buffer.from(`\ufeff${json}`)],
  ['white space around', true, (json) => Buffer.from(`\r\n\t ${json} \n`)],
  ['escaped letters', true, (json) => Buffer.from(json.replace('"user_id"', '"\\u0075ser_id"'))],
  [
    'duplicate keys',
    true,
    (json) => Buffer.from(json.includes('"user_id"') ? json.replace(/^\{/, '{"user_id":7,') : json),
  ],
  ['pad of 1 MiB', true, (json) => filled(json, MIB)],
  [
    'wide',
    true,
    (json) => Buffer.from(json.replace(/}$/, `${Array.from({ length: 20_000 }, (_, i) => `,"f${i}":${i}`).join('')}}`)),
  ],
]

const isEmpty = (draft: Draft) => Object.keys(Object(draft.body)).length === 0

const textFaults: readonly Fault[] = texts.map(([kind, taken, text]) => ({
  kind: `json: ${kind}`,
  place: 'text',
  refused: taken ? [] : [400],
  // An object without fields has no comma to set.
  spoil: (draft) => ({ ...draft, body: isEmpty(draft) ? { odd: 1 } : draft.body, text }),
}))

const whole: readonly Fault[] = [
  null,
  7,
  'text',
  true,
  [],
  [{}],
  deep,
  verbatim(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
].map((body, at) => ({
  kind: at < 6 ? 'json: no object' : 'json: deep',
  place: 'text',
  refused: [400, ...(at === 7 ? [200] : [])],
  spoil: (draft) => ({ ...draft, body }),
}))

const extra = (name: string, value: unknown): Fault => ({
  kind: `json: field ${name}`,
  place: `field ${name}`,
  refused: [],
  spoil: (draft) => ({
    ...draft,
    text: (json) =>
      draft.text(json.replace(/^\{/, `{${JSON.stringify(name)}:${JSON.stringify(value)}${isEmpty(draft) ? '' : ','}`)),
  }),
})

const extras: readonly Fault[] = [
  extra('__proto__', { limit: 5, user_id: 'bob' }),
  extra('constructor', { prototype: { limit: 5 } }),
  extra('toString', 1),
  extra('hasOwnProperty', null),
  extra('unknown', [[[{}]]]),
  extra('', 1),
  {
    kind: 'json: deep in an unknown field',
    place: 'field unknown',
    refused: [400],
    spoil: (draft) => ({ ...draft, body: { ...Object(draft.body), unknown: deep } }),
  },
]

const WRONG_TYPES =
  'text/plain|application/x-www-form-urlencoded|multipart/form-data; boundary=x|application/json; charset=utf-16|application/json; charset=latin1|application/jsonp|application/json, text/plain||;|application/problem+json'
const ODD_TYPES =
  'application/json; charset=utf-8|Application/JSON;charset="UTF-8"|application/json; version=1| application/json '
const types: readonly Fault[] = [
  ...WRONG_TYPES.split('|').map((type) => ({ type, refused: [415] })),
  ...ODD_TYPES.split('|').map((type) => ({ type, refused: [] })),
].map(({ type, refused }) => ({
  kind: refused.length > 0 ? 'content type: wrong' : 'content type: odd',
  place: 'header content-type',
  refused,
  spoil: (draft: Draft) => withHeader(draft, 'Content-Type', type),
}))

/** What is wrong, or odd, with a body as a whole. */
export const bodyFaults = [...textFaults, ...whole, ...extras, ...types, ...frameFaults]
