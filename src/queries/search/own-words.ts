import { quoted } from '../../indexing/search-vector.js'
import type { Database } from '../../postgres/database.js'
import { sql } from '../../postgres/sql.js'
import type { Sight } from './relations.js'
import { placesIn } from './word-frequencies.js'

/** What memories say themselves, without their neighbours. Lexemes as Postgres writes them. */
export type OwnWords = {
  /** By memory: the places of each lexeme. */
  readonly places: ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>
  /** In how many of the visible memories a lexeme stands. */
  readonly documents: ReadonlyMap<string, number>
}

type Row = { readonly id: string; readonly own: string; readonly documents: Readonly<Record<string, number>> }

/** Of these memories, as far as the caller may see them, in one statement. Words of the past carry no labels. */
export const readOwnWords = async (db: Database, { all }: Sight, ids: readonly string[]): Promise<OwnWords> => {
  const rows = await db.rows<Row>(sql`
    with ${all.given} best as materialized (
      select id, ts_filter(search_vector, '{a,d}') as own
      from ${all.indexed} as m
      where id = any(${ids}::uuid[])
    )
    select id::text as id, own::text as own,
           case when row_number() over () = 1 then (
             select coalesce(json_object_agg(lexeme, memories), '{}')
             from ${all.terms(sql`array(select distinct unnest(tsvector_to_array(own)) from best)`)} as t
           ) else '{}' end as documents
    from best`)
  return {
    places: new Map(rows.map(({ id, own }) => [id, placesIn(own)])),
    documents: new Map(
      rows.flatMap(({ documents }) =>
        Object.entries(documents).map(([lexeme, memories]): [string, number] => [quoted(lexeme), memories]),
      ),
    ),
  }
}
