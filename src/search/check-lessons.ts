import { type Severity, severity } from '../domain/lesson/events.js'
import { type Sql, sql } from '../postgres/sql.js'
import { type LessonsInScope, lessonsInForce, sourcesOf } from '../queries/visible-lessons.js'
import type { SearchDependencies } from './dependencies.js'
import type { FoundMemories } from './read-found.js'
import type { Reading } from './relations.js'
import type { Match } from './score.js'

export type LessonCheck = {
  readonly safe: boolean
  readonly warnings: readonly string[]
  readonly highest_severity: Severity | 'none'
  readonly matched_count: number
}

const NO_LESSON: LessonCheck = { safe: true, warnings: [], highest_severity: 'none', matched_count: 0 }

/** From this cosine on a pattern is near to a query or to a memory. */
const NEAR = 0.75
/** The most warnings of an answer, the most severe first; further lessons are counted. */
const MOST_WARNINGS = 10

/**
 * Takes the source memories of critical lessons out of what was found; the next matches take their places. Behind the step
 * that shows once what several memories say, so that another memory with the same words does not come in their place. Where
 * nothing else matches they stay: an empty answer would say that nothing is known, and the check says that they are not safe.
 */
export const withholdSources = (
  matches: readonly Match[],
  lessons: LessonsInScope,
  limit: number,
): { readonly matches: readonly Match[]; readonly withheld: readonly string[] } => {
  if (lessons.withheld.length === 0) return { matches, withheld: [] }
  const sources = new Set(lessons.withheld)
  const left = matches.filter(({ id }) => !sources.has(id))
  if (left.length === 0) return { matches, withheld: [] }
  return { matches: left, withheld: matches.slice(0, limit).flatMap(({ id }) => (sources.has(id) ? [id] : [])) }
}

type MatchingLesson = {
  readonly severity: Severity
  readonly pattern: string
  readonly wrong: string | null
  readonly right: string | null
}

/**
 * Compares the lessons of the scope with the query, and with the memories that are returned or would have been: no statement
 * where the scope has no lesson.
 */
export const checkLessons = async (
  reading: Reading,
  { embedding, vector, lessons }: QueryVector & { readonly lessons: LessonsInScope },
  { memories, details, withheld }: Omit<FoundMemories, 'matches'> & { readonly withheld: readonly string[] },
): Promise<LessonCheck> => {
  if (!lessons.any) return NO_LESSON
  const ids = [...memories.flatMap(({ id }) => [id, ...(details.get(id)?.sameWords ?? [])]), ...withheld]
  const [query, vectors] = await Promise.all([
    plainVector(reading.request.query, { embedding, vector }),
    vectorsOf(reading, ids),
  ])
  const rows = await reading.db.rows<MatchingLesson>(matching(reading, { ids, query, vectors }))
  return checkOf(rows, withheld.length > 0)
}

/** The query as the search has embedded it; null where it has not. */
type QueryVector = Pick<SearchDependencies, 'embedding'> & { readonly vector: Float32Array | null }

/** Of what the caller sees of these memories, as pgvector writes them. */
const vectorsOf = async ({ db, relations }: Reading, ids: readonly string[]): Promise<readonly string[]> => {
  const said = relations.past
    ? sql`${relations.visible} as v join ${relations.texts} as t using (user_id, id, wording)`
    : sql`${relations.placed} as v join ${relations.texts} as t using (user_id, id)`
  const rows = await db.rows<{ readonly vector: string }>(sql`
    /* lessons: what shown memories mean */
    select t.embedding::text as vector
    from ${said}
    where v.id = any(${ids}::text[]::uuid[])
      and v.memory_type <> 'composite'
      and t.embedding is not null`)
  return rows.map(({ vector }) => vector)
}

/**
 * The query as patterns are embedded: the words of a search's own vector are weighed by their rarity where the model can do
 * that, and the pattern itself would not be near to that.
 */
const plainVector = async (text: string, { embedding, vector }: QueryVector): Promise<Float32Array | null> => {
  if (vector === null || !embedding.weighs) return vector
  const [plain = null] = await embedding.embed([text])
  return plain
}

const matching = (
  { scope, instant }: Reading,
  shown: { readonly ids: readonly string[]; readonly query: Float32Array | null; readonly vectors: readonly string[] },
): Sql => {
  const { ids, query, vectors } = shown
  return sql`
    /* lessons: those about what is shown, or near to it */
    select severity, pattern, wrong_example as wrong, right_example as right
    from ${lessonsInForce(scope, instant)} as l
    where exists (
            select from ${sourcesOf(sql`l`, instant)} as s where s.memory_id = any(${ids}::text[]::uuid[])
          )
       or l.embedding is not null and (${query === null ? sql`false` : sql`1 - (l.embedding <=> ${query}::vector) >= ${NEAR}`}
          or exists (
            select from unnest(${vectors}::text[]::vector[]) as shown (embedding)
            where 1 - (l.embedding <=> shown.embedding) >= ${NEAR}
          ))
    order by array_position(${severity.options}, severity) desc, failure_count desc, created_at desc, id`
}

const checkOf = (rows: readonly MatchingLesson[], leftOut: boolean): LessonCheck => {
  const [worst] = rows
  if (worst === undefined) return NO_LESSON
  return {
    safe: worst.severity === 'low' || worst.severity === 'medium',
    warnings: [...new Set(rows.map((row) => warningOf(row, leftOut)))].slice(0, MOST_WARNINGS),
    highest_severity: worst.severity,
    matched_count: rows.length,
  }
}

const LEAD: Readonly<Record<Severity, string>> = {
  low: 'Note',
  medium: 'Check before you rely on it',
  high: 'Do not rely on it unchecked',
  critical: 'Do not use it',
}

/** What to do, in a sentence of the lesson's own scope. Line breaks become spaces, so that no lesson can forge another. */
const warningOf = ({ severity, pattern, wrong, right }: MatchingLesson, leftOut: boolean): string => {
  const parts = [
    `${LEAD[severity]}: ${pattern === '' ? 'a lesson whose words were erased' : pattern}`,
    ...(wrong ? [`Wrong: ${wrong}`] : []),
    ...(right ? [`Right: ${right}`] : []),
    ...(severity === 'critical' && leftOut ? ['Memories that it is about are left out'] : []),
  ]
  return parts
    .map((part) =>
      part
        .replace(/\s+/g, ' ')
        .trim()
        .replace(/[^.!?]$/, '$&.'),
    )
    .join(' ')
}
