/** The database has been closed by this process. */
export class DatabaseClosed extends Error {
  override readonly name = 'DatabaseClosed'
  readonly code = '08003'
  constructor() {
    super('the database is closed')
  }
}

/** A transaction was nested, outlived, or passed by. A fault of the program. */
export class TransactionMisuse extends Error {
  override readonly name = 'TransactionMisuse'
}

/** The transaction ended without an error of its own, yet Postgres had to roll it back: a statement's error was swallowed. */
export class TransactionRolledBack extends Error {
  override readonly name = 'TransactionRolledBack'
  readonly code = '25P02'
  constructor() {
    super('rolled back: an error inside the transaction was caught and not thrown on')
  }
}

const textIn = (error: unknown, key: 'code' | 'message' | 'name' | 'syscall'): string => {
  const value = typeof error === 'object' && error !== null ? Reflect.get(error, key) : undefined
  return typeof value === 'string' ? value : ''
}

/**
 * The five characters by which Postgres classes an error, for instance `23505`, from either adapter.
 * @see https://www.postgresql.org/docs/17/errcodes-appendix.html
 */
export const sqlState = (error: unknown): string | undefined => {
  const code = textIn(error, 'code')
  return /^[0-9A-Z]{5}$/.test(code) && !/^E[A-Z]{4}$/.test(code) ? code : undefined
}

/** Connection exceptions, no room or connection left, files out of reach, and a server that shuts down, crashed, or is starting. */
const unavailableState = /^(08...|53...|57P0[1235]|58030|58P0[12])$/

const unavailableCode = /^(ECONN[A-Z]+|ENOTFOUND|ETIMEDOUT|EPIPE|EHOST[A-Z]+|ENET[A-Z]+|EAI_[A-Z]+)$/

/** What node-postgres says without a code, and PGlite after it was closed. */
const unavailableMessage =
  /query read timeout|connection terminated|timeout exceeded when trying to connect|timeout expired|not queryable|calling end on the pool|PGlite is clos/i

/** Whether the database could not be reached or went away, so that another attempt may do; false for faults of a statement. */
export const isUnavailable = (error: unknown): boolean => {
  const state = sqlState(error)
  if (state !== undefined) return unavailableState.test(state)
  return (
    unavailableCode.test(textIn(error, 'code')) ||
    textIn(error, 'syscall') === 'connect' ||
    textIn(error, 'name') === 'RuntimeError' || // the WebAssembly machine under PGlite broke down
    unavailableMessage.test(textIn(error, 'message').slice(0, 500))
  )
}

/** Whether the data itself is to blame, so that the same statement will always fail: data, integrity, and limits of the program. */
export const isDataFault = (error: unknown): boolean => /^(22|23|54)/.test(sqlState(error) ?? '')
