import { createHash } from 'node:crypto'
import type { StreamName } from './event-store.js'

/** The names of a log's streams. User ids are hashed: any text will do as one, and a stream name tells nobody who it is. */
export const streamsOf = (prefix: string) => ({
  /** Every mutation of one user's memories. */
  bank: (userId: string): StreamName => `${prefix}-bank-${hash(userId)}`,
  /** What was recalled of one user's memories. */
  recall: (userId: string): StreamName => `${prefix}-recall-${hash(userId)}`,
  /** What belongs to no user. */
  store: `${prefix}-store` as const satisfies StreamName,
})
export type Streams = ReturnType<typeof streamsOf>

const hash = (userId: string): string => createHash('sha256').update(userId).digest('hex')
