import { z } from 'zod'
import { event } from './event.js'
import { storeMetadata } from './metadata.js'

/** The log's first event: which log this is, and by which model its vectors are made. */
export const StoreOpened = event('StoreOpened', 1, {
  metadata: storeMetadata,
  data: z.object({ logId: z.uuid(), embeddingModel: z.string(), dimensions: z.int().min(1) }),
})
export type StoreOpened = z.infer<typeof StoreOpened.schema>
