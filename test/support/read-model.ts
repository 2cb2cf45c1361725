import { projections } from '../../projections/index.js'
import type { DomainEvent } from '../../src/domain/all-events.js'
import { isRecallEvent } from '../../src/domain/recall.js'
import { encode } from '../../src/event-store/codec.js'
import { pseudonymOf, type Recorded } from '../../src/event-store/event-store.js'
import { isFarewell } from '../../src/event-store/sealing/seal-events.js'
import type { Database, Databases } from '../../src/postgres/database.js'
import { migrate } from '../../src/postgres/migrate.js'
import { identifier, list, type Sql, sql } from '../../src/postgres/sql.js'
import type { ReadModel } from '../../src/projector/apply/apply-events.js'
import { openGeneration, schemaOf } from '../../src/projector/generations/generations.js'
import { migrations } from './log.js'
import { plainStreams } from './prefix.js'

export const LOG_ID = '00000000-0000-4000-8000-000000000001'
/** Whose vectors the histories hold. */
export const MODEL = { model: 'test', dimensions: 4 }

/** An empty set of read tables. Different versions lie beside one another in one database. */
export const openReadModel = async (databases: Databases, version = 1, model = MODEL): Promise<ReadModel> => {
  await migrate(databases, migrations('log'), 'log')
  await migrate(databases, migrations('generations'), 'generations')
  const generation = await openGeneration({
    databases,
    definition: migrations('read-model'),
    projectionsVersion: `${version}`,
    logId: LOG_ID,
    model,
  })
  return { db: databases.within(schemaOf(generation)), logId: LOG_ID, projections: projections.of(model) }
}

const tables = async (db: Database): Promise<readonly string[]> => {
  const rows = await db.rows<{ name: string }>(
    sql`select tablename::text as name from pg_tables where schemaname = current_schema() order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** Every row of every read table, as text. */
export const dump = async (db: Database): Promise<Readonly<Record<string, readonly string[]>>> => {
  const found: Record<string, readonly string[]> = {}
  for (const table of await tables(db)) {
    const rows = await db.rows<{ row: string }>(sql`select t::text as row from ${identifier(table)} as t order by 1`)
    found[table] = rows.map(({ row }) => row)
  }
  return found
}

export const empty = async (db: Database): Promise<void> => {
  const filled = (await tables(db)).filter((table) => table !== 'checkpoint')
  await db.rows(sql`truncate ${list(filled.map(identifier))}`)
  await db.rows(sql`update checkpoint set position = 0`)
}

const streams = plainStreams('test')

/** Appends of events as a follower would see them in a log that holds nothing else. */
export const recordedAs = (appends: readonly (readonly DomainEvent[])[]): readonly (readonly Recorded[])[] => {
  const revisions = new Map<string, bigint>()
  let position = 0n
  return appends.map((events) =>
    encode(events, 'any').map((stored, i) => {
      const event = events[i]
      const userId = event && 'userId' in event.metadata ? event.metadata.userId : undefined
      const name = event !== undefined && isRecallEvent(event) ? 'recall' : 'bank'
      const stream = userId === undefined ? streams.store : streams[name](userId)
      const revision = (revisions.get(stream) ?? -1n) + 1n
      revisions.set(stream, revision)
      position++
      // What erases a whole user names nobody.
      const metadata = isFarewell(events) ? { ...stored.metadata, userId: pseudonymOf(stream) } : stored.metadata
      return { ...stored, metadata, stream, revision, position }
    }),
  )
}

/** Whether a statement moves the checkpoint, so that it is a projector's and changes rows. */
export const writes = ({ strings }: Sql): boolean => strings.join().includes('update checkpoint')
