import { pino } from 'pino'
import { openHttpListener } from '../../../src/cli/http-listener.js'
import { atomicMemoryRoutes } from '../../../src/compat/routes.js'
import type { Api } from '../../../src/http/api.js'
import { exampleOf } from '../../../src/http/openapi/examples.js'
import { explanation } from '../../../src/http/routes/search.js'
import { createServer, type ServerDependencies } from '../../../src/http/server.js'
import { createMcpRouter } from '../../../src/mcp/http.js'
import type { Explanation } from '../../../src/search/explain.js'
import { documented } from '../../support/documented.js'
import { EPISODE, found, MEMORY, record } from './a-record.js'
import { conflictsApi } from './conflicts-api.js'
import { lessonsApi } from './lessons-api.js'
import { config, ownersApi, userExtentOf } from './owners-api.js'

export { EPISODE, MEMORY } from './a-record.js'

const counts = {
  factsExtracted: 1,
  memoriesStored: 1,
  memoriesUpdated: 0,
  ...{ memoriesDeleted: 0, memoriesSkipped: 0, duplicates: 0, linksCreated: 0, compositesCreated: 0 },
}

/** What the edge asked, in order: the name, then the arguments. */
type Calls = (readonly unknown[])[]

const apiThatRecords = (calls: Calls): Api => ({
  ingest: async (...asked) => {
    calls.push(['ingest', ...asked])
    return { result: { episodeId: EPISODE, knownTurns: 0, ...counts, memoryIds: [MEMORY] }, position: 41n }
  },
  remove: async (...asked) => {
    calls.push(['remove', ...asked])
    return { result: { ids: [MEMORY] }, position: 42n }
  },
  erase: async (...asked) => {
    calls.push(['erase', ...asked])
    return { result: { ids: [MEMORY] }, position: 43n }
  },
  update: async (...asked) => {
    calls.push(['update', ...asked])
    return { result: { id: MEMORY, version: 2, ids: [MEMORY] }, position: 44n }
  },
  restore: async (...asked) => {
    calls.push(['restore', ...asked])
    return { result: { id: MEMORY, version: 3, ids: [MEMORY] }, position: 49n }
  },
  share: async (...asked) => {
    calls.push(['share', ...asked])
    return {
      result: { id: MEMORY, visibility: 'restricted', granted_to: ['b'], version: 2, ids: [MEMORY] },
      position: 45n,
    }
  },
  setTrust: async (...asked) => {
    calls.push(['setTrust', ...asked])
    return { result: { agent_id: 'scout', trust_level: 0.8 }, position: 50n }
  },
  removeMany: async (...asked) => {
    calls.push(['removeMany', ...asked])
    return { result: { deleted: 2 }, position: 46n }
  },
  eraseUser: async (...asked) => {
    calls.push(['eraseUser', ...asked])
    return { result: userExtentOf(5), position: 51n }
  },
  previewIngest: async (...asked) => {
    calls.push(['previewIngest', ...asked])
    return { ...counts, knownTurns: 0, facts: [] }
  },
  explain: async (...asked) => {
    calls.push(['explain', ...asked])
    return exampleOf(explanation) as Explanation
  },
  search: async (...asked) => {
    calls.push(['search', ...asked])
    return found
  },
  list: async (...asked) => {
    calls.push(['list', ...asked])
    return { memories: [record], count: 1, total: 1, next: null }
  },
  get: async (...asked) => {
    calls.push(['get', ...asked])
    return record
  },
  expand: async (...asked) => {
    calls.push(['expand', ...asked])
    return []
  },
  sessions: async () => new Map(),
  trails: async () => [],
  stats: async (...asked) => {
    calls.push(['stats', ...asked])
    return { count: 1, avgImportance: 0.5, sourceDistribution: { chat: 1 } }
  },
  tellings: async (...asked) => {
    calls.push(['tellings', ...asked])
    return { tellings: [], count: 0, total: 0 }
  },
  links: async (...asked) => {
    calls.push(['links', ...asked])
    return []
  },
  entities: async (...asked) => {
    calls.push(['entities', ...asked])
    return { entities: [], count: 0, total: 0 }
  },
  entity: async (...asked) => {
    calls.push(['entity', ...asked])
    return { name: 'Ana', type: 'person', aliases: [], mentions: 1, memories: 1, memory_ids: [MEMORY] }
  },
  ...conflictsApi((...asked) => calls.push(asked)),
  trail: async (...asked) => {
    calls.push(['trail', ...asked])
    return { memoryId: MEMORY, trail: [], versionCount: 0 }
  },
  ...ownersApi((...asked) => calls.push(asked)),
  ...lessonsApi((...asked) => calls.push(asked)),
  health: async () => ({
    status: 'ok',
    lag: 0,
    position: '42',
    end: '42',
    end_age_ms: 3,
    overruns: 0,
    projector: 'running',
    parked: 0,
    embedding: { model: 'static-en', dimensions: 256, beside: null },
    providers: [],
  }),
  readiness: async () => ({ status: 'ok' }),
  ready: async (...asked) => void calls.push(['ready', ...asked]),
})

type Answered = {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

export type Running = {
  readonly url: string
  readonly calls: Calls
  /** The log's lines, parsed. */
  readonly lines: Record<string, unknown>[]
  /** Sends with the standard key; an object becomes a JSON body. */
  readonly send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answered>
  readonly close: () => Promise<void>
}

export const STANDARD = 'standard-key'
export const ADMIN = 'admin-key'

/** The real edge behind the real front door, over an Api that records what it was asked. */
export const startEdge = async (over: Partial<Api> = {}, parts: Partial<ServerDependencies> = {}): Promise<Running> => {
  const calls: Calls = []
  const lines: Record<string, unknown>[] = []
  const logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const api = { ...apiThatRecords(calls), ...over }
  const door = await openHttpListener('127.0.0.1', 0)
  door.open(
    documented(
      createServer({
        api: () => api,
        keys: { standard: STANDARD, admin: ADMIN },
        logger,
        about: { version: '1.2.3', description: 'A memory.', license: 'Apache-2.0' },
        defaults: { maxSearchResults: () => 10, similarityThreshold: () => 0.3 },
        config: () => config,
        runtimeSettings: { enabled: true, update: (changes) => calls.push(['turn', changes]) },
        rateLimitPerMinute: 0,
        searchTrace: false,
        mcp: createMcpRouter,
        compat: atomicMemoryRoutes({ reranks: false, repairs: false }),
        ...parts,
      }),
    ),
  )
  const url = door.address
  return {
    url,
    calls,
    lines,
    send: async (method, path, body, headers = {}) => {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${STANDARD}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await answer.text()
      return { status: answer.status, headers: answer.headers, body: text === '' ? '' : JSON.parse(text) }
    },
    close: async () => void (await door.close(0)),
  }
}
