import { z } from 'zod'
import { event, metadata } from './event.js'

/** Memories that answers have shown since the last flush, with how often: counts only, so any revision will do. */
export const MemoriesRecalled = event('MemoriesRecalled', 1, {
  metadata,
  data: z.object({ recalls: z.array(z.object({ memoryId: z.uuid(), times: z.int().min(1) })) }),
})
export type MemoriesRecalled = z.infer<typeof MemoriesRecalled.schema>
