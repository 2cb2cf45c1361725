import type { JsonObject } from '../domain/json-object.js'
import type { MemoryOf } from '../domain/memory/events.js'
import { locatedIn } from '../domain/moment.js'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { list, type Sql, sql } from '../postgres/sql.js'
import { addDays } from '../text/dates/day.js'
import { lowerComposed } from '../text/fold.js'
import {
  asksMetadata,
  hold,
  holdElsewhere,
  mergedMetadata,
  metadataOfTelling,
  ofAllTellings,
} from './metadata-conditions.js'
import { DAY_LENGTH, narrowingForms, splitFilter } from './metadata-filter.js'
import { type Listed, toldElsewhere, withOwnText } from './told-elsewhere.js'
import { holdingAny, visibleRows, visibleTo } from './visible-memories.js'
import { lastTellings, TOLD_AT, toldIn } from './visible-tellings.js'

/** Filters on the visible memories. An absent field filters nothing. */
export type Filters = {
  readonly sourceSite?: string
  readonly episodeId?: string
  readonly sessionId?: string
  readonly memoryType?: MemoryOf<'MemoryStored'>['data']['memoryType']
  /** This namespace and everything below it. */
  readonly namespaceScope?: string
  /** When it was said, both inclusive: an instant, ISO 8601 in UTC; or a day, which is that of the place where it was told. */
  readonly observedFrom?: string
  readonly observedTo?: string
  /** IANA: where that is for what was told at an unknown place; UTC where absent. */
  readonly timeZone?: string
  readonly timeWindow?: TimeWindow
  /** Ignores case and Unicode composition. */
  readonly subject?: string
  /** The slot that the writer says it takes. */
  readonly key?: string
  /** What its metadata have to hold, as `metadata-filter.ts` says. */
  readonly metadata?: JsonObject
}

/**
 * As above. `observed`: when it was said. `valid`: what is valid at some time within; what
 * has no time of its own is taken by when it was said.
 */
type TimeWindow = { readonly from?: string; readonly to?: string; readonly of: 'observed' | 'valid' }

/** The visible memories that pass the filters: they apply before candidates are chosen, so they cost none. */
export const wantedOf = (scope: Scope, filters: Filters): Sql => passing(visibleTo(scope), filters, { scope })

/**
 * The ids of all visible memories that pass, as the database packs them: an array takes several times as long to send, and these may be
 * as many as the user has. Undefined where no filter is set.
 */
export const readPassing = async (db: Database, scope: Scope, filters: Filters): Promise<string | undefined> => {
  if (!isNarrowing(filters)) return undefined
  const [rows, elsewhere] = await Promise.all([
    db.rows<{ readonly ids: string }>(sql`/* search: all that pass the filters by their records */
      select coalesce(string_agg(m.id::text, ','), '') as ids
      from ${passingByRecord(scope, filters)}`),
    passingElsewhere(db, scope, filters),
  ])
  return [...rows.map(({ ids }) => ids), ...elsewhere.map(({ id }) => id)].filter((ids) => ids !== '').join()
}

/** Those of these memories that are among the ones that pass. */
export const passingAmong = async (db: Database, wanted: Sql, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await db.rows<{ readonly id: string }>(sql`/* search: those that pass the filters */
    select m.id
    from ${wanted} as m
    where m.id = any(${ids}::text[]::uuid[])`)
  return new Set(rows.map(({ id }) => id))
}

/** Rows `m` of the past, which carry their merged metadata, that pass the filters as of an instant (ISO 8601). */
export const wantedAt = (scope: Scope, memories: Sql, filters: Filters & { readonly instant: string }): Sql =>
  passing(memories, filters, { scope, instant: filters.instant })

/** The same of the past. */
export const readPassingAt = async (
  db: Database,
  scope: Scope,
  { memories, instant, ...filters }: Filters & { readonly memories: Sql; readonly instant: string },
): Promise<string | undefined> => {
  if (!isNarrowing(filters)) return undefined
  const [row] = await db.rows<{ readonly ids: string }>(sql`/* search: all that passed the filters at an instant */
    select coalesce(string_agg(m.id::text, ','), '') as ids
    from ${wantedAt(scope, memories, { ...filters, instant })} as m`)
  return row?.ids ?? ''
}

type How = {
  readonly scope: Scope
  /** ISO 8601: only what was said by then, and not removed, of memories that carry their merged metadata. */
  readonly instant?: string | undefined
  /** Whether the telling that a memory was stored with counts, too, once it is removed. */
  readonly removed?: boolean | undefined
}

/** The memories that pass: by the place and time of their records, or by those of any telling. */
export const passing = (memories: Sql, filters: Filters, how: How): Sql =>
  sql`(${list(partsOf(memories, filters, how), ' union all ')})`

/** Two parts, so that each is planned for itself: what is told more than once is little. */
const partsOf = (memories: Sql, filters: Filters, how: How): readonly Sql[] => {
  const { scope, instant } = how
  const isJoined = instant === undefined && asksMetadata(filters)
  const joined = isJoined ? withMetadata : sql``
  const metadata = instant === undefined ? mergedMetadata : sql`m.metadata`
  const own = ofMemory(filters, metadata)
  const record = ofRecord(filters, metadata)
  if (record.length === 0) return [sql`(select m.* from ${memories} as m ${joined} where ${allOf(own)})`]
  const isDated = filters.timeWindow === undefined ? [] : [sql`m.valid_from is null and m.valid_to is null`]
  return [
    sql`(
    select m.*
    from ${memories} as m
    ${joined}
    where ${allOf([...own, ...(isJoined ? mayHold(scope, filters) : []), ...record])}
  )`,
    sql`(
    select m.*
    from ${memories} as m
    ${joined}
    where ${allOf([...own, ...isDated, toldOf(filters, how)])}
      and (${allOf(record)}) is not true
  )`,
  ]
}

/** The visible memories `m` that pass by their records, as what follows `from`: further conditions may be added. */
export const passingByRecord = (scope: Scope, filters: Filters): Sql => {
  const conditions = [
    ...ofMemory(filters, mergedMetadata),
    ...mayHold(scope, filters),
    ...ofRecord(filters, mergedMetadata),
  ]
  return sql`${visibleRows(scope)} as m
    ${asksMetadata(filters) ? withMetadata : sql``}
    where ${allOf(conditions)}`
}

/**
 * Those that pass by a later telling, or by any of what they rest on; a record among them may pass, too. None where the filters do
 * not ask where or when something was said.
 */
export const passingElsewhere = async (db: Database, scope: Scope, filters: Filters): Promise<readonly Listed[]> => {
  if (ofRecord(filters, mergedMetadata).length === 0) return []
  const isDated = filters.timeWindow === undefined ? [] : [sql`m.valid_from is null and m.valid_to is null`]
  const found = await toldElsewhere(db, scope, {
    joined: asksMetadata(filters) ? withOwnText : sql``,
    own: allOf([...ofWords(filters), ...isDated]),
    told: allOf(toldSo(filters)),
  })
  const ofAll = ofAllTellings(filters, mergedMetadata)
  if (found.length === 0 || ofAll.length === 0) return found
  return db.rows<Listed>(sql`/* list: those of these of which all tellings pass */
    select m.id, m.created_at, m.ordinal
    from ${visibleRows(scope)} as m
    ${withMetadata}
    where m.id = any(${found.map(({ id }) => id)}::text[]::uuid[])
      and ${allOf(ofAll)}`)
}

/** Whether any filter is set. */
export const isNarrowing = (filters: Filters): boolean =>
  [...ofWords(filters), ...ofRecord(filters, mergedMetadata)].length > 0 || asksMetadata(filters)

const allOf = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : list(conditions, '\n      and ')

const given = <Value>(value: Value | undefined, condition: (value: Value) => Sql): readonly Sql[] =>
  value === undefined ? [] : [condition(value)]

/** Conditions on a memory `m` with these metadata as a whole. */
const ofMemory = (filters: Filters, metadata: Sql): readonly Sql[] => [
  ...ofWords(filters),
  ...ofAllTellings(filters, metadata),
]

/** Conditions on what a memory says. */
const ofWords = (filters: Filters): readonly Sql[] => [
  ...given(filters.memoryType, (type) => sql`m.memory_type = ${type}`),
  ...given(filters.subject, (subject) => sql`m.subject = ${lowerComposed(subject)}`),
  ...given(filters.key, (key) => sql`m.key = ${key}`),
]

const withMetadata: Sql = sql`join memory_text t using (user_id, id)
    left join episode e on e.user_id = m.user_id and e.id = m.episode_id`

/** The columns that tell where and when a memory was said first. */
const OF_RECORD = {
  site: sql`m.source_site`,
  namespace: sql`m.namespace`,
  session: sql`m.session_id`,
  episode: sql`m.episode_id`,
  time: sql`m.observed_at`,
  day: sql`coalesce(m.occurred_on, (m.observed_at at time zone 'UTC')::date)`,
  offset: sql`m.observed_offset`,
  metadata: mergedMetadata,
}

const OF_TELLING: typeof OF_RECORD = {
  site: sql`e.source_site`,
  namespace: sql`('site/' || e.source_site)`,
  session: sql`e.session_id`,
  episode: sql`t.episode_id`,
  time: TOLD_AT,
  day: sql`t.told_on`,
  offset: sql`t.observed_offset`,
  metadata: metadataOfTelling,
}

/** The columns that tell when it was said. */
type TimeColumns = Pick<typeof OF_RECORD, 'time' | 'day' | 'offset'>

/** When a day begins in a zone. */
const startOf = (day: string, timeZone?: string): string =>
  locatedIn(timeZone, { instant: `${day}T00:00:00.000Z`, offset: null, isLocal: true }).instant

/** Whether a time is told by a clock that is not known, and is not a day without an hour, which is the same anywhere. */
const isOfNoPlace = ({ time, offset }: TimeColumns): Sql =>
  sql`(${offset} is null and ${time} <> date_trunc('day', ${time}, 'UTC'))`

/** Bounds of when something was said, both inclusive: days, or instants. */
type Bounds = { readonly from?: string | undefined; readonly to?: string | undefined }

/** Only where it is a day. */
const dayOf = (bound: string | undefined): string | undefined => (bound?.length === DAY_LENGTH ? bound : undefined)
const instantOf = (bound: string | undefined): string | undefined => (bound?.length === DAY_LENGTH ? undefined : bound)

/** A day begins less than a day earlier or later elsewhere: by that an index finds what is compared. */
const between = ({ from, to }: Bounds, told: TimeColumns, timeZone: string | undefined): readonly Sql[] => {
  const { time, day } = told
  const since = (start: string) => sql`${time} >= ${start}::timestamptz`
  const before = (end: string) => sql`${time} < ${end}::timestamptz`
  const [first, last] = [dayOf(from), dayOf(to)]
  const byClock = [
    ...given(first, (each) => sql`${day} >= ${each}::date`),
    ...given(last, (each) => sql`${day} <= ${each}::date`),
  ]
  const byPlace = [
    ...given(first, (each) => since(startOf(each, timeZone))),
    ...given(last, (each) => before(startOf(addDays(each, 1), timeZone))),
  ]
  const isZoned = timeZone !== undefined && byClock.length > 0
  return [
    ...given(instantOf(from), since),
    ...given(instantOf(to), (each) => sql`${time} <= ${each}::timestamptz`),
    ...given(first, (each) => since(startOf(addDays(each, -1)))),
    ...given(last, (each) => before(startOf(addDays(each, 2)))),
    ...(isZoned ? [sql`case when ${isOfNoPlace(told)} then ${allOf(byPlace)} else ${allOf(byClock)} end`] : byClock),
  ]
}

/** Conditions on where and when it was said. */
const placed = (
  filters: Filters,
  { site, namespace, session, episode, metadata, ...told }: typeof OF_RECORD,
): readonly Sql[] => [
  ...given(filters.sourceSite, (name) => sql`${site} = ${name}`),
  ...given(filters.episodeId, (id) => sql`${episode} = ${id}::uuid`),
  ...given(filters.sessionId, (id) => sql`${session} = ${id}`),
  ...given(
    filters.namespaceScope,
    (scope) => sql`(${namespace} = ${scope} or starts_with(${namespace}, ${scope}::text || '/'))`,
  ),
  ...between({ from: filters.observedFrom, to: filters.observedTo }, told, filters.timeZone),
  ...given(splitFilter(filters.metadata).one, (part) => hold(metadata, part)),
]

/** Conditions on where and when a memory `m` with these metadata was said, by its record. */
const ofRecord = (filters: Filters, metadata: Sql): readonly Sql[] => [
  ...placed(filters, { ...OF_RECORD, metadata }),
  ...given(filters.timeWindow, (window) => within(window, filters.timeZone)),
]

/** Whether the record of a memory `m` passes by where it was said. */
export const isPlacedBy = (filters: Filters): Sql => sql`(${allOf(placed(filters, OF_RECORD))}) is true`

/** Conditions on a telling `t` of the episode `e`, of a memory with the text `own`. */
export const ofTelling = (filters: Filters): readonly Sql[] => [
  ...placed(filters, OF_TELLING),
  ...between(filters.timeWindow ?? {}, OF_TELLING, filters.timeZone),
]

/** The same, besides those that its record passes by. */
const toldSo = (filters: Filters): readonly Sql[] => {
  const { one } = splitFilter(filters.metadata)
  return [...ofTelling({ ...filters, metadata: {} }), ...(one === undefined ? [] : holdElsewhere(one))]
}

/** Whether the record of a memory `m`, which carries its merged metadata, passes. */
export const isPassedBy = (filters: Filters): Sql => allOf(ofRecord(filters, sql`m.metadata`))

/** When each of these memories was last said again where the filters pass, besides by its record; with an instant, by then. */
export const lastSaidAgain = (
  scope: Scope,
  {
    ids,
    filters,
    instant,
  }: { readonly ids: readonly string[]; readonly filters: Filters; readonly instant: string | undefined },
): Sql =>
  lastTellings(scope, {
    ids,
    joined: asksMetadata(filters) ? withOwnText : sql``,
    conditions: allOf(ofTelling(filters)),
    instant,
  })

/** Whether a memory `m` passes by another telling than its first. */
const toldOf = (filters: Filters, { scope, instant, removed }: How): Sql => {
  return toldIn(scope, {
    joined: asksMetadata(filters) ? withOwnText : sql``,
    conditions: allOf(toldSo(filters)),
    instant,
    removed,
  })
}

const within = (window: TimeWindow, timeZone: string | undefined): Sql => {
  const { from, to } = window
  const observed = allOf(between(window, OF_RECORD, timeZone))
  if (window.of === 'observed') return observed
  const [first, last] = [from?.slice(0, 10) ?? '-infinity', to?.slice(0, 10) ?? 'infinity']
  return sql`case when m.valid_from is null and m.valid_to is null then ${observed}
              else coalesce(m.valid_from, '-infinity') <= ${last}::date and coalesce(m.valid_to, 'infinity') >= ${first}::date
         end`
}

/**
 * Conditions that two indexes support: a memory for which equalities hold either holds one of them itself, or has all from its
 * episode. The statement is the same for any number of them: planning one condition for each took ten times as long as running it.
 */
const mayHold = (scope: Scope, filters: Filters): readonly Sql[] => {
  const { one } = splitFilter(filters.metadata)
  return given(
    one && narrowingForms(one),
    (forms) => sql`(
        m.episode_id = any(array(
          select e.id
          from episode e
          where e.user_id = ${scope.userId}
            and e.metadata @> any(${forms.episode}::jsonb[])))
        or m.id = any(array(select h.id from ${holdingAny(scope.userId, forms.own)} as h)))`,
  )
}
