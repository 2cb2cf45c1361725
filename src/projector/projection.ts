export type Columns = Readonly<Record<string, unknown>>

/** An event's effect on one row, by key, so that batches fold. A put names all columns; patch and add never mix. */
export type Change =
  | { readonly verb: 'put' | 'patch' | 'add'; readonly table: string; readonly key: Columns; readonly row: Columns }
  | { readonly verb: 'drop' | 'clear'; readonly table: string; readonly key: Columns }

export const put = (table: string, key: Columns, row: Columns): Change => ({ verb: 'put', table, key, row })
export const patch = (table: string, key: Columns, row: Columns): Change => ({ verb: 'patch', table, key, row })
export const add = (table: string, key: Columns, row: Readonly<Record<string, number>>): Change => ({
  verb: 'add',
  table,
  key,
  row,
})
export const drop = (table: string, key: Columns): Change => ({ verb: 'drop', table, key })

/** Drops every row with these values in part of its key, or in columns that are only ever put. */
export const clear = (table: string, part: Columns): Change => ({ verb: 'clear', table, key: part })

/** A read model: what each event does to its rows. Pure: no clock, no ids, no reads. */
export type Projection<Event extends { readonly type: string }> = {
  readonly [E in Event as E['type']]?: (event: E) => readonly Change[]
}

/** Events are looked up by their own type, so the handler found always fits; the compiler cannot see that. */
export const changesOf = <Event extends { readonly type: string }>(
  projection: Projection<Event>,
  event: Event,
): readonly Change[] =>
  (projection as Readonly<Record<string, ((event: Event) => readonly Change[]) | undefined>>)[event.type]?.(event) ?? []
