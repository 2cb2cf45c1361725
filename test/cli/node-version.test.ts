import { readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nodeFault } from '../../src/cli/node-version.js'
import { nodeUnderTest } from '../support/node-under-test.js'
import { folder, start } from './command.js'

test.each(['20.19.0', '20.20.2', '22.12.0', '24.21.0', '26.10.0', '100.0.0'])('Node %s fits', (version) =>
  expect(nodeFault(version)).toBeUndefined(),
)
test.each(['12.22.0', '18.20.0', '19.20.0', '20.18.3', ''])(
  'Node %s gets a message with the version to install',
  (version) => expect(nodeFault(version)).toMatch(/^palimpsest needs Node 20\.19 or later; .*nvm install 24$/),
)
test('it is the range that package.json declares', () =>
  expect(readFileSync('package.json', 'utf8')).toContain('"node": ">=20.19"'))
test('the entry loads nothing before it has checked', () => {
  const imports = readFileSync('src/main.ts', 'utf8').match(/^import .* from .*/gm)
  expect(imports).toEqual(["import { nodeFault } from './cli/node-version.js'"])
})

/** A program of a test's own, as a process. */
const program = (text: string) => {
  const file = join(folder(), 'program.mjs')
  writeFileSync(file, text)
  return start([], {}, file)
}

test('the processes of the tests run on the Node under test, and so does the `node` that they start', async () => {
  const { ended } = program(`
    import { execFileSync } from 'node:child_process'
    console.log(process.execPath)
    process.stdout.write(execFileSync('node', ['-p', 'process.execPath']))`)
  const { stdout } = await ended
  expect(
    stdout
      .trim()
      .split('\n')
      .map((path) => realpathSync(path)),
  ).toEqual(Array(2).fill(realpathSync(nodeUnderTest)))
})
test.fails('a test fails whose process Node warns of something', async () => {
  expect((await program('process.emitWarning("old", "DeprecationWarning")').ended).code).toBe(0)
})
