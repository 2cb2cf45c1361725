import type { FoundMemory } from '../../queries/search/answer.js'
import type { RelatedTerms } from '../../queries/search/related-terms.js'
import { search } from '../../queries/search/search.js'
import type { ReadModelSet } from '../../read-models/read-model-set.js'
import type { Direction } from './direction.js'
import type { Compared, Question, Ranked } from './report.js'

const TOP = 10

export type CompareDependencies = {
  readonly relatedTerms: RelatedTerms
  readonly now: () => string
  readonly limits: { readonly similarityThreshold: number }
}

/** Runs one fast search on the read models of both models and compares the first ten results. */
export const compareAnswers = async (
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
