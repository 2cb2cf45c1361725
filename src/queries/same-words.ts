import type { SameWords } from '../domain/memory/same-words.js'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql } from '../postgres/sql.js'
import { normalised, textHash } from '../text/text-hash.js'
import { isNoComposite, visibleRows } from './visible-memories.js'

type WordsToFind = {
  /** Of words and their key. */
  readonly hashes?: readonly string[]
  /** Words, with any key or none. */
  readonly contents?: readonly string[]
}

type SameWordsAt = SameWords & { readonly observedAt: string; readonly ordinal: bigint }

/** The visible memories that have these words, whoever owns them and whatever became of them but an erasure; the newest first. */
export const memoriesSaying = async (
  db: Database,
  scope: Scope,
  { hashes = [], contents = [] }: WordsToFind,
): Promise<readonly SameWords[]> => {
  if (hashes.length + contents.length === 0) return []
  const all = visibleRows(scope, ['active', 'needs_clarification', 'superseded', 'deleted'])
  const [same, keyed] = await Promise.all([
    db.rows<SameWordsAt>(sql`/* memories with these words */
    select ${columns}
    from ${all} as m
    where m.text_hash = any(${[...hashes, ...contents.map((each) => textHash(each))]}::text[]::uuid[])
      and ${isNoComposite}`),
    contents.length === 0
      ? []
      : db.rows<SameWordsAt>(sql`/* memories with these words and a key */
    select ${columns}
    from ${all} as m
    join unnest(${contents.map(normalised)}::text[]) as w (words) on m.text_hash = ${hashWithKey}
    where m.key is not null
      and ${isNoComposite}`),
  ])
  const found = new Map([...same, ...keyed].map((row) => [row.memoryId, row]))
  return [...found.values()].toSorted(newestFirst).map(({ observedAt: _, ordinal: __, ...memory }) => memory)
}

const columns: Sql = sql`m.id as "memoryId", m.version, m.status, m.reader_group as "group", m.text_hash as "textHash",
           m.observed_at as "observedAt", m.ordinal`

/** The hash of words `w` with the key of a memory `m`, as `textHash` makes it. */
const hashWithKey: Sql = sql`left(encode(sha256(convert_to(w.words || E'\n' || m.key, 'UTF8')), 'hex'), 32)::uuid`

const newestFirst = (a: SameWordsAt, b: SameWordsAt): number => {
  if (a.observedAt !== b.observedAt) return a.observedAt < b.observedAt ? 1 : -1
  if (a.ordinal !== b.ordinal) return a.ordinal < b.ordinal ? 1 : -1
  return a.memoryId < b.memoryId ? -1 : 1
}
