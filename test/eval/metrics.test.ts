import { describe, expect, test } from 'vitest'
import { leastScoresOf } from '../../eval/figures.js'
import { interval } from '../../eval/metrics/bootstrap.js'
import { allAt, anyAt, mean, percentile } from '../../eval/metrics/recall.js'
import { turnOf } from '../../eval/metrics/said-in.js'
import { distinct, sessionFigures } from '../../eval/metrics/sessions.js'

describe('the places of the gold turns', () => {
  test('count at k for any by the best and for all by the worst of them', () => {
    expect([3, 5, 12].map((k) => [anyAt(k, [12, 4]), allAt(k, [12, 4])])).toEqual([
      [0, 0],
      [1, 0],
      [1, 1],
    ])
  })
  test('never count for all when one was not found', () => expect(allAt(20, [1, null])).toBe(0))
  test('count for nothing when there are none', () => expect([anyAt(5, []), allAt(5, [])]).toEqual([0, 0]))
})

describe('a least score', () => {
  const asked = { dialogue: 'd', kind: 'fact' }
  const rowsOf = leastScoresOf([
    { ...asked, ranks: [2], best: 0.4, scores: [0.4, 0.32, 0.1], found: 3 },
    // A weak memory above it no longer stands in its way.
    { ...asked, ranks: [11], best: 0.5, scores: [...Array(9).fill(0.5), 0.2, 0.45], found: 11 },
    { ...asked, ranks: [], best: 0.21, scores: [0.21], found: 1 },
    { ...asked, ranks: [], best: 0, scores: [], found: 0 },
  ])
  const at = (least: number) => rowsOf.find((row) => row.least === least)
  test('leaves nothing of what is below it to questions without an answer', () =>
    expect([at(0.2)?.empty, at(0.25)?.empty]).toEqual([50, 100]))
  test('costs what it leaves out of the ten, and gains what moves up', () =>
    expect([at(0.2)?.any10Lost, at(0.25)?.any10Lost, at(0.35)?.any10Lost, at(0.5)?.any10Lost]).toEqual([0, -50, 0, 50]))
  test('of no questions without an answer tells nothing', () => expect(leastScoresOf([])[0]?.empty).toBeNull())
})

describe('the summary of a list of numbers', () => {
  test('knows its mean, also of nothing', () => expect([mean([1, 2, 6]), mean([])]).toEqual([3, 0]))
  test('knows its percentiles by rank', () =>
    expect([0.25, 0.5, 0.95].map((share) => percentile(share, [5, 1, 4, 2, 3]))).toEqual([2, 3, 5]))
})

describe('the interval of a mean', () => {
  const answers = Array.from({ length: 100 }, (_, i) => (i < 80 ? 1 : 0))
  test('is the same at every start', () => expect(interval(answers)).toEqual(interval(answers)))
  test('lies about the mean as wide as the normal approximation has it', () => {
    const [low, high] = interval(answers)
    // 0.8 ± 1.96 · √(0.8 · 0.2 / 100) = 0.8 ± 0.078
    expect(Math.abs(low - 0.722)).toBeLessThan(0.02)
    expect(Math.abs(high - 0.878)).toBeLessThan(0.02)
  })
  test('is a point where all answers are the same', () => expect(interval([1, 1, 1])).toEqual([1, 1]))
})

describe('ranked sessions, as LongMemEval counts them', () => {
  const gold = new Set(['a', 'b'])
  test('are perfect with every gold session in front', () =>
    expect(sessionFigures(5, ['b', 'a', 'x'], gold)).toEqual({ recallAny: 1, recallAll: 1, ndcg: 1 }))
  test('lose nothing between the first place and the second, which count the same', () =>
    expect(sessionFigures(5, ['x', 'a'], new Set(['a'])).ndcg).toBe(1))
  test('are discounted from the third place on', () => {
    // (0 + 1/log2(2) + 0 + 1/log2(4)) / (1 + 1/log2(2)) = 1.5 / 2
    expect(sessionFigures(5, ['x', 'a', 'y', 'b'], gold)).toEqual({ recallAny: 1, recallAll: 1, ndcg: 0.75 })
  })
  test('count no more than k places', () =>
    expect(sessionFigures(5, ['v', 'w', 'x', 'y', 'a', 'b'], gold)).toEqual({
      recallAny: 1,
      recallAll: 0,
      ndcg: 1 / Math.log2(5) / 2,
    }))
  test('have an ideal of no more than k gold sessions', () =>
    expect(sessionFigures(2, ['a', 'b'], new Set(['a', 'b', 'c']))).toEqual({ recallAny: 1, recallAll: 0, ndcg: 1 }))
  test('count nothing when none is found', () =>
    expect(sessionFigures(5, [], gold)).toEqual({ recallAny: 0, recallAll: 0, ndcg: 0 }))
  test('stand where their first memory stood', () => expect(distinct(['b', 'a', 'b', 'c'])).toEqual(['b', 'a', 'c']))
})

test('a memory is known by its words as a turn, a piece of one, or a fact about one', () => {
  const turns = [
    { id: 'a', text: 'I moved to Lisbon in May. My dog came along.' },
    { id: 'b', text: 'The harbour is full of boats.' },
  ]
  const said = ['Ana: I moved to Lisbon in May. My dog came along.', 'Ana: My dog came along.', 'Ana lives in Lisbon.']
  expect(said.map((content) => turnOf(content, turns))).toEqual(['a', 'a', 'a'])
  expect(turnOf('Nothing alike', turns)).toBeUndefined()
})
