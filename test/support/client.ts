import type { Schemas } from '../../packages/client/src/schema.js'
import type { DomainEvent } from '../../src/domain/all-events.js'
import { encode } from '../../src/event-store/codec.js'
import type { Recorded } from '../../src/event-store/event-store.js'
import type { IngestResult } from '../../src/ingest/context.js'
import type { Database, Databases } from '../../src/postgres/database.js'
import { identifier, sql } from '../../src/postgres/sql.js'
import type { RunningApp } from './app.js'
import { serviceLog } from './log.js'
import { openedEvents, streamsIn } from './opened-log.js'

/** Who asks: the fields of a scope as requests carry them. */
export type Who = { readonly user_id: string; readonly workspace_id?: string; readonly agent_id?: string }
export type Fields = Readonly<Record<string, unknown>>
/** What the log's events cannot be: they are compared as plain data. */
export type Logged = Recorded & { readonly data: Fields }

/** The scope as a query string. */
export const query = (who: Who, more: Readonly<Record<string, string>> = {}): string =>
  `${new URLSearchParams({ ...who, ...more })}`

/** What a client can ask of the service; every answer but 200 is thrown. */
export const clientOf = (app: Pick<RunningApp, 'ask' | 'databases'>) => {
  const { ask } = app
  const ok = async <Body>(path: string, body?: unknown, init?: RequestInit): Promise<Body> => {
    const answer = await ask<Body>(path, body, init)
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  /** Without its id, so that answers can be compared. */
  const found = async (path: string, body: Fields): Promise<Schemas['SearchAnswer']> => {
    const { recall_id: _, ...answer } = await ok<Schemas['SearchAnswer']>(path, { limit: 100, ...body })
    return answer
  }
  const said = (who: Who, conversation: string, more: Fields) => ({
    ...who,
    conversation,
    source_site: 'chat',
    ...more,
  })
  return {
    /** Quick ingest. */
    tell: (who: Who, conversation: string, more: Fields = {}) =>
      ok<IngestResult>('/v1/memories/ingest/quick', said(who, conversation, more)),
    /** Quick ingest of the whole text as one memory; its id. */
    keep: async (who: Who, text: string, more: Fields = {}): Promise<string> => {
      const body = said(who, text, { ...more, skip_extraction: true })
      const { memoryIds } = await ok<IngestResult>('/v1/memories/ingest/quick', body)
      return String(memoryIds[0])
    },
    search: (who: Who, wanted: string, more: Fields = {}) =>
      found('/v1/memories/search', { ...who, query: wanted, ...more }),
    fast: (who: Who, wanted: string, more: Fields = {}) =>
      found('/v1/memories/search/fast', { ...who, query: wanted, ...more }),
    list: (who: Who, more: Readonly<Record<string, string>> = {}) =>
      ok<Schemas['MemoryPage']>(`/v1/memories/list?${query(who, { limit: '1000', ...more })}`),
    get: (who: Who, id: string) => ok<Schemas['MemoryRecord']>(`/v1/memories/${id}?${query(who)}`),
    expand: async (who: Who, ids: readonly string[]) =>
      (
        await ok<Schemas['ExpandedMemories']>('/v1/memories/expand', {
          ...who,
          memory_ids: ids,
        })
      ).memories,
    remove: (who: Who, id: string) => ask(`/v1/memories/${id}?${query(who)}`, undefined, { method: 'DELETE' }),
    /** A read with the scope in the query, whatever its answer. */
    ask: (path: string, who: Who) => ask(`${path}?${query(who)}`),
    stats: (who: Who) => ok<Schemas['Statistics']>(`/v1/memories/stats?${query(who)}`),
    trail: (who: Who, id: string) => ok<Schemas['Trail']>(`/v1/memories/${id}/audit?${query(who)}`),
    /** Every event of the log, or those of one type, as it was before it was sealed. */
    log: async (type?: DomainEvent['type']) =>
      openedEvents(
        app.databases,
        await app.databases.within('log').rows<Logged>(sql`
          select position, stream, revision, id, type, data, metadata
          from event
          where ${type === undefined ? sql`true` : sql`type = ${type}`}
          order by position`),
      ),
    /** Appends events to the user's stream as another process would; the position of the last. */
    append: (userId: string, events: readonly DomainEvent[], kind: 'bank' | 'recall' = 'bank') =>
      appendTo(app.databases, userId, { events, kind }),
    readModel: () => readModelOf(app.databases),
    /** The rows of one read table, as text. */
    rowsOf: async (table: string): Promise<readonly string[]> => {
      const db = await readModelOf(app.databases)
      const rows = await db.rows<{ row: string }>(sql`select t::text as row from ${identifier(table)} as t`)
      return rows.map(({ row }) => row)
    },
  }
}
export type Client = ReturnType<typeof clientOf>

const appendTo = async (
  databases: Databases,
  userId: string,
  { events, kind }: { readonly events: readonly DomainEvent[]; readonly kind: 'bank' | 'recall' },
): Promise<bigint> => {
  const store = await serviceLog(databases)
  const streams = await streamsIn(store, databases)
  const { position } = await store.append(streams[kind](userId), 'any', encode(events, 'any'))
  await store.close()
  return position
}

/** The read tables that the service uses. */
export const readModelOf = async (databases: Databases): Promise<Database> => {
  const [found] = await databases.within('generations').rows<{ schema: string }>(sql`
    select 'read_' || hash || '_' || number as schema
    from generation
    where live`)
  if (!found) throw new Error('no generation is live')
  return databases.within(found.schema)
}
