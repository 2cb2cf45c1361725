import { describe, expect, test } from 'vitest'
import { judgePairs, templatedFigures } from '../../eval/templated/judge-pairs.js'
import { pairsOfHalf } from '../../eval/templated/pairs.js'
import { readTemplates } from '../../eval/templated/templates.js'

const templates = await readTemplates()

describe('of facts told in templates', () => {
  test('two halves share no wording of a relation', () => {
    const told = new Set(pairsOfHalf('tune', templates).map(({ relation, made: [first] }) => `${relation} ${first}`))
    expect(
      pairsOfHalf('held-out', templates).filter(({ relation, made: [first] }) => told.has(`${relation} ${first}`)),
    ).toEqual([])
  })

  test('several thousand pairs are made, a third of them traps, the same in every run', () => {
    const pairs = pairsOfHalf('held-out', templates)
    expect(pairs.length).toBeGreaterThan(4000)
    expect(pairs.filter(({ kind }) => kind !== 'change').length).toBeGreaterThan(pairs.length * 0.3)
    expect(pairsOfHalf('held-out', templates)).toEqual(pairs)
  })

  test('the rules close most of what another value replaces, and next to nothing else', () => {
    const figures = templatedFigures(judgePairs(pairsOfHalf('tune', templates).filter((_, at) => at % 19 === 0)))
    expect(figures.recall).toBeGreaterThan(0.8)
    expect(figures.collateral).toBeLessThanOrEqual(0.01)
  })
})
