import { createHash, randomBytes } from 'node:crypto'
import { type Streams, streamsOf } from '../../src/event-store/event-store.js'

/** The first part of the names of the streams of a suite whose log nobody else writes to. */
export const PREFIX = 'test'

/** One that no other suite has: on a server that is kept and shared, each store takes its own. */
export const freshPrefix = (): string => `test${randomBytes(4).toString('hex')}`

/** The streams of a log that no service writes, named without a key. */
export const plainStreams = (prefix: string): Streams =>
  streamsOf(prefix, (userId) => createHash('sha256').update(userId).digest('hex'))
