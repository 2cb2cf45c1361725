import type { RequestListener } from 'node:http'
import { type Logger, pino } from 'pino'
import { openAppOn } from '../../src/app/app.js'
import { openHttpListener } from '../../src/cli/http-listener.js'
import type { App } from '../../src/cli/ports.js'
import { type Config, configFrom, type Variables } from '../../src/config/config.js'
import type { Databases } from '../../src/postgres/database.js'
import type { TestDatabase } from './database.js'
import { documented } from './documented.js'

export type Answer<Body = Record<string, never>> = {
  readonly status: number
  readonly body: Body
  readonly headers: Headers
}

export type RunningApp = {
  readonly url: string
  readonly databases: Databases
  readonly rebuild: App['rebuild']
  readonly reembed: App['reembed']
  readonly ready: App['ready']
  /** Asks with the development key. A body makes it a POST. */
  readonly ask: <Body>(path: string, body?: unknown, init?: RequestInit) => Promise<Answer<Body>>
  readonly close: () => Promise<void>
}

type Starting = {
  readonly untilReady?: boolean
  /** Stands before the application, and must let all requests through. */
  readonly around?: (handler: RequestListener) => RequestListener
  readonly logger?: Logger
  /** Instead of what one user may have of at most: a test has not ten thousand. */
  readonly mostOf?: Config['mostOf']
}

/** Whether these settings leave open which log and which read models the store has, and with which key. */
const isOfDefaults = (variables: Variables): boolean =>
  !Object.keys(variables).some((name) => /^(EVENTSTORE_|(NEXT_)?EMBEDDING_|PALIMPSEST_MASTER_KEY)/.test(name))

/** The whole service over a fresh database, behind its own front door on a free port, as its clients see it. Nothing of it is replaced. */
export const startApp = async (
  { open }: Pick<TestDatabase, 'open'>,
  variables: Variables = {},
  { untilReady = true, around = (handler) => handler, logger = pino({ level: 'silent' }), mostOf }: Starting = {},
): Promise<RunningApp> => {
  const databases = await open({ mayHoldStore: isOfDefaults(variables) })
  const config = { ...configFrom({ RECALL_FLUSH_MS: '50', ...variables }), ...(mostOf && { mostOf }) }
  const app = await openAppOn(async () => databases)(config, logger, () => {})
  if (untilReady) await app.ready
  const door = await openHttpListener('127.0.0.1', 0)
  door.open(around(documented(app.handler)))
  const url = door.address
  const ask: RunningApp['ask'] = async (path, body, init = {}) => {
    const headers = {
      Authorization: 'Bearer local-dev-key',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    }
    const response = await fetch(url + path, {
      method: body === undefined ? 'GET' : 'POST',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...init,
      headers: { ...headers, ...init.headers },
    })
    // The test that asks knows what is answered; its expectations are the check.
    return { status: response.status, body: (await response.json()) as never, headers: response.headers }
  }
  const close = async () => {
    await door.close(0)
    await app.close()
  }
  return { url, databases, rebuild: app.rebuild, reembed: app.reembed, ready: app.ready, ask, close }
}
