import type { DomainEvent } from '../src/domain/all-events.js'
import { clear, type Projection, put } from '../src/projector/projection.js'

/** Tables with data of a user, except admin actions (they keep the erasure), stream positions and this projection. */
export const TABLES_OF_A_USER = [
  'memory',
  'memory_text',
  'memory_access',
  'memory_version',
  'memory_wording',
  'memory_readers',
  'reader_group',
  'memory_evidence',
  'memory_link',
  'memory_entity',
  'episode',
  'episode_turn',
  'episode_transcript',
  'memory_telling',
  'erased_words',
  'episode_extraction',
  'episode_shown',
  'episode_paid',
  'agent',
  'agent_trust',
  'agent_author',
  'conflict',
  'conflict_user',
  'lesson',
  'lesson_source',
  'recall',
  'answered_request',
] as const

/** Nothing is left of an erased user but when that was, and how far it reached. */
export const erasedUsers: Projection<DomainEvent> = {
  UserErased: ({ data: { bank, recalls }, metadata: { userId, at } }) => [
    ...TABLES_OF_A_USER.map((table) => clear(table, { user_id: userId })),
    put('erased_user', { user_id: userId }, { at, bank_to: bank?.to ?? -1, recalls_to: recalls?.to ?? -1 }),
  ],
}
