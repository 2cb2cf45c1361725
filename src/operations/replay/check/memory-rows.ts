import { lowerComposed } from '../../../indexing/compose.js'
import type { Memory, Worded } from '../fold/state.js'
import { sealed } from './digest.js'
import { namedDays } from './named-days.js'
import type { Row } from './read-rows.js'
import { readerColumns } from './reader-columns.js'

/** What a memory's own rows have to hold. The columns are those that are read. */
export const memoryRow = (memory: Memory): Row => {
  const { worded, place, sourceSite } = memory
  return {
    ...readerColumns(memory.readers),
    ...{ id: memory.id, status: memory.status, version: memory.version },
    ...{ session: place.session, ordinal: place.ordinal },
    subject: wasErased(memory) ? null : sealed(subjectOf(worded)),
    ...{ memory_type: worded.memoryType, network: worded.network },
    ...{ importance: worded.importance, trust_score: worded.trust },
    ...{ source_site: sourceSite, namespace: `site/${sourceSite}` },
    ...{ session_id: memory.sessionId, episode_id: memory.episodeId },
    ...{ role: sealed(memory.role), turn: memory.turns?.[0] ?? null, last_turn: memory.turns?.[1] ?? null },
    ...{ created_at: memory.createdAt, observed_at: memory.observedAt, occurred_on: memory.occurredOn },
    ...{ expired_at: memory.expiredAt, deleted_at: memory.deletedAt },
  }
}

/** Of an erased memory there is none. */
export const textRow = (memory: Memory): readonly Row[] => {
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
    content: sealed(words.content),
    speaker: sealed(words.speaker),
    keywords: sealed(words.keywords),
    metadata: words.metadata,
    named_days: namedDays(words.metadata),
    opinion_confidence: words.opinionConfidence,
    observation_subject: sealed(words.observationSubject),
    language,
  }
  return [row]
}

export const accessRow = ({ id, recalls, recalledAt }: Memory): Row => ({
  id,
  access_count: recalls,
  last_accessed_at: recalledAt,
})

export const wasErased = ({ versions }: Memory): boolean => versions.some(({ action }) => action === 'erase')

export const subjectOf = ({ said }: Worded): string | null =>
  said === 'erased' || said.subject === null ? null : lowerComposed(said.subject)
