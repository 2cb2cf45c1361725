import { isErased, type MemoryMetadata, type Metadata } from '../src/domain/event.js'
import { AS_SAID, type MemoryOf, type Wording } from '../src/domain/memory/events.js'
import { lowerComposed } from '../src/indexing/fold.js'

/**
 * Every key starts with the user, so that the tables can be distributed by user. A row's key always has its columns in the same
 * order: by their values the changes of one row are found.
 */
export const memoryKey = (m: { readonly userId: string; readonly memoryId: string }) => ({
  user_id: m.userId,
  id: m.memoryId,
})

export const versionKey = (m: MemoryMetadata, version = m.version) => ({
  user_id: m.userId,
  id: m.memoryId,
  version,
})

export const episodeKey = (m: Metadata & { readonly episodeId: string }) => ({ user_id: m.userId, id: m.episodeId })

/** The data of events that set the words of a memory. */
export type WordedData = MemoryOf<'MemoryStored' | 'MemoryUpdated' | 'MemoryRestored'>['data']

/** The words of an event, or none if they are erased. */
export const saidIn = ({ said }: WordedData): Wording =>
  isErased(said)
    ? {
        content: '',
        speaker: null,
        subject: null,
        keywords: '',
        opinionConfidence: null,
        observationSubject: null,
        ...AS_SAID,
        metadata: {},
      }
    : { ...said, subject: said.subject === null ? null : lowerComposed(said.subject) }

/** The float32 values; null if they are erased or the text has no vector. */
export const vectorOf = ({ embedding }: Pick<MemoryOf<'MemoryEmbedded'>['data'], 'embedding'>): Float32Array | null => {
  if (isErased(embedding) || embedding.vector === null) return null
  const bytes = Uint8Array.from(Buffer.from(embedding.vector, 'base64'))
  return new Float32Array(bytes.buffer)
}

/** The status that a pending memory gets. */
export const activeOr = (waits: true | undefined): 'active' | 'needs_clarification' =>
  waits ? 'needs_clarification' : 'active'
