import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'

const passed = { status: 'passed', fullName: 'a test', failureMessages: [] }
const failed = { status: 'failed', fullName: 'a suite > another test', failureMessages: ['Error: 2 is not 3\n  at x'] }
const file = (status: string, tests: readonly object[], message = '') => ({
  name: resolve('test/some.test.ts'),
  status,
  message,
  assertionResults: tests,
})

type Ends = {
  readonly tests: number
  readonly processes?: number
  readonly nodes: number
  readonly client?: number
  readonly adapters?: number
  /** Null where there is no Python. */
  readonly python?: number | null
}

/** What the run takes from the machine besides npm and Python. */
const TOOLS = ['bash', 'node', 'mktemp', 'rm', 'cp', 'dirname']

/** A run of `.ci/run` where npm and Python do nothing but write a report and end with these codes. */
const ciRun = (ends: Ends, report: readonly object[] = [file('passed', [passed])]) => {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-ci-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const put = (name: string, script: string) => writeFileSync(join(folder, name), script, { mode: 0o755 })
  writeFileSync(join(folder, 'report.json'), report.length === 0 ? '' : JSON.stringify({ testResults: report }))
  put(
    'npm',
    `#!/bin/bash
echo "npm $*"
case "$PWD:$*" in
  */packages/client:test*) cp '${folder}/report.json' "\${!##*=}"; exit ${ends.client ?? 0} ;;
  */packages/adapters:test*) cp '${folder}/report.json' "\${!##*=}"; exit ${ends.adapters ?? 0} ;;
  *:test*) cp '${folder}/report.json' "\${!##*=}"; exit ${ends.tests} ;;
  *:'run test:processes'*) cp '${folder}/report.json' "\${!##*=}"; exit ${ends.processes ?? 0} ;;
  *test:nodes) exit ${ends.nodes} ;;
esac`,
  )
  if (ends.python !== null) put('python3', `#!/bin/bash\ncp '${folder}/report.json' "$2"; exit ${ends.python ?? 0}`)
  for (const tool of TOOLS) {
    const { stdout: path } = spawnSync('sh', ['-c', `command -v ${tool}`], { encoding: 'utf8' })
    symlinkSync(path.trim(), join(folder, tool))
  }
  const { status, stdout } = spawnSync('bash', ['.ci/run'], { env: { ...process.env, PATH: folder }, encoding: 'utf8' })
  const lines = stdout.trimEnd().split('\n')
  const named = lines.filter((line) => line.startsWith('failed: '))
  return { status, ran: stdout.includes('npm run --silent test:nodes'), named, last: lines.at(-1) }
}

describe('the run on a clean clone', () => {
  test('passes when the tests pass, here and on other versions of Node, and counts the tests last', () =>
    expect(ciRun({ tests: 0, nodes: 0 })).toEqual({
      ...{ status: 0, ran: true, named: [] },
      last: '5 passed, 0 failed, 0 skipped',
    }))
  test('fails when only a suite that kills processes fails', () =>
    expect(ciRun({ tests: 0, processes: 1, nodes: 0 })).toMatchObject({
      ...{ status: 1, ran: true },
      last: '5 passed, 1 failed, 0 skipped',
    }))
  test('fails when only another version of Node fails, and counts that', () =>
    expect(ciRun({ tests: 0, nodes: 1 })).toEqual({
      ...{ status: 1, ran: true, named: ['failed: an error outside of the tests; see above'] },
      last: '5 passed, 1 failed, 0 skipped',
    }))
  test('fails when the tests fail, and looks at the other versions all the same', () =>
    expect(ciRun({ tests: 1, nodes: 0 })).toMatchObject({ status: 1, ran: true }))
  test('names at its end what failed, and the files that could not be loaded', () =>
    expect(
      ciRun({ tests: 1, nodes: 0 }, [file('failed', [passed, failed]), file('failed', [], 'SyntaxError: no\n')]),
    ).toMatchObject({
      named: [
        // Of all five reports.
        ...Array.from({ length: 5 }, () => [
          'failed: test/some.test.ts: a suite > another test: Error: 2 is not 3',
          'failed: test/some.test.ts: SyntaxError: no',
        ]).flat(),
      ],
      last: '5 passed, 10 failed, 0 skipped',
    }))
  test.each([{ client: 1 }, { adapters: 1 }, { python: 1 }])(
    'fails when only a client or an adapter fails: %o',
    (ends) =>
      expect(ciRun({ tests: 0, nodes: 0, ...ends })).toMatchObject({
        status: 1,
        last: '5 passed, 1 failed, 0 skipped',
      }),
  )
  test('passes over the Python client where there is no Python, and counts it as skipped', () =>
    expect(ciRun({ tests: 0, nodes: 0, python: null })).toMatchObject({
      status: 0,
      last: '4 passed, 0 failed, 1 skipped',
    }))
  test('ends at once where no test could be run', () =>
    expect(ciRun({ tests: 2, nodes: 0 }, [])).toMatchObject({ status: 2, ran: false }))
})
