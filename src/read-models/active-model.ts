import { readStore, type StoreState } from '../commands/store-stream.js'
import { type EmbeddingModel, modelName, sameModel } from '../domain/embedding.js'
import type { EventStore, Streams } from '../event-store/event-store.js'
import type { Logger } from '../logger.js'
import type { Databases } from '../postgres/database.js'
import type { ReadModelSet } from './read-model-set.js'

/** The channel that is notified when the log names another embedding model. */
export const MODEL_CHOSEN = 'palimpsest_model'

export type ActiveModel = {
  /** The read models that answer requests. A request asks once, when it begins, and keeps them to its end. */
  readonly current: () => ReadModelSet
  /** Notices which model the log names; resolves when requests are answered by it. */
  readonly look: () => Promise<void>
  readonly close: () => Promise<void>
}

type Watched = {
  readonly databases: Databases
  readonly store: EventStore
  readonly streams: Streams
  readonly logger: Logger
}

const POLL_MS = 1000

/** Follows what the log says of the model that answers, and moves when its read models show all that was shown before. */
export const followActiveModel = async (
  readModelSets: readonly ReadModelSet[],
  { chosen }: StoreState,
  { databases, store, streams, logger }: Watched,
): Promise<ActiveModel> => {
  const familyOf = (model: EmbeddingModel) => readModelSets.find(({ provider }) => sameModel(provider, model))
  const first = familyOf(chosen)
  if (first === undefined) throw new Error(`no family has the model ${modelName(chosen)}`)
  let current = first
  const closing = new AbortController()
  const follow = async () => {
    const named = (await readStore(store, streams))?.chosen
    if (closing.signal.aborted || named === undefined || sameModel(named, current.provider)) return
    const next = familyOf(named)
    if (next === undefined)
      return logger.error({ ...named }, 'the log names an embedding model that the settings do not')
    await next.caughtUp()
    await next.serving.projector.reached(current.serving.projector.position(), closing.signal)
    current = next
    logger.info({ ...named }, 'requests are answered by another embedding model')
  }
  const look = inTurn(follow, closing.signal)
  const stop = readModelSets.length === 1 ? async () => {} : await watch(databases, look, logger)
  for (const readModelSet of readModelSets) readModelSet.caughtUp().catch(() => {}) // reported to whoever awaits it
  return {
    current: () => current,
    look,
    close: async () => {
      closing.abort()
      await stop()
    },
  }
}

/** One run after the other. A failure while it is being closed is swallowed. */
const inTurn = (work: () => Promise<void>, closing: AbortSignal): (() => Promise<void>) => {
  let last: Promise<void> = Promise.resolve()
  return () => {
    last = last
      .catch(() => {})
      .then(work)
      .catch((error: unknown) => {
        if (!closing.aborted) throw error
      })
    return last
  }
}

/** Looks at every notification, and every second as a fallback, as long as there is another model to move to. */
const watch = async (databases: Databases, look: () => Promise<void>, logger: Logger) => {
  let busy = false
  const quietly = async () => {
    if (busy) return
    busy = true
    await look().catch((error: unknown) => logger.warn({ err: error }, 'which model answers could not be looked up'))
    busy = false
  }
  const stop = await databases.listen(MODEL_CHOSEN, () => void quietly())
  const polling = setInterval(() => void quietly(), POLL_MS).unref()
  return async () => {
    clearInterval(polling)
    await stop()
  }
}
