import { describe, expect, test } from 'vitest'
import { composedPairsOfHalf, readComposed } from '../../eval/templated/composed.js'
import { judgePairs, templatedFigures } from '../../eval/templated/judge-pairs.js'
import { pairsOfHalf } from '../../eval/templated/pairs.js'
import { readTemplates } from '../../eval/templated/templates.js'
import { rounds } from '../faults/rounds.js'

const templates = await readTemplates('first')
const composed = await readComposed()
const stranger = await readTemplates('stranger')
/** Of the traps that a stranger would set, each so manyth is tried. */
const EACH = rounds(3, 1)

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

  test('the halves of composed sentences share neither a relation nor a form', () => {
    const relations = (half: 'tune' | 'held-out') =>
      new Set(composedPairsOfHalf(half, composed).map(({ relation }) => relation))
    const tuned = relations('tune')
    expect([...relations('held-out')].filter((relation) => tuned.has(relation))).toEqual([])
    expect(composedPairsOfHalf('tune', composed).length).toBeGreaterThan(3000)
  })

  test('the rules read composed sentences, too, and close nothing for the traps among them', () => {
    const figures = templatedFigures(judgePairs(composedPairsOfHalf('tune', composed).filter((_, at) => at % 17 === 0)))
    expect(figures.recall).toBeGreaterThan(0.9)
    expect(figures.collateral).toBeLessThanOrEqual(0.005)
  })

  test('a third of what a stranger would template changes nothing, and the rules let that stay', () => {
    const pairs = pairsOfHalf('tune', stranger)
    expect(pairs.filter(({ kind }) => kind !== 'change').length).toBeGreaterThan(pairs.length / 3)
    const figures = templatedFigures(
      judgePairs(pairs.filter(({ kind }, at) => at % (kind === 'trap' ? EACH : 19) === 0)),
    )
    expect(figures.recall).toBeGreaterThan(0.85)
    expect(figures.collateral).toBeLessThanOrEqual(0.005)
  })
})
