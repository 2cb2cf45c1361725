import type { KnownMemory } from '../domain/memory/admitting.js'
import type { Readers, Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql } from '../postgres/sql.js'
import { readersOf } from '../queries/readable-by.js'
import { saidAt } from '../queries/visible-evidence.js'
import { standingFor } from '../queries/visible-links.js'
import { visibleTo, visibleToAll } from '../queries/visible-memories.js'
import type { SearchDependencies } from './dependencies.js'
import { search } from './search.js'

type StoredMemory = Omit<KnownMemory, 'told'> &
  KnownMemory['told'] & {
    readonly isComposite: boolean
    readonly episodeId: string
    readonly role: string | null
    readonly createdAt: string
  }

const readRows = (
  db: Database,
  { name, from, which }: Readonly<Record<'name' | 'from' | 'which', Sql>>,
): Promise<readonly StoredMemory[]> =>
  db.rows<StoredMemory>(sql`${name}
    select m.id as "memoryId", m.version, m.network, t.content, t.speaker, ${readersOf(sql`m`)} as readers,
           m.reader_group || ' ' || m.text_hash as sameness, case when m.claim_type is not null then m.subject end as subject,
           m.occurred_on::text as day, least(m.observed_at, m.created_at) as instant, m.observed_offset as "offset",
           (${saidAt})::float8 as ordinal, m.claim_type is not null as "isFact", m.ordinal::float8 as place,
           m.memory_type = 'composite' as "isComposite", m.episode_id as "episodeId", m.role, m.created_at as "createdAt"
    from ${from} as m
    join memory_text t using (user_id, id)
    where ${which}`)

const known = ({
  instant,
  offset,
  ordinal,
  isComposite: _,
  episodeId: __,
  role: ___,
  createdAt: ____,
  ...memory
}: StoredMemory): KnownMemory => ({ ...memory, told: { instant, offset, ordinal } })

/** Of these memories, those in force that the caller sees, and after them all that goes together with these. */
export const inForceOf = async (
  db: Database,
  scope: Scope,
  ids: readonly string[],
): Promise<readonly KnownMemory[]> => {
  if (ids.length === 0) return []
  const from = visibleTo(scope)
  const rows = await readRows(db, {
    name: sql`/* known: those of these in force */`,
    from,
    which: sql`m.id = any(${ids}::text[]::uuid[])`,
  })
  const sameness = new Set(rows.map((row) => row.sameness))
  const hashes = rows.flatMap(({ sameness }) => sameness?.split(' ').at(-1) ?? [])
  const alike = await readRows(db, {
    name: sql`/* known: what has the words of these */`,
    from,
    which: sql`m.text_hash = any(${hashes}::text[]::uuid[]) and m.id <> all(${ids}::text[]::uuid[])`,
  })
  const place = new Map(ids.map((id, i) => [id, i]))
  const placeOf = ({ memoryId }: StoredMemory) => place.get(memoryId) ?? ids.length
  return [...rows, ...alike.filter((row) => sameness.has(row.sameness))]
    .filter(({ isComposite }) => !isComposite)
    .toSorted((a, b) => placeOf(a) - placeOf(b) || (a.memoryId < b.memoryId ? -1 : 1))
    .map(known)
}

type KnownAboutRequest = {
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
  { texts, ...searching }: Pick<KnownAboutRequest, 'texts'> & SearchDependencies,
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
  { texts, readers, episodeId, most, ...searching }: KnownAboutRequest & SearchDependencies,
): Promise<readonly KnownMemory[]> => {
  const ids = await foundFor(db, scope, { texts, ...searching })
  if (ids.length === 0) return []
  const places = new Map(ids.map((id, i) => [id, i]))
  const facts = await factsFor(db, scope, ids)
  for (const { evidenceId, id } of facts) places.set(id, Math.min(placeIn(places, id), placeIn(places, evidenceId)))
  const more = [...places.keys()].filter((id) => !ids.includes(id))
  const replaced = new Set([...facts, ...(await factsFor(db, scope, more))].map(({ evidenceId }) => evidenceId))
  const rows = await readRows(db, {
    name: sql`/* known: what is found */`,
    from: visibleToAll(scope, readers, ['active']),
    which: sql`m.id = any(${[...places.keys()].filter((id) => !replaced.has(id))}::text[]::uuid[])`,
  })
  const placeOf = ({ memoryId, isFact }: StoredMemory) => placeIn(places, memoryId) + (isFact ? 0 : FACTS_FIRST)
  return rows
    .filter((row) => !row.isComposite && row.episodeId !== episodeId && (row.isFact || row.role !== 'assistant'))
    .toSorted((a, b) => placeOf(a) - placeOf(b) || newestFirst(a, b))
    .slice(0, most)
    .map(known)
}

const placeIn = (places: ReadonlyMap<string, number>, id: string): number => places.get(id) ?? Number.MAX_SAFE_INTEGER

const newestFirst = (a: StoredMemory, b: StoredMemory): number =>
  a.createdAt === b.createdAt ? (a.memoryId < b.memoryId ? -1 : 1) : a.createdAt < b.createdAt ? 1 : -1

/** The facts that stand for these turns. */
const factsFor = (db: Database, scope: Scope, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : db.rows<{ readonly evidenceId: string; readonly id: string }>(sql`/* known: facts that stand for turns */
    select f.evidence_id as "evidenceId", f.id
    from ${standingFor(scope)} as f
    where f.evidence_id = any(${ids}::text[]::uuid[])`)
