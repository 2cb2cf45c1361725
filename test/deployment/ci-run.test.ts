import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'

const REPORT = { testResults: [{ status: 'passed', assertionResults: [{ status: 'passed', fullName: 'a test' }] }] }

/** A run of `.ci/run` where npm does nothing but end with these codes, after it has noted what it was asked for. */
const ciRun = (ends: { readonly tests: number; readonly nodes: number; readonly reports?: boolean }) => {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-ci-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const npm = join(folder, 'npm')
  writeFileSync(join(folder, 'report.json'), ends.reports === false ? '' : JSON.stringify(REPORT))
  writeFileSync(
    npm,
    `#!/bin/bash
echo "npm $1 \${!#}"
case $1 in
  test) cp '${folder}/report.json' "\${!##*=}"; exit ${ends.tests} ;;
  run) exit ${ends.nodes} ;;
esac`,
  )
  chmodSync(npm, 0o755)
  const PATH = [folder, process.env.PATH].join(delimiter)
  const { status, stdout } = spawnSync('bash', ['.ci/run'], { env: { ...process.env, PATH }, encoding: 'utf8' })
  return { status, ran: stdout.includes('npm run test:nodes'), last: stdout.trimEnd().split('\n').at(-1) }
}

describe('the run on a clean clone', () => {
  test('passes when the tests pass, here and on other versions of Node, and counts the tests last', () =>
    expect(ciRun({ tests: 0, nodes: 0 })).toEqual({ status: 0, ran: true, last: '1 passed, 0 failed, 0 skipped' }))
  test('fails when only another version of Node fails, and counts that', () =>
    expect(ciRun({ tests: 0, nodes: 1 })).toEqual({ status: 1, ran: true, last: '1 passed, 1 failed, 0 skipped' }))
  test('fails when the tests fail, and looks at the other versions all the same', () =>
    expect(ciRun({ tests: 1, nodes: 0 })).toMatchObject({ status: 1, ran: true }))
  test('ends at once where no test could be run', () =>
    expect(ciRun({ tests: 2, nodes: 0, reports: false })).toMatchObject({ status: 2, ran: false }))
})
