import type { Episode } from '../fold/state.js'
import { sealed } from './digest.js'
import type { Row } from './read-rows.js'
import { readerColumns } from './reader-columns.js'

/** Its address and the caller's own metadata go when a memory of it is erased, as the words do. */
export const episodeRow = ({ frame, ...episode }: Episode): Row => ({
  ...readerColumns(episode.readers),
  ...{ id: episode.id, state: stateOf(episode), counts: episode.counts },
  ...{ source_site: episode.sourceSite, source_url: sealed(frame.sourceUrl), metadata: frame.metadata },
  ...{ session_id: episode.sessionId, observed_at: episode.observedAt, recorded_at: episode.recordedAt },
  ...{ form: episode.form, continues: episode.continues },
})

const stateOf = ({ counts }: Pick<Episode, 'counts'>): string => (counts === null ? 'recorded' : 'ingested')

export const turnRows = ({ id, turns }: Episode): readonly Row[] =>
  turns.map(({ turn, role, name, content }) => ({
    ...{ id, turn },
    ...{ role: sealed(role), name: sealed(name), content: content === null ? null : sealed(content) },
  }))

export const transcriptRows = (episode: Episode): readonly Row[] => {
  const { id, transcript } = episode
  if (transcript === null) return []
  const { id: name, base, keys } = transcript
  return [{ id, transcript: name, base, keys, state: stateOf(episode), recorded_at: episode.recordedAt }]
}

export const duplicateRows = ({ id, told }: Episode): readonly Row[] => {
  const rows = told.map(([turn, memoryId]) => ({ id, turn, memory_id: memoryId }))
  // A turn may have told the same twice.
  return [...new Map(rows.map((row) => [`${row.turn} ${row.memory_id}`, row])).values()]
}
