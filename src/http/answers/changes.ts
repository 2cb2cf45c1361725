import { z } from 'zod'
import { visibility } from '../../domain/readers.js'
import { count, id, named } from './named.js'
import { MEMORY } from './samples.js'

const version = z
  .int()
  .min(1)
  .describe('The newest version of the memory, this one or, where nothing changed, an earlier one.')

export const updated = named({
  name: 'UpdatedMemory',
  says: 'The memory says it now.',
  fields: { id, version },
  example: { id: MEMORY, version: 2 },
})

export const sharedMemory = named({
  name: 'MemoryReaders',
  says: 'Who may read the memory now.',
  fields: {
    id,
    visibility,
    granted_to: z.array(z.string()).describe('Sorted, each once; empty unless restricted.'),
    version,
  },
  example: { id: MEMORY, visibility: 'restricted', granted_to: ['painter'], version: 3 },
})

export const deletedMany = named({
  name: 'DeletedMemories',
  says: 'All of them are deleted.',
  fields: { success: z.literal(true), deleted: count.describe('How many; 0 where there was nothing to delete.') },
  example: { success: true, deleted: 12 },
})
