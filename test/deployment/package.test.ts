import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

type Locked = {
  readonly hasInstallScript?: true
  readonly engines?: { readonly node?: string }
  readonly optionalDependencies?: Readonly<Record<string, string>>
}
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
const { allowScripts, engines, devDependencies, scripts } = read('package.json')
const lock: Readonly<Record<string, Locked>> = read('package-lock.json').packages

test('npm is told of every package with a script of its own that none is run, so that it need not ask', () => {
  const scripted = Object.keys(lock).filter((path) => lock[path]?.hasInstallScript)
  const names = scripted.map((path) => path.split('node_modules/').at(-1) ?? '')
  expect(allowScripts).toEqual(Object.fromEntries(names.map((name) => [name, false])))
})

test('the lock asks for the same Node as the package, whose types are of the oldest one', () => {
  expect([engines.node, lock['']?.engines?.node]).toEqual(['>=20.19', '>=20.19'])
  expect(devDependencies['@types/node']).toMatch(/^20\./)
})

test('the lock names the optional packages of every platform, without which npm ci refuses it: see tools/complete-lock.mjs', () => {
  const missing = Object.entries(lock).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !lock[`${path}/node_modules/${name}`] && !lock[`node_modules/${name}`],
    ),
  )
  expect(missing).toEqual([])
})

test('a suite with more rounds in a soak is in one', () => {
  const soaked = Object.entries<string>(scripts)
    .filter(([name]) => name.startsWith('soak'))
    .flatMap(([, command]) => command.split(' '))
    .filter((word) => word.startsWith('test/'))
  const suites = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .map((name) => join('test', name))
    .filter((path) => path.endsWith('.test.ts') && /\/rounds\.js'|env\.SOAK/.test(readFileSync(path, 'utf8')))
  expect(suites.length).toBeGreaterThan(30)
  expect(suites.filter((suite) => !soaked.some((path) => suite.startsWith(path)))).toEqual([])
})
