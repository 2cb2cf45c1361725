import { type Sql, sql } from '../../postgres/sql.js'

/** Hexadecimal digits of an id. */
const DIGITS = 32

/** The ids of rows `m` in one text, their digits alone: an array takes several times as long to write and to read. */
export const packedIds = (rows: Sql): Sql =>
  sql`coalesce((select encode(string_agg(uuid_send(m.id), ''), 'hex') from ${rows} as m), '')`

class PermittedIds {
  private readonly ids = new Set<string>()

  constructor(packed: string) {
    for (let at = 0; at < packed.length; at += DIGITS) this.ids.add(packed.slice(at, at + DIGITS))
  }

  has(id: string): boolean {
    return this.ids.has(id.replaceAll('-', ''))
  }
}

/** The memories that pass the filters of a search; undefined where there are none. */
export const permittedIn = (packed: string | null): PermittedIds | undefined =>
  packed === null ? undefined : new PermittedIds(packed)
