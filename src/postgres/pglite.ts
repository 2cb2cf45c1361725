import type { PGlite } from '@electric-sql/pglite'
import { turnstile } from '../turnstile.js'
import type { Connection, Lend } from './connection.js'
import type { Databases } from './database.js'
import { DatabaseClosed } from './faults.js'
import { handle, Session, schemaName } from './handle.js'
import type { Encoded } from './parameters.js'
import { PgliteStatements } from './pglite-statements.js'
import { type PgliteOptions, startPglite } from './start-pglite.js'

/**
 * The embedded adapter: a cluster in `directory` (made when missing; the process has to hold its lock), or in memory.
 * With `fsync` an acknowledged commit survives a power cut; without, the end of the process. `loadDataDir` is a dump
 * of another PGlite's data directory to begin with, where there is none yet.
 */
export const openPglite = async (directory: string | undefined, options: PgliteOptions): Promise<Databases> => {
  const db = await startPglite(directory, options)
  const session = new Session()
  const connection = new PgliteConnection(db)
  const inTurn = turnstile(1)
  const lend = (schema: string): Lend => {
    return (work) =>
      inTurn(async () => {
        if (db.closed) throw new DatabaseClosed()
        await connection.enter(schema)
        return work(connection)
      })
  }
  return {
    kind: 'pglite',
    directory,
    within: (schema) => handle(session, lend(schemaName(schema))),
    async script(text) {
      session.refuseInside()
      await lend('public')((connection) => connection.script(text))
    },
    async notify() {},
    async listen() {
      return async () => {}
    },
    lock: async () => ({ lost: new AbortController().signal, release: async () => {} }),
    async close() {
      await inTurn(async () => {
        if (!db.closed) await db.close()
      })
    },
  }
}

class PgliteConnection implements Connection {
  private readonly statements: PgliteStatements
  constructor(db: PGlite) {
    this.statements = new PgliteStatements(db)
  }

  /** All handles share the one connection, so its search path follows whoever has the turn. */
  enter(schema: string): Promise<void> {
    return this.statements.enter(schema)
  }

  query(text: string, values: readonly Encoded[]): Promise<readonly unknown[]> {
    return this.statements.query(text, values)
  }

  command(text: string): Promise<string> {
    return this.statements.command(text)
  }

  async script(text: string): Promise<void> {
    try {
      await this.command(text)
    } finally {
      this.statements.leave()
      await this.command('rollback') // without effect unless the text began what it did not end
      await this.command('reset all')
    }
  }
}
