import type { Sql } from './sql.js'

/**
 * Where rows are read and written. Two adapters (node-postgres, PGlite) pass one contract suite.
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
   * All of `work` or nothing; what `work` throws is thrown on. Statements inside go through the handle it is given:
   * nesting, and any use of an outer handle before `work` has ended, is refused with `TransactionMisuse`.
   * Where it changes rows of some users alone, `changes` names them: the embedded database has one connection, and lets
   * those who read other users' rows in between two statements.
   */
  transaction<T>(work: (db: Database) => Promise<T>, changes?: readonly string[]): Promise<T>
  /** The same for one who changes nothing and reads rows of this user alone; null: none that a transaction may name. */
  reading(reader: string | null): Database
}

/** One Postgres database, or one embedded PGlite directory. */
export interface Databases {
  readonly kind: 'postgres' | 'pglite'
  /** Where the files of an embedded database lie; undefined in memory, and on a server. */
  readonly directory: string | undefined
  /** A handle whose statements look for tables in this schema, then in `public`, where the extensions live. */
  within(schema: string): Database
  /** Many statements without parameters, as a migration file stands; all of them or none, so no begin or commit inside. */
  script(text: string): Promise<void>
  /** Tells every listener of the channel. PGlite has no other process to tell: there it does nothing. */
  notify(channel: string, payload: string): Promise<void>
  /**
   * Calls back for every notification until `stop`. Resolves when the first attempt to listen has ended; a lost
   * connection is made again, and what was notified meanwhile is lost, so a listener polls as well. Never calls back on PGlite.
   */
  listen(channel: string, onPayload: (payload: string) => void): Promise<Stop>
  /**
   * Waits for a lock of this name: one process has it, or with the mode `shared` all that ask for it in this mode. It
   * falls with the connection that holds it.
   * Rejects when `signal` aborts, or when the server cannot be reached. On PGlite, which has one process, it is always free.
   */
  lock(name: string, waiting: Waiting): Promise<Lock>
  /** Waits for what is running, then refuses everything with `DatabaseClosed`. */
  close(): Promise<void>
}

export type LockMode = 'exclusive' | 'shared'

export type Waiting = {
  /** Exclusive where nothing else is named. */
  readonly mode?: LockMode
  readonly signal: AbortSignal
  /** Called whenever the lock was found in other hands. */
  readonly taken: () => void
}

export type Lock = {
  /** Aborts when the lock is no longer held. */
  readonly lost: AbortSignal
  readonly release: () => Promise<void>
}

/** Ends a subscription. */
export type Stop = () => Promise<void>
