import { AsyncLocalStorage } from 'node:async_hooks'
import type { RequestListener } from 'node:http'
import type { Database, Databases } from '../../src/postgres/database.js'
import { Sql } from '../../src/postgres/sql.js'

/** A statement that has been answered. Times in milliseconds; they include the wait for a connection. */
export type Issued = {
  readonly schema: string
  readonly statement: Sql
  /** Its text, or `begin` and `commit` for the two ends of a transaction. */
  readonly text: string
  /** How many rows it gave. */
  readonly rows: number
  /** Which transaction it was part of, if any. */
  readonly transaction: number | undefined
  /** Which request it was issued for; what the projector and other standing work do belongs to none. */
  readonly request: number | undefined
  readonly began: number
  readonly ms: number
}

export type Recording = {
  readonly databases: Databases
  /** The application, with its requests told apart. */
  readonly around: (handler: RequestListener) => RequestListener
  /** Notes what is issued until `work` is done; what is issued otherwise goes by unnoticed. */
  readonly during: (work: () => Promise<unknown>) => Promise<readonly Issued[]>
}

type Origin = Pick<Issued, 'schema' | 'transaction'>
const ended = (text: string) => new Sql([text], [])

/** The same databases, whose statements can be written down, each with the request that it serves. */
export const recording = (databases: Databases): Recording => {
  const requests = new AsyncLocalStorage<number>()
  let notes: Issued[] | undefined
  let made = 0
  const note = (origin: Origin, statement: Sql, { began, rows }: { began: number; rows: number }) =>
    notes?.push({
      ...origin,
      statement,
      text: statement.query.text,
      rows,
      request: requests.getStore(),
      began,
      ms: performance.now() - began,
    })
  const noting =
    (origin: Origin, run: Database['rows']): Database['rows'] =>
    async <Row>(statement: Sql) => {
      const began = performance.now()
      const rows = await run<Row>(statement)
      note(origin, statement, { began, rows: rows.length })
      return rows
    }
  const within = (schema: string): Database => recorded(schema, databases.within(schema))
  const recorded = (schema: string, db: Database): Database => {
    const transaction: Database['transaction'] = async (work, changes) => {
      const origin = { schema, transaction: ++made }
      const end = (began: number, text: string) => note(origin, ended(text), { began, rows: 0 })
      const asked = performance.now()
      let done = asked
      const result = await db.transaction(async (tx) => {
        end(asked, 'begin')
        const result = await work({ ...tx, rows: noting(origin, tx.rows) })
        done = performance.now()
        return result
      }, changes)
      end(done, 'commit')
      return result
    }
    return {
      rows: noting({ schema, transaction: undefined }, db.rows),
      transaction,
      reading: (reader) => recorded(schema, db.reading(reader)),
    }
  }
  return {
    databases: { ...databases, within },
    around: (handler) => (request, response) => requests.run(++made, () => handler(request, response)),
    during: async (work) => {
      const noted: Issued[] = []
      notes = noted
      try {
        await work()
      } finally {
        notes = undefined
      }
      return noted
    },
  }
}
