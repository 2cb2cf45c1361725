import type { Logger } from '../logger.js'
import type { Control } from '../postgres/lock-socket.js'
import { answerRebuild } from './ask-for-rebuild.js'
import type { App } from './ports.js'
import { answerReplay, isReplay } from './replay/ask-server.js'

type Server = { readonly logger: Logger; readonly stopping: AbortSignal }

/** What a server does for another process that may open its directory, but cannot while the server has it. */
export const answerAsked = ({ rebuild, replay }: Pick<App, 'rebuild' | 'replay'>, server: Server): Control => {
  const [toRebuild, toReplay] = [answerRebuild(rebuild, server), answerReplay(replay, server)]
  return (request, ...more) => (isReplay(request) ? toReplay : toRebuild)(request, ...more)
}
