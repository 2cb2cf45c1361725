import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { namingOptions } from '../../src/operations/prove/report.js'

const ID = '5f0c4a86-7d0e-4b52-9d6c-0f5a3b1c2d3e'

test.each([
  'ana',
  'ana@example.org',
  "d'Arc",
  'ana $(id)',
  'a"b\\c',
  '*',
  '~root',
  'a;b',
  "'",
  'Ána Ñuñez',
  '#1',
  '-x',
])('a user %s is named so that a shell passes on just that', (user) => {
  const words = (options: string) =>
    execFileSync('sh', ['-c', `printf '%s\\n' ${options}`], { encoding: 'utf8' })
      .trimEnd()
      .split('\n')
  expect(words(namingOptions({ user, memory: ID }))).toEqual(['--user', user, '--memory', ID])
  expect(words(namingOptions({ user, memory: null }))).toEqual(['--user', user])
})

test('an id that no shell changes stays as it is', () => {
  expect(namingOptions({ user: 'ana@example.org', memory: ID })).toBe(`--user ana@example.org --memory ${ID}`)
})
