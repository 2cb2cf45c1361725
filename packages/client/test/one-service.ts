import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    url: string
  }
}

export const KEY = 'standard-key-of-the-tests'
export const ADMIN_KEY = 'admin-key-of-the-tests'
const ROOT = resolve(import.meta.dirname, '../../..')

/** Starts the service, as `npm start` does, for all suites; gives the function that stops it. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  execFileSync(process.execPath, ['tools/build-when-changed.mjs'], { cwd: ROOT, stdio: ['ignore', 'ignore', 'pipe'] })
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-client-'))
  const env = {
    PATH: process.env.PATH,
    PORT: '0',
    PALIMPSEST_DATA_DIR: join(folder, 'data'),
    EMBEDDED_FSYNC: 'false',
    LOG_LEVEL: 'error',
    CORE_API_KEY: KEY,
    CORE_ADMIN_API_KEY: ADMIN_KEY,
    CORE_RUNTIME_CONFIG_MUTATION_ENABLED: 'true',
  }
  const child = spawn(process.execPath, ['--liftoff-only', 'dist/src/main.js', 'serve'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  let output = ''
  for await (const text of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    output += text
    const [, url] = /is ready: (\S+)/.exec(output) ?? []
    if (url === undefined) continue
    project.provide('url', url)
    return stop
  }
  await stop()
  throw new Error(`the service did not start: ${output}`)
}
