import { setTimeout as pause } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import type { Lock, Waiting } from './database.js'

/** How often a lock that another session holds is tried again. A statement that waited for it would block every vacuum. */
const TRY_MS = 250
/** How often the connection that holds a lock is checked, and how long its answer may take at most. */
const PING_MS = 1000
const ANSWER_MS = 5000
/** How long to wait for the end of a connection whose server may be unreachable. */
const END_MS = 1000

/** A proxy may keep a connection open after its client is gone. Servers before version 14 do not know the setting. */
const NOT_SILENT_FOR = `
  select set_config(name, $1, false)
  from pg_settings
  where name = 'idle_session_timeout'`

const TRY = {
  exclusive: 'select pg_try_advisory_lock(hashtextextended($1, 0)) as got',
  shared: 'select pg_try_advisory_lock_shared(hashtextextended($1, 0)) as got',
}

/** Locks that are released with their session, each on a connection of its own. */
export class SessionLocks {
  private readonly config: () => ClientConfig
  private readonly closing = new AbortController()
  private readonly connected = new Set<Connected>()

  constructor(config: () => ClientConfig) {
    this.config = config
  }

  /** Resolves when the lock is held; rejects when `signal` aborts or the server cannot be reached. */
  async take(name: string, { signal, taken, mode = 'exclusive' }: Waiting): Promise<Lock> {
    const until = AbortSignal.any([signal, this.closing.signal])
    until.throwIfAborted()
    const session = connection(this.config(), () => this.connected.delete(session))
    this.connected.add(session)
    const { client, answerMs, lost, release } = session
    try {
      await client.connect()
      await client.query(NOT_SILENT_FOR, [String(PING_MS + answerMs)])
      while (!(await tried(client, TRY[mode], name))) {
        taken()
        await pause(TRY_MS, undefined, { signal: until, ref: false })
      }
      until.throwIfAborted()
    } catch (error) {
      await release()
      throw error
    }
    void askNowAndThen(session)
    return { lost, release }
  }

  /** Releases all locks. */
  async close(): Promise<void> {
    this.closing.abort()
    await Promise.all([...this.connected].map(({ release }) => release()))
  }
}

type Connected = Lock & { readonly client: Client; readonly answerMs: number }

const connection = (config: ClientConfig, ended: () => void): Connected => {
  const answerMs = Math.min(Number(config.query_timeout ?? ANSWER_MS), ANSWER_MS)
  const client = new Client({ ...config, query_timeout: answerMs })
  const gone = new AbortController()
  client.on('error', () => gone.abort()).on('end', () => gone.abort())
  const release = async () => {
    gone.abort()
    ended()
    await Promise.race([client.end().catch(() => {}), pause(END_MS, undefined, { ref: false })])
  }
  return { client, answerMs, lost: gone.signal, release }
}

const tried = async (client: Client, statement: string, name: string): Promise<boolean> => {
  const { rows } = await client.query<{ got: boolean }>(statement, [name])
  return rows[0]?.got === true
}

/** A network that drops packets reports no error: only an unanswered query shows that the lock may be lost. */
const askNowAndThen = async ({ client, lost, release }: Connected): Promise<void> => {
  while (!lost.aborted) {
    await pause(PING_MS, undefined, { signal: lost, ref: false }).catch(() => {})
    if (!lost.aborted) await client.query('select 1').catch(release)
  }
}
