import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadStaticEmbedding } from '../../../src/providers/static-embedding/static-embedding.js'
import { dot, fixtures, nasties } from './fixtures.js'

const provider = await loadStaticEmbedding()
const { embed } = provider
const one = async (text: string, weigh?: (word: string) => number) => (await embed([text], weigh))[0] ?? null
const text = fc.oneof(
  fc.lorem({ maxCount: 12 }),
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
)

describe('the built-in model', () => {
  test('presents itself', () => {
    expect(provider).toMatchObject({ model: 'static-en', dimensions: 256, weighs: true })
  })

  test.each(fixtures.texts)('embeds $text as published', async ({ text, first8, norm }) => {
    const vector = await one(text)
    expect(Math.abs(Math.sqrt(dot(vector, vector)) - norm)).toBeLessThan(fixtures.tolerance)
    first8.forEach((x, i) => {
      expect(Math.abs((vector?.[i] ?? 0) - x)).toBeLessThan(fixtures.tolerance)
    })
  })

  test.each(fixtures.cosines)('texts $a and $b have the cosine $cosine', async ({ a, b, cosine }) => {
    const [first, second] = await embed([a, b].map((i) => fixtures.texts[i]?.text ?? ''))
    expect(Math.abs(dot(first, second) - cosine)).toBeLessThan(fixtures.tolerance)
  })

  test('gives a unit vector or nothing, the same for the same text, in whatever company', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 6 }), async (texts) => {
        const together = await embed(texts)
        const reversed = (await embed(texts.toReversed())).toReversed()
        const alone = await Promise.all(texts.map((some) => one(some)))
        expect(together).toEqual(alone)
        expect(reversed).toEqual(alone)
        for (const vector of together) if (vector) expect(dot(vector, vector)).toBeCloseTo(1, 5)
      }),
    )
  })

  test('gives nothing for a text without a known word', async () => {
    expect(await embed(['', ' ', '😀', '\ud800'])).toEqual([null, null, null, null])
  })
})

describe('weights', () => {
  test('the same for every word change nothing', async () => {
    const weight = fc.double({ min: 1e-3, max: 1e3, noNaN: true })
    await fc.assert(
      fc.asyncProperty(text, weight, async (some, k) => {
        const plain = await one(some)
        const weighed = await one(some, () => k)
        expect(weighed === null).toBe(plain === null)
        if (plain) expect(dot(plain, weighed)).toBeCloseTo(1, 5)
      }),
    )
  })

  test('a word that weighs nothing might as well not be there', async () => {
    const weighed = await one('Maria adopted a dog', (word) => (word === 'maria' ? 0 : 1))
    expect(dot(weighed, await one('adopted a dog'))).toBeCloseTo(1, 6)
  })

  test('draw the vector towards the heavier word', async () => {
    const violin = await one('violin')
    const towards = (k: number) => one('violin coffee', (word) => (word === 'violin' ? k : 1))
    expect(dot(await towards(3), violin)).toBeGreaterThan(dot(await towards(1), violin))
  })

  test('scale all the tokens of a word of several pieces', async () => {
    const [first, twice] = [
      await one('kubernetes coffee', (w) => (w === 'coffee' ? 0.5 : 1)),
      await one('kubernetes kubernetes coffee'),
    ]
    expect(dot(first, twice)).toBeCloseTo(1, 6)
  })

  test('that are no numbers count as nothing', async () => {
    expect(await one('a dog', () => Number.NaN)).toBeNull()
    expect(await one('a dog', () => Number.POSITIVE_INFINITY)).toBeNull()
    expect(await one('a dog', () => 0)).toBeNull()
    expect(await one('a dog', () => 1e300)).toBeNull()
  })
})

describe('long work', () => {
  test.each(nasties)('100,000 characters of %s are no trouble', async (_name, nasty) => {
    const began = performance.now()
    const vector = await one(nasty)
    expect(performance.now() - began).toBeLessThan(10_000)
    if (vector) expect(dot(vector, vector)).toBeCloseTo(1, 5)
  })

  test('gives way to others, in a large batch and in a large text', async () => {
    const turnsOfOthers = async (texts: readonly string[]) => {
      let turns = 0
      let going = true
      const others = () => {
        turns++
        if (going) setImmediate(others)
      }
      setImmediate(others)
      await embed(texts)
      going = false
      return turns
    }
    const sentence = 'The payments team moved its deployment pipeline to another region last week. '
    expect(await turnsOfOthers(Array(10_000).fill(sentence))).toBeGreaterThan(2)
    expect(await turnsOfOthers([sentence.repeat(10_000)])).toBeGreaterThan(1)
  })
})
