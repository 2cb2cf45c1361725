import type { Scope } from '../../domain/scope.js'
import { type Sql, sql, whole } from '../../postgres/sql.js'
import { readFingerprint } from '../bank-index/rows.js'
import { lastToldOf } from '../filters.js'
import { trustIn } from '../read-agents.js'
import { openConflictsOf } from '../visible-conflicts.js'
import { basisChanged, evidenceShownTo, outdatedBy, restingTogether } from '../visible-evidence.js'
import { contestsWith } from '../visible-links.js'
import { isDerived } from '../visible-memories.js'
import type { FoundMemory } from './answer.js'
import { AssumptionFailed, type Contest, type Details, type Search, stage } from './context.js'
import type { SearchRelations } from './relations.js'
import { type Match, publicScore } from './score.js'

type Row = Omit<FoundMemory, 'similarity' | 'score'> & {
  readonly details: Details
  /** What passes and has the same words, itself included, in the order in which it would be shown. */
  readonly equals: readonly string[]
}

/** Reads the best matches and those within `reach` of the last. What has gone since it was ranked is left out. */
export const readFound = (reach = 0) =>
  stage('read', (search) => {
    const accesses = reach === 0 ? sql`0` : sql`coalesce(access_count, 0)`
    return readMatches(search, bestOf(search, reach), accesses)
  })

const bestOf = ({ matches, request }: Search, reach: number): readonly Match[] => {
  const least = (matches[request.limit - 1]?.score ?? 0) - reach
  return reach === 0
    ? matches.slice(0, request.limit)
    : matches.filter(({ score }, place) => place < request.limit || score >= least)
}

/** Reads what these matches say, in their order. Throws AssumptionFailed where the search has assumed another index. */
export const readMatches = async (search: Search, best: readonly Match[], accesses: Sql = sql`0`): Promise<Search> => {
  if (best.length === 0) return verified({ ...search, memories: [] })
  const ids = best.map(({ id }) => id)
  const rows = await readRows(search, { ids, accesses })
  const checked = await verified(search)
  // Few memories have the words of another: only then what is shown in their place is read, too.
  const others = rows.flatMap(({ id, equals: [preferred = id] }) => (preferred === id ? [] : [preferred]))
  const preferred = others.length === 0 ? [] : await readRows(search, { ids: others, accesses })
  const byId = new Map([...rows, ...preferred].map((row) => [row.id, row]))
  const shown = new Map(rows.map((row) => [row.id, preferredOf(row, byId)]))
  const memories = best.flatMap((match) => {
    const row = shown.get(match.id)
    return row ? [found(row, match)] : []
  })
  return {
    ...checked,
    memories,
    matches: others.length === 0 ? search.matches : search.matches.map((match) => renamed(match, shown.get(match.id))),
    details: new Map([...shown.values()].map(({ id, details }) => [id, details])),
  }
}

const readRows = (
  { db, request, relations }: Search,
  { ids, accesses }: { readonly ids: readonly string[]; readonly accesses: Sql },
): Promise<readonly Row[]> => {
  const instant = relations.past ? request.asOf : undefined
  const trustNow = (agentId: Sql) => trustIn(request.scope, agentId, instant)
  return db.rows<Row>(sql`
      select m.*
      from unnest(${ids}::text[]::uuid[]) as best (id)
      cross join lateral (
        select id, content, importance, source_site, created_at,
               told.observed_at, told.observed_offset, namespace, agent_id, role, turn, version,
               metadata, memory_type, claim_type, valid_from, valid_to, ${evidenceShownTo(request.scope)} as evidence,
               ${basisChanged} as basis_changed, ${outdatedBy(request.scope, instant)} as outdated_by,
               ${piecesIn(relations)} as pieces, words.equals::text[] as equals,
               jsonb_build_object('headline', headline, 'overview', overview, 'sameWords', '[]'::jsonb, 'accesses', ${accesses},
                                  'contests', ${contestsWith({ equals: sql`(m.id || words.equals)`, among: relations.placed, trust: trustNow })},
                                  'conflicts', ${openConflictsOf(request.scope, request.asOf)}) as details
        from ${relations.memories} as m
        cross join lateral (select ${equalsIn(relations, request.scope)} as equals offset 0) as words
        cross join lateral ${lastToldOf(request.scope, request, instant)} as told
        where m.id = best.id
        offset 0
      ) as m`)
}

/** Of memories with the same words the one that is shown; the others are its pieces. */
const preferredOf = (row: Row, byId: ReadonlyMap<string, Row>): Row => {
  const { equals } = row
  if (equals.length < 2) return row
  const preferred = byId.get(equals[0] ?? row.id) ?? row
  return {
    ...preferred,
    pieces: [...preferred.pieces, ...equals.filter((id) => id !== preferred.id)],
    details: { ...preferred.details, sameWords: equals },
  }
}

const renamed = (match: Match, row: Row | undefined): Match =>
  row === undefined || row.id === match.id ? match : { ...match, id: row.id, about: { ...match.about, id: row.id } }

/** Whether what was assumed is still so after the rows were read. */
const verified = async (search: Search): Promise<Search> => {
  const { assumed, db, request } = search
  if (assumed !== undefined && (await readFingerprint(db, request.scope)) !== assumed) throw new AssumptionFailed()
  return search
}

/** Left out beside a memory: others of its turn and what rests on it; of what was derived, what it rests on. */
const piecesIn = ({ placed }: SearchRelations): Sql => sql`array(
                 select piece.id::text
                 from (
                   select other.id, other.ordinal, ${isDerived(sql`other`)} as is_derived
                   from ${placed} as other
                   where other.episode_id = m.episode_id
                     and other.turn = m.turn
                     and other.id <> m.id
                     and not ${isDerived(sql`other`)}
                     and not ${isDerived(sql`m`)}
                   union all
                   select other.id, other.ordinal, ${isDerived(sql`other`)}
                   from ${restingTogether} as e
                   cross join lateral (
                     select *
                     from ${placed} as other
                     where other.id = e.id
                       and other.words_of = coalesce(e.words_of, other.words_of)
                     offset 0
                   ) as other
                 ) as piece
                 order by piece.is_derived, piece.ordinal, piece.id
               )`

/** Of so many memories with the same words a search tells. */
const MOST_EQUALS = 100

/** The caller's own first, then what was said last. */
const equalsIn = ({ placed, permitted }: SearchRelations, scope: Scope): Sql => sql`array(
                 select other.id
                 from ${placed} as other
                 where other.text_hash = m.text_hash
                   and other.memory_type <> 'composite'
                   and ${permitted ? sql`(other.id = m.id or other.id in (select id from ${permitted} as p))` : sql`true`}
                 order by ${scope.kind === 'user' ? sql`` : sql`other.agent_id = ${scope.agentId} desc,`} other.observed_at desc,
                          other.ordinal desc, other.id
                 limit ${whole(MOST_EQUALS)}
               )`

const found = ({ details, equals: _, ...memory }: Row, { cosine, score }: Match): FoundMemory => ({
  ...memory,
  similarity: cosine,
  score: publicScore(score),
  outdated_by: memory.outdated_by ?? laterOf(details.contests),
})

/** The last said of what contradicts a memory and is preferred to it, if it was said later. */
const laterOf = (contests: readonly Contest[]): string | null =>
  contests.findLast(({ wins, later }) => wins && later)?.id ?? null
