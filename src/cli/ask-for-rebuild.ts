import { z } from 'zod'
import type { Logger } from '../logger.js'
import { askLockHolder, type DirectoryHeld } from '../postgres/directory-lock.js'
import type { Control } from '../postgres/lock-socket.js'
import type { RebuildOptions, RebuildResult, Watch } from '../projector/rebuild/plan-rebuild.js'
import { RebuildUnderWay } from '../projector/rebuild/rebuild.js'
import { NOT_UNDERSTOOD, parsed } from './local-request.js'
import type { Rebuild } from './ports.js'

const Request = z.object({ ask: z.literal('rebuild'), verify: z.boolean(), dryRun: z.boolean() })
const Progress = z.object({
  phase: z.enum(['building', 'verifying']),
  done: z.number(),
  total: z.number().optional(),
  perSecond: z.number(),
})
const Difference = z.object({
  table: z.string(),
  key: z.record(z.string(), z.string()),
  in: z.enum(['both', 'live only', 'new only']),
  columns: z.array(z.string()),
})
const Result = z.object({
  live: z.string(),
  built: z.string(),
  swapped: z.boolean(),
  events: z.number().optional(),
  seconds: z.number(),
  lost: z.string().optional(),
  verification: z
    .object({
      equal: z.boolean(),
      tables: z.number(),
      rows: z.number(),
      differing: z.number(),
      differences: z.array(Difference),
    })
    .optional(),
})
const Line = z.union([
  z.object({ progress: Progress }),
  z.object({ result: Result }),
  z.object({ busy: z.literal(true) }),
  z.object({ failed: z.string() }),
])

type Asked = { readonly options: RebuildOptions; readonly held: DirectoryHeld }

/** Lets the server that has the directory do the work, and follows it. Throws DirectoryHeld when it knows no such thing. */
export const askForRebuild = async (
  directory: string,
  { options, held }: Asked,
  { report, signal }: Watch,
): Promise<RebuildResult> => {
  const request = JSON.stringify({ ask: 'rebuild', ...options })
  for await (const text of askLockHolder(directory, request, signal)) {
    const line = Line.parse(JSON.parse(text))
    // Parsing has made what is not there undefined, which the types tell apart.
    if ('progress' in line) report({ ...line.progress, total: line.progress.total })
    else if ('busy' in line) throw new RebuildUnderWay()
    else if ('failed' in line) throw new RebuildFailed(line.failed)
    else {
      const { verification, lost, events, ...result } = line.result
      const found = { ...(verification === undefined ? {} : { verification }), ...(lost === undefined ? {} : { lost }) }
      return { ...result, events, ...found }
    }
  }
  signal.throwIfAborted()
  throw held
}

/** The server that was asked could not do it. */
export class RebuildFailed extends Error {
  override readonly name = 'RebuildFailed'
}

const STOPPED = 'The server that did the rebuild was stopped. The live read models are as they were.'

type Server = { readonly logger: Logger; readonly stopping: AbortSignal }

/** What a server answers to such a request, a line of JSON each: progress, then one result. */
export const answerRebuild =
  (rebuild: Rebuild, { logger, stopping }: Server): Control =>
  async (request, tell, gone) => {
    const { data } = Request.safeParse(parsed(request))
    if (data === undefined) return tell(NOT_UNDERSTOOD)
    const { ask, ...options } = data
    logger.info({ ask, ...options }, 'asked by another process')
    try {
      const result = await rebuild(options, {
        report: (progress) => void tell(JSON.stringify({ progress })),
        signal: AbortSignal.any([gone, stopping]),
      })
      await tell(JSON.stringify({ result }))
    } catch (error) {
      if (error instanceof RebuildUnderWay) return tell(JSON.stringify({ busy: true }))
      if (stopping.aborted) return tell(JSON.stringify({ failed: STOPPED }))
      logger.error({ err: error }, 'the rebuild failed')
      await tell(JSON.stringify({ failed: `The rebuild failed: ${error instanceof Error ? error.message : error}` }))
    }
  }
