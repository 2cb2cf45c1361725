import type { StreamName } from '../../../event-store/event-store.js'
import type { Database } from '../../../postgres/database.js'
import { identifier, list, type Sql, sql } from '../../../postgres/sql.js'
import { KEYS, type ModelRow, type Range, TABLES, type Table } from '../fold/rows.js'

/** The tables that are compared, each kind apart. The first of each kind has a row for every id. */
export const KINDS = ['memory', 'episode', 'agent', 'conflict', 'lesson'].map((kind) =>
  TABLES.filter((table) => table === kind || table.startsWith(`${kind}_`)),
)

/** The rows of one user in a range of ids, and how far the user's streams have been applied to them. */
export type Page = {
  readonly revisions: ReadonlyMap<StreamName, bigint>
  readonly range: Range
  readonly rows: ReadonlyMap<Table, readonly ModelRow[]>
}

/** One page of some tables and their position, from one snapshot. The first table sets the length of the page. */
export const readPage = (
  db: Database,
  tables: readonly Table[],
  {
    columns,
    user,
    after,
    size,
  }: {
    readonly columns: Columns
    readonly user: string
    readonly after: string | undefined
    readonly size: number
  },
): Promise<Page> =>
  db.transaction(async (tx) => {
    await tx.rows(sql`set transaction isolation level repeatable read, read only`)
    const banks = await tx.rows<{ stream: StreamName; revision: bigint }>(sql`
      select stream, revision
      from bank
      where user_id = ${user}`)
    const [first] = tables
    const isPaged = first !== undefined && first !== 'agent' // a user has few agents
    const [last] = isPaged
      ? await tx.rows<{ id: string }>(sql`
          select id
          from ${within(first, user, { after, last: undefined })}
          order by id
          limit 1 offset ${size - 1}`)
      : []
    const range = { after, last: last?.id }
    const rows = new Map<Table, readonly ModelRow[]>()
    for (const table of tables)
      rows.set(
        table,
        await tx.rows<ModelRow>(sql`select ${columns.get(table) ?? sql`*`} from ${within(table, user, range)}`),
      )
    return { revisions: new Map(banks.map(({ stream, revision }) => [stream, revision])), range, rows }
  })

const within = (table: Table, user: string, { after, last }: Range): Sql => {
  const id = identifier(KEYS[table][0])
  return sql`
    ${identifier(table)}
    where user_id = ${user}
      and ${after === undefined ? sql`true` : sql`${id} > ${after}::uuid`}
      and ${last === undefined ? sql`true` : sql`${id} <= ${last}::uuid`}`
}

/** The columns of the live tables, but for what a search alone looks at: vectors, and words as they are searched for. */
export type Columns = ReadonlyMap<string, Sql>

export const readColumns = async (db: Database): Promise<Columns> => {
  const found = await db.rows<{ table: string; columns: readonly string[] }>(sql`
    select table_name::text as table, array_agg(column_name::text) as columns
    from information_schema.columns
    where table_schema = current_schema()
      and udt_name not in ('vector', 'tsvector')
    group by 1`)
  return new Map(found.map(({ table, columns }) => [table, list(columns.map(identifier))]))
}
