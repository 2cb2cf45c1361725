import { isIndexed, quoted } from '../../indexing/search-vector.js'
import { type Sql, sql } from '../../postgres/sql.js'
import type { SearchRelations } from './relations.js'

/**
 * What is visible, with its place among the memories of its session and group of readers, and the place of each among all.
 * The statements below look texts up one by one: a join whose rows a planner underestimates grows with their product.
 */
export const placedAmong = ({ visible }: SearchRelations): Sql => sql`visible as materialized (
    select m.*, row_number() over line as place, count(*) over (partition by reader_group, session) as line_length,
           row_number() over (order by reader_group, session, ordinal, id) as n
    from ${visible} as m
    window line as (partition by reader_group, session order by ordinal, id)
  )`

/** The places around one, itself included, of a row that `placedAmong` gives. */
export const around = (reach: number): Sql =>
  sql`generate_series(n - least(${reach}::int, place - 1), n + least(${reach}::int, line_length - place))`

/** These columns of what `v`, a visible memory, says. */
export const saidBy = ({ texts }: SearchRelations, columns: Sql): Sql => sql`cross join lateral (
      select ${columns}
      from ${texts} as t
      where t.user_id = v.user_id
        and t.id = v.id
        and t.wording = v.wording
      offset 0
    ) as t`

/** A tsquery of any of these lexemes, too long ones aside. They are quoted: none of their signs is an operator. */
export const anyOf = (lexemes: readonly string[]): string => lexemes.filter(isIndexed).map(quoted).join(' | ')
