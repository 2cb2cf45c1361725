import { inOrder, slices } from '../concurrency/slices.js'
import { eachOf, inTurns } from '../concurrency/steps.js'
import { ownText } from '../domain/own-text.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql, whole } from '../postgres/sql.js'
import { quoted } from '../text/search-vector.js'
import { isOpen } from './memory-index.js'
import type { VisibleIndex } from './visible-index.js'

/** Words, each by the lexemes that it may have. */
export type Terms = readonly (readonly string[])[]

/** The terms that are looked for in memories, for a sample. */
export type HeldRequest = { readonly sample: number; readonly terms: Terms }

/** A memory that holds all of some terms. */
export type HoldingMemory = {
  readonly id: string
  /** Without the speaker's label. */
  readonly text: string
  /** Of the speaker, in lower case. */
  readonly role: string | null
  /** Its place in the log. */
  readonly ordinal: number
}

/** Of so many of the newest that hold all terms of a sample one is chosen. */
const OF_A_SAMPLE = 8
/** So many samples are looked up by one statement. */
const SAMPLES_AT_ONCE = 16

/**
 * The newest of these memories that hold all terms of each sample: no questions, and no echoes. In memory where the index is there,
 * else in the tables.
 */
export const memoriesHolding = async (
  db: Database,
  memories: Sql,
  { asked, memoryIndex }: { readonly asked: readonly HeldRequest[]; readonly memoryIndex: VisibleIndex | undefined },
): Promise<readonly (HoldingMemory & { readonly sample: number })[]> => {
  if (asked.length === 0) return []
  const indexed =
    memoryIndex && (await inTurns(eachOf(asked, (each) => ({ ...each, ids: holdingIn(memoryIndex, each) }))))
  const found: (HoldingMemory & { readonly sample: number })[] = []
  for (const some of slices(indexed ?? asked.map((each) => ({ ...each, ids: null })), SAMPLES_AT_ONCE)) {
    const wanted = some.filter(({ ids }) => ids === null || ids.length > 0)
    if (wanted.length > 0) found.push(...(await readHolding(db, memories, wanted)))
  }
  return found
}

/** Those of an index that is still there. */
const holdingIn = ({ memoryIndex, mask }: VisibleIndex, { terms }: HeldRequest): readonly string[] | null => {
  if (!isOpen(memoryIndex)) return null
  const { texts, columns, entries } = memoryIndex
  const postings = terms.map((term) => {
    const lexemes = term.map(quoted)
    const held = lexemes.flatMap((lexeme) => texts.get(lexeme) ?? [])
    return { lexemes, held, length: held.reduce((sum, { length }) => sum + length, 0) }
  })
  const [rarest, ...others] = postings.toSorted((a, b) => a.length - b.length)
  if (rarest === undefined || rarest.length === 0) return []
  const slots = new Set(rarest.held.flatMap(({ slots, length }) => [...slots.subarray(0, length)]))
  return [...slots]
    .flatMap((slot) => (mask[columns.group[slot] ?? 0] === 1 ? (entries[slot]?.memory ?? []) : []))
    .filter(({ is_question, echo_of, own_words }) => {
      const holds = (lexeme: string) => own_words.includes(`${lexeme}:`)
      return !is_question && echo_of === null && others.every(({ lexemes }) => lexemes.some(holds))
    })
    .toSorted((a, b) => inOrder(b.ordinal, a.ordinal))
    .slice(0, OF_A_SAMPLE)
    .map(({ id }) => id)
}

type Asked = HeldRequest & { readonly ids: readonly string[] | null }

const readHolding = async (db: Database, memories: Sql, asked: readonly Asked[]) => {
  const rows = await db.rows<
    Omit<HoldingMemory, 'text'> & { readonly sample: number; readonly content: string; readonly speaker: string | null }
  >(sql`/* ingest: memories with all of these words */
    select a.sample, h.id, h.content, h.speaker, h.role, h.ordinal
    from unnest(${asked.map(({ sample }) => sample)}::int[], ${asked.map(queryOf)}::text[], ${asked.map(({ ids }) => ids?.join(',') ?? null)}::text[])
      as a (sample, words, ids)
    cross join lateral (
      select m.id, t.content, t.speaker, m.role, m.ordinal::float8 as ordinal
      from ${memories} as m
      join memory_text t using (user_id, id)
      where (a.ids is null or m.id = any(string_to_array(a.ids, ',')::uuid[]))
        and m.status = 'active'
        and m.echo_of is null
        and not t.is_question
        and t.own_words @@ a.words::tsquery
      order by m.ordinal desc, m.id
      limit ${whole(OF_A_SAMPLE)}
    ) as h`)
  return rows.map(({ content, speaker, ...row }) => ({ ...row, text: ownText({ content, speaker }) }))
}

/** All terms, each by one of its lexemes in the text: the name of the subject has another label. */
const queryOf = ({ terms }: HeldRequest): string =>
  terms.map((term) => `(${term.map((lexeme) => `${quoted(lexeme)}:D`).join(' | ')})`).join(' & ')
