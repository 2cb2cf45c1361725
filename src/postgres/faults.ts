/** The database has been closed by this process. */
export class DatabaseClosed extends Error {
  override readonly name = 'DatabaseClosed'
  readonly code = '08003'
  constructor() {
    super('the database is closed')
  }
}

/** A transaction was nested, used after its end, or bypassed: an error of the program. */
export class TransactionMisuse extends Error {
  override readonly name = 'TransactionMisuse'
}

/** Postgres rolled the transaction back at its commit, because the error of a statement was swallowed. */
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
 * The SQLSTATE of an error, for instance `23505`, from either adapter; undefined for errors that are not Postgres's.
 * @see https://www.postgresql.org/docs/17/errcodes-appendix.html
 */
export const sqlState = (error: unknown): string | undefined => {
  const code = textIn(error, 'code')
  return /^[0-9A-Z]{5}$/.test(code) && !/^E[A-Z]{4}$/.test(code) ? code : undefined
}

/** Connection exceptions, exhausted resources, input and output errors, and a server that shuts down, crashed or starts. */
const unavailableState = /^(08...|53...|57P0[1235]|58030|58P0[12])$/

const unavailableCode = /^(ECONN[A-Z]+|ENOTFOUND|ETIMEDOUT|EPIPE|EHOST[A-Z]+|ENET[A-Z]+|EAI_[A-Z]+)$/

/** Messages of node-postgres without a code, and of PGlite after it was closed. */
const unavailableMessage =
  /query read timeout|connection terminated|timeout exceeded when trying to connect|timeout expired|not queryable|calling end on the pool|PGlite is clos/i

/** Whether the database could not be reached, so that a retry may succeed; false for errors of a statement. */
export const isUnavailable = (error: unknown): boolean => {
  const state = sqlState(error)
  if (state !== undefined) return unavailableState.test(state)
  return (
    unavailableCode.test(textIn(error, 'code')) ||
    textIn(error, 'syscall') === 'connect' ||
    textIn(error, 'name') === 'RuntimeError' || // the WebAssembly code of PGlite crashed
    unavailableMessage.test(textIn(error, 'message').slice(0, 500))
  )
}

/** The user, the password, a right or the database itself: an administrator may be about to make them. */
const refusedState = /^(28...|3D000|42501)$/

/** Whether the server refuses to let this user into this database. */
export const isRefusedLogin = (error: unknown): boolean => refusedState.test(sqlState(error) ?? '')

/** Whether the same statement will always fail because of its data: data exceptions, integrity, program limits. */
export const isDataFault = (error: unknown): boolean => /^(22|23|54)/.test(sqlState(error) ?? '')
