import { Vectors, vectorArrayBytes, vectorBytes } from './vectors.js'

/** A parameter as it is sent: text, or bytes in the binary format of its type in the statement. */
export type Encoded = string | Uint8Array | null

/**
 * Text or bytes for one parameter, the same for both adapters, so that neither driver guesses.
 * @throws TypeError for values that cannot be parameters: undefined, dates, plain objects
 */
export const encode = (value: unknown, vectorOid: number): Encoded => {
  if (Array.isArray(value)) return printArray(value.map(scalar))
  if (value instanceof Vectors) return vectorArrayBytes(value, vectorOid)
  if (value instanceof Float32Array) return vectorBytes(value)
  if (value instanceof Uint8Array) return value
  return scalar(value)
}

/** An array as Postgres reads it: `{"a \"quoted\" one",NULL}`. */
const printArray = (elements: readonly (string | null)[]): string =>
  `{${elements.map((element) => (element === null ? 'NULL' : `"${element.replace(/["\\]/g, '\\$&')}"`)).join(',')}}`

const scalar = (value: unknown): string | null => {
  if (value === null) return null
  // PGlite counts the bytes of lone surrogates wrongly.
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  const what = value instanceof Object ? value.constructor?.name : typeof value
  throw new TypeError(`a statement's parameter cannot be ${what ?? 'an object'}`)
}

/** One session with Postgres, used by one caller at a time: an adapter implements this. */
export interface Connection {
  /** Runs one statement by the extended protocol; rows are converted as `Database` says. */
  query(text: string, values: readonly Encoded[]): Promise<readonly unknown[]>
  /** Runs statements by the simple protocol, as one transaction; returns the last command tag. */
  command(text: string): Promise<string>
  /** The same for any statements: their session settings do not affect later statements. */
  script(...texts: readonly string[]): Promise<void>
}

/**
 * Lends a connection with a search path for as long as `work` takes. A connection that fails to end a transaction is dropped.
 * `changes`: the users whose rows a transaction changes, where it changes no others.
 */
export type Lend = <T>(work: (connection: Connection) => Promise<T>, changes?: readonly string[]) => Promise<T>
