import { describe, expect, test } from 'vitest'
import { excessIn, MOST_LEVELS, MOST_VALUES } from '../../src/http/json-limits.js'

const excess = (json: string) => excessIn(Buffer.from(json))
const DEEP = `must be nested at most ${MOST_LEVELS} deep`
const MANY = 'must hold at most 60,000 keys and elements'

/** Counts the bytes that are looked at. */
const looksAt = (json: string): number => {
  let looks = 0
  const bytes = new Proxy(new Uint8Array(Buffer.from(json)), {
    get: (target, name) => {
      if (name === 'length') return target.length
      looks++
      return Reflect.get(target, name)
    },
  })
  excessIn(bytes)
  return looks
}

describe('what is too much of a JSON text', () => {
  test.each(['[', '{"a":'])('is %s once too often', (open) => {
    expect(excess(open.repeat(MOST_LEVELS))).toBeUndefined()
    expect(excess(open.repeat(MOST_LEVELS + 1))).toBe(DEEP)
  })

  test('is a key or an element too many, whatever is in it', () => {
    const keys = (many: number) => `{${Array.from({ length: many }, (_, n) => `"k${n}":0`).join()}}`
    expect(excess(keys(MOST_VALUES))).toBeUndefined()
    expect(excess(keys(MOST_VALUES + 1))).toBe(MANY)
    expect(excess(`[${'[],'.repeat(MOST_VALUES)}[]]`)).toBe(MANY)
  })

  test('is nothing within a string, behind escaped quotes and backslashes too', () => {
    for (const text of ['['.repeat(1000), ','.repeat(100_000), '\\"[', `\\\\"${'['.repeat(200)}`, '"[{'.repeat(1000)])
      expect(excess(JSON.stringify({ text }))).toBeUndefined()
  })

  test('is told before anything behind it is looked at', () => {
    expect(looksAt('['.repeat(1_000_000))).toBeLessThan(200)
    expect(looksAt('0,'.repeat(1_000_000))).toBeLessThan(3 * MOST_VALUES)
  })
})
