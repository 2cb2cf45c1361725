import { expect } from 'vitest'
import type { Schemas } from '../../packages/client/src/schema.js'
import type { IngestResult } from '../../src/ingest/context.js'
import type { RunningApp } from './app.js'
import { asAdmin } from './changing.js'
import { clientOf, type Fields, query, type Who } from './client.js'
import { mcpOverHttp } from './mcp-client.js'
import { replayOfService } from './replaying.js'

export type Affected = { readonly ids: readonly string[]; readonly same_words?: readonly string[] }

export const OLD = 'My locker code is walnut.'
export const NEW = 'My locker code is pepper.'
export const DAYS = ['2026-01-05T09:00:00Z', '2026-02-05T09:00:00Z', '2026-03-05T09:00:00Z']

/** What is stated and taken back of a service, and all words that it shows afterwards. */
export const takingBackOn = (app: RunningApp) => {
  const client = clientOf(app)
  let users = 0
  const someone = (): Who => ({ user_id: `user ${users++}` })
  const agent = ({ user_id }: Who, agent_id: string): Who => ({ user_id, workspace_id: 'w', agent_id })

  const say = async (who: Who, content: string, { at, ...more }: Fields = {}): Promise<IngestResult> => {
    const { status, body } = await app.ask<IngestResult>('/v1/memories/ingest/quick', {
      ...who,
      source_site: 'chat',
      messages: [{ role: 'user', content, ...(at === undefined ? {} : { timestamp: at }) }],
      ...more,
    })
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  const idOf = ({ memoryIds }: IngestResult) => String(memoryIds[0])
  const onDays = async (who: Who, days: readonly string[] = DAYS, content = OLD): Promise<readonly string[]> => {
    const ids: string[] = []
    for (const at of days) ids.push(idOf(await say(who, content, { at })))
    return ids
  }
  const keyed = async (who: Who): Promise<readonly string[]> => {
    const first = idOf(await say(who, OLD, { at: DAYS[0], key: 'locker' }))
    for (const at of DAYS.slice(1)) expect(await say(who, OLD, { at, key: 'locker' })).toMatchObject({ duplicates: 1 })
    return [first]
  }
  const remove = (who: Who, id: string, more: Readonly<Record<string, string>> = {}) =>
    app.ask<Affected>(`/v1/memories/${id}?${query(who, more)}`, undefined, { method: 'DELETE', headers: asAdmin })

  /** All words that the doors of the service show to a caller, of now and by default. */
  const shownTo = async (who: Who, ids: readonly string[]): Promise<string> => {
    const { call } = await mcpOverHttp({ url: app.url, path: '/mcp?tools=all' })
    const asked = { ...who, query: 'What is my locker code?', include_superseded: true }
    const shown = [
      await client.list(who),
      await client.search(who, 'What is my locker code?'),
      await client.search(who, 'What was my locker code?', { include_superseded: true }),
      await client.fast(who, 'locker code'),
      await client.expand(who, ids),
      ...(await Promise.all(ids.map((id) => client.ask(`/v1/memories/${id}`, who)))),
      ...(await Promise.all(ids.map((id) => client.ask(`/v1/memories/${id}/tellings`, who)))),
      await client.ask('/v1/memories/entities', who),
      await app.ask('/v1/memories/search/explain', { ...asked, memory_id: ids[0] }),
      who.agent_id === undefined ? await call('recall', { query: 'locker code', user_id: who.user_id }) : '',
      who.agent_id === undefined ? await call('list_memories', { user_id: who.user_id }) : '',
    ]
    return JSON.stringify(shown)
  }

  /** All words that are shown of the past: to the caller, and to whoever reads the log with its keys (`palimpsest replay`). */
  const shownOfPast = async (who: Who, ids: readonly string[], as_of: string): Promise<string> => {
    const page = await app.ask<Schemas['EpisodePage']>(`/v1/memories/episodes?${query(who, { limit: '100' })}`)
    expect(page.status).toBe(200)
    const { user_id: user } = who
    const shown = [
      ...(await Promise.all(page.body.episodes.map(({ id }) => client.ask(`/v1/memories/episodes/${id}`, who)))),
      ...(await Promise.all(ids.map((id) => client.ask(`/v1/memories/${id}/audit`, who)))),
      await client.search(who, 'What is my locker code?', { as_of }),
      await client.fast(who, 'locker code', { as_of }),
      await replayOfService(app.databases, { ask: 'user', user, all: true }),
      await replayOfService(app.databases, { ask: 'user', user, all: true, at: as_of }),
      ...(await Promise.all(ids.map((id) => replayOfService(app.databases, { ask: 'memory', user, id })))),
    ]
    return JSON.stringify(shown)
  }
  return { someone, agent, say, idOf, onDays, keyed, remove, shownTo, shownOfPast }
}
