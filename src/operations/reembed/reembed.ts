import { chooseModel, readStore } from '../../commands/open-store.js'
import { OperationRefused, type Watch } from '../../concurrency/operation.js'
import { unlessAborted } from '../../concurrency/unless-aborted.js'
import { type EmbeddingModel, modelName, sameModel } from '../../domain/embedding.js'
import type { Databases } from '../../postgres/database.js'
import type { FoundMemory } from '../../queries/search/answer.js'
import { search } from '../../queries/search/search.js'
import type { RelatedTerms } from '../../queries/search/term-statistics.js'
import { type ActiveModel, MODEL_CHOSEN } from '../../read-models/active-model.js'
import type { ReadModelSet } from '../../read-models/read-model-set.js'
import { built, type Direction, directionOf, refuseToRetire } from './cut-over.js'
import { type FillDependencies, fillBoth, lackingIn } from './fill-vectors.js'
import {
  type Compared,
  estimateOf,
  type Question,
  type Ranked,
  type ReembedOptions,
  type ReembedResult,
} from './report.js'

const TOP = 10

type CompareDependencies = {
  readonly relatedTerms: RelatedTerms
  readonly now: () => string
  readonly limits: { readonly similarityThreshold: number }
}

/** Runs one fast search on the read models of both models and compares the first ten results. */
const compareAnswers = async (
  parts: CompareDependencies,
  { from, to }: Direction,
  question: Question,
): Promise<Compared> => {
  const [before, after] = await Promise.all([topOf(parts, from, question), topOf(parts, to, question)])
  return { ...question, ...differenceOf(before, after) }
}

const topOf = async (
  { relatedTerms, now, limits }: CompareDependencies,
  { provider, serving }: ReadModelSet,
  { userId, query }: Question,
): Promise<readonly FoundMemory[]> => {
  const scope = { kind: 'user', userId } as const
  const threshold = limits.similarityThreshold
  const { memories } = await serving.reading((db) =>
    search(
      db,
      { embedding: provider, relatedTerms, now },
      { mode: 'fast', scope, query, limit: TOP, threshold, tokenBudget: 1, trace: false },
    ),
  )
  return memories
}

type Answer = readonly Pick<FoundMemory, 'id' | 'content'>[]

/** The memories of both answers, and those of only one of them, with their ranks. */
export const differenceOf = (before: Answer, after: Answer): Omit<Compared, keyof Question> => {
  const entered = onlyIn(after, before)
  const left = onlyIn(before, after)
  return { same: after.length - entered.length, of: Math.max(before.length, after.length), entered, left }
}

const onlyIn = (answer: Answer, other: Answer): readonly Ranked[] =>
  answer.flatMap(({ id, content }, i) => (other.some((one) => one.id === id) ? [] : [{ rank: i + 1, id, content }]))

/** A store opened with the read models of both embedding models. */
type ReembedDependencies = FillDependencies &
  CompareDependencies & {
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
    const result = (done: Pick<ReembedResult, 'state' | 'embedded' | 'compared'>): ReembedResult => ({
      from: modelOf(from),
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

const compareAll = async (
  parts: CompareDependencies,
  direction: Direction,
  { questions, watch }: { readonly questions: NonNullable<ReembedOptions['compare']>; readonly watch: Watch },
) => {
  const compared = []
  for (const [i, question] of questions.entries()) {
    watch.signal.throwIfAborted()
    compared.push(await compareAnswers(parts, direction, question))
    watch.report({ phase: 'Comparing', done: i + 1, total: questions.length, unit: 'queries' })
  }
  return compared
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
