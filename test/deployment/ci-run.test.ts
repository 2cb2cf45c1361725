import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'

const passed = { status: 'passed', fullName: 'a test', failureMessages: [] }
const failed = { status: 'failed', fullName: 'a suite > another test', failureMessages: ['Error: 2 is not 3\n  at x'] }
const file = (status: string, tests: readonly object[], message = '') => ({
  name: resolve('test/some.test.ts'),
  status,
  message,
  assertionResults: tests,
})

/** A run of `.ci/run` where npm does nothing but end with these codes, after it has noted what it was asked for. */
const ciRun = (
  ends: { readonly tests: number; readonly processes?: number; readonly nodes: number },
  report: readonly object[] = [file('passed', [passed])],
) => {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-ci-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const npm = join(folder, 'npm')
  writeFileSync(join(folder, 'report.json'), report.length === 0 ? '' : JSON.stringify({ testResults: report }))
  writeFileSync(
    npm,
    `#!/bin/bash
echo "npm $*"
case "$*" in
  test*) cp '${folder}/report.json' "\${!##*=}"; exit ${ends.tests} ;;
  'run test:processes'*) cp '${folder}/report.json' "\${!##*=}"; exit ${ends.processes ?? 0} ;;
  run*) exit ${ends.nodes} ;;
esac`,
  )
  chmodSync(npm, 0o755)
  const PATH = [folder, process.env.PATH].join(delimiter)
  const { status, stdout } = spawnSync('bash', ['.ci/run'], { env: { ...process.env, PATH }, encoding: 'utf8' })
  const lines = stdout.trimEnd().split('\n')
  const named = lines.filter((line) => line.startsWith('failed: '))
  return { status, ran: stdout.includes('npm run --silent test:nodes'), named, last: lines.at(-1) }
}

describe('the run on a clean clone', () => {
  test('passes when the tests pass, here and on other versions of Node, and counts the tests last', () =>
    expect(ciRun({ tests: 0, nodes: 0 })).toEqual({
      ...{ status: 0, ran: true, named: [] },
      last: '2 passed, 0 failed, 0 skipped',
    }))
  test('fails when only a suite that kills processes fails', () =>
    expect(ciRun({ tests: 0, processes: 1, nodes: 0 })).toMatchObject({
      ...{ status: 1, ran: true },
      last: '2 passed, 1 failed, 0 skipped',
    }))
  test('fails when only another version of Node fails, and counts that', () =>
    expect(ciRun({ tests: 0, nodes: 1 })).toEqual({
      ...{ status: 1, ran: true, named: ['failed: an error outside of the tests; see above'] },
      last: '2 passed, 1 failed, 0 skipped',
    }))
  test('fails when the tests fail, and looks at the other versions all the same', () =>
    expect(ciRun({ tests: 1, nodes: 0 })).toMatchObject({ status: 1, ran: true }))
  test('names at its end what failed, and the files that could not be loaded', () =>
    expect(
      ciRun({ tests: 1, nodes: 0 }, [file('failed', [passed, failed]), file('failed', [], 'SyntaxError: no\n')]),
    ).toMatchObject({
      named: [
        'failed: test/some.test.ts: a suite > another test: Error: 2 is not 3',
        'failed: test/some.test.ts: SyntaxError: no',
        'failed: test/some.test.ts: a suite > another test: Error: 2 is not 3',
        'failed: test/some.test.ts: SyntaxError: no',
      ],
      last: '2 passed, 4 failed, 0 skipped',
    }))
  test('ends at once where no test could be run', () =>
    expect(ciRun({ tests: 2, nodes: 0 }, [])).toMatchObject({ status: 2, ran: false }))
})
