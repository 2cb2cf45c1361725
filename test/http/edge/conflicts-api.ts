import type { Api } from '../../../src/http/api.js'
import { exampleOf } from '../../../src/http/openapi/examples.js'
import { conflictRecord } from '../../../src/http/routes/conflicts.js'
import type { ConflictRecord } from '../../../src/queries/read-conflicts.js'
import { MEMORY } from './a-record.js'

type OfConflicts = Pick<Api, 'resolveConflict' | 'expireConflicts' | 'conflicts' | 'conflict' | 'ownerOfConflict'>

/** What the edge may ask about conflicts, written down by `note`. */
export const conflictsApi = (note: (name: string, ...asked: unknown[]) => void): OfConflicts => ({
  resolveConflict: async (...asked) => {
    note('resolveConflict', ...asked)
    return { result: { id: MEMORY, status: 'resolved_new' }, position: 49n }
  },
  expireConflicts: async (...asked) => {
    note('expireConflicts', ...asked)
    return { result: { resolved: 2 }, position: 50n }
  },
  conflicts: async (...asked) => {
    note('conflicts', ...asked)
    return { conflicts: [], count: 0, total: 0 }
  },
  conflict: async (...asked) => {
    note('conflict', ...asked)
    return exampleOf(conflictRecord) as ConflictRecord // the schema's example is one
  },
  ownerOfConflict: async () => 'ana',
})
