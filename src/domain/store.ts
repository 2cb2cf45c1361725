import { z } from 'zod'
import { event } from './event.js'
import { storeMetadata } from './metadata.js'

/** The log's first event: which log this is, and by which model its vectors are made. */
export const StoreOpened = event('StoreOpened', 1, {
  metadata: storeMetadata,
  data: z.object({ logId: z.uuid(), embeddingModel: z.string(), dimensions: z.int().min(1) }),
})
export type StoreOpened = z.infer<typeof StoreOpened.schema>

/** The first event of a log that is copied from another one: until LogCopied says so, it is not all there. */
export const LogCopyBegun = event('LogCopyBegun', 1, {
  metadata: storeMetadata,
  data: z.object({ copyId: z.uuid(), of: z.uuid() }),
})
export type LogCopyBegun = z.infer<typeof LogCopyBegun.schema>

/** So many events are there, and their hash is that of the log they were copied from. */
export const LogCopied = event('LogCopied', 1, {
  metadata: storeMetadata,
  data: z.object({ copyId: z.uuid(), events: z.int().min(1), hash: z.string().regex(/^[0-9a-f]{64}$/) }),
})
export type LogCopied = z.infer<typeof LogCopied.schema>

export const storeEvents = [StoreOpened, LogCopyBegun, LogCopied] as const
export type StoreEvent = StoreOpened | LogCopyBegun | LogCopied

export type Store = {
  /** Which log this is. A copy is another one: positions and checkpoints of the one mean nothing in the other. */
  readonly logId: string
  readonly embeddingModel: string
  readonly dimensions: number
}

/** What has happened to the store so far; undefined where nobody has opened it, or where it is a copy that is not all there. */
export const storeOf = (happened: readonly StoreEvent[]): Store | undefined => {
  if (unfinishedCopy(happened) !== undefined) return undefined
  const opened = happened.find((each) => each.type === 'StoreOpened')
  const copied = happened.findLast((each) => each.type === 'LogCopied')
  return opened && { ...opened.data, logId: copied?.data.copyId ?? opened.data.logId }
}

/** The copy that has begun and has not been finished. */
export const unfinishedCopy = (happened: readonly StoreEvent[]): LogCopyBegun['data'] | undefined => {
  const finished = new Set(happened.flatMap((each) => (each.type === 'LogCopied' ? [each.data.copyId] : [])))
  const begun = happened.flatMap((each) => (each.type === 'LogCopyBegun' ? [each.data] : []))
  return begun.find(({ copyId }) => !finished.has(copyId))
}
