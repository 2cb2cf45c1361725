import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Logger } from '../logger.js'
import type { DirectoryLock } from '../postgres/directory-lock.js'
import type { Control } from '../postgres/lock-socket.js'
import { answerRebuild } from './ask-for-rebuild.js'
import { answerReembed } from './ask-for-reembed.js'
import { claimDirectory } from './claim-directory.js'
import { type HttpListener, openHttpListener } from './http-listener.js'
import { NOT_UNDERSTOOD, parsed } from './local-request.js'
import type { App, Run } from './ports.js'
import { answerReplay } from './replay/ask-server.js'
import { startupBanner, unready } from './startup-banner.js'
import { stopRequested } from './stop-requested.js'

type Server = { readonly logger: Logger; readonly stopping: AbortSignal }

/** Who answers to what; a server that was asked for anything else says that it does not understand. */
const Wish = z.object({ ask: z.enum(['reembed', 'replay', 'rebuild']) })

/** What a server does for another process that may open its directory, but cannot while the server has it. */
const answerLocalRequests = (app: Pick<App, 'rebuild' | 'reembed' | 'replay'>, server: Server): Control => {
  const controls = {
    rebuild: answerRebuild(app.rebuild, server),
    reembed: answerReembed(app.reembed, server),
    replay: answerReplay(app.replay, server),
  }
  return (request, tell, gone) => {
    const { data } = Wish.safeParse(parsed(request))
    return data === undefined ? tell(NOT_UNDERSTOOD) : controls[data.ask](request, tell, gone)
  }
}

/** Answers under way get this long, the whole stop that long; who waits for the process is told of 10 s. */
const ANSWERS_MS = 5000
const STOP_MS = 9000

type Opened = { lock?: DirectoryLock | undefined; door?: HttpListener; app?: Promise<App> }

/**
 * Runs the server until it is asked to stop.
 * @returns the exit code: 0, or 1 when something went wrong or did not finish in time
 * @throws what keeps it from starting
 */
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

/** The lock before the port, so that a second start on a directory is told who has it; both before anything slow. */
const start = async (run: Run, opened: Opened, stopping: AbortSignal): Promise<void> => {
  const { config, logger } = run
  for (const warning of config.warnings) logger.warn(warning)
  opened.lock = await claimDirectory(config, 'starting')
  const door = await openHttpListener(config.host, config.port)
  opened.door = door
  opened.lock?.describe(door.address)
  logger.info({ address: door.address }, 'listening')
  opened.app = run.openApp(config, logger, (state) => {
    logger.info(state)
    door.announce(state)
  })
  const app = await opened.app
  opened.lock?.serve(answerLocalRequests(app, { logger, stopping }))
  door.open(app.handler)
  const fault = await app.ready
  if (stopping.aborted) return
  const lines = fault === undefined ? startupBanner(config, door.address) : unready(config, door.address, fault)
  for (const line of lines) run.say(line)
}

/**
 * Whether everything came to its end in time. A step that fails does not keep the next from being taken; an application
 * that could not be opened has told so already.
 */
const close = async ({ door, app, lock }: Opened, logger: Logger): Promise<boolean> => {
  const steps = [
    ['answers', async () => (await door?.close(ANSWERS_MS)) ?? 0],
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
