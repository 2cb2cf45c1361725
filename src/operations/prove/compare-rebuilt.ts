import type { Watch } from '../../concurrency/operation.js'
import type { Findings } from './report.js'

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

/** Builds the read models of an embedding model anew beside the live ones, compares and drops them; or why that cannot be. */
export type Rebuild = {
  readonly model: string
  /** Whether requests are answered by this model. */
  readonly answers: boolean
  readonly compare: (watch: Watch) => Promise<Compared | { readonly why: string }>
}

/** Compares read models with what the log gives now, so that nothing stands in them that the log does not say any more. */
export const compareRebuilt = async (rebuilds: readonly Rebuild[], found: Findings, watch: Watch): Promise<void> => {
  for (const { model, answers, compare } of rebuilds) {
    watch.signal.throwIfAborted()
    const told = await compare(watch)
    if ('why' in told) found.unseen.push(`Read models of ${model} were not compared with a rebuild: ${told.why}`)
    else if (told.verification) {
      const { live, verification } = told
      found.looked.push({
        place: `${verification.tables} tables of ${live}, compared with a rebuild beside it`,
        seen: verification.rows,
        unit: 'rows compared',
        found: verification.differing,
      })
      if (verification.equal) continue
      found.against.push(`A rebuild from the log has other rows than ${live}: ${columnsIn(verification)}.`)
      found.next.push(
        answers
          ? 'Build the read models anew: palimpsest rebuild'
          : `Drop the read models of ${model}, which answer nothing: start the service once without the settings of that model. With them they are built anew.`,
      )
    }
  }
}

/** Tables and columns, never keys: they may be names. */
const columnsIn = ({ differences }: NonNullable<Compared['verification']>): string => {
  const tables = new Map<string, Set<string>>()
  for (const { table, in: where, columns } of differences) {
    const known = tables.get(table) ?? new Set()
    for (const each of where === 'both' ? columns : [where]) known.add(each)
    tables.set(table, known)
  }
  return [...tables].map(([table, columns]) => `${table} (${[...columns].join(', ')})`).join(', ')
}
