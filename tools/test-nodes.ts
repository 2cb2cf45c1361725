/**
 * Runs the suites that start the program as a process with those processes on other versions of Node, each fetched
 * with npm and kept in the system's folder for temporary files: npm run test:nodes [-- VERSION ...]. A version that
 * cannot be had on this machine is passed over, and counted.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const VERSIONS = ['22', '24', '26']
/** Start and stop, first requests, the command line, and what a kill leaves behind. */
const SUITES = [
  'test/cli/node-version.test.ts',
  'test/cli/arguments.test.ts',
  'test/cli/lifecycle.test.ts',
  'test/cli/serve.test.ts',
  'test/faults/kill.test.ts',
]

type Outcome = { readonly is: 'passed' | 'failed' | 'not run'; readonly told: string }

/** The program of a version, fetched once. It is renamed into its place, so that two runs at once do not meet. */
const fetched = async (version: string): Promise<string> => {
  const kept = join(tmpdir(), `palimpsest-node-${version}`)
  const name = `node-${process.platform}-${process.arch}`
  if ((await ownerOf(kept)) === undefined) {
    const fresh = await mkdtemp(`${kept}-`)
    const quiet = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    await execute('npm', ['install', '--prefix', fresh, ...quiet, `${name}@${version}`], { timeout: 300_000 })
      .then(() => rename(fresh, kept))
      .catch(async (error: unknown) => {
        await rm(fresh, { recursive: true, force: true })
        if ((await ownerOf(kept)) === undefined) throw error
      })
  }
  if ((await ownerOf(kept)) !== process.getuid?.()) throw new Error(`${kept} belongs to another user`)
  return join(kept, 'node_modules', name, 'bin/node')
}

const ownerOf = (folder: string): Promise<number | undefined> =>
  stat(folder).then(
    ({ uid }) => uid,
    () => undefined,
  )

/** The whole version of a program; refuses one that is of another than was asked for. */
const versionOf = async (node: string, asked: string): Promise<string> => {
  const { stdout } = await execute(node, ['-p', 'process.versions.node'])
  const version = stdout.trim()
  if (version.split('.')[0] !== asked) throw new Error(`${node} is of version ${version}`)
  return version
}

/** Runs the suites with their processes on that program, and tells how many tests passed. */
const tested = async (node: string, version: string): Promise<Outcome> => {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-nodes-'))
  const report = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const began = performance.now()
  const env = { ...process.env, PALIMPSEST_TEST_NODE: node }
  const run = ['node_modules/vitest/vitest.mjs', 'run', ...SUITES, ...reporters, '--testTimeout=180000']
  const vitest = spawn(process.execPath, run, { env, stdio: 'inherit' })
  const [code] = await once(vitest, 'close')
  const counts: Record<string, number> = await readFile(report, 'utf8').then(JSON.parse, () => ({}))
  await rm(folder, { recursive: true, force: true })
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0 } = counts
  const seconds = Math.round((performance.now() - began) / 1000)
  const told = `${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped, in ${seconds} s`
  const passed = code === 0 && numPassedTests > 0
  return { is: passed ? 'passed' : 'failed', told: `Node ${version}: ${told}${passed ? '' : ` (exit code ${code})`}` }
}

const outcomeOf = async (version: string): Promise<Outcome> => {
  const had = await fetched(version)
    .then(async (node) => ({ node, whole: await versionOf(node, version) }))
    .catch((error: unknown) => ({ reason: error instanceof Error ? error.message.trim().split('\n').at(-1) : error }))
  if ('reason' in had) return { is: 'not run', told: `Node ${version}: not run, it cannot be had (${had.reason})` }
  console.log(`\nprocesses under test run on Node ${had.whole}`)
  return tested(had.node, had.whole)
}

const asked = process.argv.slice(2)
const outcomes: Outcome[] = []
for (const version of asked.length > 0 ? asked : VERSIONS) outcomes.push(await outcomeOf(version))
const count = (wanted: Outcome['is']): string => `${outcomes.filter(({ is }) => is === wanted).length} ${wanted}`

console.log('\nSuites that start processes, on other versions of Node:')
for (const { told } of outcomes) console.log(`  ${told}`)
console.log(`  versions: ${count('passed')}, ${count('failed')}, ${count('not run')}`)
process.exitCode = outcomes.some(({ is }) => is === 'failed') ? 1 : 0
