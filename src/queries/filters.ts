import type { MemoryOf } from '../domain/memory/events.js'
import type { Scope } from '../domain/scope.js'
import { list, type Sql, sql } from '../postgres/sql.js'
import { lowerComposed } from '../text/fold.js'
import { shownMetadata } from './readable-by.js'
import { visibleTo } from './visible-memories.js'

/** Filters on the visible memories. An absent field filters nothing. */
export type Filters = {
  readonly sourceSite?: string
  readonly episodeId?: string
  readonly sessionId?: string
  readonly memoryType?: MemoryOf<'MemoryStored'>['data']['memoryType']
  /** This namespace and everything below it. */
  readonly namespaceScope?: string
  /** Instants, ISO 8601 in UTC, both inclusive: when it was said. */
  readonly observedFrom?: string
  readonly observedTo?: string
  readonly timeWindow?: TimeWindow
  /** Ignores case and Unicode composition. */
  readonly subject?: string
  /** The slot that the writer says it takes. */
  readonly key?: string
  /** The memory's record must have exactly these values in its metadata. */
  readonly metadata?: Readonly<Record<string, string | number | boolean | null>>
}

/**
 * Instants, ISO 8601 in UTC, both inclusive. `observed`: when it was said. `valid`: what is valid at some time within; what
 * has no time of its own is taken by when it was said.
 */
type TimeWindow = { readonly from?: string; readonly to?: string; readonly of: 'observed' | 'valid' }

/**
 * The visible memories that pass the filters. Filters apply before candidates are chosen, so they cost no candidates.
 */
export const wantedOf = (scope: Scope, filters: Filters): Sql => sql`(
    select m.*
    from ${visibleTo(scope)} as m
    ${hasPairs(filters) ? withMetadata : sql``}
    where ${allOf([...plain(filters), ...(hasPairs(filters) ? [mayHold(scope, filters), holds(filters, mergedMetadata)] : [])])}
  )`

/** The condition on rows `m` that carry their merged metadata. */
export const wanted = (filters: Filters): Sql =>
  allOf([...plain(filters), ...(hasPairs(filters) ? [holds(filters, sql`m.metadata`)] : [])])

/** Whether any filter is set. */
export const isNarrowing = (filters: Filters): boolean => plain(filters).length > 0 || hasPairs(filters)

const allOf = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : list(conditions, '\n      and ')

/** Conditions on the narrow table alone. */
const plain = (filters: Filters): readonly Sql[] => [
  ...given(filters.sourceSite, (site) => sql`m.source_site = ${site}`),
  ...given(filters.episodeId, (id) => sql`m.episode_id = ${id}::uuid`),
  ...given(filters.sessionId, (id) => sql`m.session_id = ${id}`),
  ...given(filters.memoryType, (type) => sql`m.memory_type = ${type}`),
  ...given(filters.namespaceScope, below),
  ...given(filters.observedFrom, (from) => sql`m.observed_at >= ${from}::timestamptz`),
  ...given(filters.observedTo, (to) => sql`m.observed_at <= ${to}::timestamptz`),
  ...given(filters.timeWindow, within),
  ...given(filters.subject, (subject) => sql`m.subject = ${lowerComposed(subject)}`),
  ...given(filters.key, (key) => sql`m.key = ${key}`),
]

const given = <Value>(value: Value | undefined, condition: (value: Value) => Sql): readonly Sql[] =>
  value === undefined ? [] : [condition(value)]

const within = ({ from, to, of }: TimeWindow): Sql => {
  const observed = sql`m.observed_at between coalesce(${from ?? null}::timestamptz, '-infinity') and coalesce(${to ?? null}::timestamptz, 'infinity')`
  if (of === 'observed') return observed
  const [first, last] = [from?.slice(0, 10) ?? '-infinity', to?.slice(0, 10) ?? 'infinity']
  return sql`case when m.valid_from is null and m.valid_to is null then ${observed}
              else coalesce(m.valid_from, '-infinity') <= ${last}::date and coalesce(m.valid_to, 'infinity') >= ${first}::date
         end`
}

const below = (namespace: string): Sql =>
  sql`(m.namespace = ${namespace} or starts_with(m.namespace, ${namespace}::text || '/'))`

const hasPairs = ({ metadata = {} }: Filters): boolean => Object.keys(metadata).length > 0

const holds = ({ metadata }: Filters, held: Sql): Sql => sql`${held} @> ${JSON.stringify(metadata)}::jsonb`

const mergedMetadata: Sql = shownMetadata(sql`e.metadata`, sql`t.metadata`)
const withMetadata: Sql = sql`join memory_text t using (user_id, id)
    left join episode e on e.user_id = m.user_id and e.id = m.episode_id`

/**
 * A condition that two indexes support: a memory with all pairs either holds one of them itself, or has all from its
 * episode. The statement is the same for any number of pairs: planning one condition per pair took ten times as long as
 * running it.
 */
const mayHold = (scope: Scope, { metadata = {} }: Filters): Sql => {
  const pairs = Object.entries(metadata).map(([key, value]) => JSON.stringify(Object.fromEntries([[key, value]])))
  return sql`(
        m.episode_id = any(array(
          select e.id
          from episode e
          where e.user_id = ${scope.userId}
            and e.metadata @> ${JSON.stringify(metadata)}::jsonb))
        or m.id = any(array(
          select v.id
          from ${visibleTo(scope)} as v
          join memory_text t using (user_id, id)
          where t.metadata @> any(${pairs}::jsonb[]))))`
}
