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
  /** Whose state the decision is guarded by. */
  readonly stream: string
  /** Who will read what is compared: memories that one of them may not read are left out. */
  readonly readers: Readers
  readonly samples: readonly Sample[]
  /** The least cosine of a memory that is not the same text. */
  readonly cosine: number
  /** From this cosine on its content is wanted too. */
  readonly claimed: number
}

/** Memories compared with a sample: the newest of each of its eight bands, of which the nearest are given. */
const OF_A_BAND = 32
/** How much one statement takes on, so that none holds up others for long. */
const KEYS_AT_ONCE = 64
const FEW_KEYS = 32
const MEMORIES_AT_ONCE = 512

/** What was found, and how far the read models were in the stream when it was. */
export type SimilarIn = BankState & { readonly similar: readonly Similar[] }

/**
 * The visible memories that all of the readers may read, with the same text as a sample, or with so many words in
 * common that their sketches meet and a cosine of at least `cosine`. Found by two indexes (hash, sketch), and a bounded
 * number for each sample. Every vector is read once and compared here: texts from one template have most of their bands in
 * common, and a database would read it again for each of them. The revision is that of the first statement: what the
 * others found may be newer, never older.
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

/** The memories that a sample may be like, by a key of its sketch or by its hash. */
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
 * The newest of each key. Fenced off, so that a plan made without the parameters does not go through all memories, newest
 * first, for each key.
 */
const sharingKeys = (memories: Sql, keys: readonly number[]): Sql =>
  (keys.length > FEW_KEYS ? ofMany : ofFew)(memories, keys)

/** A look for each key. */
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

/** Every memory is read once: texts from one template share most of their keys. */
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

/** One by one by the primary key, whatever a planner without statistics takes the table for. */
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
