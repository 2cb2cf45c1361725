import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const lines = readFileSync('Dockerfile', 'utf8').split('\n')
const argumentsOf = (word: string): readonly string[] =>
  lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1))

describe('the Dockerfile', () => {
  test('compiles in one stage and runs in another, on a Node of long-term support that the package takes', () => {
    const { engines } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(argumentsOf('FROM')).toHaveLength(2)
    for (const image of argumentsOf('FROM')) expect(image).toMatch(/^node:24-/)
    expect(engines.node).toBe('>=20.19')
  })

  test('copies what is there and what .dockerignore lets through', () => {
    const allowed = readFileSync('.dockerignore', 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('!'))
    const copied = argumentsOf('COPY').filter((line) => !line.startsWith('--from'))
    const sources = copied.flatMap((line) => line.split(' ').slice(0, -1))
    for (const source of sources) {
      expect(existsSync(source), source).toBe(true)
      expect(allowed).toContain(`!${source}`)
    }
    expect(sources).toEqual(expect.arrayContaining(['migrations', 'models', 'src', 'projections']))
  })

  test('runs as nobody in particular, says whether it is well, and keeps its data in a volume', () => {
    expect(argumentsOf('USER')).toEqual(['node'])
    expect(argumentsOf('HEALTHCHECK')).toHaveLength(1)
    expect(argumentsOf('VOLUME')).toEqual(['/data'])
    expect(lines.indexOf('USER node')).toBeLessThan(lines.findIndex((line) => line.startsWith('ENTRYPOINT')))
  })
})
