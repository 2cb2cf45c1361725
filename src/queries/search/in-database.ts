import type { Database } from '../../postgres/database.js'
import { type Sql, sql } from '../../postgres/sql.js'
import { type OwnWordsOf, readCandidates } from './database-candidates.js'
import { anyOf, around, placedAmong, saidAround, saidBy } from './placed-rows.js'
import type { SearchRelations } from './relations.js'
import type { DocumentFrequencies, Lookup, LookupResult, SearchIndex } from './search-index.js'

/** Answers from the read tables, which takes time in proportion to what the caller may see. */
export const inDatabase = (db: Database, relations: SearchRelations): SearchIndex => {
  let own: OwnWordsOf | undefined
  return {
    lookUp: (lookup) => lookUp(db, relations, lookup),
    documents: (lexemes) => readDocuments(db, relations, lexemes),
    vocabulary: async () => (relations.past ? new Map() : readVocabulary(db, relations)),
    candidates: async (query) => {
      const found = await readCandidates(db, relations, query)
      own = found.own
      return found.candidates
    },
    ownWords: async (ids) => own?.(ids) ?? { places: new Map(), documents: new Map(), directions: new Map() },
  }
}

/** Words count for the memories up to so many places away. */
const REACH = 2

/** What everything visible says, and its context, with the words only of what holds one of these lexemes. */
const said = (relations: SearchRelations, lexemes: readonly string[]): Sql => {
  const words = sql`case when own_words @@ ${anyOf(lexemes)}::tsquery then own_words end as own_words`
  return sql`${placedAmong(relations)},
  said as materialized (
    select v.n, v.place, v.line_length, v.subject, v.occurred_on, t.*
    from visible as v
    ${saidBy(relations, sql`language, text_len, name_len, ${words}`)}
  ),
  said_around as materialized (
    ${saidAround(relations, sql`text_len, ${words}`)}
  )`
}

/** In how many memories each lexeme occurs. Words of a text count for those around it and for what rests on it, words of a name do not. */
const frequencies = (lexemes: readonly string[]): Sql => sql`(
    select lexeme, count(distinct at) as memories
    from (
      select word.lexeme, at
      from said
      cross join lateral unnest(own_words) as word (lexeme, positions, weights)
      cross join lateral ${around(REACH)} as at
      where 'D' = any(word.weights)
      union all
      select word.lexeme, n
      from said
      cross join lateral unnest(own_words) as word (lexeme, positions, weights)
      where 'A' = any(word.weights)
      union all
      select word.lexeme, n
      from said_around
      cross join lateral unnest(own_words) as word (lexeme, positions, weights)
      where 'D' = any(word.weights)
    ) as held
    where lexeme = any(${lexemes})
    group by lexeme
  )`

type Terms = { readonly terms: Readonly<Record<string, number>> }

const lookUp = async (
  db: Database,
  relations: SearchRelations,
  { lexemes, names, dated }: Lookup,
): Promise<LookupResult> => {
  const [row] = await db.rows<Omit<LookupResult, 'terms'> & Terms>(sql`
  with ${said(relations, lexemes)},
  named as (
    select distinct subject
    from said
    where string_to_array(translate(subject, '''’-.,_/', '       '), ' ') && ${names}::text[]
  )
  select count(*)::float8 as memories, (coalesce(sum(${lengthWithNeighbours}), 0) + ${lengthAround})::float8 as length,
         coalesce(json_agg(distinct language), '[]') as languages,
         (select coalesce(json_agg(subject order by subject), '[]') from named) as subjects,
         (select coalesce(json_object_agg(lexeme, memories), '{}') from ${frequencies(lexemes)} as f) as terms,
         case when ${dated} and min(occurred_on) is not null
              then json_build_object('from', min(occurred_on), 'to', max(occurred_on)) end as days
  from said`)
  if (row === undefined) throw new Error('a sum without a row')
  return { ...row, terms: new Map(Object.entries(row.terms)) }
}

/** In tenths of a position; what a text adds to the lengths around it is counted with the text. */
const lengthWithNeighbours: Sql = sql`10 * (text_len + name_len) + text_len * (
           5 * (least(1, place - 1) + least(1, line_length - place))
           + 2 * ((place > 2)::int + (line_length - place > 1)::int))`

/** What texts add to the lengths of what rests on them. */
const lengthAround: Sql = sql`(select coalesce(sum(text_len * case when rank <= 2 then 5 else 2 end), 0) from said_around)`

const readDocuments = async (
  db: Database,
  relations: SearchRelations,
  lexemes: readonly string[],
): Promise<DocumentFrequencies> => {
  const rows = await db.rows<{ readonly lexeme: string; readonly memories: number }>(sql`
  with ${said(relations, lexemes)}
  select lexeme, memories::float8 as memories
  from ${frequencies(lexemes)} as f`)
  return new Map(rows.map(({ lexeme, memories }) => [lexeme, memories]))
}

const readVocabulary = async (db: Database, relations: SearchRelations): Promise<ReadonlyMap<string, number>> => {
  const rows = await db.rows<{ readonly word: string; readonly memories: number }>(sql`
  select word, count(*)::float8 as memories
  from ${relations.visible} as v
  ${saidBy(relations, sql`spelt`)}
  cross join lateral unnest(string_to_array(spelt, ' ')) as word
  group by word`)
  return new Map(rows.map(({ word, memories }) => [word, memories]))
}
