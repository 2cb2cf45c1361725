import { randomBytes } from 'node:crypto'

/** The first part of the names of the tests' streams; a running server that the tests are pointed at keeps what each run leaves. */
export const PREFIX = process.env.ESDB_URL ? `test${randomBytes(4).toString('hex')}` : 'test'
