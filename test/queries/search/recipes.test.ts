import { expect, test } from 'vitest'
import { recipesWith } from '../../../src/queries/search/search.js'

const unasked = () => Promise.reject(new Error('a list of stages asks nobody'))
const model = { complete: unasked, guard: unasked, redacted: (text: string) => text }
const all = {
  reranker: { rerank: unasked, guard: unasked, candidates: 30 },
  expander: model,
  rephraser: model,
}
const names = (...recipe: Parameters<typeof recipesWith>) => {
  const { full, fast } = recipesWith(...recipe)
  return { full: full.map(({ name }) => name), fast: fast.map(({ name }) => name) }
}
const MODELS = ['expand', 'rerank', 'repair']

test('fast search is a list without a stage that asks a model, whatever is configured', () => {
  expect(names(all).fast).toEqual(names({}).fast)
  for (const stage of MODELS) expect(names(all).fast).not.toContain(stage)
})

test('full search has a stage for each provider that is configured, and none for others', () => {
  expect(names(all).full.filter((stage) => MODELS.includes(stage))).toEqual(MODELS)
  expect(names(all).full.filter((stage) => !MODELS.includes(stage))).toEqual(names({}).full)
  expect(names({ reranker: all.reranker }).full.filter((stage) => MODELS.includes(stage))).toEqual(['rerank'])
})
