import type { UserEvent } from '../../../domain/all-events.js'
import type { Rows } from './rows.js'

/** Applies an event to where and when memories were said. A turn may have stated the same twice, and counts once. */
export const foldTellings = (rows: Rows, { type, data, metadata }: UserEvent): void => {
  const told = { recorded_at: metadata.at, removed_at: null }
  if (type === 'MemoryStored' && data.turns !== null && data.claimType === null)
    rows.put('memory_telling', {
      ...told,
      memory_id: metadata.memoryId,
      episode_id: metadata.episodeId ?? '',
      first_turn: data.turns[0],
      turn: data.turns[1],
      at: data.isTimed ? data.observedAt : null,
      is_first: true,
    })
  if (type === 'EpisodeIngested')
    for (const [turn, memoryId, { at = null, from = turn } = {}] of data.told)
      rows.put('memory_telling', {
        ...told,
        memory_id: memoryId,
        episode_id: metadata.episodeId,
        first_turn: from,
        turn,
        at,
        is_first: false,
      })
  if (type === 'TellingsRemoved')
    for (const [id, episodeId, turn] of data.tellings)
      rows.change('memory_telling', id, (row) =>
        row.episode_id === episodeId && row.turn === turn ? { ...row, removed_at: metadata.at } : row,
      )
}
