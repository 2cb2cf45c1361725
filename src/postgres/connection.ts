import { printArray } from './array-literal.js'
import { Vectors, vectorArrayBytes, vectorBytes } from './vectors.js'

/** A parameter as it travels: text, or bytes in the binary format of the type the statement gives it. */
export type Encoded = string | Uint8Array | null

/**
 * Text or bytes for one parameter, the same for both adapters, so that neither driver guesses.
 * @throws TypeError for what a statement cannot carry: undefined, dates, plain objects.
 */
export const encode = (value: unknown, vectorOid: number): Encoded => {
  if (Array.isArray(value)) return printArray(value.map(scalar))
  if (value instanceof Vectors) return vectorArrayBytes(value, vectorOid)
  if (value instanceof Float32Array) return vectorBytes(value)
  if (value instanceof Uint8Array) return value
  return scalar(value)
}

const scalar = (value: unknown): string | null => {
  if (value === null) return null
  if (typeof value === 'string') return wellFormed(value)
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  const what = value instanceof Object ? value.constructor?.name : typeof value
  throw new TypeError(`a statement's parameter cannot be ${what ?? 'an object'}`)
}

/** PGlite counts the bytes of a lone surrogate wrongly, so it is replaced before either driver sees it. */
const wellFormed = (text: string): string => (/\p{Surrogate}/u.test(text) ? Buffer.from(text).toString() : text)

/** One session with Postgres, used by one caller at a time: all that an adapter has to bring. */
export interface Connection {
  /** One statement by the extended protocol; rows converted as `Database` says. */
  query(text: string, values: readonly Encoded[]): Promise<readonly unknown[]>
  /** Statements by the simple protocol, which takes them as one transaction; gives the last one's command tag. */
  command(text: string): Promise<string>
  /** The same for somebody else's statements: whatever they set in the session, the next user does not find it. */
  script(text: string): Promise<void>
}

/**
 * Lends a connection with a search path for as long as `work` takes. A connection that fails to end a transaction is dropped.
 * `changes`: the users whose rows a transaction changes, where it changes no others.
 */
export type Lend = <T>(work: (connection: Connection) => Promise<T>, changes?: readonly string[]) => Promise<T>
