import { describe, expect, test } from 'vitest'
import { configFrom, type Variables } from '../../src/config/config.js'
import { BadSettings } from '../../src/config/validation.js'

const faultsOf = (variables: Variables): readonly string[] => {
  try {
    configFrom(variables)
    return []
  } catch (error) {
    if (error instanceof BadSettings) return error.faults
    throw error
  }
}
const named = (variables: Variables): string[] => faultsOf(variables).map((fault) => fault.split(' ')[0] ?? '')
const given = { LLM_PROVIDER: 'openai', LLM_MODEL: 'llama', LLM_API_URL: 'http://localhost:11434/v1' }

describe('the language model', () => {
  test('has limits of its own, and no price unless one is given', () =>
    expect(configFrom(given).llm).toEqual({
      provider: 'openai',
      model: 'llama',
      baseURL: 'http://localhost:11434/v1',
      apiKey: undefined,
      timeoutMs: 60_000,
      maxRetries: 3,
      concurrentCalls: 4,
      maxTokensPerIngest: 200_000,
      prices: null,
    }))
  test('takes everything from its settings', () =>
    expect(
      configFrom({
        ...given,
        LLM_API_KEY: 'sk-1',
        LLM_TIMEOUT_MS: '5000',
        LLM_MAX_RETRIES: '0',
        LLM_CONCURRENCY: '2',
        LLM_MAX_TOKENS_PER_INGEST: '50000',
        LLM_PRICE_INPUT: '0.15',
        LLM_PRICE_OUTPUT: '0.6',
      }).llm,
    ).toMatchObject({
      apiKey: 'sk-1',
      timeoutMs: 5000,
      maxRetries: 0,
      concurrentCalls: 2,
      maxTokensPerIngest: 50_000,
      prices: { input: 0.15, output: 0.6 },
    }))
  test('needs a name, and a key unless the server is another', () => {
    expect(named({ LLM_PROVIDER: 'openai' })).toEqual(['LLM_MODEL', 'LLM_API_KEY'])
    expect(named({ LLM_PROVIDER: 'openai', LLM_API_KEY: 'sk-1' })).toEqual(['LLM_MODEL'])
    expect(named(given)).toEqual([])
  })
  test('costs for reading and for writing: one price alone is refused', () => {
    expect(named({ ...given, LLM_PRICE_INPUT: '1' })).toEqual(['LLM_PRICE_OUTPUT'])
    expect(named({ ...given, LLM_PRICE_OUTPUT: '1' })).toEqual(['LLM_PRICE_INPUT'])
    expect(named({ ...given, LLM_PRICE_OUTPUT: '1', LLM_PRICE_INPUT: '-1' })).toEqual(['LLM_PRICE_INPUT'])
  })
  test('that is not used is warned about, once for each setting in vain', () => {
    const { llm, warnings } = configFrom({
      LLM_MODEL: 'llama',
      LLM_API_KEY: 'sk-1',
      LLM_API_URL: 'http://localhost/v1',
    })
    expect(llm).toEqual({ provider: 'none', model: 'none' })
    expect(warnings).toEqual([
      'LLM_API_URL has no effect while LLM_PROVIDER is none.',
      'LLM_API_KEY has no effect while LLM_PROVIDER is none.',
      'LLM_MODEL has no effect while LLM_PROVIDER is none.',
    ])
  })
})
