import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { configFrom, readConfig, type Variables } from '../../src/config/config.js'
import { settings } from '../../src/config/environment.js'
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

describe('without a word', () => {
  const config = configFrom({})
  test('it is an embedded store for this machine alone, with the development key', () =>
    expect(config).toMatchObject({
      port: 3050,
      host: '127.0.0.1',
      keys: { standard: 'local-dev-key', admin: undefined, development: true },
      dataDir: resolve('data'),
      databaseUrl: undefined,
      eventStorePrefix: 'palimpsest',
      embedding: { provider: 'builtin', model: 'static-en', dimensions: 256 },
      llm: { provider: 'none', model: 'none' },
      warnings: [],
    }))
  test('the numbers are those of the documents', () =>
    expect(config).toMatchObject({
      similarityThreshold: 0.3,
      maxSearchResults: 10,
      clarificationConflictThreshold: 0.8,
      searchTrace: false,
      retrievalProfile: 'balanced',
      readWaitMs: 2000,
      writeTimeoutMs: 10_000,
      recalls: { flushMs: 5000, receipts: 'ids', retentionDays: 365 },
      maxAppendBytes: 4_194_304,
      embeddedFsync: true,
      log: { level: 'info', format: 'auto', statements: false },
    }))
  test('an append is smaller in an EventStoreDB, which takes no more by default', () =>
    expect(configFrom({ EVENTSTORE_URL: 'esdb://db.example:2113?tls=false' }).maxAppendBytes).toBe(1_048_576))
  test('nothing of it can be changed', () =>
    expect([config, ...Object.values(config).filter((value) => value instanceof Object)].every(Object.isFrozen)).toBe(
      true,
    ))
})

describe('with settings', () => {
  test('an empty value counts as unset', () =>
    expect(configFrom(Object.fromEntries(settings.map(({ name }) => [name, ''])))).toEqual(configFrom({})))
  test('with a key of its own it listens everywhere, and the development key is gone', () => {
    const { host, keys } = configFrom({ CORE_API_KEY: 'a-key-of-my-own-choice' })
    expect({ host, keys }).toEqual({
      host: '0.0.0.0',
      keys: { standard: 'a-key-of-my-own-choice', admin: undefined, development: false },
    })
  })
  test('openai needs a model, its dimensions, and a key unless the server is another', () => {
    expect(named({ EMBEDDING_PROVIDER: 'openai' })).toEqual([
      'EMBEDDING_MODEL',
      'EMBEDDING_DIMENSIONS',
      'EMBEDDING_API_KEY',
    ])
    const given = { EMBEDDING_PROVIDER: 'openai', EMBEDDING_MODEL: 'nomic', EMBEDDING_DIMENSIONS: '768' }
    expect(configFrom({ ...given, EMBEDDING_API_URL: 'http://localhost:11434/v1' }).embedding).toEqual({
      provider: 'openai',
      baseURL: 'http://localhost:11434/v1',
      apiKey: undefined,
      model: 'nomic',
      dimensions: 768,
    })
  })
  test('a next model is named as the model itself, and is another one', () => {
    expect(configFrom({}).nextEmbedding).toBeUndefined()
    expect(named({ NEXT_EMBEDDING_PROVIDER: 'openai' })).toEqual([
      'NEXT_EMBEDDING_MODEL',
      'NEXT_EMBEDDING_DIMENSIONS',
      'NEXT_EMBEDDING_API_KEY',
    ])
    expect(named({ NEXT_EMBEDDING_PROVIDER: 'builtin' })).toEqual(['NEXT_EMBEDDING_MODEL'])
    expect(named({ NEXT_EMBEDDING_MODEL: 'nomic' })).toEqual(['NEXT_EMBEDDING_MODEL'])
    const given = { NEXT_EMBEDDING_PROVIDER: 'openai', NEXT_EMBEDDING_MODEL: 'nomic', NEXT_EMBEDDING_DIMENSIONS: '768' }
    expect(configFrom({ ...given, NEXT_EMBEDDING_API_URL: 'http://localhost:11434/v1' }).nextEmbedding).toEqual({
      provider: 'openai',
      baseURL: 'http://localhost:11434/v1',
      apiKey: undefined,
      model: 'nomic',
      dimensions: 768,
    })
  })
  test('the built-in model is told apart from any other, never silently kept', () => {
    const other = {
      EMBEDDING_MODEL: 'nomic',
      EMBEDDING_DIMENSIONS: '768',
      EMBEDDING_API_URL: 'http://a/v1',
      EMBEDDING_API_KEY: 'k',
    }
    expect(named(other)).toEqual(Object.keys(other))
    expect(faultsOf({ EMBEDDING_MODEL: 'static-en', EMBEDDING_DIMENSIONS: '256' })).toEqual([])
  })
  test.each([
    ['CORE_API_KEY', { CORE_API_KEY: 'short' }],
    ['CORE_ADMIN_API_KEY', { CORE_ADMIN_API_KEY: 'short' }],
    ['Everybody', { HOST: '0.0.0.0' }],
    ['LLM_MODEL', { LLM_MODEL: 'some-model' }],
  ])('%s is warned about, and goes on', (word, variables) =>
    expect(configFrom(variables).warnings.map((warning) => warning.split(' ')[0])).toEqual([word]),
  )
})

describe('wrong settings', () => {
  test('are all named at once, with what they must be, an example, and what was found', () =>
    expect(faultsOf({ PORT: 'http', SIMILARITY_THRESHOLD: '2', LOG_LEVEL: 'loud' })).toEqual([
      'PORT must be a whole number from 0 to 65535, for example PORT=3050 (it is "http").',
      'SIMILARITY_THRESHOLD must be a number from 0 to 1, for example SIMILARITY_THRESHOLD=0.3 (it is "2").',
      'LOG_LEVEL must be trace, debug, info, warn, error, fatal or silent, for example LOG_LEVEL=info (it is "loud").',
    ]))
  test('a fault of form does not hide one of two settings together', () =>
    expect(named({ PORT: '-1', CORE_API_KEY: 'same', CORE_ADMIN_API_KEY: 'same' })).toEqual([
      'PORT',
      'CORE_ADMIN_API_KEY',
    ]))
  test.each([
    ['PORT', '65536'],
    ['PORT', '3050.5'],
    ['PORT', '1e3'],
    ['HOST', 'http://localhost'],
    ['DATABASE_URL', 'mysql://localhost/palimpsest'],
    ['DATABASE_URL', 'postgres://user:pa#ss@localhost/palimpsest'],
    ['DATABASE_URL', 'localhost:5432'],
    ['EVENTSTORE_URL', 'esdb://localhost:2113'],
    ['EVENTSTORE_URL', 'http://localhost:2113'],
    ['EVENTSTORE_PREFIX', 'Upper'],
    ['EVENTSTORE_PREFIX', '1st'],
    ['EVENTSTORE_PREFIX', 'x'.repeat(65)],
    ['EMBEDDING_PROVIDER', 'cohere'],
    ['LLM_PROVIDER', 'anthropic'],
    ['LLM_CONCURRENCY', '0'],
    ['LLM_TIMEOUT_MS', '99'],
    ['CORE_API_KEY', 'with a space'],
    ['CORE_API_KEY', 'local-dev-key'],
    ['CORE_ADMIN_API_KEY', 'local-dev-key'],
    ['MAX_SEARCH_RESULTS', '101'],
    ['MAX_SEARCH_RESULTS', '0'],
    ['MAX_APPEND_BYTES', '65535'],
    ['MAX_APPEND_BYTES', '16777217'],
    ['SEARCH_TRACE', 'yes'],
    ['RETRIEVAL_PROFILE', 'fastest'],
    ['LOG_FORMAT', 'xml'],
  ])('%s=%s is refused', (name, value) => expect(named({ [name]: value })).toEqual([name]))
  test('no secret is repeated', () => {
    const secret = 'pass word ü'
    const secrets = Object.fromEntries(settings.filter((one) => one.secret).map(({ name }) => [name, secret]))
    expect(Object.keys(secrets)).toContain('DATABASE_URL')
    expect(faultsOf(secrets).join()).not.toContain(secret)
  })
  test('whatever the text, a setting is taken or refused in a sentence that begins with its name', () =>
    fc.assert(
      fc.property(fc.constantFrom(...settings), fc.string({ unit: 'binary' }), ({ name }, value) => {
        for (const fault of faultsOf({ [name]: value })) expect(fault).toMatch(/^[A-Z_]+ .*\.$/s)
      }),
    ))
  test.each(settings.map(({ name }) => name))('%s is settled quickly by 100,000 characters', (name) => {
    for (const unit of ['9', 'a', '-', ' ', 'postgres://', '\ud800', '0.0'])
      expect(() => faultsOf({ [name]: unit.repeat(100_000) })).not.toThrow()
  })
})

describe('the file .env', () => {
  const inFolder = (text: string | undefined): void => {
    const [before, folder] = [process.cwd(), mkdtempSync(join(tmpdir(), 'palimpsest-env-'))]
    if (text !== undefined) writeFileSync(join(folder, '.env'), text)
    process.chdir(folder)
    onTestFinished(() => {
      process.chdir(before)
      rmSync(folder, { recursive: true })
    })
  }
  test('completes the environment, and is overridden by what comes before it', () => {
    inFolder('MAX_SEARCH_RESULTS=7\nREAD_WAIT_MS="100" # short\n')
    expect(readConfig({ READ_WAIT_MS: '200' })).toMatchObject({ maxSearchResults: 7, readWaitMs: 200 })
  })
  test('need not be there', () => {
    inFolder(undefined)
    expect(readConfig().maxSearchResults).toBe(10)
  })
})
