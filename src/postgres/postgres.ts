import { createHash } from 'node:crypto'
import pLimit from 'p-limit'
import { Pool, type PoolClient, type PoolConfig } from 'pg'
import { readerOf } from './columns.js'
import type { Database, Databases } from './database.js'
import { DatabaseClosed, isUnavailable, sqlState } from './faults.js'
import { type Connection, type Encoded, handle, type Lend, Session, schemaName } from './handle.js'
import { Listener } from './notifications.js'
import { SessionLocks } from './session-locks.js'
import { sql } from './sql.js'

/** Joins the `options` of a connection string with ours: node-postgres would replace them. Ours come last and win. */
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

/** Statements that one process prepares at most. The code has far fewer; any others run unprepared. */
const PREPARED = 500

const names = new Map<string, string>()

/** The name of a prepared statement, one per text. Planning is most of its cost, and is done once per connection. */
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
  /** Connections for each search path; default 8. */
  readonly max?: number
  /** Wait for an answer, in ms; default one minute. Else dropped packets block for ever. The server waits as long. */
  readonly answerTimeoutMs?: number
}

/**
 * The adapter for a Postgres server. Connects when first used, with at most `max` connections for each search path,
 * one for listening and one for each lock. A caller that finds all of them busy waits, without a time limit.
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
    async script(...texts) {
      session.refuseInside()
      await lender('public').lend((connection) => connection.script(...texts))
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
    // No statement here runs for seconds, and compiling one with an overestimated cost takes longer than running it.
    ...['-c', 'jit=off'],
    // A plan that is kept is that of a table as small as it was then: of a store that was empty, by any index of the user.
    ...['-c', 'plan_cache_mode=force_custom_plan'],
    // Behind a broken network the server does not notice that a client is gone, and its locks must be released.
    ...['-c', `idle_in_transaction_session_timeout=${answerTimeoutMs}`],
    // The server notices within about six seconds that a machine is gone, whether it waits for it or has answered.
    ...['-c', 'tcp_keepalives_idle=3', '-c', 'tcp_keepalives_interval=1', '-c', 'tcp_keepalives_count=3'],
    ...['-c', 'tcp_user_timeout=6000'],
  ]),
  connectionTimeoutMillis,
  query_timeout: answerTimeoutMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  // The declared signature has overloads for type names; only object ids arrive, and always for text.
  types: { getTypeParser: ((oid: number) => readerOf(oid)) as NonNullable<PoolConfig['types']>['getTypeParser'] },
})

const lenderOf = (config: PoolConfig, max: number, isClosed: () => boolean): Lender => {
  const pool = new Pool({ ...config, max })
  const inTurn = pLimit(max)
  // Without listeners, a connection that the server closes would end the process.
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

/** A script has no time limit: it may build an index of a large table, or wait until another process has. */
const unhurried = { query_timeout: 2 ** 31 - 1 }

class PostgresConnection implements Connection {
  broken = false
  /** The error after which no answer can arrive any more. */
  private lost: unknown
  private readonly client: PoolClient
  constructor(client: PoolClient) {
    this.client = client
  }

  async query(text: string, values: readonly Encoded[]): Promise<readonly unknown[]> {
    // Without parameters node-postgres would use the simple protocol, which accepts several statements.
    const name = statementName(text)
    const prepared = name === undefined ? {} : { name }
    const statement = { text, values: values.map(asBuffer), queryMode: 'extended', ...prepared }
    const { rows } = await this.noticing(() => this.client.query<Record<string, unknown>>(statement))
    return rows
  }

  async command(text: string): Promise<string> {
    const results: unknown = await this.noticing(() => this.client.query(text))
    const last: unknown = Array.isArray(results) ? results.at(-1) : results
    return last instanceof Object ? String(Reflect.get(last, 'command')) : ''
  }

  async script(...texts: readonly string[]): Promise<void> {
    this.broken = true // the connection is not used again
    for (const text of texts) await this.client.query({ text, ...unhurried })
  }

  private async noticing<T>(ask: () => Promise<T>): Promise<T> {
    // A rollback, for instance, would wait for the whole timeout again.
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
