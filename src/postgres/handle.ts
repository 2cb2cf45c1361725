import { AsyncLocalStorage } from 'node:async_hooks'
import pLimit from 'p-limit'
import type { Database } from './database.js'
import type { Reader } from './fair-connection.js'
import { TransactionMisuse, TransactionRolledBack } from './faults.js'
import type { Sql } from './sql.js'
import { Vectors, vectorArrayBytes, vectorBytes } from './vectors.js'

/** A parameter as it is sent: text, or bytes in the binary format of its type in the statement. */
export type Encoded = string | Uint8Array | null

/** Text or bytes for a parameter, alike for both adapters. @throws TypeError for undefined, dates and plain objects */
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

/** The state that the handles of one database share. */
export class Session {
  private vectorOid: number | undefined
  /** Set in the asynchronous context of a transaction's work. */
  private readonly current = new AsyncLocalStorage<{ open: boolean }>()

  /** Refuses a use inside a transaction that would deadlock with it (PGlite) or run outside of it (Postgres). */
  refuseInside(): void {
    if (this.current.getStore()?.open) {
      throw new TransactionMisuse('inside a transaction, use the handle that it gives; transactions do not nest')
    }
  }

  async run<Row>(connection: Connection, { query }: Sql): Promise<readonly Row[]> {
    const vectorOid = query.values.some((value) => value instanceof Vectors) ? await this.typeOfVector(connection) : 0
    const values = query.values.map((value) => encode(value, vectorOid))
    // The caller selects the columns: their types are not known here.
    return (await connection.query(query.text, values)) as readonly Row[]
  }

  async transact<T>(connection: Connection, work: (db: Database) => Promise<T>): Promise<T> {
    const state = { open: true }
    const inTurn = pLimit(1)
    const db = inner(state, (statement) => inTurn(() => this.run(connection, statement)))
    await connection.command('begin')
    try {
      const result = await this.current.run(state, () => work(db))
      state.open = false
      const tag = await inTurn(() => connection.command('commit'))
      if (tag !== 'COMMIT') throw new TransactionRolledBack()
      return result
    } catch (error) {
      state.open = false
      // A failing rollback means that the connection is lost; the adapter drops it.
      await inTurn(() => connection.command('rollback')).catch(() => {})
      throw error
    }
  }

  private async typeOfVector(connection: Connection): Promise<number> {
    if (this.vectorOid === undefined) {
      const [found] = await connection.query(`select to_regtype('vector')::oid::int as oid`, [])
      const oid = found instanceof Object ? Reflect.get(found, 'oid') : null
      if (typeof oid !== 'number') throw new Error('the extension vector is not installed in this database')
      this.vectorOid = oid
    }
    return this.vectorOid
  }
}

type RunStatement = <Row>(statement: Sql) => Promise<readonly Row[]>

const inner = (state: { readonly open: boolean }, run: RunStatement): Database => ({
  async rows(statement) {
    if (!state.open) throw new TransactionMisuse('the transaction of this handle has ended')
    return run(statement)
  },
  async transaction() {
    throw new TransactionMisuse('transactions do not nest')
  },
  reading: () => inner(state, run),
})

/** A handle on borrowed connections; `lendTo` lends them to readers, if the adapter treats these differently. */
export const handle = (session: Session, lend: Lend, lendTo: (reader: Reader) => Lend = () => lend): Database => {
  const handleOf = (reader: Reader | undefined): Database => ({
    async rows(statement) {
      session.refuseInside()
      const lent = reader === undefined ? lend : lendTo(reader)
      return lent((connection) => session.run(connection, statement))
    },
    // Never with what is lent to readers: that may be inside a transaction already.
    async transaction(work, changes) {
      session.refuseInside()
      return lend((connection) => session.transact(connection, work), changes)
    },
    reading: handleOf,
  })
  return handleOf(undefined)
}

/** Checks that a schema's name can be part of a search path. */
export const schemaName = (name: string): string => {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(name)) throw new TypeError(`not a schema name: ${name.slice(0, 80)}`)
  return name
}
