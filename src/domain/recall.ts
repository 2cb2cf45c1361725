import { z } from 'zod'
import { event, metadata } from './event.js'

/** How often each memory appeared in answers since the last flush: counts only, so any revision is accepted. */
export const MemoriesRecalled = event('MemoriesRecalled', 1, {
  metadata,
  data: z.object({ recalls: z.array(z.object({ memoryId: z.uuid(), times: z.int().min(1) })) }),
})
export type MemoriesRecalled = z.infer<typeof MemoriesRecalled.schema>
