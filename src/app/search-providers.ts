import type { Config } from '../config/config.js'
import type { Health } from '../http/answers/health.js'
import type { Logger } from '../logger.js'
import { circuitBreaker, type Failure } from '../providers/circuit-breaker.js'
import { createLanguageModel } from '../providers/create-language-model.js'
import type { EmbeddingProvider } from '../providers/embedding.js'
import { type Provider, paidIn } from '../providers/errors.js'
import type { Guard } from '../providers/guard.js'
import type { LanguageModel } from '../providers/language-model.js'
import { hurriedRetries } from '../providers/retry.js'
import type { FullSearchProviders } from '../search/dependencies.js'
import { redact } from '../text/secrets/redact.js'

type ProviderReport = Health['providers'][number]

type Guarded = { readonly guard: Guard; readonly report: () => ProviderReport }

export type SearchProviders = {
  readonly full: FullSearchProviders
  /** For an embedding model that a server computes; undefined for the built-in one, which cannot be away. */
  readonly guardEmbedding: (provider: EmbeddingProvider) => Guarded | undefined
  readonly report: () => readonly ProviderReport[]
}

type Watching = { readonly logger: Logger; readonly now: () => string }
type Settings = Pick<Config, 'llm' | 'searchProviders'>

/** What searches ask besides the read models, each with a limit of time, and left alone for a while when it keeps failing. */
export const openSearchProviders = async (settings: Settings, watching: Watching): Promise<SearchProviders> => {
  const { timeoutMs, pauseMs } = settings.searchProviders
  const guarded: Guarding = (provider, limitMs = timeoutMs) =>
    guardedBy(provider, { timeoutMs: limitMs, pauseMs }, watching)
  const reranker = await rerankerOf(settings, guarded)
  const model = await modelOf(settings, guarded, watching)
  const { expands, repairs } = settings.searchProviders.model
  return {
    full: {
      reranker: reranker?.asked,
      expander: expands ? model?.asked : undefined,
      rephraser: repairs ? model?.asked : undefined,
    },
    guardEmbedding: ({ remote }) => (remote ? guarded('embedding') : undefined),
    report: () => [reranker, model].flatMap((each) => (each === undefined ? [] : [each.report()])),
  }
}

type Guarding = (provider: Provider, limitMs?: number) => Guarded

const rerankerOf = async ({ searchProviders: { reranker } }: Settings, guarded: Guarding) => {
  if (reranker === undefined) return undefined
  const { candidates, timeoutMs, ...server } = reranker
  // Loaded on demand: without a reranker the client is not used.
  const { rerankServer } = await import('../providers/rerank-server.js')
  const { guard, report } = guarded('reranker', timeoutMs)
  return { asked: { ...rerankServer(server), guard, candidates }, report }
}

/** A client of its own: a search does not wait behind ingests. */
const modelOf = async ({ llm, searchProviders }: Settings, guarded: Guarding, { logger }: Watching) => {
  const { expands, repairs, timeoutMs } = searchProviders.model
  if (llm.provider === 'none' || !(expands || repairs)) return undefined
  const model = await createLanguageModel({ ...llm, timeoutMs, ...hurriedRetries })
  if (model === undefined) return undefined
  const { guard, report } = guarded('llm', timeoutMs)
  const complete: LanguageModel['complete'] = async (request) => {
    const { name, version } = request.prompt
    const paid = (usage: ReturnType<typeof paidIn>) =>
      logger.info({ prompt: `${name}-${version}`, model: model.model, ...usage }, 'a search asked the language model')
    try {
      const completion = await model.complete(request)
      paid(completion.usage)
      return completion
    } catch (error) {
      if (paidIn(error).calls > 0) paid(paidIn(error))
      throw error
    }
  }
  return { asked: { complete, guard, redacted: (text: string) => redact(text).text }, report }
}

/** During an outage every search fails to reach the provider. */
const MOST_OFTEN_MS = 60_000

type Limits = { readonly timeoutMs: number; readonly pauseMs: number }

const guardedBy = (provider: Provider, limits: Limits, { logger, now }: Watching): Guarded => {
  let loggedAt = Number.NEGATIVE_INFINITY
  const failed = ({ detail, failures, paused, error }: Failure) => {
    if (performance.now() - loggedAt < MOST_OFTEN_MS) return
    loggedAt = performance.now()
    const fault = detail === 'failed' ? { err: error } : {}
    logger.warn({ provider, reason: detail, failures, paused, ...fault }, 'searches do without a provider')
  }
  const recovered = () => {
    logger.info({ provider }, 'a provider answers searches again')
  }
  const { guard, trouble } = circuitBreaker({ ...limits, now, failed, recovered })
  const report = (): ProviderReport => {
    const { since = null, detail = null } = trouble() ?? {}
    return { provider, status: since === null ? 'ok' : 'degraded', since, detail }
  }
  return { guard, report }
}
