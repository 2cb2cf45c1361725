import { describe, expect, test } from 'vitest'
import { configFrom } from '../../src/config/config.js'
import { settings } from '../../src/config/environment.js'

describe('the settings in documents', () => {
  test('every setting has a description and an option is written as commander wants it', () => {
    expect(settings.filter(({ description }) => !/^.{10,}\.$/.test(description))).toEqual([])
    expect(
      settings.flatMap(({ option }) => option ?? []).filter((option) => !/^--[a-z-]+ <[a-z]+>$/.test(option)),
    ).toEqual([])
  })
  test('all examples together with nothing else are settings that fit', () => {
    const examples = Object.fromEntries(settings.map(({ name, example }) => [name, example]))
    expect(configFrom({ ...examples, EMBEDDING_PROVIDER: 'openai' }).embedding.dimensions).toBe(1536)
  })
})
