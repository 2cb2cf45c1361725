import type { ChatOutcome } from './ask-chats.js'
import type { Outcome, ScoredOutcome } from './ask-dialogues.js'
import type { HaystackOutcome } from './ask-haystacks.js'
import { type Interval, interval } from './metrics/bootstrap.js'
import { allAt, anyAt, mean, percentile } from './metrics/recall.js'

/** In per cent. */
export type Recall = {
  readonly questions: number
  readonly any5: number
  readonly any10: number
  readonly any20: number
  readonly all5: number
  readonly all10: number
  readonly all20: number
}
export type Group = Recall & {
  readonly name: string
  readonly any10Interval: Interval
  readonly all10Interval: Interval
}

/** Of the questions that have an answer. */
export const recallOf = (outcomes: readonly Outcome[]): Recall => {
  const ranks = answerable(outcomes).map((outcome) => outcome.ranks)
  const share = (of: typeof anyAt, k: number) => 100 * mean(ranks.map((each) => of(k, each)))
  return {
    questions: ranks.length,
    any5: share(anyAt, 5),
    any10: share(anyAt, 10),
    any20: share(anyAt, 20),
    all5: share(allAt, 5),
    all10: share(allAt, 10),
    all20: share(allAt, 20),
  }
}

const answerable = <Asked extends Outcome>(outcomes: readonly Asked[]) =>
  outcomes.filter(({ ranks }) => ranks.length > 0)

/** In per cent: whose evidence is among the ten, whose words the ten are, and how often the later stands above. */
export type Words = {
  readonly ofUser: number
  readonly ofAssistant: number
  readonly shownOfAssistant: number
  readonly updates: number
  readonly updatedFirst: number
}

export const wordsOf = (outcomes: readonly ChatOutcome[]): Words => {
  const evidence = outcomes.flatMap((outcome) => outcome.evidence)
  const foundOf = (role: string) =>
    100 * mean(evidence.filter((each) => each.role === role).map(({ found }) => (found ? 1 : 0)))
  const shown = outcomes.reduce((sum, each) => sum + each.shown, 0)
  const updates = outcomes.flatMap(({ updatedFirst }) => (updatedFirst === undefined ? [] : [updatedFirst ? 1 : 0]))
  return {
    ofUser: foundOf('user'),
    ofAssistant: foundOf('assistant'),
    shownOfAssistant: (100 * outcomes.reduce((sum, each) => sum + each.ofAssistant, 0)) / Math.max(1, shown),
    updates: updates.length,
    updatedFirst: 100 * mean(updates),
  }
}

/** All questions together, then by dialogue and by kind. */
export const groupsOf = (outcomes: readonly Outcome[]): readonly Group[] => {
  const asked = answerable(outcomes)
  const among = (key: 'dialogue' | 'kind') =>
    [...new Set(asked.map((outcome) => outcome[key]))].map((name) =>
      group(
        `${key} ${name}`,
        asked.filter((outcome) => outcome[key] === name),
      ),
    )
  return [group('overall', asked), ...among('dialogue'), ...among('kind').toSorted(byName)]
}

const byName = (a: Group, b: Group): number => (a.name < b.name ? -1 : 1)

const group = (name: string, outcomes: readonly Outcome[]): Group => ({
  name,
  ...recallOf(outcomes),
  any10Interval: inPerCent(interval(outcomes.map(({ ranks }) => anyAt(10, ranks)))),
  all10Interval: inPerCent(interval(outcomes.map(({ ranks }) => allAt(10, ranks)))),
})

const inPerCent = ([low, high]: Interval): Interval => [100 * low, 100 * high]

export type Times = { readonly requests: number; readonly p50: number; readonly p95: number }

export const timesOf = (ms: readonly number[]): Times => ({
  requests: ms.length,
  p50: percentile(0.5, ms),
  p95: percentile(0.95, ms),
})

/** How far the score of the best memory tells that a dialogue does not hold the answer. */
export type Unanswerable = {
  readonly questions: number
  readonly meanBest: number
  readonly meanBestOfAnswerable: number
  /** Share of them, in per cent, whose best score is below the 25th percentile of the answerable ones'. */
  readonly below25th: number
}

export const unanswerableOf = (outcomes: readonly Outcome[]): Unanswerable => {
  const best = answerable(outcomes).map((outcome) => outcome.best)
  const none = outcomes.filter(({ ranks }) => ranks.length === 0).map((outcome) => outcome.best)
  const quarter = percentile(0.25, best)
  return {
    questions: none.length,
    meanBest: mean(none),
    meanBestOfAnswerable: mean(best),
    below25th: 100 * mean(none.map((score) => (score < quarter ? 1 : 0))),
  }
}

/** What a least score does, in per cent: of questions without an answer, of those that have one. */
export type LeastScore = { readonly least: number; readonly empty: number | null; readonly any10Lost: number }

/** The least scores that are tried, in hundredths. */
const LEAST_SCORES = [10, 15, 20, 25, 30, 35, 40, 45, 50]

/**
 * How many questions that have no answer get none, and how many of the others lose what was found among ten, under the
 * least scores that a request may ask for: what is below is left out, and the rest keeps its order.
 */
export const leastScoresOf = (outcomes: readonly ScoredOutcome[]): readonly LeastScore[] => {
  const asked = answerable(outcomes)
  const none = outcomes.filter(({ ranks }) => ranks.length === 0)
  const found = (least: number) => mean(asked.map((outcome) => anyAt(10, ranksAbove(least, outcome))))
  return LEAST_SCORES.map((hundredths) => {
    const least = hundredths / 100
    const empty = 100 * mean(none.map(({ best, found: n }) => (n === 0 || best < least ? 1 : 0)))
    return { least, empty: none.length === 0 ? null : empty, any10Lost: 100 * (found(0) - found(least)) }
  })
}

const ranksAbove = (least: number, { ranks, scores }: ScoredOutcome): Outcome['ranks'] =>
  ranks.map((rank) =>
    rank === null || (scores[rank - 1] ?? 0) < least
      ? null
      : scores.slice(0, rank).filter((score) => score >= least).length,
  )

/** Sessions, at 5, in per cent. */
export type SessionGroup = {
  readonly name: string
  readonly questions: number
  readonly recallAny5: number
  readonly recallAll5: number
  readonly ndcg5: number
}

export const sessionGroupsOf = (outcomes: readonly HaystackOutcome[]): readonly SessionGroup[] => {
  const types = [...new Set(outcomes.map(({ type }) => type))].sort()
  return [
    sessionGroup('overall', outcomes),
    ...types.map((name) =>
      sessionGroup(
        name,
        outcomes.filter(({ type }) => type === name),
      ),
    ),
  ]
}

const sessionGroup = (name: string, outcomes: readonly HaystackOutcome[]): SessionGroup => ({
  name,
  questions: outcomes.length,
  recallAny5: 100 * mean(outcomes.map(({ recallAny }) => recallAny)),
  recallAll5: 100 * mean(outcomes.map(({ recallAll }) => recallAll)),
  ndcg5: 100 * mean(outcomes.map(({ ndcg }) => ndcg)),
})
