import type { KnownMemory } from '../domain/memory/admitting.js'
import type { Readers, Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql, whole } from '../postgres/sql.js'
import { readersOf } from './readable-by.js'
import type { SearchDependencies } from './search/context.js'
import { search } from './search/search.js'
import { saidAt } from './visible-evidence.js'
import { standingFor } from './visible-links.js'
import { visibleTo, visibleToAll } from './visible-memories.js'

type Row = Omit<KnownMemory, 'told'> & KnownMemory['told']

const rowsOf = async (db: Database, from: Sql): Promise<readonly KnownMemory[]> => {
  const rows = await db.rows<Row>(sql`
    select m.id as "memoryId", m.version, m.network, t.content, t.speaker, ${readersOf(sql`m`)} as readers, m.reader_group || ' ' || m.text_hash as sameness,
           case when m.claim_type is not null then m.subject end as subject, m.occurred_on::text as day,
           least(m.observed_at, m.created_at) as instant, m.observed_offset as "offset", (${saidAt})::float8 as ordinal, m.claim_type is not null as "isFact", m.ordinal::float8 as place
    ${from}`)
  return rows.map(({ instant, offset, ordinal, ...memory }) => ({ ...memory, told: { instant, offset, ordinal } }))
}

/** Of these memories, those in force that the caller sees, and after them all that goes together with these. */
export const inForceOf = async (db: Database, scope: Scope, ids: readonly string[]): Promise<readonly KnownMemory[]> =>
  ids.length === 0
    ? []
    : rowsOf(
        db,
        sql`
    from (
      select id, place
      from unnest(${ids}::text[]::uuid[]) with ordinality as asked (id, place)
      union all
      select o.id, null
      from ${visibleTo(scope)} as a
      join ${visibleTo(scope)} as o using (text_hash, reader_group)
      where a.id = any(${ids}::text[]::uuid[])
        and o.id <> all(${ids}::text[]::uuid[])
    ) as wanted
    join ${visibleTo(scope)} as m using (id)
    join memory_text t using (user_id, id)
    where m.memory_type <> 'composite'
    order by wanted.place, m.id`,
      )

type Asked = {
  /** What is asked for, one after the other. */
  readonly texts: readonly string[]
  /** All of these read what is found, too. */
  readonly readers: Readers
  /** Whose own memories are left out. */
  readonly episodeId: string
  readonly most: number
}

/** Of one text, so many hits count. */
const HITS = 16
/** Reciprocal rank fusion (Cormack, Clarke, Büttcher 2009), with less weight on the tail. */
const RANK_OFFSET = 10
/** A fact stands before turns that are this many places better. */
const FACTS_FIRST = 8
const LONGEST_QUERY = 1000

/** What a search finds for these texts, the best first. At once: a remote provider of embeddings is waited for once. */
const foundFor = async (
  db: Database,
  scope: Scope,
  { texts, ...searching }: Pick<Asked, 'texts'> & SearchDependencies,
): Promise<readonly string[]> => {
  const answers = await Promise.all(
    texts.map((text) => {
      const request = { scope, query: text.slice(0, LONGEST_QUERY), limit: HITS, threshold: 0, tokenBudget: 100 }
      return search(db, searching, { ...request, trace: false, mode: 'fast' })
    }),
  )
  const scores = new Map<string, number>()
  for (const { memories } of answers)
    for (const [rank, { id }] of memories.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (RANK_OFFSET + rank))
  return [...scores].sort(([, a], [, b]) => b - a).map(([id]) => id)
}

/** What is in force and found for some texts, the best first. A fact stands for the turns that it rests on. */
export const knownAbout = async (
  db: Database,
  scope: Scope,
  { texts, readers, episodeId, most, ...searching }: Asked & SearchDependencies,
): Promise<readonly KnownMemory[]> => {
  const ids = await foundFor(db, scope, { texts, ...searching })
  if (ids.length === 0) return []
  return rowsOf(
    db,
    sql`
    from (
      select id, min(place) as place
      from (
        select id, place
        from unnest(${ids}::text[]::uuid[]) with ordinality as found (id, place)
        union all
        select f.id, place
        from unnest(${ids}::text[]::uuid[]) with ordinality as found (id, place)
        join ${standingFor(scope)} as f on f.evidence_id = found.id
      ) as found
      group by id
    ) as wanted
    join ${visibleToAll(scope, readers, ['active'])} as m using (id)
    join memory_text t using (user_id, id)
    where m.memory_type <> 'composite'
      and m.episode_id <> ${episodeId}
      and (m.claim_type is not null or m.role is distinct from 'assistant')
      and not exists (select from ${standingFor(scope)} as f where f.evidence_id = m.id)
    order by wanted.place + case when m.claim_type is null then ${whole(FACTS_FIRST)} else 0 end, m.created_at desc, m.id
    limit ${whole(most)}`,
  )
}
