import { z } from 'zod'
import type { Logger } from '../logger.js'
import {
  type ReembedOptions,
  ReembedRefused,
  type ReembedResult,
  ReembedUnderWay,
  type ReembedWatch,
} from '../operations/reembed/report.js'
import { askLockHolder, type DirectoryHeld } from '../postgres/directory-lock.js'
import type { Control } from '../postgres/lock-socket.js'
import { ProviderRejected, ProviderUnavailable } from '../providers/errors.js'
import { NOT_UNDERSTOOD, parsed } from './local-request.js'
import type { Reembed } from './ports.js'

/** What is asked of a server over its socket, and what it answers, a line of JSON each. */
const Options = z.object({
  back: z.boolean(),
  dryRun: z.boolean(),
  rate: z.number().positive().exactOptional(),
  price: z.number().min(0).exactOptional(),
  compare: z.array(z.object({ userId: z.string(), query: z.string() })).exactOptional(),
})
const Request = Options.extend({ ask: z.literal('reembed') })
const Progress = z.object({
  phase: z.enum(['building', 'embedding', 'waiting', 'comparing']),
  done: z.number(),
  total: z.number(),
  perSecond: z.number(),
})
const Model = z.object({ model: z.string(), dimensions: z.number() })
const Ranked = z.array(z.object({ rank: z.number(), id: z.string(), content: z.string() }))
const Compared = z.object({
  userId: z.string(),
  query: z.string(),
  same: z.number(),
  of: z.number(),
  entered: Ranked,
  left: Ranked,
})
const Result = z.object({
  from: Model,
  to: Model,
  estimate: z.object({ texts: z.number(), tokens: z.number(), cost: z.number().nullable() }),
  embedded: z.number(),
  seconds: z.number(),
  state: z.enum(['planned', 'embedded', 'switched', 'unchanged']),
  compared: z.array(Compared).exactOptional(),
})
const Line = z.union([
  z.object({ progress: Progress }),
  z.object({ result: Result }),
  z.object({ busy: z.literal(true) }),
  z.object({ failed: z.string() }),
])

type Asked = { readonly options: ReembedOptions; readonly held: DirectoryHeld }

/** Lets the server that has the directory do the work, and follows it. Throws DirectoryHeld when it knows no such thing. */
export const askForReembed = async (
  directory: string,
  { options, held }: Asked,
  { report, signal }: ReembedWatch,
): Promise<ReembedResult> => {
  for await (const text of askLockHolder(directory, JSON.stringify({ ask: 'reembed', ...options }), signal)) {
    const line = Line.parse(JSON.parse(text))
    if ('progress' in line) report(line.progress)
    else if ('busy' in line) throw new ReembedUnderWay()
    else if ('failed' in line) throw new ReembedRefused(line.failed)
    else return line.result
  }
  signal.throwIfAborted()
  throw held
}

const STOPPED = 'The server that embedded was stopped. What it embedded is kept; run it again to go on.'

type Server = { readonly logger: Logger; readonly stopping: AbortSignal }

/** What a server answers to such a request, a line of JSON each: progress, then one result. */
export const answerReembed =
  (reembed: Reembed, { logger, stopping }: Server): Control =>
  async (request, tell, gone) => {
    const { data } = Request.safeParse(parsed(request))
    if (data === undefined) return tell(NOT_UNDERSTOOD)
    const { ask, compare, ...options } = data
    logger.info({ ask, ...options, queries: compare?.length }, 'asked by another process')
    try {
      const result = await reembed(
        { ...options, ...(compare && { compare }) },
        { report: (progress) => tell(JSON.stringify({ progress })), signal: AbortSignal.any([gone, stopping]) },
      )
      tell(JSON.stringify({ result }))
    } catch (error) {
      if (error instanceof ReembedUnderWay) return tell(JSON.stringify({ busy: true }))
      if (stopping.aborted) return tell(JSON.stringify({ failed: STOPPED }))
      tell(JSON.stringify({ failed: reasonOf(error, logger) }))
    }
  }

const reasonOf = (error: unknown, logger: Logger): string => {
  const isForeseen = [ReembedRefused, ProviderUnavailable, ProviderRejected].some((kind) => error instanceof kind)
  if (!isForeseen) logger.error({ err: error }, 'the embedding of all memories failed')
  return error instanceof Error ? error.message : String(error)
}
