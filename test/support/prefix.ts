import { randomBytes } from 'node:crypto'

/** The first part of the names of the streams of a suite whose log nobody else writes to. */
export const PREFIX = 'test'

/** One that no other suite has: on a server that is kept and shared, each store takes its own. */
export const freshPrefix = (): string => `test${randomBytes(4).toString('hex')}`
