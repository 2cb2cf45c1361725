import type { Readers, Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { sql, whole } from '../postgres/sql.js'
import { visibleToAll } from './visible-memories.js'

/** The most memories that are read of the end of a transcript (turns are rarely cut into more pieces), and the episodes that they are of. */
const LAST = 12
const EPISODES = 4

/** The last active memories of a transcript up to the end of an episode that all of these readers may read. */
export const lastContents = (
  db: Database,
  scope: Scope,
  {
    transcript,
    episodeId,
    readers,
  }: { readonly transcript: string; readonly episodeId: string; readonly readers: Readers },
): Promise<
  readonly {
    readonly memoryId: string
    readonly content: string
    readonly episodeId: string
    readonly turn: number
  }[]
> =>
  db.rows(sql`
    select m.id as "memoryId", t.content, m.episode_id as "episodeId", m.turn
    from (
      select e.id as episode, row_number() over (order by e.recorded_at desc, e.id) as nearness
      from episode_transcript e
      where e.user_id = ${scope.userId}
        and e.transcript = ${transcript}::uuid
        and e.state = 'ingested'
        and e.recorded_at <= (
          select recorded_at
          from episode_transcript
          where user_id = ${scope.userId} and id = ${episodeId}
        )
      order by e.recorded_at desc, e.id
      limit ${whole(EPISODES)}
    ) as e
    join ${visibleToAll(scope, readers, ['active'])} as m on m.episode_id = e.episode
    join memory_text t using (user_id, id)
    where m.turn is not null
    order by e.nearness, m.ordinal desc
    limit ${whole(LAST)}`)
