import type { UserExtent } from '../../../src/domain/user.js'
import type { Api } from '../../../src/http/api.js'
import { exampleOf } from '../../../src/http/openapi/examples.js'
import { episodeRecord } from '../../../src/http/routes/episodes.js'
import { recallAnswer } from '../../../src/http/routes/recalls.js'
import type { EpisodeRecord } from '../../../src/queries/read-episodes.js'
import type { Recall } from '../../../src/search/visible-recalls.js'

/** The settings in force, as the edge is told them. */
export const config = {
  retrieval_profile: 'balanced',
  embedding_provider: 'builtin',
  embedding_model: 'static-en',
  embedding_dimensions: 256,
  llm_provider: 'none',
  llm_model: 'none',
  similarity_threshold: 0.3,
  audn_candidate_threshold: 0.7,
  clarification_conflict_threshold: 0.8,
  max_search_results: 10,
  event_store: 'postgres',
  database: 'postgres',
}

const byAction = { add: 1, update: 0, supersede: 0, delete: 0, contest: 0, clarify: 0, share: 0, restore: 0, erase: 0 }

/** So many of everything. */
export const userExtentOf = (n: number): UserExtent => ({
  ...{ memories: n, derived: n, episodes: n, turns: n, lessons: n, conflicts: n, agents: n, recalls: n },
})

type OfOwners =
  | 'recall'
  | 'recallsOf'
  | 'extentOfUser'
  | 'usage'
  | 'mutations'
  | 'recentMutations'
  | 'episodes'
  | 'episode'
  | 'agent'
  | 'agents'
  | 'trustHistory'
  | 'inside'
  | 'adminActions'
  | 'users'
  | 'shows'

/** What owners and operators ask, answered in the same way every time. */
export const ownersApi = (asked: (name: string, ...values: readonly unknown[]) => void): Pick<Api, OfOwners> => ({
  recall: async (...values) => {
    asked('recall', ...values)
    return exampleOf(recallAnswer) as Recall // the document's own example
  },
  recallsOf: async (...values) => {
    asked('recallsOf', ...values)
    return { recalls: [], count: 0, next: null }
  },
  extentOfUser: async (userId) => {
    asked('extentOfUser', userId)
    return userExtentOf(4)
  },
  usage: async (userId) => {
    asked('usage', userId)
    return { active_memories: 1, max_memories: 10, usage_ratio: 0.1, status: 'ok', recommendation: 'none' }
  },
  mutations: async (userId) => {
    asked('mutations', userId)
    return { creates: 1, updates: 0, deletes: 0, total: 1, byAction, memories: 1 }
  },
  recentMutations: async (...values) => {
    asked('recentMutations', ...values)
    return []
  },
  episodes: async (...values) => {
    asked('episodes', ...values)
    return { episodes: [], count: 0, total: 0 }
  },
  episode: async (...values) => {
    asked('episode', ...values)
    return exampleOf(episodeRecord) as EpisodeRecord
  },
  agent: async (...values) => {
    asked('agent', ...values)
    return { version: 1, trust: 0.8, displayName: 'The scout' }
  },
  agents: async (...values) => {
    asked('agents', ...values)
    return { agents: [], count: 0, total: 0 }
  },
  trustHistory: async (...values) => {
    asked('trustHistory', ...values)
    return { agent_id: 'scout', changes: [], count: 0, total: 0 }
  },
  inside: async () => ({
    parked_users: [],
    appends_waiting: 0,
    writers_waiting: 0,
    generation: 'read_1',
    lessons_expired: 0,
    conflicts_expired: 0,
  }),
  adminActions: async (paging) => {
    asked('adminActions', paging)
    return []
  },
  users: async (paging) => {
    asked('users', paging)
    return { users: [], count: 0, next_after: null }
  },
  shows: async (position) => asked('shows', position),
})
