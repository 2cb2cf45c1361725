import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../config/config.js'
import { version } from '../config/package-info.js'
import type { Logger } from '../logger.js'
import type { DirectoryLock } from '../postgres/directory-lock.js'
import { claimDirectory } from './claim-directory.js'
import { type HttpListener, openHttpListener } from './http-listener.js'
import type { App, Run } from './ports.js'
import { answerLocalRequests } from './server-request.js'
import { startWait } from './start-wait.js'
import { stopRequested } from './stop-requested.js'

/** The lines that are printed when the server is ready. The two commands can be pasted. */
const startupBanner = (config: Config, address: string): readonly string[] => {
  const key = config.keys.development ? config.keys.standard : '$CORE_API_KEY'
  const post = (path: string, body: object) =>
    `  curl -s ${address}/v1/memories/${path} -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" -d '${JSON.stringify(body)}'`
  return [
    `palimpsest ${version} is ready: ${address}`,
    ...places(config),
    config.keys.development
      ? `  key   ${key} (for development only: set CORE_API_KEY before anybody else can reach this address)`
      : '  key   the one in CORE_API_KEY',
    '',
    'Store a memory:',
    post('ingest/quick', {
      user_id: 'demo',
      conversation: 'I live in Lisbon and prefer green tea.',
      source_site: 'demo',
    }),
    'Ask for it:',
    post('search', { user_id: 'demo', query: 'Where do I live?' }),
    '',
    'Ctrl-C stops it.',
  ]
}

/** The same when writes are refused until a fault is repaired. */
const unready = (config: Config, address: string, fault: string): readonly string[] => [
  `palimpsest ${version} refuses writes: ${address}`,
  ...places(config),
  '',
  fault,
  '',
  `${address}/health says when that is over. Ctrl-C stops it.`,
]

const places = (config: Config): readonly string[] => [
  `  data  ${dataOf(config)}`,
  ...(config.eventStore ? [`  log   ${logOf(config.eventStore)}`] : []),
]

const dataOf = ({ databaseUrl, dataDir }: Config): string => {
  if (databaseUrl === undefined) return dataDir
  const { host, pathname } = new URL(databaseUrl)
  return `Postgres, ${host}${pathname}`
}

const logOf = ({ hosts }: NonNullable<Config['eventStore']>): string =>
  `EventStoreDB, ${hosts.map(({ address, port }) => `${address}:${port}`).join(', ')}`

/** Limits for the requests under way and for the whole stop. The documentation promises 10 s. */
const ANSWERS_MS = 5000
const STOP_MS = 9000

type Opened = { lock?: DirectoryLock | undefined; listener?: HttpListener; app?: Promise<App> }

/** Runs the server until asked to stop. @returns 0, or 1 after an error or a late stop. @throws what stops the start */
export const serve = async (run: Run): Promise<number> => {
  const opened: Opened = {}
  const stop = stopRequested(run.logger)
  const stopping = new AbortController()
  void stop.then(() => stopping.abort())
  try {
    const { why, exitCode } = await Promise.race([stop, start(run, opened, stopping.signal).then(() => stop)])
    run.logger.info({ why }, 'stopping')
    return (await close(opened, run.logger)) ? exitCode : 1
  } catch (error) {
    await close(opened, run.logger)
    throw error
  }
}

/** Takes the lock before the port, so that a second start learns who holds it; both before anything slow. */
const start = async (run: Run, opened: Opened, stopping: AbortSignal): Promise<void> => {
  const { config, logger } = run
  for (const warning of config.warnings) logger.warn(warning)
  opened.lock = await claimDirectory(config, 'starting')
  const listener = await openHttpListener(config.host, config.port)
  opened.listener = listener
  opened.lock?.describe(listener.address)
  logger.info({ address: listener.address }, 'listening')
  const announce = (state: string) => {
    logger.info(state)
    listener.announce({ reason: state })
  }
  const wait = startWait(run, { waitMs: config.startWait.serviceMs, signal: stopping, tell: listener.announce })
  opened.app = run.openApp(config, logger, { announce, wait })
  const app = await opened.app
  opened.lock?.serve(answerLocalRequests(app, { logger, stopping }))
  listener.open(app.handler)
  const fault = await app.ready
  if (stopping.aborted) return
  const lines = fault === undefined ? startupBanner(config, listener.address) : unready(config, listener.address, fault)
  for (const line of lines) run.say(line)
}

/** Closes everything, also when a step fails; `serve` throws an error of opening. @returns whether all ended in time */
const close = async ({ listener, app, lock }: Opened, logger: Logger): Promise<boolean> => {
  const steps = [
    ['answers', async () => (await listener?.close(ANSWERS_MS)) ?? 0],
    ['store', async () => (await app?.catch(() => undefined))?.close()],
    ['data directory', async () => lock?.release()],
  ] as const
  const unfinished = new Set<string>(steps.map(([name]) => name))
  const all = async () => {
    for (const [name, step] of steps) {
      try {
        const cut = await step()
        if (cut) logger.error({ requests: cut }, 'requests were cut off')
        else unfinished.delete(name)
      } catch (error) {
        logger.error({ err: error }, `closing the ${name} failed`)
      }
    }
  }
  await Promise.race([all(), pause(STOP_MS)])
  if (unfinished.size > 0) logger.error({ unfinished: [...unfinished] }, 'did not finish')
  return unfinished.size === 0
}
