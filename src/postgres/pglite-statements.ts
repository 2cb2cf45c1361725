import { setImmediate as eventLoop } from 'node:timers/promises'
import { type messages, type PGlite, protocol } from '@electric-sql/pglite'
import { type Read, readerOf } from './columns.js'
import { sqlState } from './faults.js'
import type { Connection, Encoded } from './handle.js'

type Column = { readonly name: string; readonly read: Read }
type Prepared = { readonly name: string; readonly columns: readonly Column[] }
type Message = messages.BackendMessage

const { serialize } = protocol

/** Prepared statements at most; a plan takes about 15 kB. */
const PREPARED = 500

/** Successive statements block the event loop for about this long at most. */
const HELD_MS = 10

/** PGlite crashed during a statement: whether it took effect is unknown. */
class AnswerMissing extends Error {
  override readonly name = 'AnswerMissing'
  readonly code = '08007' // transaction_resolution_unknown
  constructor() {
    super('the embedded database broke off in a statement')
  }
}

/**
 * Statements over PGlite's wire protocol, each prepared once: its own `query` parses and plans every time, which costs
 * more than most statements take to run. A statement belongs to the search path it was prepared under: all handles share the
 * one connection, so its path changes with the handle. A caller must have the connection to itself until the answer has arrived.
 */
export class PgliteStatements implements Connection {
  private readonly db: PGlite
  private readonly limit: number
  /** The least recently used one first. */
  private readonly prepared = new Map<string, Prepared>()
  private readonly outdated: string[] = []
  private path: string | undefined
  private made = 0
  private heldSince = performance.now()

  constructor(db: PGlite, limit = PREPARED) {
    this.db = db
    this.limit = limit
  }

  /** Sets the search path of the statements that follow. Outside transactions only. */
  async enter(schema: string): Promise<void> {
    if (schema === this.path) return
    await this.command(`set search_path to ${schema}, public`)
    this.path = schema
  }

  /** Reads within another caller's open transaction, with another search path, and rolls back any effect. */
  async asGuest<T>(schema: string, work: () => Promise<T>): Promise<T> {
    const { path } = this
    await this.command(
      `savepoint aside; set local search_path to ${schema}, public; set local transaction_read_only = on`,
    )
    this.path = schema
    try {
      return await work()
    } finally {
      this.path = path
      await this.command('rollback to savepoint aside; release savepoint aside')
    }
  }

  async command(text: string): Promise<string> {
    const answers = await this.send(serialize.query(text))
    const fault = answers.find(isFault)
    if (fault) throw fault
    return answers.findLast(isDone)?.text ?? ''
  }

  async script(...texts: readonly string[]): Promise<void> {
    for (const text of texts) {
      try {
        await this.command(text)
      } finally {
        // The text may have changed it: the next `enter` sets it again.
        this.path = undefined
        await this.command('rollback') // without effect unless the text left a transaction open
        await this.command('reset all')
      }
    }
  }

  async query(text: string, values: readonly Encoded[]): Promise<readonly unknown[]> {
    const first = await this.attempt(text, values)
    // The statement had no effect. Outside a transaction it can be prepared anew and repeated.
    const { rows, fault } = first.outdated && !first.inTransaction ? await this.attempt(text, values) : first
    if (fault) throw fault
    return rows
  }

  /** Sends everything in one message up to `sync`, where the commit happens, so that a failing commit is reported here. */
  private async attempt(text: string, values: readonly Encoded[]) {
    const key = `${this.path} ${text}`
    const known = this.prepared.get(key)
    const name = known?.name ?? `s${++this.made}`
    const answers = await this.send(
      ...this.outdated.splice(0).map((old) => serialize.close({ type: 'S', name: old })),
      ...(known ? [] : [serialize.parse({ name, text }), serialize.describe({ type: 'S', name })]),
      serialize.bind({ statement: name, values: [...values] }),
      serialize.execute({}),
      serialize.sync(),
    )
    const fault = answers.find(isFault)
    const columns = known?.columns ?? columnsIn(answers)
    const outdated = known !== undefined && isOutdated(fault)
    this.prepared.delete(key)
    if (outdated || columns === undefined) this.outdated.push(name)
    else this.keep(key, { name, columns })
    const rows = fault ? [] : answers.filter(isRow).map(({ fields }) => rowOf(columns ?? [], fields))
    return { rows, fault, outdated, inTransaction: answers.findLast(isReady)?.status !== 'I' }
  }

  private keep(key: string, prepared: Prepared): void {
    this.prepared.set(key, prepared)
    if (this.prepared.size <= this.limit) return
    for (const [oldest, { name }] of this.prepared) {
      this.prepared.delete(oldest)
      this.outdated.push(name)
      return
    }
  }

  /** PGlite computes in this thread without a return: many statements would hold up signals, timers and requests. */
  private async letEventLoopIn(): Promise<void> {
    if (performance.now() - this.heldSince < HELD_MS) return
    await eventLoop()
    this.heldSince = performance.now()
  }

  /** PGlite swallows its internal errors: the answer is then incomplete and must not be used. */
  private async send(...parts: readonly Uint8Array[]): Promise<readonly Message[]> {
    await this.letEventLoopIn()
    const message = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
    const answers = await this.db.execProtocolStream(message, { syncToFs: false, throwOnError: false })
    if (!answers.some(isEnd) || !answers.some(isReady)) throw new AnswerMissing()
    return answers
  }
}

/** The tables have changed (Postgres reports feature_not_supported), or a script has discarded all statements. */
const isOutdated = (fault: messages.DatabaseError | undefined): boolean =>
  sqlState(fault) === '26000' || (sqlState(fault) === '0A000' && /^cached plan/.test(fault?.message ?? ''))

/** Undefined if Postgres failed before it described the statement. */
const columnsIn = (answers: readonly Message[]): readonly Column[] | undefined => {
  const fields = answers.find(isDescription)?.fields
  if (fields) return fields.map(({ name, dataTypeID }) => ({ name, read: readerOf(dataTypeID) }))
  return answers.some(({ name }) => name === 'noData') ? [] : undefined
}

const rowOf = (columns: readonly Column[], fields: readonly (string | null)[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(columns.map(({ name, read }, i) => [name, fields[i] == null ? null : read(fields[i])]))

const isFault = (message: Message): message is messages.DatabaseError => message.name === 'error'
const isDone = (message: Message): message is messages.CommandCompleteMessage => message.name === 'commandComplete'
const isReady = (message: Message): message is messages.ReadyForQueryMessage => message.name === 'readyForQuery'
const isRow = (message: Message): message is messages.DataRowMessage => message.name === 'dataRow'
const isEnd = (message: Message): boolean => isFault(message) || isDone(message) || message.name === 'emptyQuery'
const isDescription = (message: Message): message is messages.RowDescriptionMessage => message.name === 'rowDescription'
