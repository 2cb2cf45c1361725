import type { Encoded } from './parameters.js'

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
