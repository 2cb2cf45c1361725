import { createHash } from 'node:crypto'
import { Pool, type PoolClient, type PoolConfig } from 'pg'
import { limiter } from '../concurrency/limiter.js'
import { readerOf } from './columns.js'
import type { Connection, Encoded, Lend } from './connection.js'
import type { Database, Databases } from './database.js'
import { DatabaseClosed, isUnavailable, sqlState } from './faults.js'
import { handle, Session, schemaName } from './handle.js'
import { Listener } from './notifications.js'
import { SessionLocks } from './session-locks.js'
import { sql } from './sql.js'

/**
 * A connection string and start-up options for node-postgres. In its hands, `options` inside the string would displace
 * those given beside it, so both are joined here; ours stand last and win.
 */
export const addressed = (
  url: string,
  options: readonly string[],
): { readonly connectionString: string; readonly options: string } => {
  const [address = '', ...query] = url.split('?')
  const parameters = new URLSearchParams(query.join('?'))
  const theirs = parameters.get('options')
  parameters.delete('options')
  const rest = parameters.size === 0 ? '' : `?${parameters}`
  return { connectionString: `${address}${rest}`, options: [...(theirs ? [theirs] : []), ...options].join(' ') }
}

/** Statements that one process prepares at most; the code has far fewer, and what lies beyond is run unprepared. */
const PREPARED = 500

const names = new Map<string, string>()

/**
 * The name under which a statement is prepared, the same for the same text: planning is most of the cost of a short
 * statement, and Postgres then does it once for each connection.
 */
const statementName = (text: string): string | undefined => {
  const known = names.get(text)
  if (known !== undefined || names.size >= PREPARED) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
  names.set(text, name)
  return name
}

/** How long to wait for the server to take a connection, in milliseconds. */
const connectionTimeoutMillis = 2000

type PostgresOptions = {
  /** Connections for each search path; 8 where it is not said. */
  readonly max?: number
  /**
   * How long to wait for an answer, in milliseconds: a network that swallows packets gives none, and nothing would ever
   * be told. A minute where it is not said. The server waits as long for a transaction's next statement.
   */
  readonly answerTimeoutMs?: number
}

/**
 * The adapter for a Postgres server. Connects when first used, with at most `max` connections for each search path,
 * one for listening and one for each lock; whoever finds all of them busy waits for a turn, without a time limit.
 */
export const openPostgres = (url: string, options: PostgresOptions = {}): Databases => {
  const { max = 8, answerTimeoutMs = 60_000 } = options
  const configured = (schema: string) => configurationOf(url, schema, answerTimeoutMs)
  const session = new Session()
  const notifications = new Listener(() => configured('public'))
  const locks = new SessionLocks(() => configured('public'))
  const lenders = new Map<string, Lender>()
  let closed = false
  const lender = (schema: string): Lender => {
    const known = lenders.get(schema) ?? lenderOf(configured(schemaName(schema)), max, () => closed)
    lenders.set(schema, known)
    return known
  }
  const within = (schema: string): Database => handle(session, lender(schema).lend)
  return {
    kind: 'postgres',
    directory: undefined,
    within,
    async script(text) {
      session.refuseInside()
      await lender('public').lend((connection) => connection.script(text))
    },
    async notify(channel, payload) {
      await within('public').rows(sql`select pg_notify(${channel}, ${payload})`)
    },
    async listen(channel, onPayload) {
      if (closed) throw new DatabaseClosed()
      return notifications.listen(channel, onPayload)
    },
    async lock(name, waiting) {
      if (closed) throw new DatabaseClosed()
      return locks.take(name, waiting)
    },
    async close() {
      if (closed) return
      closed = true
      await Promise.all([notifications.close(), locks.close(), ...[...lenders.values()].map(({ pool }) => pool.end())])
    },
  }
}

type Lender = { readonly pool: Pool; readonly lend: Lend }

const configurationOf = (url: string, schema: string, answerTimeoutMs: number): PoolConfig => ({
  ...addressed(url, [
    ...['-c', `search_path=${schema},public`, '-c', 'TimeZone=UTC', '-c', 'DateStyle=ISO'],
    // No statement here runs for seconds; compiling one whose cost is overrated takes longer than running it.
    ...['-c', 'jit=off'],
    // Words that share a fifth of their trigrams are alike: how near they are is measured letter by letter.
    ...['-c', 'pg_trgm.similarity_threshold=0.2'],
    // Of a client behind a broken network the server hears nothing, not even that it has left: its locks must fall.
    ...['-c', `idle_in_transaction_session_timeout=${answerTimeoutMs}`],
    // Of a machine that has vanished the server is to know within some six seconds, whether it waits for it or has answered.
    ...['-c', 'tcp_keepalives_idle=3', '-c', 'tcp_keepalives_interval=1', '-c', 'tcp_keepalives_count=3'],
    ...['-c', 'tcp_user_timeout=6000'],
  ]),
  connectionTimeoutMillis,
  query_timeout: answerTimeoutMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  // The declared signature is overloaded by type names; only object ids ever arrive, and always as text.
  types: { getTypeParser: ((oid: number) => readerOf(oid)) as NonNullable<PoolConfig['types']>['getTypeParser'] },
})

const lenderOf = (config: PoolConfig, max: number, isClosed: () => boolean): Lender => {
  const pool = new Pool({ ...config, max })
  const inTurn = limiter(max)
  // Without listeners, a connection that the server drops would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const lend: Lend = (work) =>
    inTurn(async () => {
      if (isClosed()) throw new DatabaseClosed()
      const client = await pool.connect()
      const connection = new PostgresConnection(client)
      try {
        return await work(connection)
      } finally {
        client.release(connection.broken)
      }
    })
  return { pool, lend }
}

/** A script may take as long as it takes: an index of a large table, or the wait for another process's. */
const unhurried = { query_timeout: 2 ** 31 - 1 }

class PostgresConnection implements Connection {
  broken = false
  /** Why no answer can come any more. */
  private lost: unknown
  private readonly client: PoolClient
  constructor(client: PoolClient) {
    this.client = client
  }

  async query(text: string, values: readonly Encoded[]): Promise<readonly unknown[]> {
    // A statement without parameters would take the simple protocol, which lets several statements pass.
    const name = statementName(text)
    const prepared = name === undefined ? {} : { name }
    const statement = { ...prepared, text, values: values.map(asBuffer), queryMode: 'extended' }
    const { rows } = await this.noticing(() => this.client.query<Record<string, unknown>>(statement))
    return rows
  }

  async command(text: string): Promise<string> {
    const results: unknown = await this.noticing(() => this.client.query(text))
    const last: unknown = Array.isArray(results) ? results.at(-1) : results
    return last instanceof Object ? String(Reflect.get(last, 'command')) : ''
  }

  async script(text: string): Promise<void> {
    this.broken = true // not used again
    await this.client.query({ text, ...unhurried })
  }

  private async noticing<T>(ask: () => Promise<T>): Promise<T> {
    // A rollback, for instance, would be waited for once more as long.
    if (this.lost !== undefined) throw this.lost
    try {
      return await ask()
    } catch (error) {
      this.broken ||= sqlState(error) === undefined || isUnavailable(error)
      if (sqlState(error) === undefined && isUnavailable(error)) this.lost = error
      throw error
    }
  }
}

const asBuffer = (value: Encoded): string | Buffer | null =>
  value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value
