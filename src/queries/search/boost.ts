import type { Scope } from '../../domain/scope.js'
import type { Database } from '../../postgres/database.js'
import { sql } from '../../postgres/sql.js'
import { visibleTo } from '../visible-memories.js'
import { stage } from './context.js'
import { byScore, type Match } from './score.js'

/** What the newest memory and the most wanted one gain, at most: they settle what words and meaning leave open. */
const RECENCY = 0.01
const ACCESS = 0.01
/** After so many days a memory gains half as much for being recent. */
const HALF_LIFE_DAYS = 30
/** So many accesses gain all that there is to gain. */
const MANY_ACCESSES = 100

const DAY_MS = 86_400_000

/**
 * Adds a little for what was said lately and for what is often asked for, among those matches that it can bring into the
 * answer. What does not match is no match already, so neither ever lifts it.
 */
export const boostMatches = (db: Database, now: () => string) =>
  stage('boost', async (search) => {
    const least = (search.matches[search.request.limit - 1]?.score ?? 0) - RECENCY - ACCESS
    const near = search.matches.filter(({ score }) => score >= least)
    if (near.length === 0) return search
    const uses = await usesOf(db, search.request.scope, near)
    const today = Date.parse(now())
    const boosted = near.map((match) => boostedBy(match, uses.get(match.id), today))
    return { ...search, matches: [...boosted.toSorted(byScore), ...search.matches.slice(near.length)] }
  })

type Use = { readonly id: string; readonly access_count: number; readonly observed_at: string }

const boostedBy = (match: Match, use: Use | undefined, today: number): Match => {
  if (use === undefined) return match
  const days = Math.max(0, (today - Date.parse(use.observed_at)) / DAY_MS)
  const recency = RECENCY * 2 ** (-days / HALF_LIFE_DAYS)
  const access = ACCESS * Math.min(1, Math.log1p(use.access_count) / Math.log1p(MANY_ACCESSES))
  return { ...match, recency, access, score: match.score + recency + access }
}

const usesOf = async (db: Database, scope: Scope, near: readonly Match[]): Promise<ReadonlyMap<string, Use>> => {
  const uses = await db.rows<Use>(sql`
    select m.id, a.access_count, m.observed_at
    from ${visibleTo(scope)} as m
    join memory_access a using (user_id, id)
    where m.id = any(${near.map(({ id }) => id)}::text[]::uuid[])`)
  return new Map(uses.map((use) => [use.id, use]))
}
