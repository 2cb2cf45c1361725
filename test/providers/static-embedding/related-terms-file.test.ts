import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { ModelUnusable } from '../../../src/providers/errors.js'
import { loadRelatedTerms, readStaticModel } from '../../../src/providers/static-embedding/model-files.js'
import { lexemeOf } from '../../../src/text/terms.js'
import { formsOf, lineOf } from '../../../tools/related-terms.js'
import { modelFolder } from './fixtures.js'

const text = await readFile(new URL('kindred.txt', modelFolder), 'utf8')
const lines = text.trimEnd().split('\n')
const relatedTerms = await loadRelatedTerms()

describe('the list of kindred words', () => {
  test('knows what is near in meaning, nearest first', () => {
    const near = relatedTerms(lexemeOf('wood', 'en') ?? '')
    expect(near.map(({ lexeme }) => lexeme)).toContain('timber')
    expect(near.map(({ cosine }) => cosine)).toEqual(near.map(({ cosine }) => cosine).toSorted((a, b) => b - a))
    expect(near.every(({ cosine }) => cosine >= 0.45 && cosine < 1)).toBe(true)
  })

  test.each(['', 'toString', 'qwertz', ' '])('knows nothing near %j', (lexeme) =>
    expect(relatedTerms(lexeme)).toEqual([]),
  )

  test('holds at most ten for each lexeme, none twice and none itself', () => {
    const odd = lines.filter((line) => {
      const [lexeme = '', ...near] = line.split(' ').map((each) => each.replace(/\d\d$/, ''))
      return near.length === 0 || near.length > 10 || new Set([lexeme, ...near]).size !== near.length + 1
    })
    expect(odd).toEqual([])
    expect(new Set(lines.map((line) => line.split(' ', 1)[0])).size).toBe(lines.length)
  })

  test('is what the model, the stemmer and the stop words of today give', async () => {
    const forms = formsOf(await readStaticModel(modelFolder))
    const some = lines.filter((_, i) => i % 997 === 0)
    expect(some.map((line) => lineOf(line.slice(0, line.indexOf(' ')), forms))).toEqual(some)
  })

  test('is asked for by name when it is missing', async () => {
    const nowhere = new URL('file:///nowhere/')
    await expect(loadRelatedTerms(nowhere)).rejects.toThrow(ModelUnusable)
    await expect(loadRelatedTerms(nowhere)).rejects.toThrow(/kindred\.txt/)
  })
})
