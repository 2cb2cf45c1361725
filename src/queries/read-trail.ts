import { MemoryNotFound } from '../domain/errors.js'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { sql, whole } from '../postgres/sql.js'
import { trailVisibleTo } from './visible-trail.js'

/** The actions on a memory. */
const ACTIONS = ['add', 'update', 'supersede', 'delete', 'contest', 'clarify', 'share', 'restore', 'erase'] as const
type Action = (typeof ACTIONS)[number]

export type Trail = Awaited<ReturnType<typeof readTrail>>
export type MutationSummary = Awaited<ReturnType<typeof summarizeMutations>>
export type Mutation = Awaited<ReturnType<typeof recentMutations>>[number]

type Entry = { readonly content: string | null; readonly key: string | null }

const changeColumns = sql`version, action, at as timestamp, reason,
           jsonb_build_object('key', actor_key, 'agentId', actor_agent) as actor`

/** Every version of a memory, deleted or not, oldest first. Throws MemoryNotFound if it never existed. */
export const readTrail = async (db: Database, scope: Scope, id: string) => {
  const rows = await db.rows<Entry>(sql`
    select ${changeColumns}, episode_id as "episodeId", content, key
    from ${trailVisibleTo(scope)} as v
    where id = ${id}
    order by version`)
  if (rows.length === 0) throw new MemoryNotFound(id)
  return { memoryId: id, trail: rows.map(entry), versionCount: rows.length }
}

/** The words and the key of a version only where the caller may read the memory now, and could at that version. */
const entry = ({ content, key, ...row }: Entry) => ({
  ...row,
  ...(content === null ? {} : { content }),
  ...(key === null ? {} : { key }),
})

/** The trail without content: it is for the owner, in any scope. */
const trailOf = (userId: string) => trailVisibleTo({ kind: 'user', userId })

/** The number of actions of each kind on this user's memories, and of the memories that ever existed. */
export const summarizeMutations = async (db: Database, userId: string) => {
  const rows = await db.rows<{ action: Action; mutations: number }>(sql`
    select action, count(*)::int as mutations
    from ${trailOf(userId)} as v
    group by action`)
  const counted = new Map(rows.map(({ action, mutations }) => [action, mutations]))
  // fromEntries forgets the keys
  const byAction = Object.fromEntries(ACTIONS.map((action) => [action, counted.get(action) ?? 0])) as Record<
    Action,
    number
  >
  const total = rows.reduce((sum, { mutations }) => sum + mutations, 0)
  const deletes = byAction.delete + byAction.erase
  const updates = total - byAction.add - deletes
  return { creates: byAction.add, updates, deletes, total, byAction, memories: byAction.add }
}

/** The latest actions on this user's memories, newest first. */
export const recentMutations = (db: Database, userId: string, limit: number) =>
  db.rows(sql`
    select id as "memoryId", ${changeColumns}
    from ${trailOf(userId)} as v
    order by at desc, id, version desc
    limit ${whole(limit)}`)
