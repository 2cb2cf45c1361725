import { MODEL_CHOSEN } from '../answering-family.js'
import { chooseModel } from '../commands/choose-model.js'
import {
  type Estimate,
  estimateOf,
  type ReembedOptions,
  ReembedRefused,
  type ReembedResult,
  ReembedUnderWay,
  type ReembedWatch,
} from '../commands/reembed/report.js'
import { readStore } from '../commands/store-stream.js'
import { type EmbeddingModel, modelName, sameModel } from '../domain/embedding-model.js'
import type { Family } from '../family.js'
import { countLacking } from '../projector/lacking-vectors.js'
import { ProviderRejected, ProviderUnavailable } from '../providers/errors.js'
import { built, refuseToLeaveBehind } from './arrive.js'
import { compareAnswers } from './compare-answers.js'
import { type Direction, directionOf } from './direction.js'
import { fillFamily } from './fill-family.js'
import type { ReembedParts } from './reembed-parts.js'

/** Times that what was written meanwhile without a vector is looked for again. */
const ROUNDS = 5

/**
 * Changes the store to another embedding model: shows it every wording that it has not seen, and lets it answer when its
 * read models are complete. Requests are answered by the old one until then, and whatever goes wrong. What has been
 * embedded is in the log and is not embedded again.
 * @throws ReembedRefused, ReembedUnderWay, what the provider throws, and what `watch.signal` aborts with
 */
export const createReembed =
  (parts: ReembedParts) =>
  async (options: ReembedOptions, watch: ReembedWatch): Promise<ReembedResult> => {
    const began = performance.now()
    const state = await readStore(parts.store, parts.streams)
    if (state === undefined) throw new Error('the log has not been opened')
    const direction = directionOf({ ...parts, state }, options.back)
    const { to } = direction
    await built(to, parts.store, watch)
    const estimate = estimateOf(await lackingIn(options.back ? [to] : parts.families), options.price)
    const result = (done: Pick<ReembedResult, 'state' | 'embedded' | 'compared'>): ReembedResult => ({
      from: modelOf(direction.from),
      to: modelOf(to),
      estimate,
      seconds: (performance.now() - began) / 1000,
      ...done,
    })
    if (options.dryRun) return result({ state: 'planned', embedded: 0 })
    const embedded = options.back ? await complete(to) : await fillBoth(parts, direction, { options, watch, estimate })
    await built(to, parts.store, watch)
    if (options.compare) {
      const compared = await compareAll(parts, direction, { questions: options.compare, watch })
      return result({ state: 'embedded', embedded, compared })
    }
    if (sameModel(state.chosen, to.provider)) return result({ state: 'unchanged', embedded })
    await switchTo(parts, direction, watch)
    // What was written until then and could not be shown to the new model by its writer.
    const late = options.back ? 0 : await fillBoth(parts, direction, { options, watch, estimate })
    return result({ state: 'switched', embedded: embedded + late })
  }

const modelOf = ({ provider: { model, dimensions } }: Family): EmbeddingModel => ({ model, dimensions })

const lackingIn = async (families: readonly Family[]) => {
  const amounts = await Promise.all(families.map(({ serving }) => serving.reading(countLacking)))
  const sum = (of: 'texts' | 'characters') => amounts.reduce((all, amount) => all + amount[of], 0)
  return { texts: sum('texts'), characters: sum('characters') }
}

/** Nothing is embedded, and nothing has to be. */
const complete = async (to: Family): Promise<0> => {
  const { texts } = await lackingIn([to])
  if (texts > 0)
    throw new ReembedRefused(
      `${texts} texts have no vector of ${modelName(to.provider)}: run \`palimpsest reembed\`, which embeds them. Nothing was switched.`,
    )
  return 0
}

type Filling = {
  readonly options: ReembedOptions
  readonly watch: ReembedWatch
  readonly estimate: Estimate
}

/** The new model first; the old one too, so that the way back needs no work. */
const fillBoth = async (parts: ReembedParts, { from, to }: Direction, filling: Filling): Promise<number> => {
  const release = await parts.claim()
  if (release === undefined) throw new ReembedUnderWay()
  try {
    const watch = progressOf(filling)
    let embedded = 0
    for (let round = 1; round <= ROUNDS; round++) {
      embedded += await fillFamily(parts, to, watch).catch(goingOnLater)
      embedded += await fillFamily(parts, from, watch).catch(unseen)
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

const progressOf = ({ options, watch: { report, signal }, estimate }: Filling) => {
  const began = performance.now()
  let done = 0
  const tell = (phase: 'embedding' | 'waiting') => {
    const perSecond = Math.round(done / Math.max(0.001, (performance.now() - began) / 1000))
    report({ phase, done, total: Math.max(done, estimate.texts), perSecond })
  }
  const shown = (texts: number) => {
    done += texts
    tell('embedding')
  }
  return { rate: options.rate, signal, shown, waiting: () => tell('waiting') }
}

const compareAll = async (
  parts: ReembedParts,
  direction: Direction,
  { questions, watch }: { readonly questions: NonNullable<ReembedOptions['compare']>; readonly watch: ReembedWatch },
) => {
  const compared = []
  for (const [i, question] of questions.entries()) {
    watch.signal.throwIfAborted()
    compared.push(await compareAnswers(parts, direction, question))
    watch.report({ phase: 'comparing', done: i + 1, total: questions.length, perSecond: 0 })
  }
  return compared
}

/** In the log first; whoever serves hears of it, and moves by itself. */
const switchTo = async (parts: ReembedParts, direction: Direction, { signal }: ReembedWatch): Promise<void> => {
  await refuseToLeaveBehind(direction, signal)
  signal.throwIfAborted()
  await chooseModel(parts.store, direction.to.provider, parts)
  await parts.databases.notify(MODEL_CHOSEN, '').catch(() => {})
  await parts.answering.look()
}
