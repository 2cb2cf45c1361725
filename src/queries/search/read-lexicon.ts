import { wordsOf } from '../../indexing/words.js'
import type { Database } from '../../postgres/database.js'
import { type Sql, sql } from '../../postgres/sql.js'
import { stage } from './context.js'
import { type Lexicon, nothingKnown, queryWords, type Term } from './lexicon.js'
import { namedSubjects } from './named-subjects.js'
import type { Sight } from './sight.js'

/** Names may be stop words, so more words are compared with the known subjects than are looked up. */
const NAME_WORDS = 256

/** Looks up the query's words: terms, document frequencies, averages and known subjects, in one statement. */
export const readLexicon = (db: Database) =>
  stage('words', async (search) => {
    const { query } = search.request
    const words = queryWords(query)
    const names = [...new Set(wordsOf(query))].slice(0, NAME_WORDS)
    const [row] = await db.rows<LexiconRow>(lexiconOf(search.sight.all, words, names))
    return { ...search, lexicon: row ? lexicon(row, query) : nothingKnown }
  })

type LexiconRow = {
  readonly memories: number
  readonly length: number
  readonly words: readonly { readonly word: string; readonly lexemes: readonly string[] }[]
  readonly terms: readonly Term[]
  readonly subjects: readonly string[]
}

const lexicon = (row: LexiconRow, query: string): Lexicon => ({
  memories: row.memories,
  length: row.length,
  terms: row.terms,
  termsOf: new Map(row.words.map(({ word, lexemes }) => [word, lexemes])),
  subjects: namedSubjects(query, row.subjects),
})

const lexiconOf = (seen: Sight['all'], words: readonly string[], names: readonly string[]): Sql => sql`
  with ${seen.given} word as (
    select word, tsvector_to_array(to_tsvector('english', word)) as lexemes
    from unnest(${words}::text[]) as query (word)
  ),
  term as (
    select lexeme, (
      select count(*)::int
      from ${seen.indexed} as m
      where search_vector @@ (
        '''' || replace(replace(lexeme, chr(92), repeat(chr(92), 2)), '''', '''''') || ''''
      )::tsquery
    ) as memories
    from (select distinct unnest(lexemes) as lexeme from word) as l
  ),
  visible as (
    select coalesce(sum(memories), 0)::float8 as memories, coalesce(sum(lex_len), 0)::float8 as length
    from ${seen.groups} as g
  ),
  named as (
    select distinct subject
    from ${seen.subjects} as s
    where string_to_array(translate(subject, '''’-.,_/', '       '), ' ') && ${names}::text[]
  )
  select memories, length,
         (select coalesce(json_agg(json_build_object('word', word, 'lexemes', lexemes)), '[]') from word) as words,
         (select coalesce(json_agg(json_build_object('lexeme', lexeme, 'memories', memories) order by lexeme), '[]')
          from term) as terms,
         (select coalesce(json_agg(subject order by subject), '[]') from named) as subjects
  from visible`
