import { distance } from 'fastest-levenshtein'
import { folded } from '../../indexing/fold.js'
import type { Database } from '../../postgres/database.js'
import { type Sql, sql, whole } from '../../postgres/sql.js'
import type { SearchRelations } from './relations.js'
import type { Term, TermStatistics } from './term-statistics.js'

/** Shorter words are not looked for in other spellings: too many are alike. */
const SHORTEST = 4
/** Words of a query that are respelt, at most. */
const RESPELT = 4
/** Words that are compared letter by letter, of those that share most trigrams. */
const COMPARED = 20

const plainWord = /^[\p{L}\p{M}]+$/u

/** How many letters may be wrong. */
const slips = (word: string): number => (word.length < 8 ? 1 : 2)

/**
 * Words that no visible memory holds, and that are none of the language, are taken for those that they are most like, letter by letter and accents aside,
 * of the visible vocabulary: of the twenty that share most trigrams the nearest (Levenshtein 1966; two letters that changed places
 * count as one slip), of equals the more frequent. Asks the database only where there is such a word.
 */
export const correctSpelling = async (
  db: Database,
  { all }: SearchRelations,
  { termStatistics, isWord }: { readonly termStatistics: TermStatistics; readonly isWord: (word: string) => boolean },
): Promise<TermStatistics> => {
  const unknown = [...termStatistics.termOf]
    .filter(([word, { memories }]) => memories === 0 && [...word].length >= SHORTEST && plainWord.test(word))
    .map(([word]) => word)
    .filter((word) => !isWord(word))
    .slice(0, RESPELT)
  if (unknown.length === 0 || all.words === undefined || termStatistics.memories === 0) return termStatistics
  const alike = await wordsLike(db, all.words, unknown)
  const meant = new Map(unknown.flatMap((word) => nearest(word, alike)))
  if (meant.size === 0) return termStatistics
  const lexemes = [...meant.values()].flatMap((word) => word.lexemes)
  const counted = await db.rows<Counted>(sql`
    select lexeme, memories::float8 as memories
    from ${all.terms([...new Set(lexemes)])} as t`)
  return withSpellings(termStatistics, meant, counted)
}

type Counted = { readonly lexeme: string; readonly memories: number }

/** The query may hold the word that is meant, too. */
const withSpellings = (
  termStatistics: TermStatistics,
  meant: ReadonlyMap<string, Alike>,
  counted: readonly Counted[],
): TermStatistics => {
  const memories = new Map(counted.map((each) => [each.lexeme, each.memories]))
  const known = [...termStatistics.terms]
  const termFor = ({ lexemes }: Alike): Term => {
    const held = known.find((term) => lexemes.every((lexeme) => term.lexemes.includes(lexeme)))
    if (held) return held
    const term = { lexemes, memories: lexemes.reduce((sum, lexeme) => sum + (memories.get(lexeme) ?? 0), 0) }
    known.push(term)
    return term
  }
  const termOf = new Map([
    ...termStatistics.termOf,
    ...[...meant].map(([word, alike]) => [word, termFor(alike)] as const),
  ])
  const respelt = new Map([...meant].map(([word, alike]) => [word, alike.word]))
  return { ...termStatistics, termOf, terms: [...new Set(termOf.values())], respelt }
}

/** A word of the vocabulary, without accents, and by which lexemes the memories that hold it are found. */
type Alike = {
  readonly asked: string
  readonly word: string
  readonly lexemes: readonly string[]
  readonly uses: number
}

const nearest = (word: string, alike: readonly Alike[]): readonly (readonly [string, Alike])[] =>
  alike
    .filter(({ asked }) => asked === folded(word))
    .map((each) => ({ ...each, slips: slipsBetween(each.asked, each.word) }))
    .filter((each) => each.slips <= slips(word))
    .toSorted((a, b) => a.slips - b.slips || b.uses - a.uses || (a.word < b.word ? -1 : 1))
    .slice(0, 1)
    .map((best) => [word, best])

/** Two letters that changed places are one slip. */
const slipsBetween = (a: string, b: string): number => {
  const plain = distance(a, b)
  return plain === 2 && a.length === b.length && isSwapped(a, b) ? 1 : plain
}

const isSwapped = (a: string, b: string): boolean => {
  let i = 0
  while (a[i] === b[i]) i++
  return a[i] === b[i + 1] && a[i + 1] === b[i]
}

/** How alike words have to be for the operator `%` is a setting of the connection: see src/postgres. */
const wordsLike = (db: Database, words: Sql, unknown: readonly string[]): Promise<readonly Alike[]> =>
  db.rows<Alike>(sql`
    select asked.word as asked, near.word, near.lexemes, near.uses
    from unnest(${[...new Set(unknown.map(folded))]}::text[]) as asked (word)
    cross join lateral (
      select w.word, array_agg(distinct w.lexeme order by w.lexeme) as lexemes, sum(w.memories)::float8 as uses
      from ${words} as w
      where w.word % asked.word
      group by w.word
      order by similarity(w.word, asked.word) desc, w.word
      limit ${whole(COMPARED)}
    ) as near`)
