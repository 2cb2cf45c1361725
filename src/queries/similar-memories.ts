import { slices } from '../concurrency/slices.js'
import { inTurns } from '../concurrency/steps.js'
import type { Readers, Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql, whole } from '../postgres/sql.js'
import { floatsOf } from '../postgres/vectors.js'
import type { BankState } from './bank-state.js'
import { type ReaderColumns, readersOfRow } from './memory-state.js'
import { type Candidate, type Near, nearestIn, type Sample, type Similar } from './nearest-to-samples.js'
import { visibleToAll } from './visible-memories.js'

type Wanted = {
  /** The stream whose revision protects the decision. */
  readonly stream: string
  /** The readers of the new text: memories that one of them may not read are omitted. */
  readonly readers: Readers
  readonly samples: readonly Sample[]
  /** The minimum cosine for texts that are not the same. */
  readonly cosine: number
  /** From this cosine on the content is returned, too. */
  readonly claimed: number
}

/** The most memories compared per band of a sketch, newest first; a sketch has eight bands. */
const OF_A_BAND = 32
/** Limits per statement, so that no statement delays others for long. */
const KEYS_AT_ONCE = 64
const FEW_KEYS = 32
const MEMORIES_AT_ONCE = 512

/** The similar memories, and the revision of the read models when they were read. */
export type SimilarIn = BankState & { readonly similar: readonly Similar[] }

/**
 * The visible memories that all of the readers may read, with the same text as a sample, or with a common sketch key
 * and a cosine of at least `cosine`. Found by two indexes (hash, sketch), with a limit per sample. Every vector is read
 * once and compared here: texts from one template share most of their bands, and a database would read each vector
 * again per sample. The revision is that of the first statement: the rows of later statements may be newer, never
 * older.
 */
export const similarMemories = async (db: Database, scope: Scope, wanted: Wanted): Promise<SimilarIn> => {
  const memories = visibleToAll(scope, wanted.readers, ['active', 'needs_clarification'])
  const { bank, met } = await meeting(db, memories, wanted)
  const candidates = await candidatesOf(db, memories, [...new Set([...met.values()].flat())])
  const nearest = await inTurns(nearestIn(wanted, met, candidates))
  return { ...bank, similar: await withContent(db, memories, { near: nearest.flat(), claimed: wanted.claimed }) }
}

type Met = { readonly met: string; readonly ids: readonly string[] }
type BankRow = { readonly revision: bigint | null; readonly at: string | null }

/** The ids of the candidates, by sketch key and by text hash. */
const meeting = async (db: Database, memories: Sql, { stream, samples }: Wanted) => {
  const keys = slices([...new Set(samples.flatMap(({ sketch }) => sketch))], KEYS_AT_ONCE)
  const hashes = slices([...new Set(samples.map(({ textHash }) => textHash))], KEYS_AT_ONCE)
  const met = new Map<string, readonly string[]>()
  let bank: BankState | undefined
  for (let i = 0; i < Math.max(1, keys.length, hashes.length); i++) {
    const rows = await db.rows<BankRow & (Met | { readonly met: null })>(sql`
      with met as (${sharingKeys(memories, keys[i] ?? [])} union all ${sameText(memories, hashes[i] ?? [])})
      select b.revision, b.at, met.*
      from (select 1) as one
      left join (select revision, at from bank where stream = ${stream}) as b on true
      left join met on true`)
    const [first] = rows
    bank ??= { revision: first?.revision ?? 'no-stream', lastAt: first?.at ?? null }
    for (const row of rows) if (row.met !== null) met.set(row.met, row.ids)
  }
  return { bank: bank ?? { revision: 'no-stream' as const, lastAt: null }, met }
}

/**
 * The newest memories with each key. `offset 0` is a fence: a plan made without the parameters would scan all memories,
 * newest first, for each key.
 */
const sharingKeys = (memories: Sql, keys: readonly number[]): Sql =>
  (keys.length > FEW_KEYS ? ofMany : ofFew)(memories, keys)

/** One index look-up per key. */
const ofFew = (memories: Sql, keys: readonly number[]): Sql => sql`
        select key::text as met, array_agg(m.id::text) as ids
        from unnest(${keys}::int[]) as band (key)
        cross join lateral (
          select id
          from (select * from ${memories} as m where m.sketch @> array[band.key] offset 0) as m
          order by created_at desc, id
          limit ${whole(OF_A_BAND)}
        ) as m
        group by key`

/** Reads every memory once: texts from one template share most of their keys. */
const ofMany = (memories: Sql, keys: readonly number[]): Sql => sql`
        select key::text as met, ((array_agg(id order by place))[:${whole(OF_A_BAND)}])::text[] as ids
        from (
          select id, sketch, row_number() over (order by created_at desc, id) as place
          from (select * from ${memories} as m where m.sketch && ${keys}::int[] offset 0) as m
        ) as m
        cross join lateral unnest(m.sketch) as band (key)
        where key = any(${keys}::int[])
        group by key`

const sameText = (memories: Sql, hashes: readonly string[]): Sql => sql`
        select text_hash::text, array_agg(id::text)
        from (select * from ${memories} as m where m.text_hash = any(${hashes}::text[]::uuid[]) offset 0) as m
        group by text_hash`

/** One look-up in the primary key per id, regardless of the planner's statistics. */
const byId = (memories: Sql, ids: readonly string[]): Sql => sql`(
        select m.*
        from unnest(${ids}::text[]::uuid[]) as wanted (id)
        cross join lateral (select * from ${memories} as m where m.id = wanted.id offset 0) as m
      )`

type CandidateRow = ReaderColumns & {
  readonly id: string
  readonly text_hash: string
  readonly vector: Uint8Array | null
}

const candidatesOf = async (
  db: Database,
  memories: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Candidate>> => {
  const found = new Map<string, Candidate>()
  for (const some of slices(ids, MEMORIES_AT_ONCE)) {
    const rows = await db.rows<CandidateRow>(sql`
      select m.id, m.text_hash, m.workspace_id, m.agent_id, m.visibility, m.granted_to, vector_send(t.embedding) as vector
      from ${byId(memories, some)} as m
      join memory_text t using (user_id, id)`)
    for (const { id, text_hash, vector, ...readers } of rows)
      found.set(id, {
        textHash: text_hash,
        vector: vector === null ? null : floatsOf(vector),
        readers: readersOfRow(readers),
      })
  }
  return found
}

const withContent = async (
  db: Database,
  memories: Sql,
  { near, claimed }: { readonly near: readonly Near[]; readonly claimed: number },
): Promise<readonly Similar[]> => {
  const ids = [...new Set(near.flatMap(({ id, cosine }) => (cosine >= claimed ? [id] : [])))]
  const contents = new Map<string, string>()
  for (const some of slices(ids, MEMORIES_AT_ONCE)) {
    const rows = await db.rows<{ readonly id: string; readonly content: string }>(sql`
      select m.id, t.content
      from ${byId(memories, some)} as m
      join memory_text t using (user_id, id)`)
    for (const { id, content } of rows) contents.set(id, content)
  }
  return near.map((each) => ({ ...each, content: (each.cosine >= claimed ? contents.get(each.id) : undefined) ?? '' }))
}
