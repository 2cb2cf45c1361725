import { describe, expect, test } from 'vitest'
import { chainOf } from '../../src/indexing/text-hash.js'
import { keptLines } from '../../src/queries/edited-text.js'
import type { Episode } from '../../src/queries/last-known-turn.js'

const ROOT = '0'.repeat(32)
/** An episode whose lines are letters, behind the first lines of the text. */
const episode = (lines: string, behind = ''): Episode => {
  const base = chainOf(ROOT, [...behind]).at(-1) ?? ROOT
  const keys = [...lines]
  return { id: lines, base, keys, prefixes: chainOf(base, keys), isEnd: true, isLast: true, isLater: true }
}
const keptOf = (episodes: readonly Episode[], text: string) =>
  keptLines(episodes, [...text])
    .map((place) => text[place])
    .join('')

describe('the lines of an edited text that are as they were', () => {
  test('stand around what was added, taken out and changed', () => {
    expect(keptOf([episode('abcdefghij')], 'abXYcdefghij')).toBe('abcdefghij')
    expect(keptOf([episode('abcdefghij')], 'abcfghij')).toBe('abcfghij')
    expect(keptOf([episode('abcdefghij')], 'abcdXfghij')).toBe('abcdfghij')
  })

  test('are not those of a new part that reads like another one', () => {
    const text = 'tNhuAhuBhvCw'
    expect(keptLines([episode('tAhuBhvCw')], [...text])).toEqual([0, 4, 5, 6, 7, 8, 9, 10, 11])
  })

  test('are those of the text as it was last, over all of its episodes', () => {
    expect(keptOf([episode('XYcdefghij', 'ab'), episode('abcdefghij')], 'abXYcdefZghij')).toBe('abXYcdefghij')
  })

  test('are none of another text, and none of a note of a few lines', () => {
    expect(keptOf([episode('abcdefghij')], 'abcdeVWXYZ')).toBe('')
    expect(keptOf([episode('abcdefg')], 'abXcdefg')).toBe('')
    expect(keptOf([], 'abcdefghij')).toBe('')
  })

  test('are not looked for where too much has changed to be told in time', () => {
    const lines = Array.from({ length: 2000 }, (_, i) => String.fromCharCode(0x4e00 + i)).join('')
    const edited = [...lines].map((line, i) => (i % 3 === 0 ? `${line}!` : line))
    expect(keptLines([episode(lines)], edited)).toEqual([])
  })
})
