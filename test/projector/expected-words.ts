import type { Database } from '../../src/postgres/database.js'
import { sql } from '../../src/postgres/sql.js'

/** A memory as the projections left it: what the refresh has to go by. */
export type Plain = {
  readonly user_id: string
  readonly id: string
  readonly status: string
  readonly reader_group: string
  readonly session: string
  readonly ordinal: bigint
  readonly subject: string | null
  /** Lexemes of its own words and of its subject's name, with how often each stands there. */
  readonly words: Readonly<Record<string, number>>
  readonly name: Readonly<Record<string, number>>
  readonly embedding: string | null
}

export const plainMemories = (db: Database): Promise<readonly Plain[]> =>
  db.rows<Plain>(sql`
    select m.user_id, m.id, m.status, m.reader_group, m.session, m.ordinal, m.subject,
           (select coalesce(json_object_agg(lexeme, cardinality(positions)), '{}') from unnest(t.own_words)) as words,
           (select coalesce(json_object_agg(lexeme, cardinality(positions)), '{}')
            from unnest(t.subject_words)) as name,
           t.embedding::text as embedding
    from memory m
    join memory_text t using (user_id, id)`)

export type Expected = {
  readonly id: string
  /** For each lexeme its labels, sorted: one for each place where it stands. */
  readonly labels: Readonly<Record<string, string>>
  readonly lexLen: number
  readonly context: readonly number[] | null
}

/** What should be derived for each active memory, worked out without a line of the product's own. */
export const expectedOf = (memories: readonly Plain[]): readonly Expected[] =>
  lines(memories).flatMap((line) =>
    line.map((own, place) => {
      const beside = [line[place - 1], line[place + 1]].filter((memory) => memory !== undefined)
      const beyond = [line[place - 2], line[place + 2]].filter((memory) => memory !== undefined)
      const words = [
        ...marked('A', own.name),
        ...marked('A', own.words),
        ...beside.flatMap((memory) => marked('B', memory.words)),
        ...beyond.flatMap((memory) => marked('C', memory.words)),
      ]
      const labels: Record<string, string> = {}
      for (const [lexeme, label] of words) labels[lexeme] = [...`${labels[lexeme] ?? ''}${label}`].sort().join('')
      const weight = { A: 10, B: 5, C: 2 }
      return {
        id: own.id,
        labels,
        lexLen: words.reduce((sum, [, label]) => sum + weight[label], 0),
        context: mixed([[own, 1], ...beside.map((m) => [m, 0.5] as const), ...beyond.map((m) => [m, 0.2] as const)]),
      }
    }),
  )

/** The active memories of one user, group of readers and session, in order. */
const lines = (memories: readonly Plain[]): readonly (readonly Plain[])[] => {
  const found = new Map<string, Plain[]>()
  for (const memory of memories.filter(({ status }) => status === 'active')) {
    const key = JSON.stringify([memory.user_id, memory.reader_group, memory.session])
    found.set(key, [...(found.get(key) ?? []), memory])
  }
  const inOrder = (a: Plain, b: Plain) => Number(a.ordinal - b.ordinal) || (a.id < b.id ? -1 : 1)
  return [...found.values()].map((line) => line.toSorted(inOrder))
}

const marked = <Label extends 'A' | 'B' | 'C'>(
  label: Label,
  words: Plain['words'],
): readonly (readonly [string, Label])[] =>
  Object.entries(words).flatMap(([lexeme, times]) => Array.from({ length: times }, () => [lexeme, label] as const))

const mixed = (parts: readonly (readonly [Plain, number])[]): readonly number[] | null => {
  const vectors = parts.flatMap(([{ embedding }, weight]) =>
    embedding === null ? [] : [(JSON.parse(embedding) as number[]).map((x) => weight * x)],
  )
  const [first] = vectors
  if (!first) return null
  const sum = first.map((_, i) => vectors.reduce((total, vector) => total + (vector[i] ?? 0), 0))
  const length = Math.hypot(...sum)
  return length === 0 ? null : sum.map((x) => x / length)
}
