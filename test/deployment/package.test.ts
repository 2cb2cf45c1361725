import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Locked = {
  readonly hasInstallScript?: true
  readonly engines?: { readonly node?: string }
  readonly optionalDependencies?: Readonly<Record<string, string>>
}
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
const { allowScripts, engines, devDependencies } = read('package.json')
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
