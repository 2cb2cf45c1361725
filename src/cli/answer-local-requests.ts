import { z } from 'zod'
import type { Logger } from '../logger.js'
import type { Control } from '../postgres/lock-socket.js'
import { answerRebuild } from './ask-for-rebuild.js'
import { answerReembed } from './ask-for-reembed.js'
import { NOT_UNDERSTOOD, parsed } from './local-request.js'
import type { App } from './ports.js'
import { answerReplay } from './replay/ask-server.js'

type Server = { readonly logger: Logger; readonly stopping: AbortSignal }

/** Who answers to what; a server that was asked for anything else says that it does not understand. */
const Wish = z.object({ ask: z.enum(['reembed', 'replay', 'rebuild']) })

/** What a server does for another process that may open its directory, but cannot while the server has it. */
export const answerAsked = (app: Pick<App, 'rebuild' | 'reembed' | 'replay'>, server: Server): Control => {
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
