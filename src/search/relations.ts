import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql } from '../postgres/sql.js'
import type { View } from '../queries/basis.js'
import { isNarrowing, passing, readPassing, readPassingAt, wantedAt } from '../queries/filters.js'
import { trustAmong } from '../queries/read-agents.js'
import { shownMetadata } from '../queries/readable-by.js'
import { withTellings } from '../queries/told-elsewhere.js'
import { type LessonsInScope, readLessonsInScope } from '../queries/visible-lessons.js'
import { isNoComposite, type Status, textsOf, visibleRows, visibleTo, wordingsOf } from '../queries/visible-memories.js'
import { visibleAt } from '../queries/visible-trail.js'
import { isIndexed, quoted } from '../text/search-vector.js'
import type { SearchRequest } from './answer.js'

/** What a search reads, for whom and of which time: the same from its beginning to its end. */
export type Reading = View & {
  readonly request: SearchRequest
  readonly relations: SearchRelations
  /** ISO 8601, where the search is of the past. */
  readonly instant: string | undefined
}

export const openReading = async (db: Database, asked: SearchRequest): Promise<Reading> => {
  const { scope } = asked
  const instant = await passedInstant(db, asked)
  const then = instant === undefined ? {} : { past: { memories: visibleAt(scope, instant), instant } }
  const request = await withTellings(db, { scope, ...then }, asked)
  const relations = instant === undefined ? presentRelations(request) : pastRelations(request, instant)
  const past = relations.past ? relations.placed : undefined
  return { db, scope, request, relations, past, instant }
}

/** The instant that is asked about, where it has passed: for one to come the memories are those of the present. */
const passedInstant = async (db: Database, { asOf, scope }: SearchRequest): Promise<string | undefined> => {
  if (asOf === undefined) return undefined
  const [row] = await db.rows<{ ahead: boolean }>(sql`
    select ${asOf}::timestamptz > now()
       and not exists (select from bank where user_id = ${scope.userId} and at > ${asOf}::timestamptz) as ahead`)
  return row?.ahead ? undefined : asOf
}

/** What a search selects from: the memories as they are, or were at an instant. The same statements run over both. */
export type SearchRelations = {
  /**
   * Where they are those of an instant that has passed: when that was, and those that may not be now what they were, because they have
   * changed since they were stored, or have lost a telling since.
   */
  readonly past: { readonly instant: string; readonly changed: Sql } | undefined
  readonly scope: Scope
  /** What there is to know of the scope's lessons. */
  readonly lessons: (db: Database) => Promise<LessonsInScope>
  /** Everything that the caller may see, without the filters: words are weighed by it. Where each memory stands. */
  readonly visible: Sql
  /** What the filters leave of it, by id; undefined without filters. */
  readonly permitted: Sql | undefined
  /** The ids of all of that, packed. */
  readonly readPermitted: (db: Database) => Promise<string | undefined>
  /** What memories say; looked up by the key and the wording of a visible memory. */
  readonly texts: Sql
  /** How far others trust the agent of a visible memory `v`; null where that changes nothing. */
  readonly trust: Sql
  /** Every column that an answer shows; selected by id. Only of the present how often it was shown. */
  readonly memories: Sql
  /** The same without the contents: the turn that each memory was made from. */
  readonly placed: Sql
  /** Those of them with these ids, each looked up by its key. */
  readonly placedOf: (ids: readonly string[]) => Sql
}

/** What a search looks at of these memories, with the wording, the readers and the conversation of each. */
const lookedAt = (memories: Sql, standing: Sql): Sql => sql`(
      select user_id, id, ordinal, subject, role, episode_id, occurred_on, observed_at, observed_offset, memory_type, claim_type, words_of,
             agent_id, text_hash, echo_of, ${standing}
      from ${memories} as m
      where ${isNoComposite}
    )`

/** The memories as they are. */
const presentRelations = (request: SearchRequest): SearchRelations => relationsOf(request, ['active'])

/** What was superseded, in the words of its end. */
export const supersededRelations = (request: SearchRequest): SearchRelations => relationsOf(request, ['superseded'])

const relationsOf = (request: SearchRequest, statuses: readonly Status[]): SearchRelations => {
  const { scope } = request
  const memories = visibleTo(scope, statuses)
  return {
    past: undefined,
    scope,
    lessons: (db) => readLessonsInScope(db, scope),
    visible: lookedAt(visibleRows(scope, statuses), sql`last_turn as turn, 0 as wording, reader_group, session`),
    permitted: isNarrowing(request) ? passing(memories, request, { scope }) : undefined,
    readPermitted: (db) => readPassing(db, scope, request),
    texts: textsOf(scope.userId),
    trust: trustAmong(scope, sql`v.agent_id`),
    placed: memories,
    placedOf: (ids) => sql`(select * from ${memories} as m where id = any(${ids}::text[]::uuid[]))`,
    memories: sql`(
      select m.*, t.content, t.summary as headline, t.overview, ${shownMetadata(sql`e.metadata`, sql`t.metadata`)} as metadata,
             coalesce(a.access_count, 0) as accesses
      from ${memories} as m
      join memory_text t using (user_id, id)
      left join memory_access a using (user_id, id)
      left join episode e on e.user_id = m.user_id and e.id = m.episode_id
    )`,
  }
}

/** The memories as they were at an instant. Each stands alone: who stood beside it then is not known. */
const pastRelations = (request: SearchRequest, instant: string): SearchRelations => {
  const memories = visibleAt(request.scope, instant)
  const standing = sql`turn, wording, id::text as reader_group, id::text as session`
  return {
    past: { instant, changed: lookedAt(visibleAt(request.scope, instant, 'changed'), standing) },
    scope: request.scope,
    lessons: (db) => readLessonsInScope(db, request.scope, instant),
    visible: lookedAt(memories, standing),
    permitted: isNarrowing(request) ? wantedAt(request.scope, memories, { ...request, instant }) : undefined,
    readPermitted: (db) => readPassingAt(db, request.scope, { ...request, memories, instant }),
    texts: wordingsOf(request.scope.userId),
    trust: trustAmong(request.scope, sql`v.agent_id`, instant),
    memories,
    placed: memories,
    placedOf: (ids) => visibleAt(request.scope, instant, ids),
  }
}

/** A tsquery of any of these lexemes, too long ones aside. They are quoted: none of their signs is an operator. */
export const anyOf = (lexemes: readonly string[]): string => lexemes.filter(isIndexed).map(quoted).join(' | ')
