import { grouped } from '../concurrency/slices.js'
import type { Echo, RestingFact } from '../domain/memory/cascade.js'
import { ownText } from '../domain/own-text.js'
import type { Readers, Scope } from '../domain/scope.js'
import type { Target } from '../domain/verdict.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql } from '../postgres/sql.js'
import { hashesAsUserSaid } from '../text/as-user-said.js'
import { readByAllReadersOf, readersOf } from './readable-by.js'
import { isReplacing } from './visible-episodes.js'
import { isDerived, visibleRows } from './visible-memories.js'

/**
 * The boundary for what was made of memories: what an erasure, a deletion or a change takes with it, whoever may read it. For
 * decisions, never for answers: ids and versions, and the words of turns that the same user said.
 */

/** The composites that rest on one of these memories and have not been withdrawn, with the memory that each rests on. */
const compositesByPart = (userId: string, ids: readonly string[]): Sql => sql`(
  select distinct c.id, c.version, e.evidence_id as part
  from memory_basis e
  join memory c on c.user_id = e.user_id and c.id = e.id and c.words_of = e.words_of
  where e.user_id = ${userId}
    and e.evidence_id = any(${ids}::text[]::uuid[])
    and c.memory_type = 'composite'
    and c.status in ('active', 'needs_clarification')
)`

/** A composite, and one of the memories that it is made of. */
type CompositePart = { readonly memoryId: string; readonly version: number; readonly part: string }

/** The composites that are made of these memories: a row for each part. */
export const compositesOfParts = async (
  db: Database,
  userId: string,
  ids: readonly string[],
): Promise<readonly CompositePart[]> =>
  ids.length === 0
    ? []
    : db.rows<CompositePart>(sql`/* derived: composites of parts */
    select c.id as "memoryId", c.version, c.part
    from ${compositesByPart(userId, ids)} as c
    order by c.id, c.part`)

/** The echoes in force of these memories, with the readers of each. */
export const echoesOf = async (
  db: Database,
  userId: string,
  ids: readonly string[],
): Promise<readonly (Echo & { readonly readers: Readers })[]> =>
  ids.length === 0
    ? []
    : db.rows(sql`/* derived: echoes of memories */
    select m.id as "memoryId", m.version, m.echo_of as "of", ${readersOf(sql`m`)} as readers
    from memory m
    where m.user_id = ${userId}
      and m.echo_of = any(${ids}::text[]::uuid[])
      and m.status = 'active'
    order by m.id`)

type TurnBehindFact = {
  readonly memoryId: string
  readonly version: number
  readonly isInForce: boolean
  readonly isReplacing: boolean
  readonly content: string
  readonly speaker: string | null
  readonly isRepeated: boolean
  readonly instant: string
  readonly offset: string | null
} & Fact

/** A fact on a stretch of it. */
type Fact = {
  readonly factId: string
  readonly start: number
  readonly end: number
  readonly isFactInForce: boolean
}

/** What has the words, the key and the readers of a memory, itself too. */
const sameWordsAs = (m: Sql): Sql => sql`(
      select *
      from memory
      where user_id = ${m}.user_id
        and text_hash = ${m}.text_hash
        and reader_group = ${m}.reader_group
    )`

/** What is in force with the words, in any form, the key and the readers of these memories; and of which. */
export const sameInForce = async (
  db: Database,
  userId: string,
  ids: readonly string[],
): Promise<readonly (Target & { readonly of: string })[]> => {
  if (ids.length === 0) return []
  const rows = await db.rows<{
    readonly id: string
    readonly group: string
    readonly key: string | null
    readonly content: string
    readonly speaker: string | null
  }>(sql`/* derived: the words of memories */
    select m.id, m.reader_group as "group", m.key, t.content, t.speaker
    from memory m
    join memory_text t using (user_id, id)
    where m.user_id = ${userId}
      and m.id = any(${ids}::text[]::uuid[])`)
  const words = rows.flatMap(({ id, group, key, ...said }) =>
    hashesAsUserSaid(said, key).map((hash) => ({ id, group, hash })),
  )
  const saying = await db.rows<
    Target & { readonly hash: string; readonly group: string }
  >(sql`/* derived: what is in force with these words */
    select id as "memoryId", version, text_hash as hash, reader_group as "group"
    from memory
    where user_id = ${userId}
      and text_hash = any(${words.map(({ hash }) => hash)}::text[]::uuid[])
      and memory_type <> 'composite'
      and status in ('active', 'needs_clarification')
    order by id`)
  return saying.flatMap(({ hash, group, ...memory }) =>
    words
      .filter((word) => word.hash === hash && word.group === group && word.id !== memory.memoryId)
      .map(({ id }) => ({ ...memory, of: id })),
  )
}

/** Whether a fact in force rests on a memory. */
const hasFacts = (m: Sql): Sql => sql`exists (
        select
        from memory_basis b
        join memory o on o.user_id = b.user_id and o.id = b.id and o.words_of = b.words_of
        where b.user_id = ${m}.user_id
          and b.evidence_id = ${m}.id
          and o.memory_type <> 'composite'
          and o.status in ('active', 'needs_clarification')
      )`

/**
 * The turns that these facts rest on, with the stretches that facts rest on, and whether all of them are in force; and the turns of the
 * same words that no fact in force rests on: for these the facts of the others stand.
 */
export const turnsBehind = async (db: Database, userId: string, factIds: readonly string[]) => {
  if (factIds.length === 0) return []
  const rows = await db.rows<TurnBehindFact>(sql`/* derived: turns behind facts */
    select w.id as "memoryId", w.version, w.status = 'active' as "isInForce", t.content, t.speaker,
           f.id as "factId", e.start_at as start, e.end_at as "end", f.status in ('active', 'needs_clarification') as "isFactInForce",
           ${isReplacing(sql`w`, sql`w.turn`)} as "isReplacing", w.id <> v.id as "isRepeated",
           least(w.observed_at, w.created_at) as instant, w.observed_offset as "offset"
    from memory_basis e
    join memory f on f.user_id = e.user_id and f.id = e.id and f.words_of = e.words_of
    join memory v on v.user_id = e.user_id and v.id = e.evidence_id
    cross join lateral ${sameWordsAs(sql`v`)} as w
    join memory_text t on t.user_id = w.user_id and t.id = w.id
    where v.user_id = ${userId}
      and v.status not in ('pending', 'erased')
      and v.claim_type is null
      and w.status not in ('pending', 'erased')
      and w.claim_type is null
      and f.memory_type <> 'composite'
      and v.id in (
        select evidence_id
        from memory_basis
        where user_id = ${userId}
          and id = any(${factIds}::text[]::uuid[])
      )
      and (w.id = v.id or not ${hasFacts(sql`w`)})
    order by w.id, f.id, e.start_at`)
  return [...grouped(rows, ({ memoryId }) => memoryId).values()].flatMap(turnIn)
}

/** A turn of which there is a row for each stretch that a fact rests on. */
const turnIn = (its: readonly TurnBehindFact[]) => {
  const [turn] = its
  if (turn === undefined) return []
  const { memoryId, version, isInForce, isReplacing, instant, offset } = turn
  return {
    memoryId,
    version,
    isInForce,
    isReplacing,
    facts: its.map(({ factId, start, end, isFactInForce }) => ({ factId, start, end, isInForce: isFactInForce })),
    ...(its.every(({ isRepeated }) => isRepeated) ? { repeatedAt: { instant, offset } } : {}),
    text: ownText(turn),
  }
}

/** Something made of memories. A turn is an echo of one, or was one once. */
type Derived = Target & { readonly isTurn: boolean }

/** All of which any version was made of these memories, directly or by others: it may hold their words. */
export const derivedFrom = async (db: Database, userId: string, ids: readonly string[]): Promise<readonly Derived[]> =>
  ids.length === 0
    ? []
    : db.rows<Derived>(sql`/* derived: all that was made of memories */
    with recursive derived (id) as (
      select e.id
      from memory_evidence e
      where e.user_id = ${userId}
        and e.evidence_id = any(${ids}::text[]::uuid[])
      union
      select e.id
      from derived d
      cross join lateral (
        select id
        from memory_evidence
        where user_id = ${userId}
          and evidence_id = d.id
      ) as e
    )
    select m.id as "memoryId", m.version, not ${isDerived(sql`m`)} as "isTurn"
    from memory m
    where m.user_id = ${userId}
      and m.id in (select id from derived)
      and m.id <> all(${ids}::text[]::uuid[])
      and m.status not in ('pending', 'erased')
    order by m.id`)

/** The episodes of which a model was shown one of these memories. For erasures. */
export const extractedWith = async (
  db: Database,
  userId: string,
  ids: readonly string[],
): Promise<readonly string[]> => {
  if (ids.length === 0) return []
  const rows = await db.rows<{ readonly id: string }>(sql`/* derived: episodes of which a model was shown memories */
    select distinct episode_id as id
    from episode_shown
    where user_id = ${userId}
      and memory_id = any(${ids}::text[]::uuid[])
    order by episode_id`)
  return rows.map(({ id }) => id)
}

/**
 * The facts in force on these memories, if all their readers may read what they rest on; each with all that it rests on still: that is
 * in force, or the fact has taken its place.
 */
export const factsOn = async (
  db: Database,
  userId: string,
  ids: readonly string[],
): Promise<readonly RestingFact[]> => {
  if (ids.length === 0) return []
  const rows = await db.rows<FactBasis>(sql`/* derived: facts on memories */
    select f.id as "memoryId", f.version, e.evidence_id as "evidenceId", ${readByAllReadersOf(sql`v`, sql`f`)} is not false as "isReadByAll",
           v.status in ('active', 'needs_clarification') or coalesce(v.superseded_by = f.id, false) as "isStanding"
    from memory f
    join memory_basis e on e.user_id = f.user_id and e.id = f.id and e.words_of = f.words_of
    join memory v on v.user_id = e.user_id and v.id = e.evidence_id
    where f.user_id = ${userId}
      and f.id = any(array(select id from memory_basis where user_id = ${userId} and evidence_id = any(${ids}::text[]::uuid[])))
      and f.status = 'active'
      and f.memory_type <> 'composite'
    order by f.id, e.evidence_id`)
  const isAsked = new Set(ids)
  return [...grouped(rows, ({ memoryId }) => memoryId).entries()].flatMap(([memoryId, its]) => {
    const basis = its.filter(({ evidenceId, isStanding }) => isStanding || isAsked.has(evidenceId))
    const [first] = basis
    if (first === undefined || !its.every(({ isReadByAll }) => isReadByAll)) return []
    return { memoryId, version: first.version, basis: [...new Set(basis.map(({ evidenceId }) => evidenceId))] }
  })
}

/** What a fact rests on: a row for each stretch. */
type FactBasis = Target & {
  readonly evidenceId: string
  readonly isReadByAll: boolean
  /** Whether that is in force, or the fact has taken its place. */
  readonly isStanding: boolean
}

type Went = {
  readonly memoryId: string
  /** That set its words. */
  readonly version: number
  /** Whether it has the same words; else it is a fact or a turn of those that have. */
  readonly isSame: boolean
}

/** A memory as it went, or as it is. */
type Gone = {
  readonly id: string
  readonly group: string
  readonly textHash: string | null
  readonly wordsOf: number
  readonly memoryType: string
  readonly supersededBy: string | null
  readonly expiredAt: string | null
  readonly supersedingCommand: string | null
  readonly deletingCommand: string | null
}

const readGone = (db: Database, { name, from, which }: Readonly<Record<'name' | 'from' | 'which', Sql>>) =>
  db.rows<Gone>(sql`${name}
    select o.id, o.reader_group as "group", o.text_hash as "textHash", o.words_of as "wordsOf", o.memory_type as "memoryType",
           o.superseded_by as "supersededBy", o.expired_at as "expiredAt",
           o.superseding_command as "supersedingCommand", o.deleting_command as "deletingCommand"
    from ${from} as o
    where ${which}`)

/**
 * What was superseded or deleted when a memory that the caller knows ceased to say what a version of it said: others with its
 * words, and the facts and turns of all of these.
 */
export const wentWith = async (
  db: Database,
  scope: Scope,
  asked: { readonly memoryId: string; readonly version: number; readonly textHashes: readonly string[] },
): Promise<readonly Went[]> => {
  const from = visibleRows(scope, ['superseded', 'deleted'])
  const [[memory], changes] = await Promise.all([
    readGone(db, {
      name: sql`/* went: a memory */`,
      from: visibleRows(scope, ['active', 'superseded', 'deleted']),
      which: sql`o.id = ${asked.memoryId}`,
    }),
    changesAfter(db, scope.userId, asked),
  ])
  if (memory === undefined) return []
  const others = await readGone(db, {
    name: sql`/* went: those with its words */`,
    from,
    which: sql`o.text_hash = any(${asked.textHashes}::text[]::uuid[]) and o.reader_group = ${memory.group}`,
  })
  const same = new Set([memory, ...others].map(({ id }) => id))
  const words = await wordsRelated(db, scope.userId, [...same])
  const hashes = words.map(({ textHash }) => textHash)
  const alike = await readGone(db, {
    name: sql`/* went: those with the words of what rests on these, or they rest on */`,
    from,
    which: sql`o.text_hash = any(${hashes}::text[]::uuid[])`,
  })
  const isRelated = new Set(words.map(({ textHash, group }) => `${textHash} ${group}`))
  const related = alike.filter(({ textHash, group }) => isRelated.has(`${textHash} ${group}`))
  const all = new Map([...others, ...related].map((each) => [each.id, each]))
  return [...all.values()]
    .filter((each) => each.id !== memory.id && each.memoryType !== 'composite' && isGoneWith(each, memory, changes))
    .map(({ id, wordsOf }) => ({ memoryId: id, version: wordsOf, isSame: same.has(id) }))
    .toSorted((a, b) => (a.memoryId < b.memoryId ? -1 : 1))
}

/** Whether one command took both for the same reason, or the memory took its place when it changed. */
const isGoneWith = (other: Gone, memory: Gone, changes: ReadonlySet<string>): boolean => {
  const { supersededBy, expiredAt, supersedingCommand, deletingCommand } = other
  if (supersededBy === memory.id) return expiredAt !== null && changes.has(expiredAt)
  if (supersededBy !== memory.supersededBy) return false
  const isSuperseded =
    supersededBy !== null && supersedingCommand !== null && supersedingCommand === memory.supersedingCommand
  return isSuperseded || (deletingCommand !== null && deletingCommand === memory.deletingCommand)
}

/** When a memory changed after one of its versions. */
const changesAfter = async (
  db: Database,
  userId: string,
  { memoryId, version }: { readonly memoryId: string; readonly version: number },
): Promise<ReadonlySet<string>> => {
  const rows = await db.rows<{ readonly at: string }>(sql`/* went: when a memory changed */
    select at
    from memory_version
    where user_id = ${userId}
      and id = ${memoryId}
      and version > ${version}`)
  return new Set(rows.map(({ at }) => at))
}

/** The words, with their readers, of what rests on these memories or echoes them, and of what these rest on or echo. */
const wordsRelated = async (db: Database, userId: string, ids: readonly string[]) => {
  const basis = await db.rows<{
    readonly id: string
    readonly on: string
  }>(sql`/* went: what rests on memories, and they rest on */
    select id, evidence_id as "on"
    from memory_basis
    where user_id = ${userId}
      and (id = any(${ids}::text[]::uuid[]) or evidence_id = any(${ids}::text[]::uuid[]))
    union all
    select id, echo_of
    from memory
    where user_id = ${userId}
      and echo_of is not null
      and (id = any(${ids}::text[]::uuid[]) or echo_of = any(${ids}::text[]::uuid[]))`)
  const isGiven = new Set(ids)
  const related = basis.flatMap(({ id, on }) => [...(isGiven.has(id) ? [on] : []), ...(isGiven.has(on) ? [id] : [])])
  if (related.length === 0) return []
  return db.rows<{ readonly textHash: string; readonly group: string }>(sql`/* went: the words of these */
    select distinct text_hash as "textHash", reader_group as "group"
    from memory
    where user_id = ${userId}
      and id = any(${related}::text[]::uuid[])
      and text_hash is not null`)
}
