import type { Looked, ProofWatch } from './report.js'

type Compared = {
  /** The schema of the live read models. */
  readonly live: string
  readonly verification?: {
    readonly equal: boolean
    readonly tables: number
    readonly rows: number
    readonly differing: number
    readonly differences: readonly {
      readonly table: string
      readonly in: 'both' | 'live only' | 'new only'
      readonly columns: readonly string[]
    }[]
  }
}
type Watch = {
  readonly report: (progress: { readonly phase: 'building' | 'verifying'; readonly done: number }) => void
  readonly signal: AbortSignal
}

/** Builds the read models of an embedding model anew beside the live ones, compares and drops them; or why that cannot be. */
export type Rebuild = {
  readonly model: string
  /** Whether requests are answered by this model. */
  readonly answers: boolean
  readonly compare: (watch: Watch) => Promise<Compared | { readonly why: string }>
}

export type Rebuilt = {
  readonly looked: readonly Looked[]
  /** Where read models and log differ, and what to do about it: a sentence each. */
  readonly against: readonly { readonly says: string; readonly next: string }[]
  /** Why nothing was compared: a sentence each. */
  readonly unseen: readonly string[]
}

/** Compares read models with what the log gives now, so that nothing stands in them that the log does not say any more. */
export const compareRebuilt = async (
  rebuilds: readonly Rebuild[],
  { report, signal }: ProofWatch,
): Promise<Rebuilt> => {
  const all: Rebuilt[] = []
  const watch: Watch = {
    signal,
    report: ({ phase, done }) => report({ done, place: phase === 'building' ? 'events built anew' : 'rows compared' }),
  }
  for (const rebuild of rebuilds) {
    signal.throwIfAborted()
    all.push(rebuiltOf(rebuild, await rebuild.compare(watch)))
  }
  return {
    looked: all.flatMap(({ looked }) => looked),
    against: all.flatMap(({ against }) => against),
    unseen: all.flatMap(({ unseen }) => unseen),
  }
}

const rebuiltOf = (rebuild: Rebuild, told: Awaited<ReturnType<Rebuild['compare']>>): Rebuilt =>
  'why' in told
    ? {
        ...{ looked: [], against: [] },
        unseen: [`Read models of ${rebuild.model} were not compared with a rebuild: ${told.why}`],
      }
    : {
        looked: lookedAt(told),
        against: differencesOf(told).map((says) => ({ says, next: nextOf(rebuild) })),
        unseen: [],
      }

const nextOf = ({ model, answers }: Rebuild): string =>
  answers
    ? 'Build the read models anew: palimpsest rebuild'
    : `Drop the read models of ${model}, which answer nothing: start the service once without the settings of that model. With them they are built anew.`

const lookedAt = ({ live, verification: v }: Compared): readonly Looked[] =>
  v === undefined
    ? []
    : [
        {
          place: `${v.tables} tables of ${live}, compared with a rebuild beside it`,
          ...{ seen: v.rows, unit: 'rows compared', found: v.differing },
        },
      ]

/** Tables and columns, never keys: they may be names. */
const differencesOf = ({ live, verification: v }: Compared): readonly string[] => {
  if (v === undefined || v.equal) return []
  const tables = new Map<string, Set<string>>()
  for (const { table, in: where, columns } of v.differences) {
    const known = tables.get(table) ?? new Set()
    for (const each of where === 'both' ? columns : [where]) known.add(each)
    tables.set(table, known)
  }
  const named = [...tables].map(([table, columns]) => `${table} (${[...columns].join(', ')})`)
  return [`A rebuild from the log has other rows than ${live}: ${named.join(', ')}.`]
}
