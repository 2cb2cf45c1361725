import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { textHash } from '../../src/text/text-hash.js'
import { expectLinear, repeated } from '../support/growth.js'

describe('the hash of a wording', () => {
  test('is the stored format', () => {
    expect(textHash('Anna moved to Lisbon.')).toBe('4bdb85ac-6217-b563-11b7-b13fb4d743c8')
    expect(textHash('')).toBe('e3b0c442-98fc-1c14-9afb-f4c8996fb924')
  })

  test.each([
    ['Anna moved to Lisbon.', ' anna  moved\nto LISBON!! '],
    ['Zoë', 'Zoe\u0308'],
    ['Done . !', 'done'],
  ])('%j and %j are one', (a, b) => expect(textHash(a)).toBe(textHash(b)))

  test.each([
    ['C', 'C++'],
    ['it is', 'it is?'],
    ['1.5', '15'],
    ['!', '.'],
    ['', '!'],
    ['no', 'nö'],
  ])('%j and %j stay apart', (a, b) => expect(textHash(a)).not.toBe(textHash(b)))

  test('has the form of a uuid, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(textHash(text)).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
      }),
    )
  })
})

test.each(['!', ' ', '. ', '\u0301\u0316', '\ud800'])('100,000 characters of %j take no time', (piece) => {
  expectLinear(100_000, (length) => textHash(`a${repeated(piece, length)}x`))
})
