import type { Issued } from '../test/support/recording.js'
import { effortOf } from './effort.js'
import { type Figures, measure, quantiles } from './measure.js'
import type { Round } from './round.js'
import { userOf } from './seed.js'

export const MODES = { fast: 'search/fast', full: 'search' } as const
export type Mode = keyof typeof MODES

/** A stage of a search: p50 in milliseconds, and its part of all stages. */
export type StageShare = { readonly stage: string; readonly p50: number; readonly share: number }

export type Searched = {
  readonly http: Figures
  /** The same selections without the service: the statements of each query, one after another. */
  readonly sql: Figures
  /** SQL statements of a query, p50. */
  readonly statements: number
}

/** Searches over HTTP, and the bare SQL that they issue, on the same connections of the same store. */
export const measureSearches = async (round: Round, mode: Mode): Promise<Searched> => {
  const { bench, size, clients, budget, questions } = round
  const ask = (query: string | undefined) => bench.http.post(MODES[mode], { user_id: userOf(size), query })
  const at = <T>(list: readonly T[], n: number): T | undefined => list[n % list.length]
  const issued: (readonly Issued[])[] = []
  for (const query of questions)
    issued.push((await bench.recording.during(() => ask(query))).filter(({ request }) => request !== undefined))
  const replay = async (statements: readonly Issued[] = []) => {
    for (const { schema, statement } of statements) await bench.databases.within(schema).rows(statement)
  }
  for (let n = 0; n < budget.warmUp; n++) await ask(at(questions, n))
  const http = await measure(effortOf(budget, clients), (n) => ask(at(questions, n)))
  for (let n = 0; n < budget.warmUp; n++) await replay(at(issued, n))
  const sql = await measure(effortOf(budget, clients), (n) => replay(at(issued, n)))
  return { http, sql, statements: quantiles(issued.map(({ length }) => length))(0.5) }
}

type Traced = {
  readonly observability: {
    readonly retrieval: { readonly stages: readonly { readonly name: string; readonly duration_ms: number }[] }
  }
}

/** What each stage takes, from the trace of the answers. */
export const measureStages = async ({ bench, size, questions }: Round, mode: Mode): Promise<readonly StageShare[]> => {
  const took = new Map<string, number[]>()
  for (const query of questions) {
    const text = await bench.http.post(MODES[mode], { user_id: userOf(size), query, trace: true })
    const answer = JSON.parse(text) as Traced // the interface says so where a trace was asked for
    for (const { name, duration_ms } of answer.observability.retrieval.stages)
      took.set(name, [...(took.get(name) ?? []), duration_ms])
  }
  const medians = [...took].map(([stage, times]) => ({ stage, p50: quantiles(times)(0.5) }))
  const whole = medians.reduce((sum, { p50 }) => sum + p50, 0)
  return medians.map(({ stage, p50 }) => ({ stage, p50, share: p50 / whole }))
}
