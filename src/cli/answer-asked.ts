import { z } from 'zod'
import type { Logger } from '../logger.js'
import type { Control } from '../postgres/lock-socket.js'
import { answerRebuild } from './ask-for-rebuild.js'
import { answerReembed } from './ask-for-reembed.js'
import type { App } from './ports.js'
import { answerReplay } from './replay/ask-server.js'

type Server = { readonly logger: Logger; readonly stopping: AbortSignal }

const Wish = z.object({ ask: z.string() })

/** What a server does for another process that may open its directory, but cannot while the server has it. */
export const answerAsked = (app: Pick<App, 'rebuild' | 'reembed' | 'replay'>, server: Server): Control => {
  const toRebuild = answerRebuild(app.rebuild, server)
  const controls: Readonly<Record<string, Control>> = {
    reembed: answerReembed(app.reembed, server),
    replay: answerReplay(app.replay, server),
  }
  return (request, ...more) => (controls[wishIn(request)] ?? toRebuild)(request, ...more)
}

const wishIn = (request: string): string => {
  try {
    return Wish.parse(JSON.parse(request)).ask
  } catch {
    return ''
  }
}
