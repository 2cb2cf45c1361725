import type { PGlite } from '@electric-sql/pglite'
import type { Connection, Encoded, Lend } from './connection.js'
import type { Databases } from './database.js'
import { connectionTurns, type Reader } from './fair-connection.js'
import { DatabaseClosed } from './faults.js'
import { handle, Session, schemaName } from './handle.js'
import { PgliteStatements } from './pglite-statements.js'
import { type PgliteOptions, startPglite } from './start-pglite.js'

/**
 * The embedded adapter: a cluster in `directory` (made if missing; the process has to hold its lock), or in memory.
 * With `fsync` an acknowledged commit survives a power cut; without, only the end of the process. `loadDataDir` is a dump
 * of another PGlite's data directory, which a new cluster starts from.
 */
export const openPglite = async (directory: string | undefined, options: PgliteOptions): Promise<Databases> => {
  const db = await startPglite(directory, options)
  const session = new Session()
  const connection = new PgliteConnection(db)
  const turns = connectionTurns()
  const lend =
    (schema: string, reader?: Reader): Lend =>
    (work, changes) =>
      turns.take(async (asGuest) => {
        if (db.closed) throw new DatabaseClosed()
        if (asGuest) return connection.asGuest(schema, () => work(connection))
        await connection.enter(schema)
        return work(changes === undefined ? connection : hosting(connection, () => turns.host(changes)))
      }, reader)
  return {
    kind: 'pglite',
    directory,
    within: (schema) => handle(session, lend(schemaName(schema)), (reader) => lend(schemaName(schema), reader)),
    async script(...texts) {
      session.refuseInside()
      for (const text of texts) await lend('public')((connection) => connection.script(text))
    },
    async notify() {},
    async listen() {
      return async () => {}
    },
    lock: async () => ({ lost: new AbortController().signal, release: async () => {} }),
    async close() {
      await turns.take(async () => {
        if (!db.closed) await db.close()
      })
    },
  }
}

/** What a transaction that lets a reader in is for the reader. */
const GUEST = ['transaction_read_only = on']

/** The connection of a transaction that lets readers in before each of its statements. */
const hosting = (connection: Connection, host: () => Promise<void>): Connection => ({
  query: async (text, values) => {
    await host()
    return connection.query(text, values)
  },
  command: (text) => connection.command(text),
  script: (...texts) => connection.script(...texts),
})

class PgliteConnection implements Connection {
  private readonly statements: PgliteStatements
  constructor(db: PGlite) {
    this.statements = new PgliteStatements(db)
  }

  /** All handles share the one connection, so its search path changes with the handle. */
  enter(schema: string): Promise<void> {
    return this.statements.enter(schema)
  }

  /** Reads within another caller's transaction, and rolls back any effect. */
  asGuest<T>(schema: string, work: () => Promise<T>): Promise<T> {
    return this.statements.aside(schema, GUEST, work)
  }

  query(text: string, values: readonly Encoded[]): Promise<readonly unknown[]> {
    return this.statements.query(text, values)
  }

  command(text: string): Promise<string> {
    return this.statements.command(text)
  }

  async script(...texts: readonly string[]): Promise<void> {
    for (const text of texts) {
      try {
        await this.command(text)
      } finally {
        this.statements.leave()
        await this.command('rollback') // without effect unless the text left a transaction open
        await this.command('reset all')
      }
    }
  }
}
