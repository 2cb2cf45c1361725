import { z } from 'zod'
import type { DirectoryHeld } from '../postgres/directory-lock.js'
import type { RebuildOptions, RebuildResult, Watch } from '../projector/rebuild/plan-rebuild.js'
import { RebuildUnderWay } from '../projector/rebuild/rebuild.js'
import type { Rebuild } from './ports.js'
import { answerRequest, askServer, progressIn, type Server } from './server-request.js'

const Difference = z.object({
  table: z.string(),
  key: z.record(z.string(), z.string()),
  in: z.enum(['both', 'live only', 'new only']),
  columns: z.array(z.string()),
})
const Verification = z.object({
  equal: z.boolean(),
  tables: z.number(),
  rows: z.number(),
  differing: z.number(),
  differences: z.array(Difference),
})

/** The server that was asked could not do it. */
export class RebuildFailed extends Error {
  override readonly name = 'RebuildFailed'
}

const exchange = {
  request: z.object({ ask: z.literal('rebuild'), verify: z.boolean(), dryRun: z.boolean() }),
  progress: progressIn(['building', 'verifying']),
  answer: z.object({
    live: z.string(),
    built: z.string(),
    swapped: z.boolean(),
    events: z.number().optional(),
    seconds: z.number(),
    lost: z.string().exactOptional(),
    verification: Verification.exactOptional(),
  }),
  Busy: RebuildUnderWay,
  Failed: RebuildFailed,
}

type Asked = { readonly options: RebuildOptions; readonly held: DirectoryHeld }

/**
 * Lets the server that has the directory do the work.
 * @throws DirectoryHeld when the server does not know the request
 * @throws RebuildUnderWay, RebuildFailed
 */
export const askForRebuild = async (
  directory: string,
  { options, held }: Asked,
  watch: Watch,
): Promise<RebuildResult> => {
  for await (const result of askServer(exchange, { directory, request: { ask: 'rebuild', ...options } }, watch))
    return { ...result, events: result.events }
  throw held
}

/** The server's side. */
export const answerRebuild = (rebuild: Rebuild, server: Server) =>
  answerRequest(
    exchange,
    {
      about: (request) => request,
      run: async ({ ask, ...options }, watch: Watch, send) => send({ result: await rebuild(options, watch) }),
      stopped: 'The server that did the rebuild was stopped. The live read models are as they were.',
      reasonOf: (error) => {
        server.logger.error({ err: error }, 'the rebuild failed')
        return `The rebuild failed: ${error instanceof Error ? error.message : error}`
      },
    },
    server,
  )
