import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { basicWords } from '../../../src/providers/static-embedding/static-embedding.js'
import { expectLinear } from '../../support/growth.js'
import { nasties } from './fixtures.js'

describe('the words of a text', () => {
  test.each([
    ['She moved, to Berlin!', ['she', 'moved', ',', 'to', 'berlin', '!']],
    ["don't", ['don', "'", 't']],
    ['Café DÉJÀ-vu', ['cafe', 'deja', '-', 'vu']],
    ['in 北京 now', ['in', '北', '京', 'now']],
    ['北京', ['北', '京']],
    ['“quoted” – text…', ['“', 'quoted', '”', '–', 'text', '…']],
    ['a\u0000b\u200bc\ufffdd\ufeffe', ['abcde']],
    ['a\u000bb\u007fc', ['abc']],
    ['a\u00a0b\u2003c\td\ne', ['a', 'b', 'c', 'd', 'e']],
    ['İstanbul', ['istanbul']],
    ['5 € + 3 £', ['5', '€', '+', '3', '£']],
    ['😀', ['😀']],
    ['', []],
    [' \n', []],
  ])('%j', (text, words) => {
    expect(basicWords(text)).toEqual(words)
  })

  test('are the same, one text at a time or side by side', () => {
    const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), fc.string())
    fc.assert(
      fc.property(text, (some) => {
        // An accented word sends the whole text through the general path, also where the plain one would do.
        expect(basicWords(`${some} \n été`)).toEqual([...basicWords(`${some} \n`), 'ete'])
      }),
    )
  })

  test('hold no white space and are never empty', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const word of basicWords(text)) expect(word).toMatch(/^\S+$/)
      }),
    )
  })

  test.each(nasties)('100,000 characters of %s take no time', (_name, text) => {
    expectLinear(text.length, (length) => basicWords(text.slice(0, length)))
  })
})
