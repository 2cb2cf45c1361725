import { type Sql, sql } from '../postgres/sql.js'

/** What the user of a stream is called in rows that are kept when they are erased: see `pseudonymOf`. */
export const pseudonymIn = (stream: Sql): Sql => sql`('anon-' || left(regexp_replace(${stream}, '^.*-', ''), 16))`
