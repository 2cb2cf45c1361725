import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { basicWords, wordPieces } from '../../../src/providers/static-embedding/static-embedding.js'
import { fixtures, modelFolder } from './fixtures.js'

const vocabulary = readFileSync(new URL('vocab.txt', modelFolder), 'utf8').split('\n', 30_522)

describe('word pieces', () => {
  test.each(fixtures.texts)('of $text', ({ text, ids }) => {
    expect(basicWords(text).flatMap(wordPieces(vocabulary))).toEqual(ids)
  })

  test('a word of 100 characters is split, a longer one is unknown', () => {
    const pieces = wordPieces(['a', '##a', '𝒂', '##𝒂'])
    expect(pieces('a'.repeat(100))).toHaveLength(100)
    expect(pieces('a'.repeat(101))).toEqual([100])
    expect(pieces('𝒂'.repeat(100))).toHaveLength(100)
    expect(pieces('𝒂'.repeat(101))).toEqual([100])
    expect(pieces('a'.repeat(100_000))).toEqual([100])
  })

  test('a word with a stretch that has no piece is unknown as a whole', () => {
    expect(wordPieces(['a', '##a'])('aab')).toEqual([100])
  })

  test('stay the same when more words have been seen than are remembered', () => {
    const pieces = wordPieces(vocabulary)
    const before = pieces('berlin')
    for (let i = 0; i < 50_000; i++) pieces(`word${i}`)
    expect(pieces('berlin')).toEqual(before)
    expect(pieces('word7')).toEqual(wordPieces(vocabulary)('word7'))
  })
})
