import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { batchesOf } from '../../src/providers/openai-embedding.js'

const bounds = { batchSize: 4, batchCharacters: 20, textCharacters: 12 }

describe('batches', () => {
  test('hold every text that has something in it once, in order, within the bounds', () => {
    const text = fc.string({ unit: 'binary', maxLength: 15 })
    fc.assert(
      fc.property(fc.array(text, { maxLength: 30 }), (texts) => {
        const batches = batchesOf(texts, bounds)
        const wanted = [...texts.keys()].filter((i) => texts[i]?.trim() !== '')
        expect(batches.flatMap(({ places }) => places)).toEqual(wanted)
        for (const { places, texts: sent } of batches) {
          expect(sent).toHaveLength(places.length)
          expect(sent.length).toBeLessThanOrEqual(bounds.batchSize)
          expect(sent.join('').length).toBeLessThanOrEqual(bounds.batchCharacters)
        }
      }),
    )
  })

  test('a text too long is cut, never inside a character', () => {
    expect(batchesOf([`${'a'.repeat(11)}😀`], bounds)[0]?.texts).toEqual(['a'.repeat(11)])
    expect(batchesOf([`${'a'.repeat(10)}😀b`], bounds)[0]?.texts).toEqual([`${'a'.repeat(10)}😀`])
  })

  test('a lone surrogate is replaced, a pair is not', () => {
    expect(batchesOf(['a\ud800b', '😀'], bounds)[0]?.texts).toEqual(['a\ufffdb', '😀'])
  })

  test('a text longer than a batch may be goes alone', () => {
    const small = { ...bounds, batchCharacters: 5 }
    expect(batchesOf(['aa', 'bbbbbbbb', 'cc'], small).map(({ texts }) => texts)).toEqual([['aa'], ['bbbbbbbb'], ['cc']])
  })
})
