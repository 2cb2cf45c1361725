import { perSecond } from '../../concurrency/per-second.js'
import { type Amount, countLacking } from '../../projector/missing-vectors.js'
import { ProviderRejected, ProviderUnavailable } from '../../providers/errors.js'
import type { ReadModelSet } from '../../read-models/read-model-set.js'
import { built } from './cut-over.js'
import type { Direction } from './direction.js'
import { fillReadModels } from './fill-read-models.js'
import type { ReembedDependencies } from './reembed-parts.js'
import { type Estimate, type ReembedOptions, ReembedRefused, ReembedUnderWay, type ReembedWatch } from './report.js'

/** What to do about a provider that fails. */
const goingOnLater = (error: unknown): never => {
  if (!(error instanceof ProviderUnavailable || error instanceof ProviderRejected)) throw error
  throw new ReembedRefused(
    `${error.message}. Check the provider and its settings (NEXT_EMBEDDING_*), then run it again: what was embedded is kept. Nothing was switched.`,
  )
}

/** A model that is to be left may be gone already. */
const unseen = (error: unknown): 0 => {
  if (error instanceof ProviderUnavailable || error instanceof ProviderRejected) return 0
  throw error
}

/** Times that what was written meanwhile without a vector is looked for again. */
const ROUNDS = 5

/** How much the models of these families have yet to see. */
export const lackingIn = async (readModelSets: readonly ReadModelSet[]): Promise<Amount> => {
  const amounts = await Promise.all(readModelSets.map(({ serving }) => serving.reading(countLacking)))
  const sum = (of: 'texts' | 'characters') => amounts.reduce((all, amount) => all + amount[of], 0)
  return { texts: sum('texts'), characters: sum('characters') }
}

type Filling = {
  readonly options: ReembedOptions
  readonly watch: ReembedWatch
  readonly estimate: Estimate
}

/** The new model first; the old one too, so that the way back needs no work. */
export const fillBoth = async (
  parts: ReembedDependencies,
  { from, to }: Direction,
  filling: Filling,
): Promise<number> => {
  const release = await parts.claim()
  if (release === undefined) throw new ReembedUnderWay()
  try {
    const watch = progressOf(filling)
    let embedded = 0
    for (let round = 1; round <= ROUNDS; round++) {
      embedded += await fillReadModels(parts, to, watch).catch(goingOnLater)
      embedded += await fillReadModels(parts, from, watch).catch(unseen)
      await built(to, parts.store, filling.watch)
      if ((await lackingIn([to])).texts === 0) return embedded
    }
    const { texts } = await lackingIn([to])
    throw new ReembedRefused(
      `${texts} texts could not be written, because their users are parked or written to without a pause. GET /v1/admin/health tells who is parked; run it again to go on. Nothing was switched.`,
    )
  } finally {
    await release()
  }
}

const progressOf = ({ options, watch: { report, signal }, estimate }: Filling) => {
  const began = performance.now()
  let done = 0
  const tell = (phase: 'embedding' | 'waiting') => {
    report({ phase, done, total: Math.max(done, estimate.texts), perSecond: perSecond(done, began) })
  }
  const shown = (texts: number) => {
    done += texts
    tell('embedding')
  }
  return { rate: options.rate, signal, shown, waiting: () => tell('waiting') }
}
