import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FullSearchProviders } from '../../src/search/dependencies.js'
import { rankingsOf, stepsOf } from '../../src/search/receipt.js'
import { type Mode, search } from '../../src/search/search.js'
import { databasesFor } from '../support/database.js'
import { bagOfWords } from './bag-of-words.js'
import { readTables } from './databases.js'
import { fill } from './world.js'

const refuse = () => Promise.reject(new Error('it asks nobody'))
const away = () => Promise.resolve({ skipped: 'away' })
const model = { complete: refuse, guard: away, redacted: (text: string) => text }
const all = {
  reranker: { rerank: refuse, guard: away, candidates: 30 },
  expander: model,
  rephraser: model,
}
const MODELS = ['expand', 'rerank', 'repair']

describe('the steps of a search', () => {
  test('of a fast search are those of no model, whatever is configured', () => {
    expect(stepsOf(all, 'fast')).toEqual(stepsOf({}, 'fast'))
    for (const step of MODELS) expect(stepsOf(all, 'fast')).not.toContain(step)
  })

  test('of a full search have one for each provider that is configured, and none for others', () => {
    const models = (providers: FullSearchProviders) =>
      stepsOf(providers, 'full').filter((step) => MODELS.includes(step))
    expect(models(all)).toEqual(MODELS)
    expect(stepsOf(all, 'full').filter((step) => !MODELS.includes(step))).toEqual(stepsOf({}, 'full'))
    expect(models({ reranker: all.reranker })).toEqual(['rerank'])
  })

  test('and the weights name the ranking in a receipt', () => {
    const { full, fast } = rankingsOf({}, '1.2.3')
    expect(full).not.toBe(fast)
    expect(rankingsOf(all, '1.2.3')).toEqual({ full: expect.not.stringContaining(full), fast })
  })
})

describe.each(databasesFor(import.meta.url))('a search, on $name', ({ open }) => {
  let tables: Awaited<ReturnType<typeof readTables>>
  beforeAll(async () => {
    tables = await readTables(open)
    await fill(tables.db, [{ content: 'the blue rocket launch is in June' }, { content: 'a green rocket' }])
  })
  afterAll(() => tables.close())

  const stagesOf = async (providers: FullSearchProviders, mode: Mode) => {
    const { observability } = await search(
      tables.db,
      { embedding: bagOfWords(), relatedTerms: () => [], now: () => '2026-06-01T00:00:00.000Z', ...providers },
      {
        scope: { kind: 'user', userId: 'u1' },
        query: 'rocket',
        limit: 5,
        threshold: 0,
        tokenBudget: 100,
        trace: true,
        mode,
      },
    )
    return observability?.retrieval.stages ?? []
  }

  test.each<[string, FullSearchProviders, Mode]>([
    ['fast', all, 'fast'],
    ['full', {}, 'full'],
    ['full with every model', all, 'full'],
  ])('that is %s takes these steps in their order, and says what each left', async (_, providers, mode) => {
    const stages = await stagesOf(providers, mode)
    expect(stages.map(({ name }) => name)).toEqual(stepsOf(providers, mode))
    expect(Object.fromEntries(stages.map(({ name, count }) => [name, count]))).toMatchObject({
      ...{ open: 1, words: 1, embed: 1, score: 2, turns: 2, readings: 2, withhold: 2, read: 2 },
      ...{ nearest: 2, variety: 2, 'holds-now': 2, past: 2, floor: 2, lessons: 0, package: 2 },
    })
    for (const { duration_ms } of stages) expect(duration_ms).toBeGreaterThanOrEqual(0)
  })
})
