import type { Scope } from '../domain/scope.js'
import { type Sql, sql } from '../postgres/sql.js'
import { shownMetadata } from './shown-metadata.js'
import { basisChanged, evidenceShownTo, outdatedBy } from './visible-evidence.js'

/** A stretch of the own words of a memory, in UTF-16 units, the end exclusive. */
type ShownEvidence = { readonly memory_id: string; readonly start: number; readonly end: number }

/** A memory as interface.md defines it: columns have the API's names. */
export type RecordWithoutEmbedding = {
  readonly id: string
  readonly user_id: string
  readonly content: string
  readonly memory_type: string
  readonly importance: number
  readonly source_site: string
  readonly source_url: string
  readonly episode_id: string
  readonly session_id: string | null
  /** The role of the speaker, in lower case; null if no speaker is named. */
  readonly role: string | null
  /** The source turn in its episode, the last one of several; null for what was made of other memories. */
  readonly turn: number | null
  readonly status: string
  readonly metadata: Readonly<Record<string, unknown>>
  readonly keywords: string
  readonly namespace: string
  readonly trust_score: number
  readonly version: number
  readonly created_at: string
  readonly access_count: number
  readonly summary: string
  readonly overview: string
  readonly observed_at: string
  readonly last_accessed_at: string
  readonly expired_at: string | null
  readonly deleted_at: string | null
  readonly network: string
  readonly opinion_confidence: number | null
  readonly observation_subject: string | null
  readonly audn_candidates: readonly unknown[] | null
  readonly deferred_audn: boolean
  readonly workspace_id: string | null
  readonly agent_id: string | null
  readonly visibility: string | null
  readonly search_vector: string
  /** How a fact came to be known; null for what was taken over as it was said. */
  readonly claim_type: string | null
  /** What its words rest on, as far as the caller sees it. */
  readonly evidence: readonly ShownEvidence[]
  /** Whether what it rests on has changed since, as far as all of its readers may know. */
  readonly basis_changed: boolean
  /** What is in force in its place, or in the place of a fact that rests on it. */
  readonly outdated_by: string | null
  readonly subject: string | null
  /** The slot that its writer says it takes. */
  readonly key: string | null
  /** Of facts that are about one attribute of their subject. */
  readonly attribute: string | null
  readonly value: string | null
  /** The days on which a fact begins and ends to hold, and the words that say so. */
  readonly valid_from: string | null
  readonly valid_to: string | null
  readonly valid_words: string | null
  /** A fact in few words. */
  readonly headline: string
}

export type MemoryRecord = RecordWithoutEmbedding & { readonly embedding: readonly number[] }

/** The record's columns, over `m` (memories visible in the scope) joined by `joinedRecord`. */
export const recordColumns = (scope: Scope): Sql => sql`
  m.id, m.user_id, t.content, m.memory_type, m.importance, m.source_site, e.source_url, m.episode_id, m.session_id,
  m.role, m.turn,
  m.status, ${shownMetadata(sql`e.metadata`, sql`t.metadata`)} as metadata, t.keywords, m.namespace, m.trust_score, m.version, m.created_at,
  a.access_count, t.summary, t.overview, m.observed_at, a.last_accessed_at, m.expired_at, m.deleted_at, m.network,
  t.opinion_confidence, t.observation_subject, null as audn_candidates, false as deferred_audn,
  m.workspace_id, m.agent_id, m.visibility, t.own_words::text as search_vector,
  m.claim_type, ${evidenceShownTo(scope)} as evidence, ${basisChanged} as basis_changed,
  ${outdatedBy(scope)} as outdated_by, m.subject, m.key, t.attribute, t.value,
  m.valid_from, m.valid_to, t.valid_words, t.summary as headline`

/** The tables joined to the visible memories `m` for a record. */
export const joinedRecord: Sql = sql`
  join memory_text t using (user_id, id)
  join memory_access a using (user_id, id)
  join episode e on e.user_id = m.user_id and e.id = m.episode_id`

/** Parses pgvector's text form; a memory without a vector has an empty embedding. */
export const withEmbedding = <Row extends { readonly embedding: string | null }>({ embedding, ...row }: Row) => ({
  ...row,
  embedding: embedding === null ? [] : (JSON.parse(embedding) as readonly number[]), // pgvector prints a JSON array
})
