import type { LessonsInScope } from '../queries/visible-lessons.js'
import { withoutMarks } from '../text/fold.js'
import { isRoleWord } from '../text/speaker-name.js'
import { contentWords, isStopWord, type Language, withoutClitics, wordsOf } from '../text/words.js'
import type { SearchDependencies } from './dependencies.js'
import { idf, type TermStatistics } from './term-statistics.js'
import type { SearchTrace } from './trace.js'

/**
 * Those of the known subjects whose whole name stands in the query, longest first: "ann" is not named by "Mary Ann"
 * where both are known. Names that are stop words too ("Will") count only where no other is named.
 */
export const namedSubjects = (query: string, known: readonly string[]): readonly string[] => {
  const words = spaced(query)
  const named = known.filter(
    (subject) => !isRoleWord(subject) && spaced(subject) !== ' ' && words.includes(spaced(subject)),
  )
  const whole = named.filter((subject) => !named.some((other) => isPartOf(subject, other)))
  const telling = whole.filter((subject) => contentWords(subject).length > 0)
  return (telling.length > 0 ? telling : whole).toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1))
}

/** The query without the names, for an encoder that cannot weigh words: a name drowns the rest. */
export const withoutNames = (query: string, subjects: readonly string[]): string => {
  const rest = subjects.reduce((text, subject) => text.replace(nameOf(subject), ' '), query)
  return wordsOf(rest).length > 0 ? rest : query
}

const spaced = (text: string): string => ` ${wordsOf(text).join(' ')} `.replace('  ', ' ')

const isPartOf = (subject: string, other: string): boolean =>
  spaced(other) !== spaced(subject) && spaced(other).includes(spaced(subject))

/** Words are letters, marks and digits only, so they are safe in a pattern. */
const nameOf = (subject: string): RegExp =>
  new RegExp(
    String.raw`(?<![\p{L}\p{M}\p{N}])${wordsOf(subject).join(String.raw`[^\p{L}\p{N}]{1,3}`)}(?:['’]s)?(?![\p{L}\p{M}\p{N}])`,
    'giu',
  )

const STOP_WORD = 0.2

export type EmbeddedQuery = {
  /** A unit vector; null where the query has no known word, or nobody gives a vector. */
  readonly vector: Float32Array | null
  /** The least cosine of a memory that holds no word of it. */
  readonly threshold: number
}

/** No cosine reaches it: what nobody has compared with the query is no match for being near it. */
const OUT_OF_REACH = 2

/**
 * The query's vector. Where the provider weighs words each counts by its rarity among the visible memories, so that
 * names that stand everywhere fall out; any other encoder gets the query without the names of known subjects.
 * A caller who sees no memory needs no vector. Where a guarded provider fails the search goes on with words only.
 */
export const embedQuery = async (
  query: {
    readonly asked: string
    readonly language: Language
    readonly termStatistics: TermStatistics
    readonly lessons: LessonsInScope
    readonly threshold: number
  },
  { embedding, embeddingGuard: guard }: Pick<SearchDependencies, 'embedding' | 'embeddingGuard'>,
  trace: SearchTrace,
): Promise<EmbeddedQuery> => {
  const { asked, language, termStatistics, lessons, threshold } = query
  if ((termStatistics.memories === 0 && !lessons.any) || wordsOf(asked).length === 0) return { vector: null, threshold }
  const ask = (signal?: AbortSignal) =>
    embedding.weighs
      ? embedding.embed([withoutClitics(asked)], weigher(asked, termStatistics, language))
      : embedding.embed([withoutNames(asked, termStatistics.subjects)], undefined, signal)
  const attempt = guard ? await guard(ask) : { value: await ask() }
  if ('skipped' in attempt) {
    trace.withoutProvider('embed', 'embedding', attempt)
    return { vector: null, threshold: OUT_OF_REACH }
  }
  const [vector = null] = attempt.value
  return { vector, threshold }
}

/**
 * The weight of a word: idf / ln N for a content word of the query, 0.2 for its stop words, 0 for anything else (signs,
 * and words beyond those that a search takes). The provider hands over words without accents.
 */
export const weigher = (
  query: string,
  termStatistics: TermStatistics,
  language: Language,
): ((word: string) => number) => {
  const scale = Math.log(Math.max(termStatistics.memories, 2))
  // A word that no memory holds is as rare as can be.
  const weight = (word: string) => {
    const term = termStatistics.termOf.get(word)
    return term ? idf(termStatistics, term.memories) / scale : isStopWord(word, language) ? STOP_WORD : 0
  }
  const weights = new Map(wordsOf(query).map((word) => [withoutMarks(word), weight(word)]))
  return (word) => weights.get(word) ?? 0
}
