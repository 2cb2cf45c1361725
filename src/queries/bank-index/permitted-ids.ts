import type { Scope } from '../../domain/scope.js'
import type { Database } from '../../postgres/database.js'
import { type Sql, sql, whole } from '../../postgres/sql.js'
import { type Filters, isNarrowing, wantedOf } from '../filters.js'

/** Hexadecimal digits of an id. */
const DIGITS = 32

/** Where more memories pass, the ids of all of them would take longer to send than to ask which of the best pass. */
const FEW = 2000

/** One text, the digits of each id alone: an array takes several times as long to write and to read. */
const packed: Sql = sql`coalesce(encode(string_agg(uuid_send(m.id), ''), 'hex'), '')`

/** The ids of the memories that pass, packed; null where no filter is set, and where they are not few. */
export const fewPermitted = (scope: Scope, filters: Filters): Sql =>
  isNarrowing(filters)
    ? sql`(
        select case when count(*) <= ${whole(FEW)} then ${packed} end
        from (select id from ${wantedOf(scope, filters)} as m limit ${whole(FEW + 1)}) as m
      )`
    : sql`null::text`

class PermittedIds {
  private readonly ids = new Set<string>()

  constructor(packed: string) {
    for (let at = 0; at < packed.length; at += DIGITS) this.ids.add(packed.slice(at, at + DIGITS))
  }

  has(id: string): boolean {
    return this.ids.has(id.replaceAll('-', ''))
  }
}

/** The memories that pass the filters of a search; undefined where these are not packed. */
export const permittedIn = (packed: string | null): PermittedIds | undefined =>
  packed === null ? undefined : new PermittedIds(packed)

/** Which memories pass the filters, where they are not few. */
export type PermittedReads = {
  readonly among: (ids: readonly string[]) => Promise<ReadonlySet<string>>
  readonly all: () => Promise<PermittedIds>
}

export const permittedReads = (db: Database, scope: Scope, filters: Filters): PermittedReads => ({
  among: async (ids) => {
    const rows = await db.rows<{ id: string }>(sql`
      select m.id
      from ${wantedOf(scope, filters)} as m
      where m.id = any(${ids}::text[]::uuid[])`)
    return new Set(rows.map(({ id }) => id))
  },
  all: async () => {
    const [row] = await db.rows<{ ids: string }>(sql`select ${packed} as ids from ${wantedOf(scope, filters)} as m`)
    return new PermittedIds(row?.ids ?? '')
  },
})
