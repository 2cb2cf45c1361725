import { ownText } from '../../domain/memory/events.js'
import { folded } from '../../indexing/fold.js'
import { lexemeOf } from '../../indexing/lexeme.js'
import type { Language } from '../../indexing/stop-words.js'
import { wordsOf } from '../../indexing/words.js'
import type { Database } from '../../postgres/database.js'
import { type Sql, sql } from '../../postgres/sql.js'
import { type Key, keysOf } from './search-rows.js'

/** What an active memory says, and to which group of readers. */
export type Saying = {
  readonly user_id: string
  readonly reader_group: string
  readonly language: Language
  readonly content: string
  readonly speaker: string | null
  readonly subject: string | null
}

/** What these memories say, as far as they are active. */
export const sayingsOf = async (db: Database, keys: readonly Key[]): Promise<readonly Saying[]> =>
  keys.length === 0
    ? []
    : db.rows<Saying>(sql`
        select m.user_id, m.reader_group, t.language, t.content, t.speaker, m.subject
        from ${keysOf(keys)}
        join memory m using (user_id, id)
        join memory_text t using (user_id, id)
        where m.status = 'active'`)

export type Counted = {
  readonly key: readonly [user: string, group: string, word: string, lexeme: string]
  memories: number
}

/**
 * What becomes of the counts when something is said no longer (by -1) and something else is said now, each word as it is
 * typed without accents.
 */
export const countWords = () => {
  const counts = new Map<string, Counted>()
  return {
    count: (sayings: readonly Saying[], by: 1 | -1): void => {
      for (const saying of sayings) count(counts, saying, by)
    },
    counted: (): readonly Counted[] => [...counts.values()].filter(({ memories }) => memories !== 0),
  }
}

/** The statements that write them. */
export const writeWords = (counted: readonly Counted[]): readonly Sql[] =>
  counted.length === 0
    ? []
    : [
        sql`
    insert into reader_group_word as w (user_id, reader_group, word, lexeme, memories)
    select user_id, reader_group, word, lexeme, memories
    from ${asRows(counted)}
    on conflict (user_id, reader_group, word, lexeme) do update set memories = w.memories + excluded.memories`,
      ]

/** Deletes words without uses. */
export const sweepWords = (counted: readonly Counted[]): readonly Sql[] => {
  const fewer = counted.filter(({ memories }) => memories < 0)
  return fewer.length === 0
    ? []
    : [
        sql`
    delete from reader_group_word w
    using ${asRows(fewer)}
    where w.user_id = said.user_id
      and w.reader_group = said.reader_group
      and w.word = said.word
      and w.lexeme = said.lexeme
      and w.memories = 0`,
      ]
}

const asRows = (counted: readonly Counted[]): Sql => {
  const column = (i: 0 | 1 | 2 | 3) => counted.map(({ key }) => key[i])
  return sql`unnest(${column(0)}::text[], ${column(1)}::text[], ${column(2)}::text[], ${column(3)}::text[],
                ${counted.map(({ memories }) => memories)}::bigint[]) as said (user_id, reader_group, word, lexeme, memories)`
}

const count = (counts: Map<string, Counted>, saying: Saying, by: 1 | -1): void => {
  const { user_id, reader_group, language } = saying
  const said = new Set<string>()
  for (const written of wordsOf(`${saying.subject ?? ''} ${ownText(saying)}`)) {
    const word = folded(written)
    const lexeme = isSpelt(word) ? lexemeOf(written, language) : null
    const id = JSON.stringify([user_id, reader_group, word, lexeme])
    if (lexeme === null || said.has(id)) continue
    said.add(id)
    const counted = counts.get(id)
    if (counted) counted.memories += by
    else counts.set(id, { key: [user_id, reader_group, word, lexeme], memories: by })
  }
}

/** What a misspelt word can be held against: letters only, and neither too short nor too long to be a word. */
const isSpelt = (word: string): boolean => /^[\p{L}\p{M}]{4,40}$/u.test(word)
