import type { Readers } from '../domain/readers.js'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql, whole } from '../postgres/sql.js'
import { Vectors } from '../postgres/vectors.js'
import type { BankState } from './bank-state.js'
import { type ReaderColumns, readersOfRow } from './readers-of-row.js'
import { visibleToAll } from './visible-memories.js'

/** What a text is compared by. */
export type Sample = {
  readonly textHash: string
  readonly sketch: readonly number[]
  readonly vector: Float32Array | null
}

/** A visible memory that is like one of the samples. */
export type Similar = {
  /** The sample's index. */
  readonly sample: number
  readonly id: string
  /** Empty for those below the cosine from which it was wanted. */
  readonly content: string
  readonly sameText: boolean
  /** Cosine of the two embeddings; 0 where one has none. */
  readonly cosine: number
  readonly readers: Readers
}

type Wanted = {
  /** Whose state the decision is guarded by. */
  readonly stream: string
  /** Who will read what is compared: memories that one of them may not read are left out. */
  readonly readers: Readers
  readonly samples: readonly Sample[]
  /** The least cosine of a memory that is not the same text. */
  readonly cosine: number
  /** From this cosine on its content is wanted too. */
  readonly claimed: number
}

/** Memories compared with a sample: the newest of each of its eight bands, of which the nearest are given. */
const OF_A_BAND = 32
const OF_A_SAMPLE = 20
/** Samples of one statement, so that it holds up nobody for long. */
const AT_ONCE = 64

type Row = Omit<Similar, 'readers'> & ReaderColumns
type BankRow = { readonly revision: bigint | null; readonly at: string | null }

/** What was found, and how far the read models were in the stream when it was. */
export type SimilarIn = BankState & { readonly similar: readonly Similar[] }

/**
 * The visible memories that all of the readers may read, with the same text as a sample, or with so many words in
 * common that their sketches meet and a cosine of at least `cosine`. Found by two indexes (hash, sketch), and a bounded
 * number for each sample. The revision is that of the first samples: what was found of others may be newer, never older.
 */
export const similarMemories = async (db: Database, scope: Scope, wanted: Wanted): Promise<SimilarIn> => {
  const { samples } = wanted
  const first = await likeSome(db, scope, { ...wanted, samples: samples.slice(0, AT_ONCE) })
  const similar = [...first.similar]
  for (let from = AT_ONCE; from < samples.length; from += AT_ONCE) {
    const more = await likeSome(db, scope, { ...wanted, samples: samples.slice(from, from + AT_ONCE) })
    for (const found of more.similar) similar.push({ ...found, sample: found.sample + from })
  }
  return { ...first, similar }
}

/** In one statement. */
const likeSome = async (db: Database, scope: Scope, wanted: Wanted): Promise<SimilarIn> => {
  const rows = await db.rows<(Row | { readonly id: null }) & BankRow>(sql`
    ${likeAnyOf(scope, wanted)}
    select b.revision, b.at, found.*
    from (select 1) as one
    left join (select revision, at from bank where stream = ${wanted.stream}) as b on true
    left join found on true
    order by sample, rank`)
  const [bank] = rows
  return {
    revision: bank?.revision ?? 'no-stream',
    lastAt: bank?.at ?? null,
    similar: rows.flatMap((row) => (row.id === null ? [] : [similarOf(row)])),
  }
}

const similarOf = ({ sample, id, content, sameText, cosine, ...readers }: Row): Similar => ({
  sample,
  id,
  content,
  sameText,
  cosine,
  readers: readersOfRow(readers),
})

const likeAnyOf = (scope: Scope, { readers, samples, cosine, claimed }: Wanted): Sql => sql`
    with sample as (
      select text_hash, embedding, (n - 1)::int as sample
      from unnest(${samples.map(({ textHash }) => textHash)}::text[]::uuid[],
                  ${new Vectors(samples.map(({ vector }) => vector))}::vector[])
        with ordinality as s (text_hash, embedding, n)
    ),
    near as (
      select s.sample, ${memoryColumns}
      from sample s
      join ${sameTextAs(comparable(scope, readers), samples)} as m using (text_hash)
      union
      ${sharingABandWith(comparable(scope, readers), samples)}
    ),
    ranked as (
      select near.*, near.text_hash = s.text_hash as same_text, c.cosine,
             row_number() over (
               partition by near.sample order by near.text_hash = s.text_hash desc, c.cosine desc, near.id
             ) as rank
      from near
      join sample s using (sample)
      join memory_text t using (user_id, id)
      cross join lateral (select coalesce(1 - (t.embedding <=> s.embedding), 0) as cosine) as c
      where near.text_hash = s.text_hash
         or c.cosine >= ${cosine}
    ),
    found as (
      select sample, id, same_text as "sameText", cosine, workspace_id, agent_id, visibility, granted_to, rank,
             case when cosine >= ${claimed} then content else '' end as content
      from ranked
      join memory_text using (user_id, id)
      where rank <= ${OF_A_SAMPLE}
    )`

/** Fenced off, so that a planner without statistics does not go through all of the user's memories instead. */
const sameTextAs = (memories: Sql, samples: readonly Sample[]): Sql => sql`(
        select *
        from ${memories} as m
        where m.text_hash = any(${samples.map(({ textHash }) => textHash)}::text[]::uuid[])
        offset 0
      )`

/**
 * The newest of each band: texts from one template share all their bands, and there may be any number of them. Fenced off,
 * so that a plan made without the parameters does not go through all memories, newest first, for each band.
 */
const sharingABandWith = (memories: Sql, samples: readonly Sample[]): Sql => {
  const bands = samples.flatMap(({ sketch }, sample) => sketch.map((key) => ({ sample, key })))
  return sql`
      select b.sample, ${memoryColumns}
      from unnest(${[...new Set(bands.map(({ key }) => key))]}::int[]) as band (key)
      cross join lateral (
        select *
        from (select * from ${memories} as m where m.sketch @> array[band.key] offset 0) as m
        order by m.created_at desc, m.id
        limit ${whole(OF_A_BAND)}
      ) as m
      join unnest(${bands.map(({ sample }) => sample)}::int[], ${bands.map(({ key }) => key)}::int[]) as b (sample, key)
        using (key)`
}

const comparable = (scope: Scope, readers: Readers): Sql =>
  visibleToAll(scope, readers, ['active', 'needs_clarification'])

const memoryColumns: Sql = sql`m.user_id, m.id, m.text_hash, m.workspace_id, m.agent_id, m.visibility, m.granted_to`
