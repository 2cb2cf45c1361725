import { randomUUID } from 'node:crypto'
import { type EventStore, storeStreamsOf } from '../../src/event-store/event-store.js'
import { carryKeys } from '../../src/event-store/sealing/every-key.js'
import { copyLog } from '../../src/operations/copy-log/copy-log.js'
import { migrate } from '../../src/postgres/migrate.js'
import type { KeptLog } from './kept-logs.js'
import { migrations } from './log.js'

export type Copied = Pick<KeptLog, 'log' | 'databases'>
type Copying = { readonly prefix: string; readonly signal?: AbortSignal | undefined }

/** Copies a log, and then the keys of what is sealed in it. */
export const copyWithKeys = async (from: Copied, to: Copied, copying: Copying) => {
  const result = await copyEvents(from.log, to.log, copying)
  for (const { databases } of [from, to]) await migrate(databases, migrations('generations'), 'generations')
  await carryKeys(from.databases.within('generations'), to.databases.within('generations'))
  return result
}

/** A log, and a signal that aborts at an append to it, counted from 1. */
export const brokenOff = (log: EventStore, at: number) => {
  const broken = new AbortController()
  let appends = 0
  const append: EventStore['append'] = (...args) => {
    if (++appends === at) broken.abort(new Error('broken off'))
    return log.append(...args)
  }
  return { log: { ...log, append }, signal: broken.signal }
}

/** Copies the events alone. */
export const copyEvents = (from: EventStore, to: EventStore, { prefix, signal }: Copying) =>
  copyLog({
    from,
    to,
    streams: storeStreamsOf(prefix),
    signal: signal ?? new AbortController().signal,
    now: () => new Date().toISOString(),
    newId: randomUUID,
    report: () => {},
  })
