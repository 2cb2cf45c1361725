import type { UserEvent } from '../../../domain/all-events.js'
import { foldAgents, foldConflict, isOfConflict } from './fold-agents.js'
import { foldEpisode } from './fold-episode.js'
import { foldLesson, isOfLesson } from './fold-lesson.js'
import { foldMemory } from './fold-memory.js'
import { foldTellings } from './fold-tellings.js'
import type { Rows } from './rows.js'

/** Applies one more event to the rows of its user. They are mutated, because a user may have very many. */
export const foldEvent = (rows: Rows, event: UserEvent): void => {
  foldMemory(rows, event)
  foldEpisode(rows, event)
  foldAgents(rows, event)
  foldTellings(rows, event)
  if (isOfLesson(event)) foldLesson(rows, event)
  if (isOfConflict(event)) foldConflict(rows, event)
  // A pending memory that is removed was never a memory.
  for (const id of neverStored(event)) rows.dropAll('memory', id)
  if (event.type === 'UserErased') rows.clear()
}

const neverStored = ({ type, data }: UserEvent): readonly string[] => {
  if (type === 'EpisodeAbandoned') return data.memoryIds
  return type === 'EpisodesDeleted' || type === 'MemoriesErased' ? data.pending : []
}
