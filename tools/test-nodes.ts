/**
 * Runs the suites that start the program as a process with those processes on other versions of Node, each fetched
 * with npm and kept in the system's folder for temporary files: npm run test:nodes [-- VERSION ...]. All of them are one
 * run, which prepares its databases once. A version that cannot be had on this machine is passed over, and counted.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startVitest } from 'vitest/node'

const execute = promisify(execFile)
const VERSIONS = ['22', '24', '26']
/** Start and stop, first requests, the command line, and what a kill leaves behind. */
const SUITES = [
  'test/cli/node-version.test.ts',
  'test/cli/arguments.test.ts',
  'test/cli/lifecycle.test.ts',
  'test/cli/serve.test.ts',
  'test/cli/mcp.test.ts',
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

type Had = { readonly version: string; readonly node: string; readonly whole: string }

const had = async (version: string): Promise<Had | Outcome> => {
  try {
    const node = await fetched(version)
    return { version, node, whole: await versionOf(node, version) }
  } catch (error) {
    const reason = error instanceof Error ? error.message.trim().split('\n').at(-1) : error
    return { is: 'not run', told: `Node ${version}: not run, it cannot be had (${reason})` }
  }
}

const nameOf = ({ whole }: Had): string => `Node ${whole}`

/** Runs the suites once for each of these programs, side by side, with their processes on it. */
const tested = async (programs: readonly Had[]): Promise<readonly Outcome[]> => {
  const common = { include: SUITES, pool: 'forks' as const, isolate: false, testTimeout: 180_000, hookTimeout: 180_000 }
  const projects = programs.map((program) => {
    const env = { PALIMPSEST_TEST_NODE: program.node }
    return { test: { ...common, name: nameOf(program), env, expect: { poll: { timeout: 60_000 } } } }
  })
  const globalSetup = ['test/support/global-setup.ts']
  const vitest = await startVitest('test', [], { watch: false, config: false, maxWorkers: 3, globalSetup, projects })
  const outcomes = programs.map((program) => outcomeOf(program, vitest.state.getTestModules()))
  await vitest.close()
  return outcomes
}

type Modules = ReturnType<Awaited<ReturnType<typeof startVitest>>['state']['getTestModules']>

const outcomeOf = (program: Had, modules: Modules): Outcome => {
  const mine = modules.filter(({ project }) => project.name === nameOf(program))
  const states = mine.flatMap(({ children }) => [...children.allTests()].map((test) => test.result().state))
  const count = (wanted: string): number => states.filter((state) => state === wanted).length
  const told = `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`
  const passed = mine.length === SUITES.length && mine.every((each) => each.ok()) && count('passed') > 0
  return { is: passed ? 'passed' : 'failed', told: `${nameOf(program)}: ${told}${passed ? '' : ' (not all is well)'}` }
}

const asked = process.argv.slice(2)
const found = await Promise.all((asked.length > 0 ? asked : VERSIONS).map(had))
const programs = found.filter((each): each is Had => 'node' in each)
const outcomes = [
  ...(programs.length > 0 ? await tested(programs) : []),
  ...found.filter((each): each is Outcome => 'is' in each),
]
const count = (wanted: Outcome['is']): string => `${outcomes.filter(({ is }) => is === wanted).length} ${wanted}`

console.log('\nSuites that start processes, on other versions of Node:')
for (const { told } of outcomes) console.log(`  ${told}`)
console.log(`  versions: ${count('passed')}, ${count('failed')}, ${count('not run')}`)
process.exitCode = outcomes.some(({ is }) => is === 'failed') ? 1 : 0
