import { projections } from '../../projections/index.js'
import { readStore } from '../../src/commands/open-store.js'
import { type EventStore, type Recorded, storeStreamsOf } from '../../src/event-store/event-store.js'
import type { Databases } from '../../src/postgres/database.js'
import { sql } from '../../src/postgres/sql.js'
import { projectBatch } from '../../src/projector/apply/apply-events.js'
import { openGeneration, schemaOf } from '../../src/projector/generations/generations.js'
import { readModelOf } from './client.js'
import { migrations, serviceLog } from './log.js'
import { openedLog } from './opened-log.js'
import { dump } from './read-model.js'
import { numberOf } from './said.js'

let fresh = 0

/** Everything in the log, in order. */
export const wholeLog = async (store: EventStore): Promise<readonly Recorded[]> => {
  const end = numberOf(await store.end())
  const stop = new AbortController()
  const events: Recorded[] = []
  if (end === 0n) return events
  for await (const batch of store.follow('start', stop.signal)) {
    events.push(...batch)
    if ((batch.at(-1)?.position ?? 0n) >= end) stop.abort()
  }
  return events
}

/** The service's rows, and those that a projection of the same part of the log gives, append by append, in tables of its own. */
export const rebuilt = async (databases: Databases, log?: EventStore, prefix = 'palimpsest') => {
  const store = log ? openedLog(log, databases) : await serviceLog(databases)
  const events = await wholeLog(store)
  const opened = await readStore(store, storeStreamsOf(prefix))
  if (opened === undefined) throw new Error('the log has not been opened')
  const { logId, chosen } = opened
  const live = await readModelOf(databases)
  const [checkpoint] = await live.rows<{ position: bigint }>(sql`select position from checkpoint`)
  const generation = await openGeneration({
    databases,
    definition: migrations('read-model'),
    projectionsVersion: `rebuilt ${++fresh}`,
    logId,
    model: chosen,
  })
  const model = { db: databases.within(schemaOf(generation)), logId, projections: projections.of(chosen) }
  let after: bigint | 'start' = 'start'
  for (const append of inAppends(events)) {
    const { position = 0n } = append.at(-1) ?? {}
    if (checkpoint && position > checkpoint.position) break
    await projectBatch(model, after, append)
    after = position
  }
  await store.close()
  return { rows: await dump(model.db), live: await dump(live), events }
}

export const inAppends = (events: readonly Recorded[]): readonly (readonly Recorded[])[] => {
  const appends: Recorded[][] = []
  for (const event of events) {
    if (event.metadata.append.index === 0) appends.push([])
    appends.at(-1)?.push(event)
  }
  return appends
}

/** Without what searches have shown: that is written whenever it is due. */
export const withoutRecalls = (tables: Readonly<Record<string, unknown>>) =>
  Object.entries(tables).filter(([table]) => !/recall|access|checkpoint|^bank$/.test(table))
