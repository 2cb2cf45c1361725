import { ownText } from '../domain/memory.js'
import type { Language } from '../indexing/language.js'
import { lexemeOf } from '../indexing/lexeme.js'
import { wordsOf } from '../indexing/words.js'
import type { Database } from '../postgres/database.js'
import { sql } from '../postgres/sql.js'
import { type Key, keysOf } from './neighbours.js'

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

type Counted = { readonly key: readonly [user: string, group: string, word: string, lexeme: string]; memories: number }

/** Counts the words of what was said no longer and of what is said now; words that nobody uses any more go. */
export const countWords = async (db: Database, before: readonly Saying[], now: readonly Saying[]): Promise<void> => {
  const counts = new Map<string, Counted>()
  for (const saying of before) count(counts, saying, -1)
  for (const saying of now) count(counts, saying, 1)
  const changed = [...counts.values()].filter(({ memories }) => memories !== 0)
  if (changed.length === 0) return
  const column = (i: 0 | 1 | 2 | 3) => changed.map(({ key }) => key[i])
  await db.rows(sql`
    insert into reader_group_word as w (user_id, reader_group, word, lexeme, memories)
    select user_id, reader_group, word, lexeme, memories
    from unnest(${column(0)}::text[], ${column(1)}::text[], ${column(2)}::text[], ${column(3)}::text[],
                ${changed.map(({ memories }) => memories)}::bigint[]) as said (user_id, reader_group, word, lexeme, memories)
    on conflict (user_id, reader_group, word, lexeme) do update set memories = w.memories + excluded.memories`)
  const fewer = changed.filter(({ memories }) => memories < 0).map(({ key }) => key)
  if (fewer.length === 0) return
  await db.rows(sql`
    delete from reader_group_word w
    using unnest(${fewer.map(([user]) => user)}::text[], ${fewer.map(([, group]) => group)}::text[],
                 ${fewer.map(([, , word]) => word)}::text[], ${fewer.map(([, , , lexeme]) => lexeme)}::text[])
      as said (user_id, reader_group, word, lexeme)
    where w.user_id = said.user_id
      and w.reader_group = said.reader_group
      and w.word = said.word
      and w.lexeme = said.lexeme
      and w.memories = 0`)
}

const count = (counts: Map<string, Counted>, saying: Saying, by: 1 | -1): void => {
  const { user_id, reader_group, language } = saying
  for (const word of new Set(wordsOf(`${saying.subject ?? ''} ${ownText(saying)}`))) {
    const lexeme = isSpelt(word) ? lexemeOf(word, language) : null
    if (lexeme === null) continue
    const id = JSON.stringify([user_id, reader_group, word, lexeme])
    const counted = counts.get(id)
    if (counted) counted.memories += by
    else counts.set(id, { key: [user_id, reader_group, word, lexeme], memories: by })
  }
}

/** What a misspelt word can be held against: letters only, and neither too short nor too long to be a word. */
const isSpelt = (word: string): boolean => /^[\p{L}\p{M}]{4,40}$/u.test(word)
