import { chooseModel, readStore } from '../../commands/open-store.js'
import { OperationRefused, type Watch } from '../../concurrency/operation.js'
import { unlessAborted } from '../../concurrency/unless-aborted.js'
import { type EmbeddingModel, modelName, sameModel } from '../../domain/embedding.js'
import type { Databases } from '../../postgres/database.js'
import { type ActiveModel, MODEL_CHOSEN } from '../../read-models/active-model.js'
import type { ReadModelSet } from '../../read-models/read-model-set.js'
import { built, type Direction, directionOf, refuseToRetire } from './cut-over.js'
import { type FillDependencies, fillBoth, lackingIn } from './fill-vectors.js'
import { estimateOf, type ReembedOptions, type ReembedResult } from './report.js'

/** A store opened with the read models of both embedding models. */
type ReembedDependencies = FillDependencies & {
  readonly databases: Pick<Databases, 'notify'>
  readonly readModelSets: readonly ReadModelSet[]
  readonly activeModel: Pick<ActiveModel, 'look'>
  /** The next model of the settings. */
  readonly next: EmbeddingModel | undefined
}

/**
 * Changes the store to another embedding model: embeds every text that has no vector of it, and makes it the active model
 * when its read models are complete. Until then, and after any failure, the old model answers requests. Vectors are
 * in the log, so no text is embedded twice.
 * @throws OperationRefused, OperationUnderWay, what the provider throws, and what `watch.signal` aborts with
 */
export const createReembed =
  (parts: ReembedDependencies) =>
  async (options: ReembedOptions, watch: Watch): Promise<ReembedResult> => {
    const began = performance.now()
    const state = await readStore(parts.store, parts.streams)
    if (state === undefined) throw new Error('the log has not been opened')
    const direction = directionOf({ ...parts, state }, options.back)
    const { from, to } = direction
    // Texts that the log no longer contains would be embedded with the rest.
    await unlessAborted(from.caughtUp(), watch.signal)
    await built(to, parts.store, watch)
    const estimate = estimateOf(await lackingIn(options.back ? [to] : parts.readModelSets), options.price)
    const result = (done: Pick<ReembedResult, 'state' | 'embedded'>): ReembedResult => ({
      from: modelOf(from),
      to: modelOf(to),
      estimate,
      seconds: (performance.now() - began) / 1000,
      ...done,
    })
    if (options.dryRun) return result({ state: 'planned', embedded: 0 })
    const embedded = options.back ? await complete(to) : await fillBoth(parts, direction, { options, watch, estimate })
    await built(to, parts.store, watch)
    if (sameModel(state.chosen, to.provider)) return result({ state: 'unchanged', embedded })
    await switchTo(parts, direction, watch)
    // Embeds what was written before the change and lacks a vector of the new model; the next run finds what is left after this.
    const late = options.back ? 0 : await fillBoth(parts, direction, { options, watch, estimate }).catch(() => 0)
    return result({ state: 'switched', embedded: embedded + late })
  }

const modelOf = ({ provider: { model, dimensions } }: ReadModelSet): EmbeddingModel => ({ model, dimensions })

/** Changes back: no embedding is needed. */
const complete = async (to: ReadModelSet): Promise<0> => {
  const { texts } = await lackingIn([to])
  if (texts > 0)
    throw new OperationRefused(
      `${texts} texts have no vector of ${modelName(to.provider)}: run \`palimpsest reembed\`, which embeds them. Nothing was switched.`,
    )
  return 0
}

type SwitchDependencies = Pick<ReembedDependencies, 'store' | 'streams' | 'databases' | 'activeModel' | 'now' | 'newId'>

/** The choice is appended to the log first. Serving processes are notified and switch by themselves. */
const switchTo = async (parts: SwitchDependencies, direction: Direction, { signal }: Watch): Promise<void> => {
  await refuseToRetire(direction, signal)
  signal.throwIfAborted()
  await chooseModel(parts.store, direction.to.provider, parts)
  await parts.databases.notify(MODEL_CHOSEN, '').catch(() => {})
  await parts.activeModel.look()
}
