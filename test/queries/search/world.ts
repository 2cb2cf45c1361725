import { isQuestion } from '../../../src/indexing/answer-bits.js'
import { searchVector } from '../../../src/indexing/search-vector.js'
import { signatureOf } from '../../../src/indexing/signature.js'
import type { Database } from '../../../src/postgres/database.js'
import { sql } from '../../../src/postgres/sql.js'
import { bagOfWords, unit } from './bag-of-words.js'

/** A memory as a test tells it: what matters to it, the rest by default. */
export type DateMention = {
  readonly content: string
  readonly subject?: string
  readonly user?: string
  readonly session?: string
  readonly sourceSite?: string
  readonly observedAt?: string
  readonly createdAt?: string
  readonly status?: string
  readonly workspace?: string
  readonly agent?: string
  readonly visibility?: 'workspace' | 'agent_only' | 'restricted'
  readonly grantedTo?: readonly string[]
  /** Without a vector, as a text without a known word is. */
  readonly unknown?: boolean
  /** As a datemultirange. */
  readonly namedDays?: string
  /** Which id and place it has; by default its place in the list. */
  readonly number?: number
}

export const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** Fills the read tables as the projector would: words and vectors of neighbours included, groups counted. */
export const fill = async (db: Database, told: readonly DateMention[]): Promise<void> => {
  const rows = told.map((memory, i) => row(memory, memory.number ?? i))
  const vectors = await bagOfWords().embed(rows.map(({ content }) => content))
  const own = new Map(rows.map(({ id, unknown }, i) => [id, unknown ? null : (vectors[i] ?? null)]))
  await db.rows(sql`truncate memory, memory_text, memory_search, memory_signature, reader_group, reader_group_subject,
    reader_group_language, reader_group_term, reader_group_word`)
  for (const each of rows) await insert(db, each, rows, own)
  await count(db)
}

type Row = Required<DateMention> & { readonly id: string; readonly group: string }
type Vectors = ReadonlyMap<string, Float32Array | null>

const row = (told: DateMention, number: number): Row => {
  const full = {
    subject: '',
    user: 'u1',
    session: 's1',
    sourceSite: 'chat',
    observedAt: '2026-01-02T10:00:00Z',
    createdAt: new Date(Date.UTC(2026, 0, 3) + number * 1000).toISOString(),
    status: 'active',
    workspace: '',
    agent: '',
    visibility: 'workspace' as const,
    grantedTo: [],
    unknown: false,
    namedDays: '{}',
    number,
    ...told,
  }
  const { workspace, agent, visibility, grantedTo } = full
  return {
    ...full,
    id: uuid(number),
    group: JSON.stringify(workspace ? [workspace, agent, visibility, grantedTo] : []),
  }
}

const near = (each: Row, rows: readonly Row[], distance: number): readonly Row[] => {
  const line = rows.filter(
    (r) => r.status === 'active' && r.user === each.user && r.group === each.group && r.session === each.session,
  )
  const place = line.indexOf(each)
  return [line[place - distance], line[place + distance]].filter((r) => r !== undefined)
}

const insert = async (db: Database, each: Row, rows: readonly Row[], own: Vectors): Promise<void> => {
  const vector = inContext(each, rows, own)
  const workspace = each.workspace || null
  const [agent, visibility] = workspace ? [each.agent, each.visibility] : [null, null]
  await db.rows(sql`
    insert into memory (user_id, id, workspace_id, agent_id, visibility, granted_to, reader_group, status, version, session,
      ordinal, subject, memory_type, network, source_site, namespace, episode_id, importance, trust_score, created_at,
      observed_at, occurred_on, sketch, revision)
    values (${each.user}, ${each.id}, ${workspace}, ${agent}, ${visibility}, ${each.grantedTo}, ${each.group}, ${each.status}, 1,
      ${each.session}, ${each.number}, ${each.subject || null}, 'semantic', 'world', ${each.sourceSite},
      ${`site/${each.sourceSite}`}, ${uuid(0)}, 0.5, 0.5, ${each.createdAt}, ${each.observedAt}, ${each.observedAt.slice(0, 10)}::date, '{}', ${each.number})`)
  await db.rows(sql`
    insert into memory_text (user_id, id, content, summary, overview, keywords, metadata, language, subject_words,
      own_words, is_question, answer_bits, named_days, embedding)
    values (${each.user}, ${each.id}, ${each.content}, '', '', '', '{}', 'en',
      ${searchVector(each.subject ?? '', 'en')}::tsvector, ${searchVector(each.content, 'en')}::tsvector,
      ${isQuestion(each.content)}, 0, ${each.namedDays}::datemultirange, ${own.get(each.id) ?? null}::vector)`)
  if (each.status !== 'active') return
  await insertWords(db, each, rows, vector)
  if (vector)
    await db.rows(sql`
      insert into memory_signature (user_id, id, reader_group, signature)
      values (${each.user}, ${each.id}, ${each.group}, ${signatureOf(vector)}::bit(1024))`)
}

const insertWords = (db: Database, each: Row, rows: readonly Row[], vector: Float32Array | null) => {
  const words = (distance: number) =>
    searchVector(
      near(each, rows, distance)
        .map(({ content }) => content)
        .join(' '),
      'en',
    )
  return db.rows(sql`
    with words as (
      select ${searchVector(`${each.subject} ${each.content}`, 'en')}::tsvector as own,
             ${words(1)}::tsvector as next, ${words(2)}::tsvector as far
    ),
    weighed as (select own, setweight(own, 'A') || setweight(next, 'B') || setweight(far, 'C') as vector from words)
    insert into memory_search (user_id, id, reader_group, session, ordinal, subject, language, is_question,
      answer_bits, occurred_on, named_days, episode_id, created_at, search_vector, lex_len, own_len, context_embedding)
    select ${each.user}, ${each.id}, ${each.group}, ${each.session}, ${each.number}, ${each.subject || null}, 'en',
      ${isQuestion(each.content)}, 0, ${each.observedAt.slice(0, 10)}::date, ${each.namedDays}::datemultirange, ${uuid(0)},
      ${each.createdAt}, vector,
      (select coalesce(sum(case label when 'A' then 10 when 'B' then 5 when 'C' then 2 end), 0)
       from unnest(vector) as w, unnest(weights) as label),
      (select coalesce(sum(cardinality(positions)), 0) from unnest(own)), ${vector}::vector
    from weighed`)
}

const inContext = (each: Row, rows: readonly Row[], own: Vectors): Float32Array | null => {
  const mine = own.get(each.id) ?? null
  const sum = new Float32Array(256)
  const parts = [
    [mine, 1] as const,
    ...[1, 2].flatMap((d) => near(each, rows, d).map((r) => [own.get(r.id) ?? null, d === 1 ? 0.5 : 0.2] as const)),
  ]
  for (const [vector, weight] of parts) {
    vector?.forEach((x, i) => {
      sum[i] = (sum[i] ?? 0) + weight * x
    })
  }
  return mine && unit(sum)
}

const count = async (db: Database): Promise<void> => {
  await db.rows(sql`
    insert into reader_group (user_id, reader_group, workspace_id, agent_id, visibility, granted_to, memories, lex_len)
    select user_id, reader_group, m.workspace_id, m.agent_id, m.visibility, m.granted_to, count(*), sum(lex_len)
    from memory_search join memory as m using (user_id, id, reader_group)
    group by user_id, reader_group, m.workspace_id, m.agent_id, m.visibility, m.granted_to`)
  await db.rows(sql`
    insert into reader_group_subject (user_id, reader_group, subject, memories)
    select user_id, reader_group, subject, count(*) from memory_search where subject is not null
    group by user_id, reader_group, subject`)
  await db.rows(sql`
    insert into reader_group_language (user_id, reader_group, language, memories)
    select user_id, reader_group, language, count(*) from memory_search
    group by user_id, reader_group, language`)
  await db.rows(sql`
    insert into reader_group_term (user_id, lexeme, reader_group, memories)
    select user_id, lexeme, reader_group, count(*)
    from (select user_id, reader_group, unnest(tsvector_to_array(search_vector)) as lexeme from memory_search) as held
    group by user_id, lexeme, reader_group`)
}
