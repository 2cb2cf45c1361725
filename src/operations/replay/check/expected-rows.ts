import { AS_SAID } from '../../../domain/memory/events.js'
import { lowerComposed } from '../../../text/fold.js'
import type { Bank } from '../fold/bank.js'
import type { Agents } from '../fold/fold-agents.js'
import type { ToldMemory } from '../fold/fold-tellings.js'
import type { Conflict, Episode, Lesson, Memory, Worded } from '../fold/state.js'
import { OF_EPISODE, readerColumns } from './expected-episode-rows.js'
import { digestOf, type Row, type Table } from './read-rows.js'

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

const conflictRow = (conflict: Conflict): Row => {
  const { existing, new: news, id, status, confidence, reason, suggested } = conflict
  return {
    ...{ id, status, confidence, reason, suggested },
    workspace_id: conflict.workspaceId,
    ...{ agent_a: existing.agentId, agent_b: news.agentId },
    ...{ existing_id: existing.memoryId, new_id: news.memoryId },
    ...{ existing_version: existing.version, new_version: news.version },
    replaces: conflict.replaces ? Object.fromEntries(conflict.replaces) : null,
    created_at: conflict.createdAt,
    expires_at: conflict.expiresAt,
    resolved_at: conflict.resolvedAt,
    resolved_because: conflict.resolvedBecause,
  }
}

/** Whose a conflict is, apart from its user. */
const userRow = ({ id }: Conflict): Row => ({ id })

/** The row of a conflict in each table, as it follows from the log. */
const OF_CONFLICT: Readonly<Partial<Record<Table, (conflict: Conflict) => Row>>> = {
  conflict: conflictRow,
  conflict_user: userRow,
}

const lessonRow = (lesson: Lesson): Row => ({
  ...{ id: lesson.id, workspace_id: lesson.workspaceId, agent_id: lesson.agentId },
  ...{ lesson_type: lesson.lessonType, severity: lesson.severity, reported: lesson.reported },
  ...{
    source_site: lesson.sourceSite,
    cause: lesson.cause ?? null,
    status: lesson.status,
    failure_count: lesson.failures,
  },
  ...{ created_at: lesson.createdAt, ended_at: lesson.endedAt, pattern: digestOf(lesson.pattern) },
  ...{ wrong_example: digestOf(lesson.wrong), right_example: digestOf(lesson.right) },
})

const sourceRows = ({ id, sources }: Lesson): readonly Row[] =>
  [...sources].map(([memoryId, { addedAt, place }]) => ({ id, memory_id: memoryId, added_at: addedAt, place }))

/** The expected rows of a lesson, by table. */
const OF_LESSON: Readonly<Partial<Record<Table, (lesson: Lesson) => readonly Row[]>>> = {
  lesson: (lesson) => [lessonRow(lesson)],
  lesson_source: sourceRows,
}

type TrustChange = NonNullable<ReturnType<Agents['trust']['get']>>[number]

const setOf = ({ trust, displayName }: TrustChange) => ({ trust_level: trust, display_name: digestOf(displayName) })

/** What was set last. */
const agentRows = ({ trust }: Agents): readonly Row[] =>
  [...trust].flatMap(([id, changes]) => {
    const last = changes.at(-1)
    return last === undefined ? [] : [{ id, ...setOf(last), version: last.version }]
  })

/** A row for every change. */
const trustRows = ({ trust }: Agents): readonly Row[] =>
  [...trust].flatMap(([id, changes]) =>
    changes.map((change) => ({
      ...{ id, version: change.version, at: change.at, ...setOf(change) },
      ...{ actor_key: change.actor.key, actor_agent: change.actor.agentId },
    })),
  )

/** A row for every agent that ever told anything. */
const authorRows = ({ toldAt }: Agents): readonly Row[] => [...toldAt].map(([id, last_at]) => ({ id, last_at }))

const OF_AGENTS: Readonly<Partial<Record<Table, (agents: Agents) => readonly Row[]>>> = {
  agent: agentRows,
  agent_trust: trustRows,
  agent_author: authorRows,
}

/** The expected rows of a memory, with the columns that are read. */
const memoryRow = (memory: Memory): Row => {
  const { worded, place, sourceSite } = memory
  return {
    ...readerColumns(memory.readers),
    ...{ id: memory.id, status: memory.status, version: memory.version },
    ...{ session: place.session, ordinal: place.ordinal },
    subject: wasErased(memory) ? null : digestOf(subjectOf(worded)),
    key: wasErased(memory) ? null : digestOf(keyOf(worded)),
    ...{ memory_type: worded.memoryType, network: worded.network },
    ...{ importance: worded.importance, trust_score: worded.trust },
    ...{ source_site: sourceSite, namespace: `site/${sourceSite}` },
    ...{ session_id: memory.sessionId, episode_id: memory.episodeId },
    ...{ role: digestOf(memory.role), turn: memory.turns?.[0] ?? null, last_turn: memory.turns?.[1] ?? null },
    ...{ created_at: memory.createdAt, observed_at: memory.observedAt, occurred_on: memory.occurredOn },
    ...{ expired_at: memory.expiredAt, deleted_at: memory.deletedAt, superseded_by: memory.supersededBy },
    ...{ claim_type: worded.claimType, words_of: worded.of, ...validIn(memory) },
  }
}

const validIn = (memory: Memory) => {
  const { said } = memory.worded
  const valid = said === 'erased' || wasErased(memory) ? null : said.valid
  return { valid_from: valid?.from ?? null, valid_to: valid?.to ?? null }
}

const NOTHING = {
  content: '',
  speaker: null,
  keywords: '',
  metadata: {},
  opinionConfidence: null,
  observationSubject: null,
  ...AS_SAID,
}

/** An erased memory has none. */
const textRow = (memory: Memory): readonly Row[] => {
  if (wasErased(memory)) return []
  const { said, language } = memory.worded
  const words = said === 'erased' ? NOTHING : said
  const row = {
    id: memory.id,
    content: digestOf(words.content),
    speaker: digestOf(words.speaker),
    keywords: digestOf(words.keywords),
    metadata: words.metadata,
    named_days: namedDays(words.metadata),
    opinion_confidence: words.opinionConfidence,
    observation_subject: digestOf(words.observationSubject),
    ...{ summary: digestOf(words.headline), overview: digestOf(words.overview) },
    valid_words: digestOf(words.valid?.words ?? null),
    language,
  }
  return [row]
}

const accessRow = ({ id, recalls, recalledAt }: Memory): Row => ({
  id,
  access_count: recalls,
  last_accessed_at: recalledAt,
})

const wasErased = ({ versions }: Memory): boolean => versions.some(({ action }) => action === 'erase')

const subjectOf = ({ said }: Worded): string | null =>
  said === 'erased' || said.subject === null ? null : lowerComposed(said.subject)

const keyOf = ({ said }: Worded): string | null => (said === 'erased' ? null : (said.key ?? null))

/** A row for every version. */
const versionRows = ({ id, versions }: Memory): readonly Row[] =>
  versions.map(({ version, action, status, at, reason, actor, episodeId }) => ({
    ...{ id, version, action, status, at, reason },
    ...{ actor_key: actor.key, actor_agent: actor.agentId, episode_id: episodeId },
  }))

/** A row for every version that set the content; none after an erasure. */
const wordingRows = (memory: Memory): readonly Row[] =>
  wasErased(memory)
    ? []
    : memory.versions.flatMap(({ version, worded }) => {
        if (worded === undefined) return []
        const words = worded.said === 'erased' ? NOTHING : worded.said
        const row = {
          ...{ id: memory.id, version, content: digestOf(words.content), subject: digestOf(subjectOf(worded)) },
          ...{
            key: digestOf(keyOf(worded)),
            memory_type: worded.memoryType,
            metadata: words.metadata,
            named_days: namedDays(words.metadata),
          },
          ...{ language: worded.language, importance: worded.importance, network: worded.network },
          ...{ trust_score: worded.trust, keywords: digestOf(words.keywords), words_of: worded.of },
          ...{ opinion_confidence: words.opinionConfidence, fact: factOf(worded, words) },
          observation_subject: digestOf(words.observationSubject),
        }
        return [row]
      })

/** What a fact has besides its words; null if there is nothing of it. */
const factOf = ({ claimType, evidence }: Worded, words: typeof AS_SAID) => {
  const { headline, overview, claim, valid, relations } = words
  const parts = [claimType, claim, valid, ...evidence, ...relations]
  const isNone = parts.every((part) => part === null) && headline === '' && overview === ''
  return isNone ? null : { claimType, evidence, headline, overview, claim, valid, relations }
}

/** A row for each stretch of another memory that a version's own words rest on; none after an erasure. */
const evidenceRows = (memory: Memory): readonly Row[] => {
  const rows = memory.versions.flatMap(({ version, worded }) =>
    worded === undefined || worded.of !== version || wasErased(memory)
      ? []
      : worded.evidence.map(({ memoryId, start, end }) => ({
          ...{ id: memory.id, words_of: version, evidence_id: memoryId, start_at: start, end_at: end },
        })),
  )
  return [...new Map(rows.map((row) => [`${row.words_of} ${row.evidence_id} ${row.start_at}`, row])).values()]
}

/** A row for every version that set the visibility. */
const readersRows = ({ id, versions }: Memory): readonly Row[] =>
  versions.flatMap(({ version, readers }) =>
    readers === undefined ? [] : [{ id, version, ...readerColumns(readers), trust_score: readers.trust }],
  )

/** A row for every time that it was said. */
const tellingRows = ({ id, tellings }: ToldMemory): readonly Row[] =>
  tellings.map(({ episodeId, turns: [first, last], at, recordedAt, removedAt, isFirst }) => ({
    id,
    episode_id: episodeId,
    turn: last,
    first_turn: first,
    at,
    recorded_at: recordedAt,
    removed_at: removedAt,
    is_first: isFirst,
  }))

const OF_MEMORY: Readonly<Partial<Record<Table, (memory: Memory) => readonly Row[]>>> = {
  memory: (memory) => [memoryRow(memory)],
  memory_text: textRow,
  memory_access: (memory) => [accessRow(memory)],
  memory_version: versionRows,
  memory_wording: wordingRows,
  memory_evidence: evidenceRows,
  memory_readers: readersRows,
}
/** The memories, episodes, conflicts and lessons of a page: ids above the first and not above the last; and all agents. */
type Part = {
  readonly memories: readonly Memory[]
  readonly episodes: readonly Episode[]
  readonly conflicts: readonly Conflict[]
  readonly lessons: readonly Lesson[]
  readonly tellings: readonly ToldMemory[]
  readonly agents: Agents
}
type Between = { readonly after: string | undefined; readonly last: string | undefined }

export const partOf = ({ agents, ...bank }: Bank, between: Between): Part => ({
  memories: inRange(bank.memories, between),
  episodes: inRange(bank.episodes, between),
  conflicts: inRange(bank.conflicts, between),
  lessons: inRange(bank.lessons, between),
  tellings: inRange(bank.tellings, between),
  agents,
})

/** The rows of a table, as they follow from the log. */
export const expectedRows = (part: Part, table: Table): readonly Row[] => {
  const { memories, episodes, conflicts, lessons, tellings, agents } = part
  const ofMemory = OF_MEMORY[table]
  const ofEpisode = OF_EPISODE[table]
  const ofConflict = OF_CONFLICT[table]
  const ofLesson = OF_LESSON[table]
  return [
    ...(ofMemory ? memories.flatMap(ofMemory) : []),
    ...(table === 'memory_telling' ? tellings.flatMap(tellingRows) : []),
    ...(ofEpisode ? episodes.flatMap(ofEpisode) : []),
    ...(ofConflict ? conflicts.map(ofConflict) : []),
    ...(ofLesson ? lessons.flatMap(ofLesson) : []),
    ...(OF_AGENTS[table]?.(agents) ?? []),
  ]
}

const inRange = <Thing>(things: ReadonlyMap<string, Thing>, { after = '', last }: Between): readonly Thing[] => {
  const found: Thing[] = []
  for (const [id, thing] of things) if (id > after && (last === undefined || id <= last)) found.push(thing)
  return found
}
