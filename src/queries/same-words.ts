import type { SameWords } from '../domain/memory/same-words.js'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { sql } from '../postgres/sql.js'
import { normalised, textHash } from '../text/text-hash.js'
import { isNoComposite, visibleRows } from './visible-memories.js'

type Asked = {
  /** Of words and their key. */
  readonly hashes?: readonly string[]
  /** Words, with any key or none. */
  readonly contents?: readonly string[]
}

/** The visible memories that have these words, whoever owns them and whatever became of them but an erasure; the newest first. */
export const memoriesSaying = async (
  db: Database,
  scope: Scope,
  { hashes = [], contents = [] }: Asked,
): Promise<readonly SameWords[]> => {
  if (hashes.length + contents.length === 0) return []
  const all = visibleRows(scope, ['active', 'needs_clarification', 'superseded', 'deleted'])
  // The hash of words with a key, as `textHash` makes it.
  const keyed = sql`left(encode(sha256(convert_to(w.words || E'\n' || m.key, 'UTF8')), 'hex'), 32)::uuid`
  return db.rows<SameWords>(sql`
    /* same words: memories that have these words */
    with same as (
      select m.id
      from ${all} as m
      where m.text_hash = any(${[...hashes, ...contents.map((each) => textHash(each))]}::text[]::uuid[])
      union
      select m.id
      from ${all} as m
      join unnest(${contents.map(normalised)}::text[]) as w (words) on m.text_hash = ${keyed}
      where m.key is not null
    )
    select m.id::text as "memoryId", m.version, m.status, m.reader_group as "group", m.text_hash::text as "textHash"
    from same
    join ${all} as m using (id)
    where ${isNoComposite}
    order by m.observed_at desc, m.ordinal desc, m.id`)
}
