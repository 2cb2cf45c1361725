import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DirectoryHeld, lockDirectory } from '../../src/postgres/directory-lock.js'
import { nodeUnderTest } from '../support/node-under-test.js'

/** What a container has of its own, but for its files; only some machines let a test make them. */
const CONTAINER = ['--fork', '--pid', '--mount-proc', '--net', '--uts', '--ipc']
const possible = (() => {
  try {
    execFileSync('unshare', [...CONTAINER, 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()
const program = join(import.meta.dirname, 'lock-holder.ts')
const main = join(import.meta.dirname, '../../src/main.ts')

let folder: string
/** Of each, `unshare` outside and the process that it has made. */
const running: { readonly outer: ChildProcess; readonly inner: () => number }[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-container-'))
})
afterEach(async () => {
  for (const each of running.splice(0)) await kill(each)
  await rm(folder, { recursive: true, force: true })
})

const contained = (...args: readonly string[]) => {
  const node = [nodeUnderTest, '--import', import.meta.resolve('tsx'), ...args]
  const outer = spawn('unshare', [...CONTAINER, ...node], { cwd: tmpdir(), stdio: ['ignore', 'pipe', 'pipe'] })
  const inner = () => Number(readFileSync(`/proc/${outer.pid}/task/${outer.pid}/children`, 'utf8').trim())
  const one = { outer, inner }
  running.push(one)
  return one
}

const kill = async ({ outer, inner }: (typeof running)[number]) => {
  if (outer.exitCode !== null || outer.signalCode !== null) return
  const ended = once(outer, 'exit')
  const pid = inner()
  if (pid > 0) process.kill(pid, 'SIGKILL')
  await ended
}

const holder = async () => {
  const one = contained(program, folder, 'http://127.0.0.1:3050')
  const [said] = await once(one.outer.stdout ?? one.outer, 'data')
  return { ...one, said: String(said).trim() }
}

describe.skipIf(!possible)('the lock on a data directory that containers share', () => {
  test('excludes a process of another container, and names the holder', async () => {
    const lock = await lockDirectory(folder, 'http://127.0.0.1:3050')
    const second = contained(main, 'migrate', '--data-dir', folder)
    let told = ''
    second.outer.stderr?.on('data', (text) => {
      told += text
    })
    const [code] = await once(second.outer, 'close')
    expect(told).toContain(`${folder} is in use by process ${process.pid} on ${hostname()} (http://127.0.0.1:3050)`)
    expect(code).toBe(3)
    await lock.release()
  })

  test('is held by a container against this process, and against another container', async () => {
    const first = await holder()
    expect(first.said).toBe('holding')
    const error = await lockDirectory(folder, 'us').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(DirectoryHeld)
    // In a container of its own it is the first process.
    expect(error).toMatchObject({ holder: { pid: 1, about: 'http://127.0.0.1:3050' } })
    expect((await holder()).said).toBe('DirectoryHeld')
  })

  test('is taken over from a killed container, by this process and by another container', async () => {
    await kill(await holder())
    expect(await readdir(folder)).toHaveLength(1)
    const lock = await lockDirectory(folder, 'us')
    await lock.release()
    await kill(await holder())
    expect(await readdir(folder)).toHaveLength(1)
    expect((await holder()).said).toBe('holding')
    expect(await readdir(folder)).toHaveLength(1)
  })
})
