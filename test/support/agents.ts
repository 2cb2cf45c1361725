import { afterAll, beforeAll } from 'vitest'
import type { Schemas } from '../../packages/client/src/schema.js'
import type { OpenedConflict } from '../../src/domain/conflict/opening.js'
import type { IngestResult } from '../../src/ingest/context.js'
import { type RunningApp, startApp } from './app.js'
import { type Client, clientOf, type Fields, query, type Who } from './client.js'

/** Two agents of one workspace that disagree, and what can be done about it over HTTP. */
export const disagreeing = (app: RunningApp, client: Client) => {
  let users = 0
  const put = (path: string, body: Fields) => app.ask<Fields>(path, body, { method: 'PUT' })
  const conflicts = async (who: Who, more: Readonly<Record<string, string>> = {}): Promise<Schemas['ConflictPage']> =>
    (await app.ask<Schemas['ConflictPage']>(`/v1/agents/conflicts?${query(who, more)}`)).body
  return {
    /** A user of their own, an agent of them in a workspace, and the owner. */
    someone: (user_id = `user ${users++}`) => ({
      user: { user_id } as Who,
      as: (agent_id: string): Who => ({ user_id, workspace_id: 'crew', agent_id }),
    }),
    full: async (who: Who, conversation: string, more: Fields = {}): Promise<IngestResult> =>
      (await app.ask<IngestResult>('/v1/memories/ingest', { ...who, conversation, source_site: 'chat', ...more })).body,
    /** Agent a says one thing and agent b another one: the conflict, and both memories. */
    contradict: async (
      as: (agent: string) => Who,
      [one, other]: readonly [string, string],
      more: Fields = {},
    ): Promise<OpenedConflict & { readonly existing: string }> => {
      const { memoryIds } = await client.tell(as('a'), one, more)
      const { conflicts: opened = [] } = await client.tell(as('b'), other, more)
      const [conflict] = opened
      if (conflict === undefined) throw new Error(`"${other}" was not found to contradict "${one}"`)
      return { ...conflict, existing: String(memoryIds[0]) }
    },
    conflicts,
    conflict: (who: Who, id: string) => app.ask<Schemas['ConflictRecord']>(`/v1/agents/conflicts/${id}?${query(who)}`),
    resolve: (id: string, resolution: string, more: Fields = {}) =>
      put(`/v1/agents/conflicts/${id}/resolve`, { resolution, ...more }),
    autoResolve: async (user_id: string) =>
      (await app.ask<Fields>('/v1/agents/conflicts/auto-resolve', { user_id })).body.resolved,
    statusOf: async (who: Who, id: string) => (await app.ask<Fields>(`/v1/memories/${id}?${query(who)}`)).body.status,
    found: async (who: Who, wanted: string) =>
      (await client.fast(who, wanted, { threshold: 0 })).memories.map(({ content }) => content).toSorted(),
  }
}

/** The service of a suite, from its beginning to its end, with agents that disagree. */
type Disagreement = {
  readonly app: RunningApp
  readonly client: Client
  readonly told: ReturnType<typeof disagreeing>
}

/** Starts the service before the tests of a suite, and ends it after them: its parts are there while they run. */
export const disagreementOn = (...service: Parameters<typeof startApp>): Disagreement => {
  let running: Disagreement | undefined
  const part = <Name extends keyof Disagreement>(name: Name): Disagreement[Name] => {
    if (running === undefined) throw new Error('the service is not started yet')
    return running[name]
  }
  beforeAll(async () => {
    const app = await startApp(...service)
    const client = clientOf(app)
    running = { app, client, told: disagreeing(app, client) }
  })
  afterAll(() => running?.app.close())
  return {
    get app() {
      return part('app')
    },
    get client() {
      return part('client')
    },
    get told() {
      return part('told')
    },
  }
}
