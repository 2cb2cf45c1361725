import { describe, expect, test } from 'vitest'
import { contentWords, ranksOf, standsFor } from '../../eval/metrics/found.js'

describe('a memory that is held against a turn', () => {
  test('has its words taken in lower case, of any script, from three characters on', () =>
    expect([...contentWords('Über 40 Grüße an Ana-Lucía, ok?')]).toEqual(['über', 'grüße', 'ana', 'lucía']))
  test('stands for it from 60 % of its words on', () => {
    const turn = 'apples pears plums cherries grapes'
    expect(standsFor(turn)('Ana: apples, plums and grapes!')).toBe(true)
    expect(standsFor(turn)('Ana: apples and plums only')).toBe(false)
  })
  test('stands for it however much else it says', () =>
    expect(standsFor('the blue door')('He painted the door blue, and then the windows too')).toBe(true))
  test('of which no content word remains stands for it only by its very words', () => {
    expect(standsFor('Ok, so?')('Ana: ok, so?')).toBe(true)
    expect(standsFor('Ok, so?')('Ana: The weather is fine.')).toBe(false)
    expect(standsFor('')('anything')).toBe(false)
  })
  test('gives the turn the first place where one stands for it', () =>
    expect(ranksOf(['red kite', 'no such thing'], ['a blue car', 'my red kite', 'red kite'])).toEqual([2, null]))
})
