import type { StoreState } from '../../commands/store-stream.js'
import { type EmbeddingModel, modelName, sameModel } from '../../domain/embedding.js'
import type { ReadModelSet } from '../../read-models/read-model-set.js'
import { ReembedRefused } from './report.js'

/** From the read-model set of one model to that of another. */
export type Direction = { readonly from: ReadModelSet; readonly to: ReadModelSet }

type Known = {
  readonly readModelSets: readonly ReadModelSet[]
  readonly state: StoreState
  /** The next model of the settings. */
  readonly next: EmbeddingModel | undefined
}

/** To the next model of the settings, or back to the previous one. Throws ReembedRefused. */
export const directionOf = (known: Known, back: boolean): Direction => {
  const { readModelSets } = known
  const wanted = back ? before(known) : nextOf(known)
  const to = readModelSets.find(({ provider }) => sameModel(provider, wanted))
  const from = readModelSets.find((readModelSet) => readModelSet !== to)
  if (to === undefined || from === undefined)
    throw new ReembedRefused(
      `${modelName(wanted)} answered before, but the settings do not name it: name it in NEXT_EMBEDDING_*, also for a server that runs, and restart that.`,
    )
  return { from, to }
}

const nextOf = ({ next }: Known): EmbeddingModel => {
  if (next === undefined)
    throw new ReembedRefused(
      'There is no model to change to: name it in NEXT_EMBEDDING_PROVIDER, NEXT_EMBEDDING_MODEL and NEXT_EMBEDDING_DIMENSIONS, also for a server that runs, and restart that.',
    )
  return next
}

const before = ({ state }: Known): EmbeddingModel => {
  const earlier = state.before.findLast((model) => !sameModel(model, state.chosen))
  if (earlier === undefined)
    throw new ReembedRefused(
      `There is no model to go back to: requests have only ever been answered by ${modelName(state.chosen)}.`,
    )
  return earlier
}
