import type { MemoryOf } from '../domain/memory.js'
import type { Scope } from '../domain/scope.js'
import { lowerComposed } from '../indexing/compose.js'
import { list, type Sql, sql } from '../postgres/sql.js'
import { visibleTo } from './visible-memories.js'

/** Which of the visible memories are wanted. What is absent narrows nothing. */
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
  /** In any case and composition. */
  readonly subject?: string
  /** Each key has exactly this value in the metadata that the record shows. */
  readonly metadata?: Readonly<Record<string, string | number | boolean | null>>
}

/** The visible memories that the filters leave. They select rows, so they cost no candidates and no places. */
export const wantedOf = (scope: Scope, filters: Filters): Sql => sql`(
    select m.*
    from ${visibleTo(scope)} as m
    where ${allOf([...plain(filters), ...pairsOf(filters).map((pair) => sql`m.id in (${holding(scope, pair)})`)])}
  )`

/** The condition on rows `m` that carry their merged metadata. */
export const wanted = (filters: Filters): Sql =>
  allOf([...plain(filters), ...pairsOf(filters).map((pair) => sql`m.metadata @> ${json(pair)}::jsonb`)])

/** Whether they narrow anything. */
export const isNarrowing = (filters: Filters): boolean => plain(filters).length + pairsOf(filters).length > 0

const allOf = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : list(conditions, '\n      and ')

/** Of what the narrow rows carry. */
const plain = (filters: Filters): readonly Sql[] => {
  const { sourceSite, episodeId, sessionId, memoryType, namespaceScope, observedFrom, observedTo, subject } = filters
  return [
    sourceSite === undefined ? undefined : sql`m.source_site = ${sourceSite}`,
    episodeId === undefined ? undefined : sql`m.episode_id = ${episodeId}::uuid`,
    sessionId === undefined ? undefined : sql`m.session_id = ${sessionId}`,
    memoryType === undefined ? undefined : sql`m.memory_type = ${memoryType}`,
    namespaceScope === undefined ? undefined : below(namespaceScope),
    observedFrom === undefined ? undefined : sql`m.observed_at >= ${observedFrom}::timestamptz`,
    observedTo === undefined ? undefined : sql`m.observed_at <= ${observedTo}::timestamptz`,
    subject === undefined ? undefined : sql`m.subject = ${lowerComposed(subject)}`,
  ].filter((condition) => condition !== undefined)
}

const below = (namespace: string): Sql =>
  sql`(m.namespace = ${namespace} or starts_with(m.namespace, ${namespace}::text || '/'))`

type Pair = readonly [key: string, value: string | number | boolean | null]

const pairsOf = ({ metadata = {} }: Filters): readonly Pair[] => Object.entries(metadata)

const json = ([key, value]: Pair): string => JSON.stringify(Object.fromEntries([[key, value]]))

/** By two indexes, of which neither sees the whole: a key of its own hides the episode's. */
const holding = (scope: Scope, pair: Pair): Sql => sql`
      select m.id
      from ${visibleTo(scope)} as m
      join memory_text t using (user_id, id)
      where t.metadata @> ${json(pair)}::jsonb
      union all
      (
        select m.id
        from episode e
        join ${visibleTo(scope)} as m on m.user_id = e.user_id and m.episode_id = e.id
        where e.metadata @> ${json(pair)}::jsonb
        except
        select m.id
        from ${visibleTo(scope)} as m
        join memory_text t using (user_id, id)
        where t.metadata ? ${pair[0]}
      )`
