import type { UserEvent } from '../../../domain/all-events.js'
import { dayOf } from '../../../domain/moment.js'
import type { Rows } from './rows.js'

/** Applies an event to where and when memories were said. A turn may have stated the same twice, and counts once. */
export const foldTellings = (rows: Rows, { type, data, metadata }: UserEvent): void => {
  const told = (at: string | null, offset: string | null = null) => ({
    at,
    observed_offset: offset,
    told_on: dayOf({ instant: at ?? metadata.at, offset }),
    recorded_at: metadata.at,
    removed_at: null,
  })
  if (type === 'MemoryStored' && data.turns !== null && data.claimType === null)
    rows.put('memory_telling', {
      ...told(data.isTimed ? data.observedAt : null, data.observedOffset),
      memory_id: metadata.memoryId,
      episode_id: metadata.episodeId ?? '',
      first_turn: data.turns[0],
      turn: data.turns[1],
      is_first: true,
    })
  if (type === 'EpisodeIngested')
    for (const [turn, memoryId, { at = null, offset, from = turn } = {}] of data.told)
      rows.put('memory_telling', {
        ...told(at, offset),
        memory_id: memoryId,
        episode_id: metadata.episodeId,
        first_turn: from,
        turn,
        is_first: false,
      })
  if (type === 'TellingsRemoved')
    for (const [id, episodeId, turn] of data.tellings)
      rows.change('memory_telling', id, (row) =>
        row.episode_id === episodeId && row.turn === turn ? { ...row, removed_at: metadata.at } : row,
      )
}
