import type { JsonObject } from '../domain/json-object.js'
import { type Sql, sql } from '../postgres/sql.js'
import {
  type CompiledPath,
  compiled,
  compiledAny,
  formsOfAny,
  type PositivePart,
  splitFilter,
} from './metadata-filter.js'
import { shownMetadata } from './readable-by.js'

/** A filter on metadata as conditions. */
type Asked = { readonly metadata?: JsonObject }

/** By memory, which parts of a filter under `not` another telling than its record passes. */
export type Tellings = { readonly told?: Readonly<Record<string, readonly number[]>> }

/** Whether metadata are looked at, so that they have to be joined. */
export const asksMetadata = ({ metadata = {} }: Asked): boolean => Object.keys(metadata).length > 0

/** Of a memory's record `m`, with its text `t` and its episode `e`. */
export const mergedMetadata: Sql = shownMetadata(sql`e.metadata`, sql`t.metadata`)

/** Of a telling, with its episode `e` and the text `own` of its memory. */
export const metadataOfTelling: Sql = shownMetadata(sql`e.metadata`, sql`own.metadata`)

/** Whether metadata meet a path; `more` adds to its variables. */
const isMetBy = (metadata: Sql, { path, values }: CompiledPath, more = sql``): Sql =>
  sql`jsonb_path_match_tz(${metadata}, ${path}::jsonpath, ${JSON.stringify({ v: values })}::jsonb${more})`

/** Whether one telling, or a record, has metadata that hold the part. */
export const hold = (metadata: Sql, part: PositivePart): Sql => isMetBy(metadata, compiled(part))

/** The same of a telling besides the record: what a memory's own metadata hold alone, its record passes by. */
export const holdElsewhere = (part: PositivePart): readonly Sql[] => {
  const forms = formsOfAny(part)
  const isOfEpisode =
    forms === undefined ? isMetBy(sql`e.metadata`, compiledAny(part)) : sql`e.metadata @> any(${forms}::jsonb[])`
  return [hold(metadataOfTelling, part), isOfEpisode]
}

/** Conditions on all tellings of a memory `m` of which the record has these metadata. */
export const ofAllTellings = ({ metadata: filter, told }: Asked & Tellings, metadata: Sql): readonly Sql[] => {
  const { memory } = splitFilter(filter)
  if (memory === undefined) return []
  if (told === undefined) throw new Error('a filter with not is used without the other tellings')
  return [isMetBy(metadata, memory, sql` || jsonb_build_object('told', ${JSON.stringify(told)}::jsonb -> m.id::text)`)]
}
