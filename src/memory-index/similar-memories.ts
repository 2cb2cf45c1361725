import { slices } from '../concurrency/slices.js'
import type { Claim } from '../domain/memory/state.js'
import type { Moment } from '../domain/moment.js'
import type { Readers, Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql, whole } from '../postgres/sql.js'
import { Vectors } from '../postgres/vectors.js'
import type { BankState } from '../queries/bank-state.js'
import { readersOf } from '../queries/readable-by.js'
import { isNoComposite, visibleToAll, waitsByItsFact } from '../queries/visible-memories.js'
import { givenDay } from '../queries/visible-tellings.js'
import { type HeldRequest, type HoldingMemory, memoriesHolding } from './holding-words.js'
import type { MemoryIndexes } from './memory-indexes.js'
import { type Near, nearestIn, OF_A_SAMPLE } from './nearest.js'
import { readStanding } from './rows.js'
import type { VisibleIndex } from './visible-index.js'

/** How many are read by one statement. */
const MEMORIES_AT_ONCE = 512

type NearestMemory = NonNullable<Claim['memory']> &
  Pick<Claim, 'content' | 'readers' | 'day' | 'ordinal'> & {
    readonly id: string
    readonly key: string | null
    readonly active: boolean
  }

const contentsOf = async (db: Database, memories: Sql, ids: readonly string[]) => {
  const contents = new Map<string, Omit<Claim, 'sameText'>>()
  for (const some of slices(ids, MEMORIES_AT_ONCE)) {
    const rows = await db.rows<NearestMemory>(sql`/* ingest: what the nearest memories say */
      select m.id, m.version, m.network, t.speaker, m.status = 'active' as active, t.content, m.key, ${readersOf(sql`m`)} as readers,
             ${givenDay(sql`m`)} as day, m.ordinal::float8 as ordinal
      from unnest(${some}::text[]::uuid[]) as wanted (id)
      join ${memories} as m using (id)
      join memory_text t using (user_id, id)`)
    for (const { id, content, key, active, readers, day, ordinal, ...stated } of rows) {
      const memory = active ? { memory: stated } : {}
      contents.set(id, { content, key, readers, day, ordinal, ...memory })
    }
  }
  return contents
}

/** A new text to compare with memories. */
export type Sample = {
  readonly textHash: string
  readonly vector: Float32Array | null
  /** When it was said, where that was given. */
  readonly given?: Moment | undefined
}

/** A visible memory that is similar to a sample. */
export type Neighbour = Near & {
  /** Of a memory that may say the same. */
  readonly claim?: Claim
}

type SimilarRequest = {
  /** The stream whose revision protects the decision. */
  readonly stream: string
  /** The readers of the new text: memories that one of them may not read are omitted. */
  readonly readers: Readers
  readonly samples: readonly Sample[]
  /** The minimum cosine for texts that are not the same. */
  readonly cosine: number
  /** From this cosine on a memory may say the same. */
  readonly claimed: number
  /** The words of samples that may only say again what a memory says. */
  readonly held?: readonly HeldRequest[]
}

/** Limits per statement, so that no statement delays others for long. */
const HASHES_AT_ONCE = 256
const SAMPLES_AT_ONCE = 16

/** The similar memories, and the revision of the read models when they were read. */
export type SimilarIn = BankState & {
  readonly similar: readonly Neighbour[]
  /** What holds the words that were asked for. */
  readonly holding: readonly (HoldingMemory & Pick<HeldRequest, 'sample'>)[]
}

/**
 * The visible memories that all of the readers may read, too, with the same text as a sample or with a cosine of at least
 * `cosine`, and of these the nearest. Vectors are compared in memory where the user's index is there. The revision is that
 * of the first statement: the rows of later ones may be newer, never older.
 */
export const similarMemories = async (
  db: Database,
  scope: Scope,
  { banks: memoryIndexes, ...wanted }: SimilarRequest & { readonly banks: Pick<MemoryIndexes, 'openFor'> | undefined },
): Promise<SimilarIn> => {
  const { readers, samples, claimed, held = [] } = wanted
  const memories = comparableTo(scope, readers)
  const { state, same, memoryIndex } = await knownTexts(db, scope, { ...wanted, memoryIndexes })
  const near = await nearestTo(db, memories, {
    memoryIndex,
    vectors: samples.map(({ vector }) => vector),
    least: wanted.cosine,
  })
  const contents = await contentsOf(db, memories, [
    ...new Set(near.flatMap(({ id, cosine }) => (cosine >= claimed ? [id] : []))),
  ])
  const holding = await memoriesHolding(db, memories, { asked: held, memoryIndex })
  const said = samples.flatMap(({ textHash, vector }, sample): readonly Neighbour[] =>
    (same.get(textHash) ?? []).map(({ id, ...claim }) => ({ sample, id, cosine: vector === null ? 0 : 1, claim })),
  )
  const isSaid = new Set(said.map(({ sample, id }) => `${sample} ${id}`))
  const unlike = near.filter(({ sample, id }) => !isSaid.has(`${sample} ${id}`))
  const others = unlike.map((each): Neighbour => {
    const found = each.cosine >= claimed ? contents.get(each.id) : undefined
    return found ? { ...each, claim: { ...found, sameText: false } } : each
  })
  return { ...state, similar: [...said, ...others], holding }
}

/** What a new text is compared with. What waits for clarification is known only to the agent that it is of. */
const comparableTo = (scope: Scope, readers: Readers): Sql => sql`(
  select *
  from ${visibleToAll(scope, readers, ['active', 'needs_clarification'])} as m
  where ${isNoComposite}
    and (status = 'active' or agent_id is not distinct from ${readers.agentId})
)`

/** What says the same if it has the same text: also the turn of a fact that waits, while that is undecided. */
const sayable = (scope: Scope, readers: Readers): Sql => sql`(
  select *
  from ${visibleToAll(scope, readers, ['active', 'needs_clarification', 'superseded'])} as m
  where ${isNoComposite}
    and (status = 'active'
         or agent_id is not distinct from ${readers.agentId}
            and (status = 'needs_clarification' or ${waitsByItsFact(sql`m`)}))
)`

type SameText = { readonly id: string } & Claim
type StoredClaim = Pick<Claim, 'readers' | 'day' | 'ordinal'> & {
  readonly id: string
  readonly hash: string
  /** Null where it is not active. */
  readonly version: number | null
}

/** Memories by the hash of their text, as of a revision or later. */
type SameTexts = {
  readonly state: BankState
  readonly same: ReadonlyMap<string, readonly SameText[]>
  /** The index as of then or later; undefined where it does not fit. */
  readonly memoryIndex: VisibleIndex | undefined
}

type KnownIn = Pick<SimilarRequest, 'stream' | 'readers' | 'samples'> & {
  readonly memoryIndexes: Pick<MemoryIndexes, 'openFor'> | undefined
}

/** Which of these texts memories have that all of the readers may read, too. */
const knownTexts = async (
  db: Database,
  scope: Scope,
  { stream, samples, readers, memoryIndexes }: KnownIn,
): Promise<SameTexts> => {
  const standing = await readStanding(db, scope.userId, stream)
  const hashes = [...new Set(samples.map(({ textHash }) => textHash))]
  const memories = sayable(scope, readers)
  const [memoryIndex, ...found] = await Promise.all([
    memoryIndexes?.openFor(db, { scope, readers, standing }),
    ...slices(hashes, HASHES_AT_ONCE).map((some) => readHaving(db, memories, some)),
  ])
  const same = new Map<string, SameText[]>()
  for (const { hash, version, ...memory } of found.flat()) {
    const text = { ...memory, content: '', sameText: true, ...(version === null ? {} : { version }) }
    same.set(hash, [...(same.get(hash) ?? []), text])
  }
  return { state: standing.applied, same, memoryIndex }
}

const readHaving = (db: Database, memories: Sql, hashes: readonly string[]): Promise<readonly StoredClaim[]> =>
  db.rows<StoredClaim>(sql`/* ingest: memories with these words */
    select m.id, m.text_hash as hash, ${readersOf(sql`m`)} as readers, ${givenDay(sql`m`)} as day, m.ordinal::float8 as ordinal,
           case when m.status = 'active' then m.version end as version
    from unnest(${hashes}::text[]::uuid[]) as asked (hash)
    join ${memories} as m on m.text_hash = asked.hash`)

type Search = { readonly vectors: readonly (Float32Array | null)[]; readonly least: number }

/** In memory where the index is there. */
const nearestTo = async (
  db: Database,
  memories: Sql,
  { memoryIndex, ...search }: Search & { readonly memoryIndex: VisibleIndex | undefined },
): Promise<readonly Near[]> =>
  (memoryIndex && (await nearestIn(memoryIndex, search))) ?? readNearest(db, memories, search)

/** The same from the read tables: every vector is compared with every sample. */
const readNearest = async (db: Database, memories: Sql, { vectors, least }: Search): Promise<readonly Near[]> => {
  const samples = vectors.flatMap((vector, sample) => (vector === null ? [] : [{ sample, vector }]))
  const near: Near[] = []
  for (const some of slices(samples, SAMPLES_AT_ONCE)) {
    const rows = await db.rows<Near>(sql`/* ingest: the nearest memories in the tables */
      with held as materialized (
        select m.id, t.embedding
        from ${memories} as m
        join memory_text t using (user_id, id)
        where vector_dims(t.embedding) = ${some[0]?.vector.length ?? 0}
      )
      select s.sample, n.id, n.cosine
      from unnest(${some.map(({ sample }) => sample)}::int[], ${new Vectors(some.map(({ vector }) => vector))}::vector[])
        as s (sample, vector)
      cross join lateral (
        select id, 1 - (held.embedding <=> s.vector) as cosine
        from held
        where 1 - (held.embedding <=> s.vector) >= ${least}
        order by held.embedding <=> s.vector, id
        limit ${whole(OF_A_SAMPLE)}
      ) as n`)
    for (const row of rows) near.push(row)
  }
  return near
}
