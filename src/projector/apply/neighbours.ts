import { type Sql, sql } from '../../postgres/sql.js'

export type Key = { readonly user_id: string; readonly id: string }

export const keysOf = (keys: readonly Key[]): Sql =>
  sql`unnest(${keys.map(({ user_id }) => user_id)}::text[], ${keys.map(({ id }) => id)}::text[]::uuid[]) as key (user_id, id)`

/** One side of a memory, in the order of nearness. */
export const before = { side: sql`<`, order: sql`n.ordinal desc, n.id desc` }
export const after = { side: sql`>`, order: sql`n.ordinal, n.id` }

/** The active memories of the same session and group of readers on one side of `m`, nearest first; none where it is not active itself. */
export const beside = (m: Sql, { side, order }: typeof before): Sql => sql`memory n
      where n.user_id = ${m}.user_id
        and n.reader_group = ${m}.reader_group
        and n.session = ${m}.session
        and n.status = 'active'
        and ${m}.status = 'active'
        and (n.ordinal, n.id) ${side} (${m}.ordinal, ${m}.id)
      order by ${order}`
