import { expect, test } from 'vitest'
import { configFrom } from '../../src/config/config.js'
import { BadSettings } from '../../src/config/validation.js'

test('without a word a search asks no reranker and no language model, and waits two seconds for an embedding', () =>
  expect(configFrom({}).searchProviders).toEqual({
    timeoutMs: 2000,
    pauseMs: 10_000,
    reranker: undefined,
    model: { expands: false, repairs: false, timeoutMs: 2000 },
  }))

test('a reranker needs an address only; each limit of time may be set by itself', () => {
  const given = { SEARCH_PROVIDER_TIMEOUT_MS: '500', RERANK_API_URL: 'http://localhost:8080' }
  const plain = { baseURL: 'http://localhost:8080', apiKey: undefined, model: undefined, candidates: 30 }
  expect(configFrom(given).searchProviders.reranker).toEqual({ ...plain, timeoutMs: 500 })
  const more = { RERANK_TIMEOUT_MS: '900', SEARCH_LLM_TIMEOUT_MS: '4000', RERANK_CANDIDATES: '50' }
  const { reranker, model } = configFrom({ ...given, ...more }).searchProviders
  expect([reranker?.timeoutMs, reranker?.candidates, model.timeoutMs]).toEqual([900, 50, 4000])
})

test('what is set in vain is warned of, what is malformed refused', () => {
  const vain = { RERANK_MODEL: 'cross-1', RERANK_API_KEY: 'a-key', SEARCH_REPAIR: 'true' }
  expect(configFrom(vain).warnings).toEqual([
    'RERANK_API_KEY has no effect while RERANK_API_URL is unset.',
    'RERANK_MODEL has no effect while RERANK_API_URL is unset.',
    'SEARCH_REPAIR has no effect while LLM_PROVIDER is none.',
  ])
  for (const wrong of [{ RERANK_API_URL: 'localhost' }, { RERANK_CANDIDATES: '0' }, { SEARCH_EXPAND: 'perhaps' }])
    expect(() => configFrom(wrong)).toThrow(BadSettings)
})
