import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { sql } from '../postgres/sql.js'
import { evidenceOf, type Resting, readAround, replacementsOf, visibleBasisOf, visibleEchoed } from './basis.js'
import { shownMetadata } from './readable-by.js'
import { factsOfChangedBasis } from './visible-evidence.js'
import { isDerived, type Status, visibleRows } from './visible-memories.js'
import { timesToldOf } from './visible-tellings.js'

/** The boundary for whole records: their rows by ids, and what is told of each beside its rows. */

/** What the code reads of a record. It is answered as it is selected: in the names, and by the schema, of the interface. */
export type MemoryRecord = { readonly id: string; readonly created_at: string; readonly session_id: string | null }

type Wish = {
  readonly ids: readonly string[]
  readonly statuses: readonly Status[]
  /** Whether the embedding is told, too, as numbers; empty for a memory without one. */
  readonly withEmbedding: boolean
}

/**
 * The full records of these memories, each once in the order of the ids, without those that the caller cannot see. Nothing holds
 * the store still between the statements: what is told beside the rows of a memory is by the words that the rows have, and as
 * much as the caller sees of it by then.
 */
export const recordsOf = async (db: Database, scope: Scope, wish: Wish): Promise<readonly MemoryRecord[]> => {
  const ids = [...new Set(wish.ids)]
  if (ids.length === 0) return []
  const view = { db, scope }
  const [rows, told, around] = await Promise.all([
    rowsOf(db, scope, { ...wish, ids }),
    timesToldOf(db, scope, ids),
    readAround(view, ids),
  ])
  const below = new Map(rows.map((row) => [row.id, visibleBasisOf(row, around)]))
  const [toldBelow, changed, outdated, echoed] = await Promise.all([
    timesToldOf(db, scope, [...new Set([...below.values()].flat())]),
    factsOfChangedBasis(
      db,
      scope.userId,
      rows.filter(({ claim_type }) => claim_type !== null),
    ),
    replacementsOf(
      view,
      rows.map(({ id }) => ({ id, supersededBy: null })), // it would not be in force
      around,
    ),
    visibleEchoed(view, rows),
  ])
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (row === undefined) return []
    const { wordsOf: _, isDerived: __, ...record } = row
    const timesBelow = (below.get(id) ?? []).reduce((sum, each) => sum + (toldBelow.get(each)?.readable ?? 0), 0)
    return [
      {
        ...record,
        tellings: (told.get(id)?.own ?? 0) + timesBelow,
        evidence: evidenceOf(row, around),
        basis_changed: changed.has(id),
        outdated_by: outdated.get(id)?.id ?? null,
        echo_of: echoed.has(row.echo_of) ? row.echo_of : null,
      },
    ]
  })
}

/** In any order. The columns that are null here are told by other statements. */
const rowsOf = (db: Database, scope: Scope, { ids, statuses, withEmbedding }: Wish) =>
  db.rows<MemoryRecord & Resting & Readonly<Record<'claim_type' | 'echo_of', string | null>>>(sql`
    /* records: the rows of memories */
    select m.id, m.user_id, t.content, m.memory_type, m.importance, m.source_site, e.source_url, m.episode_id, m.session_id,
           null as tellings, m.role, m.last_turn as turn, m.status, ${shownMetadata(sql`e.metadata`, sql`t.metadata`)} as metadata,
           t.keywords, m.namespace, m.trust_score, m.version, m.created_at, a.access_count, t.summary, t.overview,
           m.observed_at, m.observed_offset, a.last_accessed_at, m.expired_at, m.deleted_at, m.network,
           t.opinion_confidence, t.observation_subject, null as audn_candidates, false as deferred_audn,
           m.workspace_id, m.agent_id, m.visibility, t.own_words::text as search_vector,
           m.claim_type, m.echo_of, null as evidence, null as basis_changed, null as outdated_by, m.subject, m.key,
           m.valid_from, m.valid_to, t.valid_words, t.summary as headline, m.words_of as "wordsOf", ${isDerived(sql`m`)} as "isDerived"
           ${withEmbedding ? sql`, coalesce(t.embedding::text, '[]')::json as embedding` : sql``}
    from ${visibleRows(scope, statuses)} as m
    join memory_text t using (user_id, id)
    join memory_access a using (user_id, id)
    join episode e on e.user_id = m.user_id and e.id = m.episode_id
    where m.id = any(${ids}::text[]::uuid[])`)
