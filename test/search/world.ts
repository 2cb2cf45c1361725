import type { Database } from '../../src/postgres/database.js'
import { sql } from '../../src/postgres/sql.js'
import { isQuestion } from '../../src/text/answer-bits.js'
import { ownWords } from '../../src/text/search-vector.js'
import { speltWords } from '../../src/text/terms.js'
import { textHash } from '../../src/text/text-hash.js'
import { bagOfWords } from './bag-of-words.js'

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
  /** The numbers of what it rests on: it is a fact. */
  readonly restsOn?: readonly number[]
  /** Which id and place it has; by default its place in the list. */
  readonly number?: number
}

export const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** Fills the read tables as the projector would. */
export const fill = async (db: Database, told: readonly DateMention[]): Promise<void> => {
  const rows = told.map((memory, i) => row(memory, memory.number ?? i))
  const vectors = await bagOfWords().embed(rows.map(({ content }) => content))
  const own = new Map(rows.map(({ id, unknown }, i) => [id, unknown ? null : (vectors[i] ?? null)]))
  await db.rows(sql`truncate memory, memory_text, memory_evidence, reader_group`)
  for (const each of rows) await insert(db, each, own.get(each.id) ?? null)
}

type Row = Required<DateMention> & { readonly id: string; readonly group: string }

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
    restsOn: [],
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

const insert = async (db: Database, each: Row, vector: Float32Array | null): Promise<void> => {
  const workspace = each.workspace || null
  const [agent, visibility] = workspace ? [each.agent, each.visibility] : [null, null]
  await db.rows(sql`
    insert into memory (user_id, id, workspace_id, agent_id, visibility, granted_to, reader_group, status, version, session,
      ordinal, subject, memory_type, network, source_site, namespace, episode_id, importance, trust_score, created_at,
      observed_at, occurred_on, text_hash, claim_type, words_of, revision, gone_on_all_days)
    values (${each.user}, ${each.id}, ${workspace}, ${agent}, ${visibility}, ${each.grantedTo}, ${each.group}, ${each.status}, 1,
      ${each.session}, ${each.number}, ${each.subject || null}, 'semantic', 'world', ${each.sourceSite},
      ${`site/${each.sourceSite}`}, ${uuid(0)}, 0.5, 0.5, ${each.createdAt}, ${each.observedAt}, ${each.observedAt.slice(0, 10)}::date, ${textHash(each.content)},
      ${each.restsOn.length > 0 ? 'stated' : null}, 1, ${each.number}, false)`)
  for (const on of each.restsOn)
    await db.rows(sql`
    insert into memory_evidence (user_id, id, words_of, evidence_id, start_at, end_at)
    values (${each.user}, ${each.id}, 1, ${uuid(on)}, 0, 1)`)
  const { own_words, text_len, name_len } = ownWords(each.subject, each.content, 'en')
  await db.rows(sql`
    insert into memory_text (user_id, id, content, summary, overview, keywords, metadata, language, own_words, text_len,
      name_len, spelt, is_question, answer_bits, named_days, embedding)
    values (${each.user}, ${each.id}, ${each.content}, '', '', '', '{}', 'en', ${own_words}::tsvector, ${text_len},
      ${name_len}, ${speltWords(`${each.subject} ${each.content}`, 'en')}, ${isQuestion(each.content)}, 0,
      ${each.namedDays}::datemultirange, ${vector}::vector)`)
  await db.rows(sql`
    insert into reader_group (user_id, reader_group, workspace_id, agent_id, visibility, granted_to)
    values (${each.user}, ${each.group}, ${workspace}, ${agent}, ${visibility}, ${each.grantedTo})
    on conflict do nothing`)
}
