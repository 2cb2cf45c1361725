import pLimit from 'p-limit'
import { readStore, type StoreState } from '../commands/open-store.js'
import { repeatedFault } from '../concurrency/repeated-fault.js'
import { watch } from '../concurrency/watch.js'
import { type EmbeddingModel, modelName, sameModel } from '../domain/embedding.js'
import type { EventStore, Streams } from '../event-store/event-store.js'
import type { Logger } from '../logger.js'
import type { Databases } from '../postgres/database.js'
import type { ReadModelSet } from './read-model-set.js'

/** The channel that is notified when the log names another embedding model. */
export const MODEL_CHOSEN = 'palimpsest_model'

export type ActiveModel = Awaited<ReturnType<typeof followActiveModel>>

type Watched = {
  readonly databases: Databases
  readonly store: EventStore
  readonly streams: Streams
  readonly logger: Logger
}

const POLL_MS = 1000
const NOT_CONFIGURED = 'the log names an embedding model that the settings do not'

/** Follows what the log says of the model that answers, and moves when its read models show all that was shown before. */
export const followActiveModel = async (
  readModelSets: readonly ReadModelSet[],
  { chosen }: StoreState,
  { databases, store, streams, logger }: Watched,
) => {
  const first = readModelSetOf(readModelSets, chosen)
  if (first === undefined) throw new Error(`no read models are configured for the model ${modelName(chosen)}`)
  let current = first
  const closing = new AbortController()
  const notConfigured = repeatedFault(logger, NOT_CONFIGURED, { level: 'error' })
  const follow = async () => {
    const named = (await readStore(store, streams))?.chosen
    if (closing.signal.aborted || named === undefined || sameModel(named, current.provider)) return
    const next = readModelSetOf(readModelSets, named)
    if (next === undefined) return notConfigured(undefined, { ...named })
    await next.caughtUp()
    await next.serving.projector.reached(current.serving.projector.position(), closing.signal)
    current = next
    logger.info({ ...named }, 'requests are answered by another embedding model')
  }
  const inTurn = pLimit(1)
  const look = () =>
    inTurn(follow).catch((error: unknown) => {
      if (!closing.signal.aborted) throw error
    })
  const unwatch = readModelSets.length === 1 ? async () => {} : await watchLog({ databases, logger }, look)
  for (const readModelSet of readModelSets) readModelSet.caughtUp().catch(() => {}) // reported to whoever awaits it
  return {
    /** The read models that answer requests. A request asks once, when it begins, and keeps them to its end. */
    current: () => current,
    /** Notices which model the log names; resolves when requests are answered by it. */
    look,
    close: async (): Promise<void> => {
      closing.abort()
      await unwatch()
    },
  }
}

const readModelSetOf = (readModelSets: readonly ReadModelSet[], model: EmbeddingModel) =>
  readModelSets.find(({ provider }) => sameModel(provider, model))

const watchLog = ({ databases, logger }: Pick<Watched, 'databases' | 'logger'>, look: () => Promise<void>) => {
  const failed = repeatedFault(logger, 'which model answers could not be looked up')
  return watch({
    listen: (notified) => databases.listen(MODEL_CHOSEN, notified),
    look: () => look().catch((error: unknown) => failed(error)),
    pollMs: POLL_MS,
  })
}
