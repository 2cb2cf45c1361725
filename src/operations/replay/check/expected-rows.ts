import type { Readers } from '../../../domain/scope.js'
import { lowerComposed } from '../../../indexing/fold.js'
import type { Bank } from '../fold/bank.js'
import type { Episode, Memory, Worded } from '../fold/state.js'
import { digestOf, type Row, type Table } from './read-rows.js'

const readerColumns = ({ workspaceId, agentId, visibility, grantedTo }: Readers) => ({
  workspace_id: workspaceId,
  agent_id: agentId,
  visibility,
  granted_to: grantedTo,
})

/** Its address and the caller's metadata are erased with the content when a memory of it is erased. */
const episodeRow = ({ frame, ...episode }: Episode): Row => ({
  ...readerColumns(episode.readers),
  ...{ id: episode.id, state: stateOf(episode), counts: episode.counts },
  ...{ source_site: episode.sourceSite, source_url: digestOf(frame.sourceUrl), metadata: frame.metadata },
  ...{ session_id: episode.sessionId, observed_at: episode.observedAt, recorded_at: episode.recordedAt },
  ...{ form: episode.form, continues: episode.continues },
})

const stateOf = ({ counts }: Pick<Episode, 'counts'>): string => (counts === null ? 'recorded' : 'ingested')

const turnRows = ({ id, turns }: Episode): readonly Row[] =>
  turns.map(({ turn, role, name, content }) => ({
    ...{ id, turn },
    ...{ role: digestOf(role), name: digestOf(name), content: content === null ? null : digestOf(content) },
  }))

const transcriptRows = (episode: Episode): readonly Row[] => {
  const { id, transcript } = episode
  if (transcript === null) return []
  const { id: name, base, keys } = transcript
  return [{ id, transcript: name, base, keys, state: stateOf(episode), recorded_at: episode.recordedAt }]
}

const duplicateRows = ({ id, told }: Episode): readonly Row[] => {
  const rows = told.map(([turn, memoryId]) => ({ id, turn, memory_id: memoryId }))
  // A turn may have stated the same twice.
  return [...new Map(rows.map((row) => [`${row.turn} ${row.memory_id}`, row])).values()]
}

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

/** The expected rows of a memory, with the columns that are read. */
const memoryRow = (memory: Memory): Row => {
  const { worded, place, sourceSite } = memory
  return {
    ...readerColumns(memory.readers),
    ...{ id: memory.id, status: memory.status, version: memory.version },
    ...{ session: place.session, ordinal: place.ordinal },
    subject: wasErased(memory) ? null : digestOf(subjectOf(worded)),
    ...{ memory_type: worded.memoryType, network: worded.network },
    ...{ importance: worded.importance, trust_score: worded.trust },
    ...{ source_site: sourceSite, namespace: `site/${sourceSite}` },
    ...{ session_id: memory.sessionId, episode_id: memory.episodeId },
    ...{ role: digestOf(memory.role), turn: memory.turns?.[0] ?? null, last_turn: memory.turns?.[1] ?? null },
    ...{ created_at: memory.createdAt, observed_at: memory.observedAt, occurred_on: memory.occurredOn },
    ...{ expired_at: memory.expiredAt, deleted_at: memory.deletedAt },
  }
}

/** An erased memory has none. */
const textRow = (memory: Memory): readonly Row[] => {
  if (wasErased(memory)) return []
  const { said, language } = memory.worded
  const nothing = {
    content: '',
    speaker: null,
    keywords: '',
    metadata: {},
    opinionConfidence: null,
    observationSubject: null,
  }
  const words = said === 'erased' ? nothing : said
  const row = {
    id: memory.id,
    content: digestOf(words.content),
    speaker: digestOf(words.speaker),
    keywords: digestOf(words.keywords),
    metadata: words.metadata,
    named_days: namedDays(words.metadata),
    opinion_confidence: words.opinionConfidence,
    observation_subject: digestOf(words.observationSubject),
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
        const words = worded.said === 'erased' ? { content: '', metadata: {} } : worded.said
        const row = {
          ...{ id: memory.id, version, content: digestOf(words.content), subject: digestOf(subjectOf(worded)) },
          ...{ memory_type: worded.memoryType, metadata: words.metadata, named_days: namedDays(words.metadata) },
          ...{ language: worded.language, importance: worded.importance },
        }
        return [row]
      })

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
  memory_readers: readersRows,
}
const OF_EPISODE: Readonly<Partial<Record<Table, (episode: Episode) => readonly Row[]>>> = {
  episode: (episode) => [episodeRow(episode)],
  episode_turn: turnRows,
  episode_transcript: transcriptRows,
  episode_duplicate: duplicateRows,
}

/** The memories and episodes of a page: ids above the first and not above the last. */
type Part = { readonly memories: readonly Memory[]; readonly episodes: readonly Episode[] }
type Between = { readonly after: string | undefined; readonly last: string | undefined }

export const partOf = ({ memories, episodes }: Bank, between: Between): Part => ({
  memories: inRange(memories, between),
  episodes: inRange(episodes, between),
})

/** The rows of a table, as they follow from the log. */
export const expectedRows = ({ memories, episodes }: Part, table: Table): readonly Row[] => {
  const ofMemory = OF_MEMORY[table]
  const ofEpisode = OF_EPISODE[table]
  return [...(ofMemory ? memories.flatMap(ofMemory) : []), ...(ofEpisode ? episodes.flatMap(ofEpisode) : [])]
}

const inRange = <Thing>(things: ReadonlyMap<string, Thing>, { after = '', last }: Between): readonly Thing[] => {
  const found: Thing[] = []
  for (const [id, thing] of things) if (id > after && (last === undefined || id <= last)) found.push(thing)
  return found
}
