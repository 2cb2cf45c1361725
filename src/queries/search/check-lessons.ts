import { type Severity, severity } from '../../domain/lesson/events.js'
import { type Sql, sql } from '../../postgres/sql.js'
import { lessonsInForce, sourcesOf } from '../visible-lessons.js'
import { type LessonCheck, type Search, stage } from './context.js'
import { saidBy } from './relations.js'

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
 * Holds the lessons of the scope against the query, and against the memories that are returned or would have been: one
 * statement, and none where the scope has no lesson. The last stage before packaging.
 */
export const checkLessons = stage('lessons', async (search) => {
  if (!search.lessons.any) return search
  const query = await plainVector(search)
  const rows = await search.db.rows<Row>(matching(search, query))
  return { ...search, lessonCheck: checkOf(rows, search.withheld.length > 0) }
})

/**
 * The query as patterns are embedded: the words of a search's own vector are weighed by their rarity where the model can do
 * that, and the pattern itself would not be near to that.
 */
const plainVector = async ({ embedding, request, vector }: Search): Promise<Float32Array | null> => {
  if (vector === null || !embedding.weighs) return vector
  const [plain = null] = await embedding.embed([request.query])
  return plain
}

const matching = ({ request, relations, memories, details, withheld }: Search, query: Float32Array | null): Sql => {
  const { scope, asOf } = request
  const ids = [...memories.flatMap(({ id }) => [id, ...(details.get(id)?.sameWords ?? [])]), ...withheld]
  const instant = relations.past ? asOf : undefined
  return sql`
    with shown as materialized (
      select t.embedding
      from ${relations.visible} as v
      ${saidBy(relations, sql`embedding`)}
      where v.id = any(${ids}::text[]::uuid[])
        and t.embedding is not null
    )
    select severity, pattern, wrong_example as wrong, right_example as right
    from ${lessonsInForce(scope, instant)} as l
    where exists (
            select from ${sourcesOf(sql`l`, instant)} as s where s.memory_id = any(${ids}::text[]::uuid[])
          )
       or l.embedding is not null and (${query === null ? sql`false` : sql`1 - (l.embedding <=> ${query}::vector) >= ${NEAR}`}
          or exists (select from shown where 1 - (l.embedding <=> shown.embedding) >= ${NEAR}))
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
