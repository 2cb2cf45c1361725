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

/** Builds the read models of a model anew beside the live ones, compares and drops them; or why that cannot be. */
export type Rebuilds = readonly ((watch: Watch) => Promise<Compared | { readonly why: string }>)[]

export type Rebuilt = {
  readonly looked: readonly Looked[]
  /** Where read models and log differ: a sentence each. */
  readonly against: readonly string[]
  /** Why nothing was compared: a sentence each. */
  readonly unseen: readonly string[]
}

/** Compares read models with what the log gives now, so that nothing stands in them that the log does not say any more. */
export const compareRebuilt = async (rebuilds: Rebuilds, { report, signal }: ProofWatch): Promise<Rebuilt> => {
  const rebuilt: { looked: Looked[]; against: string[]; unseen: string[] } = { looked: [], against: [], unseen: [] }
  const watch: Watch = {
    signal,
    report: ({ phase, done }) => report({ done, place: phase === 'building' ? 'events built anew' : 'rows compared' }),
  }
  for (const rebuild of rebuilds) {
    signal.throwIfAborted()
    const told = await rebuild(watch)
    if ('why' in told) rebuilt.unseen.push(`Read models were not compared with a rebuild: ${told.why}`)
    else {
      rebuilt.looked.push(...lookedAt(told))
      rebuilt.against.push(...differencesOf(told))
    }
  }
  return rebuilt
}

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
