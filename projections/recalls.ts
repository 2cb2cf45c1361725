import type { DomainEvent } from '../src/domain/all-events.js'
import { isErased } from '../src/domain/event.js'
import { type AnsweredSearch, dayOf } from '../src/domain/recall.js'
import { type Change, clear, type Projection, patch, put } from '../src/projector/projection.js'

/** The receipts of searches, a row each. How often memories were shown stands with the memories. */
export const recalls: Projection<DomainEvent> = {
  MemoriesRecalled: ({ data, metadata: m }) => data.searches.flatMap((search) => receipt(m, search)),
  RecallsExpired: ({ data, metadata: m }) => data.days.map((day) => clear('recall', { user_id: m.userId, day })),
  RecallWordsErased: ({ data, metadata: m }) =>
    data.recallIds.flatMap((id) => keysOf(m, id).map((key) => patch('recall', key, { words: 'erased', said: null }))),
}

const receipt = (m: { readonly userId: string }, search: AnsweredSearch): readonly Change[] =>
  keysOf(m, search.recallId).map((key) =>
    put('recall', key, {
      at: search.at,
      workspace_id: search.workspaceId,
      agent_id: search.agentId,
      position: search.position,
      settings: search.settings,
      shown: search.shown.map(([memoryId]) => memoryId),
      versions: search.shown.map(([, version]) => version),
      scores: search.shown.map(([, , score]) => score),
      worded: search.worded,
      ...wordsOf(search.said),
    }),
  )

const wordsOf = (said: AnsweredSearch['said']) => {
  if (said === null) return { words: 'none', said: null }
  return isErased(said) ? { words: 'erased', said: null } : { words: 'kept', said }
}

/** The day is part of the key, so that a whole day can be given up by key. */
const keysOf = ({ userId }: { readonly userId: string }, recallId: string) => {
  const day = dayOf(recallId)
  return day === undefined ? [] : [{ user_id: userId, day, id: recallId }]
}
