import type { Database, Databases } from './database.js'
import type { Sql } from './sql.js'

/** What a log may tell of a statement: its form and what it cost, never its values, which are people's words. */
type LoggedStatement = {
  readonly statement: string
  /** Of its text as it is sent. */
  readonly characters: number
  readonly selects: number
  readonly rows: number
  /** From the call to the answer: the wait for a connection counts. */
  readonly ms: number
}

/** How much of a statement without a name is told. */
const NAMELESS = 60

/** The name that a statement's first comment gives it, or else its first words. */
export const nameOf = (text: string): string =>
  /^\s*\/\*\s*(.*?)\s*\*\//s.exec(text)?.[1] ?? text.replace(/\s+/g, ' ').trim().slice(0, NAMELESS)

/** How many questions it asks. */
export const selectsIn = (text: string): number => text.match(/\bselect\b/gi)?.length ?? 0

/** The same databases; each statement that was answered is told. Scripts and the ends of transactions are not. */
export const withStatementLog = (databases: Databases, tell: (logged: LoggedStatement) => void): Databases => {
  const telling =
    (run: Database['rows']): Database['rows'] =>
    async <Row>(statement: Sql) => {
      const began = performance.now()
      const rows = await run<Row>(statement)
      const ms = Math.round((performance.now() - began) * 100) / 100
      const { text } = statement.query
      tell({
        statement: nameOf(text),
        characters: text.length,
        selects: selectsIn(text),
        rows: rows.length,
        ms,
      })
      return rows
    }
  const told = (db: Database): Database => ({
    rows: telling(db.rows),
    transaction: (work, changes) => db.transaction((tx) => work(told(tx)), changes),
    reading: (reader) => told(db.reading(reader)),
  })
  return { ...databases, within: (schema) => told(databases.within(schema)) }
}
