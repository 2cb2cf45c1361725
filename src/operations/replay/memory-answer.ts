import type { MemoryAnswer } from './answer.js'
import type { Memory } from './fold/state.js'

/** A memory of this user as an answer tells it. */
export const memoryAnswer = (userId: string, memory: Memory): MemoryAnswer => {
  const {
    id,
    status,
    version,
    readers,
    worded,
    sourceSite,
    sessionId,
    episodeId,
    place: _,
    versions: __,
    ...rest
  } = memory
  const { said, ...character } = worded
  const words = said === 'erased' ? { content: null, subject: null, metadata: null } : said
  return {
    ...{ id, userId, status, version },
    ...readers,
    ...{ content: words.content, subject: words.subject, metadata: words.metadata },
    ...character,
    ...{ sourceSite, sessionId, episodeId },
    ...rest,
  }
}
