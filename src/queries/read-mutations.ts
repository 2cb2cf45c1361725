import type { Database } from '../postgres/database.js'
import { sql, whole } from '../postgres/sql.js'
import { trailVisibleTo } from './visible-trail.js'

/** The actions on a memory. */
type Action = 'add' | 'update' | 'supersede' | 'delete' | 'contest' | 'clarify' | 'share' | 'restore' | 'erase'

export type MutationSummary = {
  readonly creates: number
  readonly updates: number
  readonly deletes: number
  readonly total: number
  readonly byAction: Readonly<Record<Action, number>>
  /** The number of memories that ever existed. */
  readonly memories: number
}

export type Mutation = {
  readonly memoryId: string
  readonly version: number
  readonly action: Action
  readonly timestamp: string
  readonly reason: string | null
  readonly actor: { readonly key: string; readonly agentId: string | null }
}

const NONE: Readonly<Record<Action, number>> = {
  add: 0,
  update: 0,
  supersede: 0,
  delete: 0,
  contest: 0,
  clarify: 0,
  share: 0,
  restore: 0,
  erase: 0,
}

/** The trail without content: it is for the owner, in any scope. */
const trailOf = (userId: string) => trailVisibleTo({ kind: 'user', userId })

/** The number of actions of each kind on this user's memories. */
export const summarizeMutations = async (db: Database, userId: string): Promise<MutationSummary> => {
  const rows = await db.rows<{ action: Action; mutations: number }>(sql`
    select action, count(*)::int as mutations
    from ${trailOf(userId)} as v
    group by action`)
  const byAction = { ...NONE, ...Object.fromEntries(rows.map(({ action, mutations }) => [action, mutations])) }
  const total = rows.reduce((sum, { mutations }) => sum + mutations, 0)
  const deletes = byAction.delete + byAction.erase
  const updates = total - byAction.add - deletes
  return { creates: byAction.add, updates, deletes, total, byAction, memories: byAction.add }
}

/** The latest actions on this user's memories, newest first. */
export const recentMutations = async (db: Database, userId: string, limit: number): Promise<readonly Mutation[]> => {
  const rows = await db.rows<Omit<Mutation, 'actor'> & { actor_key: string; actor_agent: string | null }>(sql`
    select id as "memoryId", version, action, at as timestamp, reason, actor_key, actor_agent
    from ${trailOf(userId)} as v
    order by at desc, id, version desc
    limit ${whole(limit)}`)
  return rows.map(({ actor_key, actor_agent, ...row }) => ({ ...row, actor: { key: actor_key, agentId: actor_agent } }))
}
