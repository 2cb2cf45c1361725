import type { MemoryOf } from '../domain/memory/events.js'
import { locatedIn } from '../domain/moment.js'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { list, type Sql, sql } from '../postgres/sql.js'
import { addDays } from '../text/dates/day.js'
import { lowerComposed } from '../text/fold.js'
import { shownMetadata } from './readable-by.js'
import { holdingAny, visibleRows, visibleTo } from './visible-memories.js'
import { basisPassing, lastTellings, madeOf, passingByTelling, TOLD_AT, toldIn } from './visible-tellings.js'

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
  /** The memory's record must have exactly these values in its metadata. */
  readonly metadata?: Readonly<Record<string, string | number | boolean | null>>
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
  const isJoined = instant === undefined && hasPairs(filters)
  const joined = isJoined ? withMetadata : sql``
  const own = ofMemory(filters)
  const record = ofRecord(filters, instant === undefined ? mergedMetadata : sql`m.metadata`)
  if (record.length === 0) return [sql`(select m.* from ${memories} as m where ${allOf(own)})`]
  const isDated = filters.timeWindow === undefined ? [] : [sql`m.valid_from is null and m.valid_to is null`]
  return [
    sql`(
    select m.*
    from ${memories} as m
    ${joined}
    where ${allOf([...own, ...(isJoined ? [mayHold(scope, filters)] : []), ...record])}
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
  const isJoined = hasPairs(filters)
  const narrowed = isJoined ? [mayHold(scope, filters)] : []
  return sql`${visibleRows(scope)} as m
    ${isJoined ? withMetadata : sql``}
    where ${allOf([...ofMemory(filters), ...narrowed, ...ofRecord(filters, mergedMetadata)])}`
}

/** A memory with its key in the order of a list. */
export type Listed = { readonly id: string; readonly created_at: string; readonly ordinal: bigint }

/**
 * Those that pass by a later telling, or by any of what they rest on; a record among them may pass, too. None where the filters do
 * not ask where or when something was said.
 */
export const passingElsewhere = async (db: Database, scope: Scope, filters: Filters): Promise<readonly Listed[]> => {
  if (ofRecord(filters, mergedMetadata).length === 0) return []
  const isDated = filters.timeWindow === undefined ? [] : [sql`m.valid_from is null and m.valid_to is null`]
  const own = [...ofMemory(filters), ...isDated]
  const told = [...ofTelling(filters), ...episodeHolds(filters)]
  const joined = hasPairs(filters) ? withOwnText : sql``
  const [again, basis] = await Promise.all([
    db.rows<Listed>(passingByTelling(scope, { joined, conditions: allOf([...own, ...told]) })),
    db.rows<Pick<Listed, 'id'>>(basisPassing(scope, { joined, conditions: allOf(told) })),
  ])
  const ids = basis.map(({ id }) => id)
  const made = ids.length === 0 ? [] : await db.rows<Listed>(madeOf(scope, ids, allOf(own)))
  return [...new Map([...again, ...made].map((each) => [each.id, each])).values()]
}

/** What a memory's own metadata hold alone, its record passes by. */
const episodeHolds = (filters: Filters): readonly Sql[] =>
  hasPairs(filters) ? [sql`e.metadata @> any(${pairsOf(filters)}::jsonb[])`] : []

/** Whether any filter is set. */
export const isNarrowing = (filters: Filters): boolean =>
  [...ofMemory(filters), ...ofRecord(filters, mergedMetadata)].length > 0

const allOf = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : list(conditions, '\n      and ')

const given = <Value>(value: Value | undefined, condition: (value: Value) => Sql): readonly Sql[] =>
  value === undefined ? [] : [condition(value)]

/** Conditions on what a memory says. */
const ofMemory = (filters: Filters): readonly Sql[] => [
  ...given(filters.memoryType, (type) => sql`m.memory_type = ${type}`),
  ...given(filters.subject, (subject) => sql`m.subject = ${lowerComposed(subject)}`),
  ...given(filters.key, (key) => sql`m.key = ${key}`),
]

const mergedMetadata: Sql = shownMetadata(sql`e.metadata`, sql`t.metadata`)
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
  metadata: shownMetadata(sql`e.metadata`, sql`own.metadata`),
}

/** The columns that tell when it was said. */
type TimeColumns = Pick<typeof OF_RECORD, 'time' | 'day' | 'offset'>

/** That of a day as text; an instant is longer. */
const DAY_LENGTH = 10

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
  ...(hasPairs(filters) ? [sql`${metadata} @> ${JSON.stringify(filters.metadata)}::jsonb`] : []),
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
    joined: hasPairs(filters) ? withOwnText : sql``,
    conditions: allOf(ofTelling(filters)),
    instant,
  })

const withOwnText = sql`join memory_text own on own.user_id = t.user_id and own.id = t.memory_id`

/** Whether a memory `m` passes by another telling than its first. */
const toldOf = (filters: Filters, { scope, instant, removed }: How): Sql => {
  return toldIn(scope, {
    joined: hasPairs(filters) ? withOwnText : sql``,
    conditions: allOf([...ofTelling(filters), ...episodeHolds(filters)]),
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

/** Each as JSON. */
const pairsOf = ({ metadata = {} }: Filters): readonly string[] =>
  Object.entries(metadata).map(([key, value]) => JSON.stringify(Object.fromEntries([[key, value]])))

const hasPairs = (filters: Filters): boolean => pairsOf(filters).length > 0

/**
 * A condition that two indexes support: a memory with all pairs either holds one of them itself, or has all from its
 * episode. The statement is the same for any number of pairs: planning one condition per pair took ten times as long as
 * running it.
 */
const mayHold = (scope: Scope, filters: Filters): Sql => sql`(
        m.episode_id = any(array(
          select e.id
          from episode e
          where e.user_id = ${scope.userId}
            and e.metadata @> ${JSON.stringify(filters.metadata)}::jsonb))
        or m.id = any(array(select h.id from ${holdingAny(scope.userId, pairsOf(filters))} as h)))`
