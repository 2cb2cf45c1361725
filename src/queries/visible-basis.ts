import { grouped } from '../concurrency/slices.js'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { sql } from '../postgres/sql.js'
import { readableBy, readByAllReadersOf } from './readable-by.js'
import { replacedByItsFact } from './visible-evidence.js'
import { type Status, visibleRows } from './visible-memories.js'

/** The boundary for what memories rest on, and for what took the place of facts on them: small statements by ids. */

/** A stretch of a memory that another one rests on. */
type Stretch = {
  readonly id: string
  /** The wording of `id` that rests on it. */
  readonly words_of: number
  readonly evidence_id: string
  readonly start_at: number
  readonly end_at: number
  readonly status: Status
  readonly evidence_words_of: number
  /** Whether the fact that took its place rests on it: what it says stays the basis of its facts. */
  readonly is_in_its_fact: boolean
  /** Whether the caller may read it. */
  readonly is_readable: boolean
  /** Whether all may read it who may read the memory that rests on it. */
  readonly is_read_by_all: boolean
}

/** A visible memory as far as it has to be known to tell what it rests on. */
export type Derivable = {
  readonly id: string
  readonly words_of: number
  readonly claim_type: string | null
  readonly memory_type: string
}

type Basis = {
  /** What the words rest on, as far as the caller sees it, in the order it was said. */
  readonly evidence: readonly { readonly memory_id: string; readonly start: number; readonly end: number }[]
  /** Whether something that a fact rests on is no longer active, or has been reworded since. */
  readonly changed: boolean
  /** What it rests on, also what has been replaced, as far as the caller sees it; each once. */
  readonly ids: readonly string[]
}

const isDerived = ({ claim_type, memory_type }: Derivable): boolean =>
  claim_type !== null || memory_type === 'composite'

/** What each of these memories that was made of others rests on; there is none of the others. */
export const basisOf = async (
  db: Database,
  scope: Scope,
  memories: readonly Derivable[],
): Promise<ReadonlyMap<string, Basis>> => {
  const derived = memories.filter(isDerived)
  const stretches = await stretchesOf(db, scope, derived)
  const facts = derived.filter(({ claim_type }) => claim_type !== null)
  const reworded = await rewordedUnder(
    db,
    scope,
    facts.flatMap(({ id }) => stretches.get(id) ?? []),
  )
  return new Map(
    derived.map((memory) => {
      const own = stretches.get(memory.id) ?? []
      const changed = own.some((stretch) => stretch.is_read_by_all && (hasGone(stretch) || reworded(stretch)))
      return [memory.id, { ...shownOf(own), changed: memory.claim_type !== null && changed }]
    }),
  )
}

/** What of a memory's basis the caller sees; see `Basis.ids`. */
export const restsOn = async (db: Database, scope: Scope, memory: Derivable): Promise<readonly string[]> => {
  const stretches = await stretchesOf(db, scope, [memory].filter(isDerived))
  return shownOf(stretches.get(memory.id) ?? []).ids
}

const hasGone = ({ status, is_in_its_fact }: Stretch): boolean => status !== 'active' && !is_in_its_fact

const VISIBLE: readonly Status[] = ['active', 'needs_clarification', 'superseded']

const shownOf = (own: readonly Stretch[]): Pick<Basis, 'evidence' | 'ids'> => {
  const visible = own.filter(({ is_readable, status }) => is_readable && VISIBLE.includes(status))
  const shown = visible.filter(({ status, is_in_its_fact }) => status !== 'superseded' || is_in_its_fact)
  return {
    evidence: shown.map(({ evidence_id, start_at, end_at }) => ({
      memory_id: evidence_id,
      start: start_at,
      end: end_at,
    })),
    ids: [...new Set(visible.map(({ evidence_id }) => evidence_id))],
  }
}

/** By the memory that rests on them, whose words are those that were read before. */
const stretchesOf = async (db: Database, scope: Scope, derived: readonly Derivable[]) => {
  if (derived.length === 0) return new Map<string, readonly Stretch[]>()
  const rows = await db.rows<Stretch>(sql`
    /* evidence: what memories rest on */
    select m.id, e.words_of, v.id as evidence_id, e.start_at, e.end_at, v.status, v.words_of as evidence_words_of,
           ${replacedByItsFact(sql`v`)} as is_in_its_fact, v.is_readable,
           ${readByAllReadersOf(sql`v`, sql`m`)} as is_read_by_all
    from memory m
    join memory_basis e on e.user_id = m.user_id and e.id = m.id
    join (
      select *, coalesce(${readableBy(scope)}, false) as is_readable
      from memory
    ) as v on v.user_id = e.user_id and v.id = e.evidence_id
    where m.user_id = ${scope.userId}
      and m.id = any(${derived.map(({ id }) => id)}::text[]::uuid[])
    order by m.id, v.ordinal, v.id, e.start_at`)
  const wordings = new Map(derived.map(({ id, words_of }) => [id, words_of]))
  return grouped(
    rows.filter(({ id, words_of }) => wordings.get(id) === words_of),
    ({ id }) => id,
  )
}

/** Whether the words of a stretch are others than when the fact on it got its own. */
const rewordedUnder = async (
  db: Database,
  scope: Scope,
  asked: readonly Stretch[],
): Promise<(stretch: Stretch) => boolean> => {
  if (asked.length === 0) return () => false
  const rows = await db.rows<Pick<Stretch, 'id' | 'evidence_id' | 'words_of'>>(sql`
    /* evidence: the words that facts were made of */
    select distinct on (made.id, s.id) made.id, s.id as evidence_id, w.words_of
    from (
      select distinct ${scope.userId}::text as user_id, id, evidence_id, words_of
      from unnest(
        ${asked.map(({ id }) => id)}::text[]::uuid[],
        ${asked.map(({ evidence_id }) => evidence_id)}::text[]::uuid[],
        ${asked.map(({ words_of }) => words_of)}::int[]
      ) as asked (id, evidence_id, words_of)
    ) as asked
    join memory_version made on made.user_id = asked.user_id and made.id = asked.id and made.version = asked.words_of
    join memory_version s on s.user_id = made.user_id and s.id = asked.evidence_id and s.at <= made.at
    join memory_wording w on w.user_id = s.user_id and w.id = s.id and w.version = s.version
    order by made.id, s.id, s.version desc`)
  const then = new Map(rows.map(({ id, evidence_id, words_of }) => [`${id} ${evidence_id}`, words_of]))
  return ({ id, evidence_id, evidence_words_of }) => then.get(`${id} ${evidence_id}`) !== evidence_words_of
}

type Successor = {
  readonly id: string
  readonly status: Status
  readonly superseded_by: string | null
  readonly created_at: string
  readonly ordinal: bigint
}

/**
 * What is in force in the place of facts that rest on these memories: of each the newest that the caller sees, reached over such
 * that they could see while they were in force.
 */
export const replacementsOf = async (
  db: Database,
  scope: Scope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const replaced = await db.rows<{ readonly id: string; readonly by: string }>(sql`
    /* outdated: what took the place of facts on memories */
    select e.evidence_id as id, f.superseded_by as by
    from memory_basis e
    join ${visibleRows(scope, ['superseded'])} as f on f.user_id = e.user_id and f.id = e.id and f.words_of = e.words_of
    where e.user_id = ${scope.userId}
      and e.evidence_id = any(${ids}::text[]::uuid[])
      and f.superseded_by is not null`)
  const successors = await successorsOf(
    db,
    scope,
    replaced.map(({ by }) => by),
  )
  const newest = new Map<string, string>()
  for (const [id, own] of grouped(replaced, (each) => each.id)) {
    const [first] = inForceAfter(
      own.map(({ by }) => by),
      successors,
    )
    if (first !== undefined) newest.set(id, first.id)
  }
  return newest
}

/** These memories and what took the place of them, and of that, as far as the caller sees it. */
const successorsOf = async (db: Database, scope: Scope, ids: readonly string[]) => {
  const known = new Map<string, Successor>()
  const asked = new Set<string>()
  for (let next = [...new Set(ids)]; next.length > 0; ) {
    for (const id of next) asked.add(id)
    const rows = await db.rows<Successor>(sql`
      /* outdated: what memories became */
      select m.id, m.status, m.superseded_by, m.created_at, m.ordinal
      from ${visibleRows(scope, ['active', 'superseded'])} as m
      where m.id = any(${next}::text[]::uuid[])`)
    for (const row of rows) known.set(row.id, row)
    const further = rows.flatMap(({ status, superseded_by: by }) =>
      status === 'superseded' && by !== null ? [by] : [],
    )
    next = [...new Set(further)].filter((id) => !asked.has(id))
  }
  return known
}

/** What is in force at the ends of these chains, the newest first. */
const inForceAfter = (ids: readonly string[], known: ReadonlyMap<string, Successor>): readonly Successor[] => {
  const reached = new Map<string, Successor>()
  for (let next = ids; next.length > 0; ) {
    const met = next.flatMap((id) => (reached.has(id) ? [] : (known.get(id) ?? [])))
    for (const each of met) reached.set(each.id, each)
    next = met.flatMap(({ status, superseded_by: by }) => (status === 'superseded' && by !== null ? [by] : []))
  }
  return [...reached.values()]
    .filter(({ status }) => status === 'active')
    .toSorted(
      (a, b) => ascending(b.created_at, a.created_at) || ascending(b.ordinal, a.ordinal) || ascending(a.id, b.id),
    )
}

const ascending = <Value extends string | bigint>(a: Value, b: Value): number => (a < b ? -1 : a > b ? 1 : 0)
