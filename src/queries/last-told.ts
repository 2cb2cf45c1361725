import type { Readers, Scope } from '../domain/scope.js'
import type { Language } from '../indexing/stop-words.js'
import type { Database } from '../postgres/database.js'
import { sql, whole } from '../postgres/sql.js'
import { lengthOf } from './visible-episodes.js'
import { visibleToAll } from './visible-memories.js'

/** A memory of the end of a transcript. */
type LastTold = {
  readonly content: string
  readonly speaker: string | null
  readonly role: string | null
  readonly language: Language
  /** How many turns before the end of the transcript: 1, the last one. */
  readonly behind: number
  readonly episodeId: string
  /** ISO day on which it was said; null where that is unknown. */
  readonly observedOn: string | null
  /** ISO instant of the write. */
  readonly at: string
  /** Whether it is active; if not, another one of these took its place. */
  readonly active: boolean
}

type Row = LastTold & { readonly id: string; readonly supersededBy: string | null }

/** The most memories that are read of the end of a transcript (turns are rarely cut into more pieces), and the episodes that they are of. */
const LAST = 12
const EPISODES = 4

/**
 * The last memories of a transcript, up to the end of `episodeId` where that is given, that all of these readers may read;
 * the last first. What was superseded is told only where what took its place is, too: it was corrected, and no more.
 */
export const lastTold = async (
  db: Database,
  scope: Scope,
  wanted: {
    readonly transcript: string
    readonly episodeId: string | null
    readonly readers: Readers
    /** Only what was told before this episode; one that is not recorded comes behind all. */
    readonly before?: string
  },
): Promise<readonly LastTold[]> => {
  const { transcript, episodeId, readers, before = null } = wanted
  const rows = await db.rows<Row>(sql`
    select m.id, t.content, t.speaker, m.role, t.language, (e.turns - m.turn)::int as behind,
           m.episode_id as "episodeId", m.occurred_on::text as "observedOn", m.created_at as at,
           m.status = 'active' as active, m.superseded_by as "supersededBy"
    from (
      select e.id as episode, sum(${lengthOf(scope.userId, sql`e.id`)}) over (order by e.recorded_at desc, e.id) as turns
      from episode_transcript e
      where user_id = ${scope.userId}
        and transcript = ${transcript}::uuid
        and state = 'ingested'
        and (${episodeId}::text is null or recorded_at <= ${recordedWith(scope, episodeId)})
        and (${before}::text is null or id <> ${before}::text::uuid
             and recorded_at <= coalesce(${recordedWith(scope, before)}, 'infinity'))
      order by recorded_at desc, id
      limit ${whole(EPISODES)}
    ) as e
    join ${visibleToAll(scope, readers, ['active', 'superseded'])} as m on m.episode_id = e.episode
    join memory_text t using (user_id, id)
    where m.turn is not null
    order by behind, m.ordinal desc
    limit ${whole(LAST)}`)
  const shown = new Set<string>()
  return rows.flatMap(({ id, supersededBy, ...told }) => {
    if (!told.active && !(supersededBy !== null && shown.has(supersededBy))) return []
    shown.add(id)
    return told
  })
}

const recordedWith = ({ userId }: Scope, episodeId: string | null) => sql`(
          select recorded_at
          from episode_transcript
          where user_id = ${userId} and id = ${episodeId}::text::uuid
        )`

/** A turn of an episode that says what a memory said before. */
type ToldAgain = Pick<LastTold, 'content' | 'speaker' | 'role' | 'language'> & { readonly turn: number }

/** The turns of an episode that say what was known, by a memory that all of these readers may read, in their order. */
export const toldAgain = (
  db: Database,
  scope: Scope,
  { episodeId, readers }: { readonly episodeId: string; readonly readers: Readers },
): Promise<readonly ToldAgain[]> =>
  db.rows<ToldAgain>(sql`
    select d.turn, t.content, t.speaker, m.role, t.language
    from episode_duplicate d
    join ${visibleToAll(scope, readers, ['active', 'superseded'])} as m on m.id = d.memory_id
    join memory_text t on t.user_id = m.user_id and t.id = m.id
    where d.user_id = ${scope.userId}
      and d.episode_id = ${episodeId}
      and m.episode_id <> d.episode_id
    order by d.turn, m.ordinal`)
