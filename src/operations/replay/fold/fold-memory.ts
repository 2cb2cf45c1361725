import type { UserEvent } from '../../../domain/all-events.js'
import type { EpisodeOf } from '../../../domain/episode.js'
import { isErased, type MemoryMetadata } from '../../../domain/event.js'
import { AS_SAID, type MemoryOf, type Wording } from '../../../domain/memory/events.js'
import { lowerComposed } from '../../../text/fold.js'
import { type ModelRow, type Rows, readerColumns } from './rows.js'

/** Applies an event to memories and their trail. An event about a memory that was never stored changes nothing. */
export const foldMemory = (rows: Rows, event: UserEvent): void => {
  const { at } = event.metadata
  switch (event.type) {
    case 'MemoryStored':
      store(rows, event)
      return
    case 'MemoriesDeleted':
    case 'MemoriesErased':
      for (const [memoryId, version] of event.data.memories) {
        const metadata = { ...event.metadata, memoryId, version }
        const step = event.type === 'MemoriesDeleted' ? deletion(at) : erasure(at)
        take(rows, metadata, step)
      }
      return
    case 'EpisodeIngested':
      for (const activation of event.data.activated) activate(rows, activation, at)
      return
    case 'MemoriesRecalled':
      for (const { memoryId, times } of event.data.recalls)
        rows.change('memory_access', memoryId, (row) => ({
          ...row,
          access_count: Number(row.access_count) + times,
          last_accessed_at: at,
        }))
      return
    case 'TellingsRemoved':
      for (const first of event.data.first) rows.set('memory', first.memoryId, placeColumns(first))
      return
    case 'MemoryUpdated':
    case 'MemoryShared':
    case 'MemorySuperseded':
    case 'MemoryRestored':
    case 'MemoryContested':
    case 'MemoryClarified':
    case 'MemoryDeleted':
    case 'MemoryErased':
      take(rows, event.metadata, stepOf(event))
  }
}

type Worded = MemoryOf<'MemoryStored' | 'MemoryUpdated' | 'MemoryRestored'>['data']

/** What an event makes of a memory. */
type Step = {
  readonly action: string
  /** That of the version. */
  readonly status: string
  /** Columns of the memory that it sets. */
  readonly memory: ModelRow
  /** The content that it sets, and the version that first set this content; an earlier one where it was restored. */
  readonly worded?: { readonly data: Worded; readonly of: number }
  /** The readers that it sets; trust is null where it sets nothing else. */
  readonly readers?: ModelRow
}

/** Events that make a new version of one memory. Changes of content and of readers leave the status of the memory as it is. */
type MemoryChange = MemoryOf<
  | 'MemoryUpdated'
  | 'MemoryShared'
  | 'MemorySuperseded'
  | 'MemoryRestored'
  | 'MemoryContested'
  | 'MemoryClarified'
  | 'MemoryDeleted'
  | 'MemoryErased'
>

const stepOf = ({ type, data, metadata: { at, version } }: MemoryChange): Step => {
  switch (type) {
    case 'MemoryUpdated':
      return { action: 'update', status: 'active', memory: {}, worded: { data, of: version } }
    case 'MemoryShared': {
      const readers = readerColumns(data)
      return { action: 'share', status: 'active', memory: readers, readers: { ...readers, trust_score: null } }
    }
    case 'MemorySuperseded':
      return withStatus('supersede', 'superseded', { expired_at: at, superseded_by: data.by })
    case 'MemoryRestored': {
      const memory = { expired_at: null, deleted_at: null, superseded_by: null }
      return { ...withStatus('restore', 'active', memory), worded: { data, of: data.of } }
    }
    case 'MemoryContested':
      return withStatus('contest', 'needs_clarification')
    case 'MemoryClarified':
      return withStatus('clarify', data.outcome, { deleted_at: data.outcome === 'deleted' ? at : null })
    case 'MemoryDeleted':
      return deletion(at)
    case 'MemoryErased':
      return erasure(at)
  }
}

const withStatus = (action: string, status: string, memory: ModelRow = {}): Step => ({
  action,
  status,
  memory: { ...memory, status },
})
const deletion = (at: string): Step => withStatus('delete', 'deleted', { deleted_at: at })
const erasure = (at: string): Step =>
  withStatus('erase', 'erased', {
    deleted_at: at,
    role: null,
    subject: null,
    key: null,
    echo_of: null,
    valid_from: null,
    valid_to: null,
  })

/** Applies a step to a memory that was stored; of one that is erased no content is left in any version. */
const take = (rows: Rows, m: MemoryMetadata, step: Step): void => {
  const { memoryId: id, version } = m
  if (rows.of('memory', id).length === 0) return
  rows.set('memory', id, { ...step.memory, version })
  addVersion(rows, m, step)
  if (step.status === 'erased')
    for (const table of ['memory_text', 'memory_wording', 'memory_evidence', 'memory_telling'] as const)
      rows.drop(table, id)
}

const addVersion = (rows: Rows, m: MemoryMetadata, { action, status, worded, readers }: Step): void => {
  const { memoryId: id, version, at, actor } = m
  rows.put('memory_version', {
    id,
    version,
    action,
    status,
    at,
    reason: m.reason ?? null,
    actor_key: actor.key,
    actor_agent: actor.agentId,
    episode_id: m.episodeId ?? null,
  })
  if (readers) rows.put('memory_readers', { id, version, ...readers })
  if (worded) setContent(rows, { id, version, ...worded })
}

const store = (rows: Rows, { data, metadata: m }: MemoryOf<'MemoryStored'>): void => {
  const { memoryId: id, at } = m
  const readers = readerColumns(data)
  rows.put('memory', {
    ...readers,
    ...placeColumns({ ...data, episodeId: m.episodeId ?? null }),
    id,
    status: data.status,
    version: m.version,
    session: data.place.session,
    ordinal: data.place.ordinal,
    role: data.role,
    created_at: at,
    expired_at: null,
    deleted_at: null,
    superseded_by: null,
  })
  rows.put('memory_access', { id, access_count: 0, last_accessed_at: at })
  addVersion(rows, m, {
    action: 'add',
    status: data.status,
    memory: {},
    worded: { data, of: m.version },
    readers: { ...readers, trust_score: data.trust },
  })
}

type Place = Pick<
  MemoryOf<'MemoryStored'>['data'],
  'sourceSite' | 'sessionId' | 'observedAt' | 'observedOffset' | 'occurredOn' | 'turns'
>

/** Where and when a memory was said first. */
const placeColumns = (place: Place & { readonly episodeId: string | null }): ModelRow => ({
  source_site: place.sourceSite,
  namespace: `site/${place.sourceSite}`,
  session_id: place.sessionId,
  episode_id: place.episodeId,
  turn: place.turns?.[0] ?? null,
  last_turn: place.turns?.[1] ?? null,
  observed_at: place.observedAt,
  observed_offset: place.observedOffset ?? null,
  occurred_on: place.occurredOn,
})

type Activated = EpisodeOf<'EpisodeIngested'>['data']['activated'][number]

/** A pending memory becomes one, and this is its creation time. */
const activate = (rows: Rows, { memoryId: id, ordinal, waits }: Activated, at: string): void => {
  const status = waits ? 'needs_clarification' : 'active'
  rows.set('memory', id, { status, ordinal, created_at: at })
  rows.set('memory_access', id, { last_accessed_at: at })
  rows.change('memory_version', id, (row) => (row.version === 1 ? { ...row, status, at } : row))
}

const NOTHING = {
  content: '',
  speaker: null,
  keywords: '',
  metadata: {},
  subject: null,
  opinionConfidence: null,
  observationSubject: null,
  ...AS_SAID,
}

/** The content of a version, or what is left where the event has none any more. */
const wordsIn = ({ said }: Worded): Wording => (isErased(said) ? NOTHING : said)

type Content = { readonly id: string; readonly version: number; readonly data: Worded; readonly of: number }

/** Sets the content of a memory and of this version. */
const setContent = (rows: Rows, { id, version, data, of }: Content): void => {
  const { subject, key = null, valid, ...said } = wordsIn(data)
  const kind = {
    subject: subject === null ? null : lowerComposed(subject),
    key,
    memory_type: data.memoryType,
    network: data.network,
    importance: data.importance,
    trust_score: data.trust,
    words_of: of,
  }
  const content = {
    content: said.content,
    keywords: said.keywords,
    metadata: said.metadata,
    opinion_confidence: said.opinionConfidence,
    observation_subject: said.observationSubject,
    language: data.language,
  }
  const isTurn = data.claimType === null && data.memoryType !== 'composite'
  rows.set('memory', id, {
    ...kind,
    claim_type: data.claimType,
    echo_of: (isTurn && data.evidence[0]?.memoryId) || null,
    valid_from: valid?.from ?? null,
    valid_to: valid?.to ?? null,
  })
  const text = { speaker: said.speaker, summary: said.headline, overview: said.overview }
  rows.put('memory_text', { id, ...content, ...text, valid_words: valid?.words ?? null })
  rows.put('memory_wording', { id, version, ...kind, ...content, fact: factIn(data) })
  if (of !== version) return
  for (const { memoryId, start, end } of data.evidence)
    rows.put('memory_evidence', { id, words_of: of, evidence_id: memoryId, start_at: start, end_at: end })
}

/** What a fact has besides its words; null if there is nothing of it. */
const factIn = (data: Worded) => {
  const { claimType, evidence } = data
  const { headline, overview, valid } = wordsIn(data)
  const parts = [claimType, valid, ...evidence]
  const isNone = parts.every((part) => part === null) && headline === '' && overview === ''
  return isNone ? null : { claimType, evidence, headline, overview, valid }
}
