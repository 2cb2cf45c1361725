import { describe, expect, test } from 'vitest'
import type { PreparedFact, PreparedIngest } from '../../src/ingest/context.js'
import { linksOf } from '../../src/ingest/relate.js'
import type { Neighbour } from '../../src/memory-index/similar-memories.js'
import { fact, ingestOf, neighbour } from './an-ingest.js'

const facts = Array.from({ length: 4 }, (_, i) => fact(`Fact number ${i}.`))
const ids = facts.map(({ memoryId }) => memoryId)
const linked = (
  ingest: PreparedIngest,
  fresh: readonly PreparedFact[],
  { old = [] }: { readonly old?: readonly Neighbour[] } = {},
) => linksOf(ingest, { fresh }, old)

describe('the links of an ingest', () => {
  test('lead to older memories and among the new ones, strongest first', () => {
    const pairs = [{ from: ids[0] ?? '', to: ids[1] ?? '', similarity: 0.7 }]
    const old = [neighbour(1, 'near', { cosine: 0.61234567 }), neighbour(0, 'nearer', { cosine: 0.9 })]
    expect(linked(ingestOf(facts, { pairs }), facts, { old })).toEqual([
      { from: ids[0], to: old[1]?.id, kind: 'similar', similarity: 0.9 },
      { from: ids[0], to: ids[1], kind: 'similar', similarity: 0.7 },
      { from: ids[1], to: old[0]?.id, kind: 'similar', similarity: 0.6123 },
    ])
  })

  test('need more than half: 0.5 is not enough', () => {
    expect(linked(ingestOf(facts), facts, { old: [neighbour(0, 'far', { cosine: 0.5 })] })).toEqual([])
    expect(linked(ingestOf(facts), facts, { old: [neighbour(0, 'near', { cosine: 0.5001 })] })).toHaveLength(1)
  })

  test('neither start nor end at a fact that was not stored', () => {
    const pairs = [
      { from: ids[0] ?? '', to: ids[1] ?? '', similarity: 0.7 },
      { from: ids[1] ?? '', to: ids[2] ?? '', similarity: 0.7 },
      { from: ids[2] ?? '', to: ids[3] ?? '', similarity: 0.7 },
    ]
    const old = [neighbour(1, 'of the duplicate')]
    const fresh = facts.filter((_, i) => i !== 1)
    expect(linked(ingestOf(facts, { pairs }), fresh, { old })).toEqual([{ ...pairs[2], kind: 'similar' }])
  })

  test('are at most ten from each, the strongest', () => {
    const old = Array.from({ length: 30 }, (_, i) => neighbour(0, `old ${i}`, { cosine: 0.6 + i / 100 }))
    const links = linked(ingestOf(facts), facts, { old })
    expect(links.map(({ similarity }) => similarity)).toEqual([
      0.89, 0.88, 0.87, 0.86, 0.85, 0.84, 0.83, 0.82, 0.81, 0.8,
    ])
  })

  test('are at most 2,000 of one ingest', () => {
    const many = Array.from({ length: 300 }, (_, i) => fact(`Fact number ${i}.`))
    const old = many.flatMap((_, sample) => Array.from({ length: 10 }, (_, i) => neighbour(sample, `${sample} ${i}`)))
    expect(linked(ingestOf(many), many, { old })).toHaveLength(2000)
  })

  test('leave room for what was decided', () => {
    const contests = Array.from({ length: 9 }, (_, i) => ({
      from: ids[0] ?? '',
      to: `c${i}`,
      kind: 'contradicts' as const,
    }))
    const old = Array.from({ length: 5 }, (_, i) => neighbour(0, `old ${i}`))
    expect(linksOf(ingestOf(facts), { fresh: facts, contests }, old)).toHaveLength(10)
  })
})
