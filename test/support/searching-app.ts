import { pino } from 'pino'
import type { Variables } from '../../src/config/config.js'
import { startApp } from './app.js'
import { type ChatReply, type ChatRequest, says } from './chat-double.js'
import { clientOf } from './client.js'
import type { TestDatabase } from './database.js'
import { providerDouble, type Reply, send, vectors } from './openai-double.js'

export type RerankRequest = {
  readonly model?: string
  readonly query: string
  readonly documents?: readonly string[]
  readonly texts?: readonly string[]
  readonly top_n?: number
}
export type RerankReply = Reply<RerankRequest>

/** The relevance of each document by a function, best first, as Cohere, Jina and vLLM answer. */
export const ranks =
  (relevance: (document: string) => number): RerankReply =>
  ({ body: { texts = [], documents = texts } }, response) => {
    const results = documents
      .map((document, index) => ({ index, relevance_score: relevance(document) }))
      .toSorted((a, b) => b.relevance_score - a.relevance_score)
    send(response, 200, JSON.stringify({ id: 'r-1', results }))
  }

/** A server that may be told anew what to answer. */
const replaceable = async <Body>(first: Reply<Body>) => {
  let reply = first
  const double = await providerDouble<Body>((received, response) => reply(received, response))
  return {
    ...double,
    replies: (next: Reply<Body>) => {
      reply = next
    },
  }
}

const DIMENSIONS = 8

/** What names each of the servers to the service. */
const SETTINGS = {
  embedding: (url: string) => ({
    EMBEDDING_PROVIDER: 'openai',
    EMBEDDING_API_URL: url,
    EMBEDDING_MODEL: 'model-one',
    EMBEDDING_DIMENSIONS: String(DIMENSIONS),
  }),
  reranker: (url: string) => ({ RERANK_API_URL: url, RERANK_API_KEY: 'test-key', RERANK_MODEL: 'cross-1' }),
  model: (url: string) => ({ LLM_PROVIDER: 'openai', LLM_API_URL: url, LLM_MODEL: 'm-1', LLM_MAX_RETRIES: '0' }),
} as const

const HURRIED = { SEARCH_PROVIDER_TIMEOUT_MS: '200', SEARCH_PROVIDER_PAUSE_MS: '60' }

/** The service with doubles of all that a search may ask: vectors, a reranker, a language model. */
export const startSearchingApp = async (
  database: Pick<TestDatabase, 'open'>,
  wanted: readonly (keyof typeof SETTINGS)[],
  variables: Variables = {},
) => {
  const embedding = await replaceable(vectors(DIMENSIONS))
  const reranker = await replaceable<RerankRequest>(ranks(() => 0.5))
  const model = await replaceable<ChatRequest>(says('{}'))
  const lines: Record<string, unknown>[] = []
  const logger = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) })
  const doubles = { embedding, reranker, model }
  const settings = Object.assign({}, HURRIED, ...wanted.map((name) => SETTINGS[name](doubles[name].baseURL)), variables)
  const app = await startApp(database, settings, { logger })
  return {
    app,
    client: clientOf(app),
    embedding,
    reranker,
    model,
    lines,
    /** Every server answers as it should. */
    well: (chat: ChatReply = says('{}')) => {
      embedding.replies(vectors(DIMENSIONS))
      reranker.replies(ranks(() => 0.5))
      model.replies(chat)
    },
    close: async () => {
      await app.close()
      await Promise.all([embedding, reranker, model].map((double) => double.close()))
    },
  }
}
export type SearchingApp = Awaited<ReturnType<typeof startSearchingApp>>
