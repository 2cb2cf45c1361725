import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { searchTokens } from '../../src/text/terms.js'
import { contentWords, withoutClitics, wordsOf } from '../../src/text/words.js'
import { expectLinear } from '../support/growth.js'

const cases: readonly [string, readonly string[]][] = [
  ['', []],
  ['… !?', []],
  ["Anna's cat didn't see THE dog", ['anna', 'cat', 'didn', 'see', 'the', 'dog']],
  ['I’ll say we’ve met at O’Malley', ['i', 'say', 'we', 'met', 'at', 'o', 'malley']],
  ['C++ costs 3.50 or foo_bar', ['c', 'costs', '3', '50', 'or', 'foo', 'bar']],
  ['Zoe\u0308 and Zoë', ['zoë', 'and', 'zoë']],
  ['東京タワー 2024年', ['東京', '京タ', 'タワ', 'ワー', '2024', '年']],
  ['猫', ['猫']],
  ['नमस्ते दुनिया', ['नमस्ते', 'दुनिया']],
  ['서울로 갔다', ['서울', '울로', '갔다']],
  ['ฉันกิน', ['ฉั', 'ัน', 'นก', 'กิ', 'ิน']],
  ['😀 \ud800 ok', ['ok']],
]

describe('words', () => {
  test.each(cases)('%j', (text, words) => expect(wordsOf(text)).toEqual(words))

  test('plain text gives the same words as it does beside an accent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
        expect(wordsOf(`${text} é`)).toEqual([...wordsOf(text), 'é'])
      }),
    )
  })

  test('a text gives the same words again when it is made of its words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const words = wordsOf(text).filter(
          (word) =>
            !/[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u.test(
              word,
            ),
        )
        expect(wordsOf(words.join(' '))).toEqual(words)
      }),
    )
  })

  test('a mark between two scripts is part of no word of the second', () => {
    expect(wordsOf('ぁ\u{e0100}ײַ')).toEqual(['ぁ', 'ײַ'])
  })

  test('clitics are blanked out, the rest stays', () => {
    expect(withoutClitics("What's up? I'd say")).toBe('what  up? i  say')
  })
})

test('content words are distinct and no stop words', () => {
  expect(contentWords("Where did Anna's sister, the other Anna, go and why?")).toEqual(['anna', 'sister', 'go'])
})

test.each([
  ['marks in two orders', `a${'\u0301\u0316'.repeat(50_000)}`],
  ['apostrophes', "'".repeat(100_000)],
  ['ideographs', '漢'.repeat(100_000)],
  ['lone surrogates', '\ud800'.repeat(100_000)],
])('100,000 %s take no time', (_, text) => {
  expectLinear(text.length, (length) => searchTokens(text.slice(0, length)))
})
