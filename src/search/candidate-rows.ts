import type { Scope } from '../domain/scope.js'
import type { StoredMemory } from '../memory-index/memory-index.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql, whole } from '../postgres/sql.js'
import { indexedColumns, isDerived, restsOnOf, saidInOf, visibleRows } from '../queries/visible-memories.js'
import { madeOf } from '../queries/visible-tellings.js'
import { anyOf, type SearchRelations } from './relations.js'
import { B, K1 } from './score-bank.js'

/** The statements by which a search of a user who does not fit in memory finds its candidates. */

/** Ids of memories, as the database packs them: they go back as they came, since an array takes several times as long to send. */
export type PackedIds = string

/** What is searched, as what follows `from`: visible memories `m`, each with the text `t` that it has, or had then. */
export type Texts = Sql

/** The visible memories with their texts of now. */
export const textsOfNow = (scope: Scope): Texts => sql`${visibleRows(scope)} as m
    join memory_text t on t.user_id = m.user_id and t.id = m.id and m.memory_type <> 'composite'`

export type Then = {
  readonly ids: PackedIds
  readonly wordings: string
  readonly days: string
  readonly subjects: readonly string[]
}

/** What was visible at an instant, and the wording of each: found once, since that reads the whole trail. */
export const readThen = async (db: Database, visible: Sql): Promise<Then> => {
  const [then] = await db.rows<Then>(sql`/* search: what was visible at an instant */
    select coalesce(string_agg(v.id::text, ',' order by v.id), '') as ids,
           coalesce(string_agg(v.wording::text, ',' order by v.id), '') as wordings,
           coalesce(string_agg(coalesce(v.occurred_on::text, ''), ',' order by v.id), '') as days,
           coalesce(json_agg(distinct v.subject) filter (where v.subject is not null), '[]') as subjects
    from ${visible} as v`)
  if (then === undefined) throw new Error('an aggregate without a row')
  return then
}

/** These memories with the texts of then. */
export const textsOfThen = (userId: string, { ids, wordings, days }: Then): Texts => sql`(
      select ${userId}::text as user_id, shown.*
      from unnest(
        string_to_array(${ids}, ',')::uuid[],
        string_to_array(${wordings}, ',')::int[],
        string_to_array(${days}, ',', '')::date[]
      ) as shown (id, wording, occurred_on)
    ) as m
    join memory_wording t on t.user_id = m.user_id and t.id = m.id and t.version = m.wording`

/** How many texts there are in each language, and how many positions these have and the subjects' names. */
export const readSizes = (
  db: Database,
  texts: Texts,
): Promise<
  readonly { readonly language: string; readonly memories: number; readonly text: number; readonly name: number }[]
> =>
  db.rows(sql`/* search: how much is said in each language */
    select t.language, count(*)::float8 as memories, sum(t.text_len)::float8 as text, sum(t.name_len)::float8 as name
    from ${texts}
    group by t.language`)

/** How many memories hold each of these lexemes themselves, and how many of them in their text. */
export const readHolders = (
  db: Database,
  texts: Texts,
  lexemes: readonly string[],
): Promise<readonly { readonly lexeme: string; readonly memories: number; readonly byText: number }[]> =>
  db.rows(sql`/* search: in how many memories words occur */
    select word.lexeme, count(*)::float8 as memories,
           (count(*) filter (where 'D' = any(word.weights)))::float8 as "byText"
    from ${texts}
    cross join unnest(t.own_words) as word (lexeme, positions, weights)
    where t.own_words @@ ${anyOf(lexemes)}::tsquery
      and word.lexeme = any(${lexemes}::text[])
    group by word.lexeme`)

/** How many memories are turns that were said, and in how many sessions of one group of readers each. */
export const readSessions = async (
  db: Database,
  scope: Scope,
): Promise<{ readonly turns: number; readonly sessions: number }> => {
  const [row] = await db.rows<{
    readonly turns: number
    readonly sessions: number
  }>(sql`/* search: how long sessions are */
    select coalesce(sum(s.turns), 0)::float8 as turns, count(*)::float8 as sessions
    from (
      select count(*) as turns
      from ${visibleRows(scope)} as m
      where not ${isDerived(sql`m`)}
      group by m.reader_group, m.session
    ) as s`)
  return row ?? { turns: 0, sessions: 0 }
}

/** The known subjects of which one of these words is a part. */
export const readSubjects = async (
  db: Database,
  scope: Scope,
  names: readonly string[],
): Promise<readonly string[]> => {
  const rows = await db.rows<{ readonly subject: string }>(sql`/* search: subjects that a query names */
    select distinct m.subject
    from ${visibleRows(scope)} as m
    where m.memory_type <> 'composite'
      and string_to_array(translate(m.subject, '''’-.,_/', '       '), ' ') && ${names}::text[]`)
  return rows.map(({ subject }) => subject)
}

/** The words as they are written, and how many memories hold each. */
export const readVocabulary = (
  db: Database,
  texts: Texts,
): Promise<readonly { readonly word: string; readonly memories: number }[]> =>
  db.rows(sql`/* search: the words of all memories */
    select word, count(*)::float8 as memories
    from ${texts}
    cross join unnest(string_to_array(t.spelt, ' ')) as word
    group by word`)

/** Among what a search looks for candidates. */
export type Among = {
  readonly texts: Texts
  /** What passes the filters, and what that rests on; undefined without filters. */
  readonly permitted: PackedIds | undefined
}

const passing = ({ permitted }: Among): Sql => (permitted === undefined ? sql`true` : isAmong(permitted))

const isAmong = (ids: PackedIds): Sql => sql`m.id in (select p from unnest(string_to_array(${ids}, ',')::uuid[]) as p)`

/** What these memories rest on. */
export const readBasis = async (db: Database, scope: Scope, ids: PackedIds): Promise<PackedIds> => {
  const [row] = await db.rows<{ readonly ids: PackedIds }>(sql`/* search: what these memories rest on */
    select coalesce(string_agg(distinct b.evidence_id::text, ','), '') as ids
    from ${visibleRows(scope)} as m
    join memory_basis b on b.user_id = m.user_id and b.id = m.id and b.words_of = m.words_of
    where ${isAmong(ids)}`)
  return row?.ids ?? ''
}

const idsOf = async (db: Database, statement: Sql): Promise<readonly string[]> =>
  (await db.rows<{ readonly id: string }>(statement)).map(({ id }) => id)

export type WeightedWords = {
  readonly lexemes: readonly string[]
  readonly weights: readonly number[]
  /** A memory with its neighbours has so many positions on the average, in tenths. */
  readonly average: number
}

/** A memory with its neighbours is about so many times as long as itself, in tenths of a position. */
export const WITH_NEIGHBOURS = 24

/** The best by BM25 over their own words; of a date where one is given. */
export const readByWords = (
  db: Database,
  among: Among,
  {
    lexemes,
    weights,
    average,
    days,
    most,
  }: WeightedWords & { readonly days?: string | undefined; readonly most: number },
): Promise<readonly string[]> =>
  idsOf(
    db,
    sql`/* search: the best by their own words */
    select m.id
    from ${among.texts}
    cross join unnest(t.own_words) as word (lexeme, positions, weights)
    join unnest(${lexemes}::text[], ${weights}::float8[]) as asked (lexeme, weight) on asked.lexeme = word.lexeme
    where t.own_words @@ ${anyOf(lexemes)}::tsquery
      and ${days === undefined ? sql`true` : isOf(days)}
      and ${passing(among)}
    group by m.id
    order by sum(asked.weight * cardinality(word.positions) / (cardinality(word.positions) + ${K1}::float8
             * (${1 - B}::float8 + ${(B * WITH_NEIGHBOURS) / average}::float8 * (t.text_len + t.name_len)))) desc, m.id
    limit ${whole(most)}`,
  )

/** Those that were said on these days (a datemultirange), or name one of them. */
const isOf = (days: string): Sql =>
  sql`(m.occurred_on <@ ${days}::datemultirange or t.named_days && ${days}::datemultirange)`

/** The last of these days. */
export const readByDays = (
  db: Database,
  among: Among,
  { days, most }: { readonly days: string; readonly most: number },
): Promise<readonly string[]> =>
  idsOf(
    db,
    sql`/* search: the last of the days that a query names */
    select m.id
    from ${among.texts}
    where ${isOf(days)}
      and ${passing(among)}
    order by m.occurred_on desc, m.id
    limit ${whole(most)}`,
  )

/** The nearest by their own vectors, compared one by one: those of another model's dimensions are left out. */
export const readByVector = (
  db: Database,
  among: Among,
  { vector, most }: { readonly vector: Float32Array; readonly most: number },
): Promise<readonly string[]> =>
  idsOf(
    db,
    sql`/* search: the nearest by meaning */
    select m.id
    from ${among.texts}
    where vector_dims(t.embedding) = ${vector.length}
      and ${passing(among)}
    order by t.embedding <=> ${vector}::vector, m.id
    limit ${whole(most)}`,
  )

/** A memory near another in its session and group of readers; `step` 1 is the next one. */
export type Neighbour = { readonly id: string; readonly step: number }

/** Those said before these memories, or after them, up to so many steps away, each by the index of places. */
export const readBeside = (
  db: Database,
  scope: Scope,
  { ids, side, reach }: { readonly ids: readonly string[]; readonly side: 'before' | 'after'; readonly reach: number },
): Promise<readonly Neighbour[]> => {
  const [name, compared, order] =
    side === 'before'
      ? [sql`/* search: what was said before these */`, sql`<`, sql`desc`]
      : [sql`/* search: what was said after these */`, sql`>`, sql`asc`]
  return db.rows(sql`${name}
    select n.id, n.step
    from ${visibleRows(scope)} as s
    cross join lateral (
      select m.id, (row_number() over (order by m.ordinal ${order}, m.id ${order}))::int as step
      from ${visibleRows(scope)} as m
      where m.status = 'active'
        and m.reader_group = s.reader_group
        and m.session = s.session
        and (m.ordinal, m.id) ${compared} (s.ordinal, s.id)
        and not ${isDerived(sql`m`)}
      order by m.ordinal ${order}, m.id ${order}
      limit ${whole(reach)}
    ) as n
    where s.id = any(${ids}::text[]::uuid[])
      and not ${isDerived(sql`s`)}`)
}

/** What was derived from these. */
export const readDerived = async (db: Database, scope: Scope, ids: readonly string[]): Promise<readonly string[]> =>
  idsOf(db, madeOf(scope, ids, sql`m.memory_type <> 'composite'`))

/** A memory as the index stores it, with how far others trust its agent. */
export type CandidateRow = Omit<StoredMemory, 'spelt'> & { readonly trust: number | null }

export const readRows = (
  db: Database,
  { visible, texts, trust }: SearchRelations,
  ids: readonly string[],
): Promise<readonly CandidateRow[]> =>
  db.rows(sql`/* search: candidates as the index stores them */
    select v.id, v.reader_group, v.session, v.ordinal, v.subject, v.role, v.occurred_on, v.observed_at, v.observed_offset,
           ${saidInOf(sql`v`, sql`v.turn`)} as said_in, ${restsOnOf(sql`v`)} as rests_on, v.text_hash::text as text_hash,
           v.echo_of::text as echo_of, ${indexedColumns}, ${trust} as trust
    from ${visible} as v
    join ${texts} as t using (user_id, id, wording)
    where v.id = any(${ids}::text[]::uuid[])`)
