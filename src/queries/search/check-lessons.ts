import { type Severity, severity } from '../../domain/lesson/events.js'
import { type Sql, sql } from '../../postgres/sql.js'
import { lessonsInForce, sourcesOf } from '../visible-lessons.js'
import { type LessonCheck, type Search, stage } from './context.js'

export const NO_LESSON: LessonCheck = { safe: true, warnings: [], highest_severity: 'none', matched_count: 0 }

/** From this cosine on a pattern is near to a query or to a memory. */
const NEAR = 0.75
/** The most warnings of an answer, the most severe first; further lessons are counted. */
const MOST_WARNINGS = 10

/**
 * Takes the source memories of critical lessons out of what was found; the next matches take their places. Behind the stage
 * that shows once what several memories say, so that another memory with the same words does not come in their place. Where
 * nothing else matches they stay: an empty answer would say that nothing is known, and the check says that they are not safe.
 */
export const withholdSources = stage('withhold', (search) => {
  const { lessons, matches, request } = search
  if (lessons.withheld.length === 0) return search
  const kept = new Set(lessons.withheld)
  const left = matches.filter(({ id }) => !kept.has(id))
  if (left.length === 0) return search
  const withheld = matches.slice(0, request.limit).flatMap(({ id }) => (kept.has(id) ? [id] : []))
  return { ...search, matches: left, withheld }
})

type Row = {
  readonly severity: Severity
  readonly pattern: string
  readonly wrong: string | null
  readonly right: string | null
}

/**
 * Holds the lessons of the scope against the query, and against the memories that are returned or would have been: no statement
 * where the scope has no lesson. The last stage before packaging.
 */
export const checkLessons = stage('lessons', async (search) => {
  if (!search.lessons.any) return search
  const { memories, details, withheld } = search
  const ids = [...memories.flatMap(({ id }) => [id, ...(details.get(id)?.sameWords ?? [])]), ...withheld]
  const [query, vectors] = await Promise.all([plainVector(search), vectorsOf(search, ids)])
  const rows = await search.db.rows<Row>(matching(search, { ids, query, vectors }))
  return { ...search, lessonCheck: checkOf(rows, search.withheld.length > 0) }
})

/** Of what the caller sees of these memories, as pgvector writes them. */
const vectorsOf = async ({ db, relations }: Search, ids: readonly string[]): Promise<readonly string[]> => {
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
const plainVector = async ({ embedding, request, vector }: Search): Promise<Float32Array | null> => {
  if (vector === null || !embedding.weighs) return vector
  const [plain = null] = await embedding.embed([request.query])
  return plain
}

/** What the lessons are compared with. */
type Compared = {
  readonly ids: readonly string[]
  readonly query: Float32Array | null
  readonly vectors: readonly string[]
}

const matching = ({ request, relations }: Search, { ids, query, vectors }: Compared): Sql => {
  const { scope, asOf } = request
  const instant = relations.past ? asOf : undefined
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

const checkOf = (rows: readonly Row[], leftOut: boolean): LessonCheck => {
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
const warningOf = ({ severity, pattern, wrong, right }: Row, leftOut: boolean): string => {
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
