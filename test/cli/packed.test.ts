import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { pathUnderTest } from '../support/node-under-test.js'

const execute = promisify(execFile)
const MOST_BYTES = 25_000_000
const { version, dependencies } = JSON.parse(await readFile('package.json', 'utf8'))
/** What a clean clone has that the package is made from. */
const SOURCES = [
  ...['package.json', 'tsconfig.json', 'tsconfig.build.json', 'README.md', 'LICENSE', 'CHANGELOG.md'],
  ...['src', 'projections', 'migrations', 'models', 'tools'],
]

let folder: string
let packed: string
const installed = () => join(folder, 'project/node_modules')

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-packed-'))
  packed = await pack(join(folder, 'clone'))
  await install(packed, join(folder, 'project'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A copy is packed, because packing builds dist/ anew, and somebody may be running it. */
const pack = async (clone: string): Promise<string> => {
  for (const name of SOURCES) await cp(resolve(name), join(clone, name), { recursive: true })
  await symlink(resolve('node_modules'), join(clone, 'node_modules'))
  await execute('npm', ['pack', '--silent'], { cwd: clone })
  return join(clone, `palimpsest-${version}.tgz`)
}

/** Does what npm does, but links the dependencies instead of fetching them. A package that is not among them is missing. */
const install = async (tarball: string, project: string): Promise<void> => {
  const modules = join(project, 'node_modules')
  await mkdir(join(modules, 'palimpsest'), { recursive: true })
  await execute('tar', ['-xzf', tarball, '--strip-components=1', '-C', join(modules, 'palimpsest')])
  for (const name of Object.keys(dependencies)) {
    await mkdir(join(modules, name, '..'), { recursive: true })
    await symlink(resolve('node_modules', name), join(modules, name))
  }
  // This links the programs of the packages.
  await execute('npm', ['rebuild', '--ignore-scripts', '--silent'], { cwd: project })
}

/** The program that `npx palimpsest` runs, serving in an empty folder; with its address as soon as it is ready. */
const serve = async (cwd: string) => {
  const env = { PATH: pathUnderTest, PORT: '0', EMBEDDED_FSYNC: 'false', LOG_LEVEL: 'warn' }
  const program = join(installed(), '.bin/palimpsest')
  const child = spawn(program, ['serve'], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  let output = ''
  for await (const text of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    output += text
    const [, address] = /is ready: (\S+)/.exec(output) ?? []
    if (address !== undefined) return { address, pressCtrlC: () => child.kill('SIGINT'), ended }
  }
  throw new Error(`it ended before it was ready: ${output}`)
}

const post = async (url: string, body: object): Promise<unknown> => {
  const headers = { Authorization: 'Bearer local-dev-key', 'Content-Type': 'application/json' }
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json()
}

describe('the package', () => {
  test('is small, with its embedding model, and holds no sources', async () => {
    const files = await readdir(join(installed(), 'palimpsest'), { recursive: true })
    expect((await stat(packed)).size).toBeLessThan(MOST_BYTES)
    expect(files).toContain('models/static-en/vectors.bin')
    expect(files.filter((file) => /\.(ts|map)$|^(test|eval|bench|tools|docs)\b/.test(file))).toEqual([])
  })

  test('says by its own name what it can do', async () => {
    const { stdout } = await execute('npx', ['--offline', 'palimpsest', '--help'], { cwd: join(folder, 'project') })
    expect(stdout).toContain('Usage: palimpsest')
  })

  test('serves in an empty folder, remembers what it was told, and ends on Ctrl-C', async () => {
    const empty = join(folder, 'empty')
    await mkdir(empty)
    const { address, pressCtrlC, ended } = await serve(empty)
    const memories = `${address}/v1/memories`
    const told = { user_id: 'ana', conversation: 'I live in Lisbon.', source_site: 'chat' }
    expect(await post(`${memories}/ingest/quick`, told)).toMatchObject({ memoriesStored: 1 })
    expect(await post(`${memories}/search`, { user_id: 'ana', query: 'Where do I live?' })).toMatchObject({
      memories: [{ content: expect.stringContaining('Lisbon') }],
    })
    expect(await readdir(empty)).toEqual(['data'])
    pressCtrlC()
    expect(await ended).toEqual([0, null])
  })
})
