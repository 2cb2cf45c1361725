import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withMoves } from '../../src/search/moved.js'

const of = (letters: string) => [...letters].map((id) => ({ id }))
const moved = (before: string, after: string) =>
  [...withMoves(new Map(), 'outdated', { before: of(before), after: of(after) }).keys()].join('')

describe('what a rule has moved', () => {
  test.each([
    ['abcd', 'abcd', ''],
    ['abcd', 'bcda', 'a'],
    ['abcd', 'dabc', 'd'],
    ['ab', 'ba', 'a'],
    ['abcdef', 'bdf', ''],
    ['abcdef', 'fbd', 'f'],
  ])('from %s to %s is %s', (before, after, expected) => expect(moved(before, after)).toBe(expected))

  test('leaves the others in their order, whatever was done', () => {
    const letters = 'abcdefghij'
    fc.assert(
      fc.property(fc.shuffledSubarray([...letters]), (after) => {
        const gone = new Set(moved(letters, after.join('')))
        const left = after.filter((id) => !gone.has(id))
        expect(left).toEqual(left.toSorted())
      }),
    )
  })
})
