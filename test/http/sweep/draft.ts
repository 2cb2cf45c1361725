import type { Operation } from './operations.js'

export const STANDARD = 'local-dev-key'
export const ADMIN = 'an-admin-key'

export type Header = readonly [name: string, value: string]
/** How a payload goes over the wire: the headers that announce it, and its bytes. */
export type Frame = (payload: Buffer) => {
  readonly headers: readonly Header[]
  readonly bytes: Buffer
  /** The client sends no more, though it said that it would. */
  readonly cut?: boolean
}

/** A request on its way to be spoiled. Texts stand as they will be sent. */
export type Draft = {
  readonly operation: Operation
  readonly method: string
  readonly path: string
  /** Pairs `name=value`, percent-encoded. */
  readonly query: readonly string[]
  readonly version: string
  /** Undefined: there is none. */
  readonly body: unknown
  readonly text: (json: string) => Buffer
  readonly frame: Frame
  readonly headers: readonly Header[]
}

/** Something that is wrong with a request, or merely odd. */
export type Fault = {
  readonly kind: string
  /** What it changes: two faults of a request never change the same. */
  readonly place: string
  /** The statuses that may answer it if nothing else is wrong; none: it is odd, and taken. */
  readonly refused: readonly number[]
  readonly spoil: (draft: Draft) => Draft
}

/** Stands in a body for a text that no JavaScript value is written as. */
export const verbatim = (text: string): string => `@@verbatim(${text})@@`
const written = (body: unknown): string =>
  JSON.stringify(body).replace(/"@@verbatim\((.*?)\)@@"/gs, (_, text: string) => text.replaceAll('\\"', '"'))

/** A JSON object with so many characters more. */
export const filled = (json: string, size: number): Buffer =>
  Buffer.from(json.replace(/}$/, `,"pad":"${'x'.repeat(size)}"}`))

export const byLength: Frame = (payload) => ({ headers: [['Content-Length', `${payload.length}`]], bytes: payload })

/** The things that examples speak of, by the ids that they have in the examples. */
export type Existing = Readonly<Record<string, string>>

/** The operation as its example asks it, of things that are there. */
export const draftOf = (operation: Operation, existing: Existing): Draft => {
  const text = JSON.stringify(operation.example)
  const filled = Object.entries(existing).reduce((said, [id, real]) => said.replaceAll(id, real), text)
  const values: Record<string, unknown> = JSON.parse(filled)
  const within = (place: string) => operation.fields.filter((field) => field.in === place && field.name in values)
  const secret = operation.key === 'admin' ? ADMIN : STANDARD
  return {
    operation,
    method: operation.method,
    path: operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(`${values[name]}`)),
    query: within('query').map(({ name }) => `${name}=${encodeURIComponent(`${values[name]}`)}`),
    version: 'HTTP/1.1',
    body: operation.hasBody ? Object.fromEntries(within('body').map(({ name }) => [name, values[name]])) : undefined,
    text: (json) => Buffer.from(json),
    frame: byLength,
    headers: [
      ['Host', 'localhost'],
      ...(operation.key === 'none' ? [] : [['Authorization', `Bearer ${secret}`] as const]),
      ...(operation.hasBody ? [['Content-Type', 'application/json'] as const] : []),
    ],
  }
}

export type Sending = { readonly bytes: Buffer; readonly cut: boolean; readonly method: string }

/** The bytes that a client sends. */
export const sendingOf = (draft: Draft): Sending => {
  const query = draft.query.length === 0 ? '' : `?${draft.query.join('&')}`
  const framed =
    draft.body === undefined ? { headers: [], bytes: Buffer.of() } : draft.frame(draft.text(written(draft.body)))
  const lines = [
    `${draft.method} ${draft.path}${query} ${draft.version}`,
    ...[...draft.headers, ...framed.headers].map(([name, value]) => `${name}: ${value}`),
  ]
  return {
    bytes: Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), framed.bytes]),
    cut: 'cut' in framed && framed.cut === true,
    method: draft.method,
  }
}

/** The headers with one replaced, or taken away. */
export const withHeader = (draft: Draft, name: string, ...values: readonly string[]): Draft => ({
  ...draft,
  headers: [
    ...draft.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase()),
    ...values.map((value): Header => [name, value]),
  ],
})
