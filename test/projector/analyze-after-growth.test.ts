import { expect, test } from 'vitest'
import { analyzeAfterGrowth } from '../../src/projector/generations/served-generation.js'

test('a young generation is analyzed each time its events have doubled, and an old one no more', async () => {
  const at: number[] = []
  let applied = 0
  const grown = analyzeAfterGrowth(async () => void at.push(applied))
  for (; applied < 1_000_000; applied += 100) {
    grown(100)
    await Promise.resolve().then(() => {})
    await new Promise(setImmediate)
  }
  expect(at).toEqual([400, 900, 1900, 3900, 7900, 15_900, 31_900, 63_900])
})

test('an analysis that fails or takes long keeps nobody waiting', async () => {
  let begun = 0
  const grown = analyzeAfterGrowth(() => {
    begun++
    return begun === 1 ? new Promise(() => {}) : Promise.reject(new Error('gone'))
  })
  for (let i = 0; i < 100; i++) grown(1000)
  expect(begun).toBe(1)
})
