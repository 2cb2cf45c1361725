import { isIndexed, quoted } from '../../indexing/search-vector.js'
import { type Sql, sql } from '../../postgres/sql.js'
import { contextOf } from '../visible-evidence.js'
import { isDerived } from '../visible-memories.js'
import type { SearchRelations } from './relations.js'

/**
 * What is visible, with its place among the memories of its session and group of readers, and the place of each among all.
 * What was made of others stands alone, and so does everything of the past. The statements below look texts up one by one: a
 * join whose rows a planner underestimates grows with their product.
 */
export const placedAmong = ({ past, visible }: SearchRelations): Sql =>
  past
    ? sql`visible as materialized (
    select m.*, 1 as place, 1 as line_length, row_number() over (order by id) as n, ${isDerived(sql`m`)} as is_derived
    from ${visible} as m
  )`
    : sql`visible as materialized (
    select m.*, row_number() over line as place, count(*) over (partition by reader_group, session, alone) as line_length,
           row_number() over (order by reader_group, session, alone, ordinal, id) as n, alone is not null as is_derived
    from (
      select m.*, case when ${isDerived(sql`m`)} then id end as alone
      from ${visible} as m
    ) as m
    window line as (partition by reader_group, session, alone order by ordinal, id)
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

/** What the context of each memory that was made of others says; nothing of the past, where each stands alone. */
export const saidAround = (relations: SearchRelations, columns: Sql): Sql =>
  relations.past
    ? sql`select n, 0 as rank, t.*
    from visible as v
    ${saidBy(relations, columns)}
    where false`
    : sql`select f.n, v.rank, t.*
    from visible as f
    cross join lateral (select user_id, id, 0 as wording, rank from ${contextOf(sql`f`)} as c) as v
    ${saidBy(relations, columns)}
    where f.is_derived`

/** A tsquery of any of these lexemes, too long ones aside. They are quoted: none of their signs is an operator. */
export const anyOf = (lexemes: readonly string[]): string => lexemes.filter(isIndexed).map(quoted).join(' | ')
