import { z } from 'zod'
import { conflictStatus } from '../../domain/conflict/events.js'
import {
  ConflictAlreadyResolved,
  ConflictChanged,
  ConflictNotFound,
  NewMemoryHasFewerReaders,
} from '../../domain/errors.js'
import { CONFLICT, EARLIER_MEMORY, id, MEMORY, named } from '../answers/named.js'
import { type Answer, answerTo } from '../errors.js'

const refused = (when: string, error: Error): { when: string; on: []; example: Answer } => ({
  ...{ when, on: [] },
  example: answerTo(error),
})

const version = z.int().min(1)

const changed = named(
  'ChangedConflict',
  'A memory of the conflict is not what it was. Nothing was done: look at it again.',
  {
    error: z.string().describe('What is wrong, for people.'),
    id,
    status: conflictStatus,
    existing_version: version.describe('The version of the existing memory now.'),
    new_version: version.describe('The version of the new memory now.'),
  },
)

const open = {
  ...{ conflictId: CONFLICT, status: 'open' as const, suggested: 'resolved_new' as const },
  existing: { memoryId: EARLIER_MEMORY, version: 1, agentId: 'scout' },
  new: { memoryId: MEMORY, version: 1, agentId: 'painter' },
}

/** Why a conflict is not resolved. */
export const conflictRefusalDocs = {
  ConflictNotFound: refused(
    'There is no such conflict, or the caller does not see both of its memories.',
    new ConflictNotFound(),
  ),
  ConflictAlreadyResolved: refused('It was resolved in another way.', new ConflictAlreadyResolved()),
  ConflictChanged: {
    ...refused(
      'One of its memories has changed since, as the versions say.',
      new ConflictChanged(open, { existing: 2, new: 1 }),
    ),
    schema: changed,
  },
  NewMemoryHasFewerReaders: refused(
    'The new memory would take the place of one that has readers who could not read it.',
    new NewMemoryHasFewerReaders(),
  ),
}
