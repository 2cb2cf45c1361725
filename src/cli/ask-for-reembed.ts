import { z } from 'zod'
import {
  type ReembedOptions,
  ReembedRefused,
  type ReembedResult,
  ReembedUnderWay,
  type ReembedWatch,
  reembedOptions,
  reembedProgress,
  reembedResult,
} from '../operations/reembed/report.js'
import type { DirectoryHeld } from '../postgres/directory-lock.js'
import { ProviderRejected, ProviderUnavailable } from '../providers/errors.js'
import type { Reembed } from './ports.js'
import { answerRequest, askServer, type Server } from './server-request.js'

const exchange = {
  request: z.object({ ask: z.literal('reembed'), ...reembedOptions.shape }),
  progress: reembedProgress,
  answer: reembedResult,
  Busy: ReembedUnderWay,
  Failed: ReembedRefused,
}

type Asked = { readonly options: ReembedOptions; readonly held: DirectoryHeld }

/**
 * Lets the server that has the directory do the work.
 * @throws DirectoryHeld when the server does not know the request
 * @throws ReembedUnderWay, ReembedRefused
 */
export const askForReembed = async (
  directory: string,
  { options, held }: Asked,
  watch: ReembedWatch,
): Promise<ReembedResult> => {
  for await (const result of askServer(exchange, { directory, request: { ask: 'reembed', ...options } }, watch))
    return result
  throw held
}

/** The server's side. */
export const answerReembed = (reembed: Reembed, server: Server) =>
  answerRequest(
    exchange,
    {
      about: ({ compare, ...request }) => ({ ...request, queries: compare?.length }),
      run: async ({ ask, ...options }, watch: ReembedWatch, send) => send({ result: await reembed(options, watch) }),
      stopped: 'The server that embedded was stopped. What it embedded is kept; run it again to go on.',
      reasonOf: (error) => {
        const isForeseen = [ReembedRefused, ProviderUnavailable, ProviderRejected].some((kind) => error instanceof kind)
        if (!isForeseen) server.logger.error({ err: error }, 'the embedding of all memories failed')
        return error instanceof Error ? error.message : String(error)
      },
    },
    server,
  )
