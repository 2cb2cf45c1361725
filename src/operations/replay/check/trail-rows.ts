import type { Memory } from '../fold/state.js'
import { sealed } from './digest.js'
import { subjectOf, wasErased } from './memory-rows.js'
import { namedDays } from './named-days.js'
import type { Row } from './read-rows.js'
import { readerColumns } from './reader-columns.js'

/** A row for every version. */
export const versionRows = ({ id, versions }: Memory): readonly Row[] =>
  versions.map(({ version, action, status, at, reason, actor, episodeId }) => ({
    ...{ id, version, action, status, at, reason },
    ...{ actor_key: actor.key, actor_agent: actor.agentId, episode_id: episodeId },
  }))

/** A row for every version that set the words; none once they were erased. */
export const wordingRows = (memory: Memory): readonly Row[] =>
  wasErased(memory)
    ? []
    : memory.versions.flatMap(({ version, worded }) => {
        if (worded === undefined) return []
        const words = worded.said === 'erased' ? { content: '', metadata: {} } : worded.said
        const row = {
          ...{ id: memory.id, version, content: sealed(words.content), subject: sealed(subjectOf(worded)) },
          ...{ memory_type: worded.memoryType, metadata: words.metadata, named_days: namedDays(words.metadata) },
          ...{ language: worded.language, importance: worded.importance },
        }
        return [row]
      })

/** A row for every version that set who may read. */
export const readersRows = ({ id, versions }: Memory): readonly Row[] =>
  versions.flatMap(({ version, readers }) =>
    readers === undefined ? [] : [{ id, version, ...readerColumns(readers), trust_score: readers.trust }],
  )
