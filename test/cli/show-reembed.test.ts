import { describe, expect, test } from 'vitest'
import { estimateIn } from '../../src/cli/reembed.js'
import { estimateOf } from '../../src/operations/reembed/report.js'

describe('an estimate', () => {
  const amount = { texts: 1200, characters: 400_001 }
  test('counts four characters as a token', () =>
    expect(estimateOf(amount, 0.13)).toEqual({ texts: 1200, tokens: 100_001, cost: expect.closeTo(0.013, 4) }))
  test('states the cost', () =>
    expect(estimateIn(estimateOf(amount, 0.13))).toBe(
      '1200 texts have to be embedded, about 100001 tokens, about $0.013.',
    ))
  test('says which option gives the price', () =>
    expect(estimateIn(estimateOf(amount, undefined))).toContain('pass --price'))
})
