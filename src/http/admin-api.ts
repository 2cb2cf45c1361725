import type { Usage } from '../domain/quota.js'
import type { Scope } from '../domain/scope.js'
import type { AdminAction, AdminPaging, ParkedUser, UserPage } from '../queries/admin.js'
import type { EpisodePage, EpisodeRecord } from '../queries/read-episodes.js'
import type { Mutation, MutationSummary } from '../queries/read-mutations.js'

/** What the owner of a tenancy asks of it. */
export type ForOwners = {
  readonly usage: (userId: string) => Promise<Usage>
  readonly mutations: (userId: string) => Promise<MutationSummary>
  readonly recentMutations: (userId: string, limit: number) => Promise<readonly Mutation[]>
  readonly episodes: (scope: Scope, paging: { readonly limit: number; readonly offset: number }) => Promise<EpisodePage>
  /** Throws EpisodeNotFound. */
  readonly episode: (scope: Scope, episodeId: string) => Promise<EpisodeRecord>
}

/** How the inside of the service is: what waits where, and what stands still. */
type Inside = {
  /** Null while the read models cannot be read. */
  readonly parked_users: readonly ParkedUser[] | null
  /** Appends that wait for their transaction. */
  readonly appends_waiting: number
  /** Writes that wait for another one of their user. */
  readonly writers_waiting: number
  /** The read tables that requests see. */
  readonly generation: string
}

/** What operators ask, across all users; never what a memory says. */
export type ForOperators = {
  readonly inside: () => Promise<Inside>
  readonly adminActions: (paging: AdminPaging) => Promise<readonly AdminAction[]>
  readonly users: (paging: { readonly limit: number; readonly after?: string }) => Promise<UserPage>
  /** Resolves when the read models include this position of the log. Throws as `ready` does. */
  readonly shows: (position: bigint) => Promise<void>
}
