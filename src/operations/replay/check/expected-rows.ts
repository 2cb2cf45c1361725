import { AS_SAID } from '../../../domain/memory/events.js'
import { lowerComposed } from '../../../text/fold.js'
import type { Bank } from '../fold/bank.js'
import type { Memory, Worded } from '../fold/fold-memory.js'
import { isWithin, type Range, type Row, readerColumns, type Table } from '../fold/rows.js'

type Span = { readonly from: string; readonly to: string }

const DAY_MS = 86_400_000

/** The dates in metadata as a multirange of the database: ordered, adjacent ranges merged, each upper bound exclusive. */
export const namedDays = ({ dates }: Readonly<Record<string, unknown>>): string => {
  const spans: Span[] = []
  for (const { from, end } of (Array.isArray(dates) ? dates.flatMap(spanOf) : []).sort(byStart)) {
    const before = spans.at(-1)
    if (before === undefined || from > before.to) spans.push({ from, to: end })
    else if (end > before.to) spans[spans.length - 1] = { from: before.from, to: end }
  }
  return `{${spans.map(({ from, to }) => `[${from},${to})`).join()}}`
}

type Half = { readonly from: string; readonly end: string }
const byStart = (a: Half, b: Half): number => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0)

/** Metadata may hold anything; only well-formed ranges of days count. */
const spanOf = (date: unknown): readonly Half[] => {
  if (typeof date !== 'object' || date === null || !('from' in date) || !('to' in date)) return []
  const [from, to] = [instantOf(date.from), instantOf(date.to)]
  if (from === undefined || to === undefined || from > to || to + DAY_MS > Date.parse('9999-12-31')) return []
  return [{ from: dayOf(from), end: dayOf(to + DAY_MS) }]
}

const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10)

const instantOf = (day: unknown): number | undefined => {
  if (typeof day !== 'string' || !/^[1-9]\d{3}-\d\d-\d\d$/.test(day)) return undefined
  const instant = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(instant) || dayOf(instant) !== day ? undefined : instant
}

const NOTHING = {
  content: '',
  speaker: null,
  keywords: '',
  metadata: {},
  subject: null,
  key: null,
  opinionConfidence: null,
  observationSubject: null,
  ...AS_SAID,
}

const wordsOf = ({ said }: Worded) => (said === 'erased' ? NOTHING : said)

/** What content is, wherever it stands. */
const kindColumns = (worded: Worded) => {
  const { subject, key = null } = wordsOf(worded)
  return {
    subject: subject === null ? null : lowerComposed(subject),
    key,
    memory_type: worded.memoryType,
    network: worded.network,
    importance: worded.importance,
    trust_score: worded.trust,
    words_of: worded.of,
  }
}

const contentColumns = (worded: Worded) => {
  const words = wordsOf(worded)
  return {
    content: words.content,
    keywords: words.keywords,
    metadata: words.metadata,
    named_days: namedDays(words.metadata),
    opinion_confidence: words.opinionConfidence,
    observation_subject: words.observationSubject,
    language: worded.language,
  }
}

const memoryRow = (memory: Memory): Row => {
  const { worded, place, turns, sourceSite } = memory
  const { valid } = wordsOf(worded)
  return {
    ...readerColumns(memory.readers),
    ...kindColumns(worded),
    id: memory.id,
    status: memory.status,
    version: memory.version,
    session: place.session,
    ordinal: place.ordinal,
    source_site: sourceSite,
    namespace: `site/${sourceSite}`,
    session_id: memory.sessionId,
    episode_id: memory.episodeId,
    role: memory.role,
    turn: turns?.[0] ?? null,
    last_turn: turns?.[1] ?? null,
    created_at: memory.createdAt,
    observed_at: memory.observedAt,
    occurred_on: memory.occurredOn,
    expired_at: memory.expiredAt,
    deleted_at: memory.deletedAt,
    superseded_by: memory.supersededBy,
    claim_type: worded.claimType,
    valid_from: valid?.from ?? null,
    valid_to: valid?.to ?? null,
  }
}

const wasErased = ({ versions }: Memory): boolean => versions.some(({ action }) => action === 'erase')

/** An erased memory has none. */
const textRow = (memory: Memory): readonly Row[] => {
  const { speaker, headline, overview, valid } = wordsOf(memory.worded)
  const words = { speaker, summary: headline, overview, valid_words: valid?.words ?? null }
  return wasErased(memory) ? [] : [{ id: memory.id, ...contentColumns(memory.worded), ...words }]
}

const accessRow = ({ id, recalls, recalledAt }: Memory): Row => ({
  id,
  access_count: recalls,
  last_accessed_at: recalledAt,
})

/** A row for every version. */
const versionRows = ({ id, versions }: Memory): readonly Row[] =>
  versions.map(({ version, action, status, at, reason, actor, episodeId }) => ({
    id,
    version,
    action,
    status,
    at,
    reason,
    actor_key: actor.key,
    actor_agent: actor.agentId,
    episode_id: episodeId,
  }))

/** The versions that set the content; none of an erased memory. */
const wordings = (memory: Memory): readonly { readonly version: number; readonly worded: Worded }[] =>
  wasErased(memory)
    ? []
    : memory.versions.flatMap(({ version, worded }) => (worded === undefined ? [] : [{ version, worded }]))

const wordingRows = (memory: Memory): readonly Row[] =>
  wordings(memory).map(({ version, worded }) => ({
    ...kindColumns(worded),
    ...contentColumns(worded),
    id: memory.id,
    version,
    fact: factOf(worded),
  }))

/** What a fact has besides its words; null if there is nothing of it. */
const factOf = (worded: Worded) => {
  const { claimType, evidence } = worded
  const { headline, overview, valid } = wordsOf(worded)
  const parts = [claimType, valid, ...evidence]
  const isNone = parts.every((part) => part === null) && headline === '' && overview === ''
  return isNone ? null : { claimType, evidence, headline, overview, valid }
}

/** A row for each stretch of another memory that the own words of a version rest on. */
const evidenceRows = (memory: Memory): readonly Row[] =>
  wordings(memory)
    .filter(({ version, worded }) => worded.of === version)
    .flatMap(({ version, worded }) =>
      worded.evidence.map(({ memoryId, start, end }) => ({
        id: memory.id,
        words_of: version,
        evidence_id: memoryId,
        start_at: start,
        end_at: end,
      })),
    )

/** A row for every version that set the visibility. */
const readersRows = ({ id, versions }: Memory): readonly Row[] =>
  versions.flatMap(({ version, readers }) =>
    readers === undefined ? [] : [{ id, version, ...readerColumns(readers), trust_score: readers.trust }],
  )

const OF_MEMORY: Readonly<Partial<Record<Table, (memory: Memory) => readonly Row[]>>> = {
  memory: (memory) => [memoryRow(memory)],
  memory_text: textRow,
  memory_access: (memory) => [accessRow(memory)],
  memory_version: versionRows,
  memory_wording: wordingRows,
  memory_evidence: evidenceRows,
  memory_readers: readersRows,
}

/** The rows of a table in a range of ids, as they follow from the log. */
export const expectedRows = ({ memories, rows }: Bank, table: Table, range: Range): readonly Row[] => {
  const ofMemory = OF_MEMORY[table]
  if (ofMemory === undefined) return rows.within(table, range)
  return [...memories.values()].filter(({ id }) => isWithin(id, range)).flatMap(ofMemory)
}
