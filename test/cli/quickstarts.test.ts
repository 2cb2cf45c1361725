import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text as written } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatDouble, chatDouble, says, systemOf } from '../support/chat-double.js'
import { pathUnderTest } from '../support/node-under-test.js'
import { type ServiceProcess, startService } from '../support/own-process.js'

const execute = promisify(execFile)
const hasPython = spawnSync('python3', ['--version']).status === 0

let folder: string
let service: ServiceProcess
let model: ChatDouble

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-quickstarts-'))
  model = await chatDouble(says('I see.'))
  service = await startService({ PALIMPSEST_DATA_DIR: join(folder, 'data'), EMBEDDED_FSYNC: 'false' })
})
afterAll(async () => {
  await service.kill('SIGTERM')
  await model.close()
  await rm(folder, { recursive: true, force: true })
})

/** The program of a page, of which only two names differ: where the service is, and whose memories they are. */
const programOf = async (page: string, { fence, user }: { readonly fence: string; readonly user: string }) => {
  const text = await readFile(page, 'utf8')
  const [, program = ''] = new RegExp(`^\`\`\`${fence}\n(.*?)^\`\`\``, 'ms').exec(text) ?? []
  expect(program.trimEnd().split('\n').length).toBeLessThanOrEqual(25)
  return program.replace('http://127.0.0.1:3050', service.url).replace(/(?<=user\(['"])ana/, user)
}

/** What a program in that folder answers to a line. */
const answerOf = async (command: readonly [string, ...string[]], line: string): Promise<string> => {
  const [program, ...args] = command
  const env = {
    PATH: pathUnderTest,
    OPENAI_API_KEY: 'any',
    OPENAI_BASE_URL: model.baseURL,
    PYTHONPATH: resolve('clients/python'),
  }
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...env, PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end(`${line}\n`)
  const [answer, faults, [code]] = await Promise.all([
    written(child.stdout),
    written(child.stderr),
    once(child, 'exit'),
  ])
  expect({ code, faults }).toEqual({ code: 0, faults: '' })
  return answer
}

const systemsSeen = () => model.received.splice(0).map(({ body }) => systemOf(body))

/** Tells the program something in one run, and asks it in another. */
const expectToRemember = async (command: readonly [string, ...string[]]): Promise<void> => {
  expect(await answerOf(command, 'I moved to Lisbon yesterday.')).toBe('I see.\n')
  expect(await answerOf(command, 'Where do I live?')).toBe('I see.\n')
  const [first, second] = systemsSeen()
  expect(first).toBe('You know of the user:\n')
  expect(second).toMatch(
    /^You know of the user:\n### Subject: site\/chat\n- \[[\d-]{10}\] \[(answer|context)\] .*I moved to Lisbon/,
  )
}

describe('the quickstart', () => {
  test('for TypeScript compiles, and remembers from one run to the next', async () => {
    const modules = join(folder, 'node_modules')
    const client = join(modules, '@palimpsest/client')
    await mkdir(client, { recursive: true })
    await cp('packages/client/package.json', join(client, 'package.json'))
    const compiler = resolve('node_modules/typescript/bin/tsc')
    const build = ['-p', 'packages/client/tsconfig.build.json', '--outDir', join(client, 'dist')]
    await execute(process.execPath, [compiler, ...build])
    for (const name of ['openai', '@types']) await symlink(resolve('node_modules', name), join(modules, name))

    const page = 'docs/quickstart-typescript.md'
    await writeFile(join(folder, 'chat.mts'), await programOf(page, { fence: 'ts', user: 'told-typescript' }))
    const options = [
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--types',
      'node',
    ]
    await execute(process.execPath, [compiler, ...options, 'chat.mts'], { cwd: folder })
    await expectToRemember([process.execPath, '--import', import.meta.resolve('tsx'), 'chat.mts'])
  })

  test.skipIf(!hasPython)('for Python remembers from one run to the next', async () => {
    const page = 'docs/quickstart-python.md'
    await writeFile(join(folder, 'chat.py'), await programOf(page, { fence: 'python', user: 'told-python' }))
    await expectToRemember(['python3', 'chat.py'])
  })
})
