import type { Sql } from './sql.js'

/**
 * The port for reading and writing rows. Two adapters (node-postgres, PGlite) pass one contract suite.
 * A handle is bound to one search path, so a statement names tables without a schema.
 *
 * Columns arrive as: int8 bigint; int2, int4, float4, float8, numeric number; bool boolean; json and jsonb parsed;
 * timestamptz `YYYY-MM-DDTHH:mm:ss.sssZ`; date `YYYY-MM-DD`; bytea Uint8Array; an array of these an array;
 * all else (uuid, text, tsvector, vector, bit, …) the text Postgres prints.
 *
 * Parameters may be: string, number, bigint, boolean, null, arrays of these, Uint8Array (bytea), Float32Array
 * (one `vector`) and `Vectors` (one `vector[]`). JSON is passed as a string with a `::jsonb` cast. Anything else is a
 * TypeError. A lone surrogate in a string becomes U+FFFD, as UTF-8 cannot hold it.
 */
export interface Database {
  /** Runs exactly one statement; the rows come as plain objects. */
  rows<Row>(statement: Sql): Promise<readonly Row[]>
  /**
   * Commits all of `work`, or rolls back and rethrows its error. Statements inside go through the handle that it gets:
   * nesting, and any use of an outer handle before `work` has ended, is refused with `TransactionMisuse`.
   * If it changes rows of some users only, `changes` names them: the embedded database has one connection, and answers
   * readers of other users' rows between two statements.
   */
  transaction<T>(work: (db: Database) => Promise<T>, changes?: readonly string[]): Promise<T>
  /** A handle for statements that change nothing and read rows of this user only; null: of no user that a transaction names. */
  reading(reader: string | null): Database
}

/** Runs a piece of work on the read tables that are live when it begins; it keeps these to its end. */
export type Reading = <T>(work: (db: Database) => Promise<T>) => Promise<T>

/** The same for work that reads rows of this user only. */
export const readUser = <T>(reading: Reading, userId: string, work: (db: Database) => Promise<T>): Promise<T> =>
  reading((db) => work(db.reading(userId)))

/** One Postgres database, or one embedded PGlite directory. */
export interface Databases {
  readonly kind: 'postgres' | 'pglite'
  /** The directory of an embedded database; undefined in memory and on a server. */
  readonly directory: string | undefined
  /** A handle whose search path is this schema, then `public`, where the extensions are. */
  within(schema: string): Database
  /**
   * Runs many statements without parameters, such as a migration file, in one transaction; so no begin or commit inside.
   * Several texts run in order, each in a transaction of its own; after an error no further one. What a text sets for its
   * session (`set` without `local`) may last for the following texts and no longer.
   */
  script(...texts: readonly string[]): Promise<void>
  /** Notifies every listener of the channel. Does nothing on PGlite, which has no other process. */
  notify(channel: string, payload: string): Promise<void>
  /**
   * Calls back for every notification until `stop`. Resolves when the first attempt to listen has ended. A lost
   * connection is made again; notifications in between are lost, so a listener polls as well. Never calls back on PGlite.
   */
  listen(channel: string, onPayload: (payload: string) => void): Promise<Stop>
  /**
   * Waits for a lock of this name: one process has it, or with the mode `shared` all that ask for it in this mode. It
   * falls with the connection that holds it.
   * Rejects when `signal` aborts, or when the server cannot be reached. On PGlite, which has one process, it is always free.
   */
  lock(name: string, waiting: Waiting): Promise<Lock>
  /** Waits for running statements, then refuses everything with `DatabaseClosed`. */
  close(): Promise<void>
}

export type LockMode = 'exclusive' | 'shared'

export type Waiting = {
  /** Default: exclusive. */
  readonly mode?: LockMode
  readonly signal: AbortSignal
  /** Called whenever another process holds the lock. */
  readonly taken: () => void
}

export type Lock = {
  /** Aborts when the lock is no longer held. */
  readonly lost: AbortSignal
  readonly release: () => Promise<void>
}

/** Ends a subscription. */
export type Stop = () => Promise<void>
