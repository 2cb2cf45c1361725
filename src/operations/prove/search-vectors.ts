import type { Databases } from '../../postgres/database.js'
import { identifier, sql } from '../../postgres/sql.js'
import { Vectors } from '../../postgres/vectors.js'
import type { Looked, ProofWatch } from './report.js'

/** The vectors of the words by one embedding model, each line a text; or why there are none. */
export type Embeds = readonly ((
  words: readonly string[],
  signal: AbortSignal,
) => Promise<{ readonly vectors: readonly (Float32Array | null)[] } | { readonly why: string }>)[]

type Embedded = { readonly vectors: readonly Float32Array[]; readonly unseen: readonly string[] }

/** In no transaction: a model may be far away, and slow. */
export const embedWords = async (embeds: Embeds, words: readonly string[], signal: AbortSignal): Promise<Embedded> => {
  const vectors: Float32Array[] = []
  const unseen: string[] = []
  for (const embed of words.length === 0 ? [] : embeds) {
    const told = await embed(words, signal)
    if ('why' in told) unseen.push(`Vectors were not searched for the words: ${told.why}`)
    else vectors.push(...told.vectors.filter((vector) => vector !== null))
  }
  return { vectors, unseen }
}

/** Nearer than this are two vectors of one text, in half precision too. */
const MOST_APART = 0.0001

type Column = { readonly schema: string; readonly table: string; readonly column: string }

/** Every vector column of every table of the database. */
export const searchVectors = async (
  databases: Databases,
  vectors: readonly Float32Array[],
  { report, signal }: ProofWatch,
): Promise<readonly Looked[]> => {
  const looked: Looked[] = []
  for (const column of vectors.length === 0 ? [] : await vectorColumns(databases)) {
    signal.throwIfAborted()
    looked.push(await searchColumn(databases, column, vectors))
    report({ done: looked.length, place: 'columns of vectors' })
  }
  return looked
}

const vectorColumns = (databases: Databases): Promise<readonly Column[]> =>
  databases.within('public').rows<Column>(sql`
    select n.nspname::text as schema, c.relname::text as table, a.attname::text as column
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    where c.relkind = 'r' and n.nspname not like 'pg\\_%' and t.typname in ('vector', 'halfvec')
    order by 1, 2, 3`)

/** Vectors of other lengths are of another model. A distance that is no number, as of a vector of zeros, is near to nothing. */
const searchColumn = async (
  databases: Databases,
  { schema, table, column }: Column,
  vectors: readonly Float32Array[],
): Promise<Looked> => {
  const at = sql`t.${identifier(column)}::vector`
  const [row] = await databases.within(schema).rows<{ seen: number; found: number }>(sql`
    select count(*)::int as seen,
           count(*) filter (where exists (
             select
             from unnest(${new Vectors(vectors)}::vector[]) as w (wanted)
             where case when vector_dims(${at}) = vector_dims(w.wanted) then (${at} <=> w.wanted) < ${MOST_APART}::float8 end
           ))::int as found
    from ${identifier(schema)}.${identifier(table)} as t
    where t.${identifier(column)} is not null`)
  return {
    place: `vectors of ${schema}.${table}.${column}`,
    seen: row?.seen ?? 0,
    unit: 'vectors',
    found: row?.found ?? 0,
  }
}
