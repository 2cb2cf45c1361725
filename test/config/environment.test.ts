import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { configFrom } from '../../src/config/config.js'
import { settings } from '../../src/config/environment.js'

describe('the settings in documents', () => {
  const names = settings.map(({ name }) => name)
  test('every setting has a description and an option is written as commander wants it', () => {
    expect(settings.filter(({ description }) => !/^.{10,}\.$/.test(description))).toEqual([])
    expect(
      settings.flatMap(({ option }) => option ?? []).filter((option) => !/^--[a-z-]+ <[a-z]+>$/.test(option)),
    ).toEqual([])
  })
  test('.env.example has every setting, in order, with its description and default', () => {
    const lines = readFileSync('.env.example', 'utf8').split('\n')
    expect(lines.flatMap((line) => /^#([A-Z_]+)=/.exec(line)?.[1] ?? [])).toEqual(names)
    for (const { name, description, byDefault, example } of settings) {
      const at = lines.indexOf(`#${name}=${byDefault || example}`)
      expect(lines[at - 1], name).toBe(`# ${description.replaceAll('`', '')}`)
    }
  })
  test('all examples together with nothing else are settings that fit', () => {
    const examples = Object.fromEntries(settings.map(({ name, example }) => [name, example]))
    expect(configFrom({ ...examples, EMBEDDING_PROVIDER: 'openai' }).embedding.dimensions).toBe(1536)
  })
  test.skipIf(!existsSync('README.md'))('the README names every setting', () => {
    const readme = readFileSync('README.md', 'utf8')
    expect(names.filter((name) => !readme.includes(`\`${name}\``))).toEqual([])
  })
})
