import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DirectoryHeld, DirectoryUnusable, lockDirectory } from '../../src/postgres/directory-lock.js'
import { nodeUnderTest } from '../support/node-under-test.js'

let folder: string
const children: ChildProcess[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-lock-'))
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error) => error,
  )

/** What a process of its own says first, and the process. */
const holder = async (directory: string): Promise<{ child: ChildProcess; said: string }> => {
  const program = join(import.meta.dirname, 'lock-holder.ts')
  const child = spawn(nodeUnderTest, ['--import', 'tsx', program, directory, 'http://127.0.0.1:3050'])
  children.push(child)
  const said = await new Promise<string>((resolve) => child.stdout.once('data', (text) => resolve(String(text).trim())))
  return { child, said }
}

const kill = (child: ChildProcess): Promise<void> =>
  new Promise((gone) => {
    child.once('exit', () => gone())
    child.kill('SIGKILL')
  })

describe('the lock on a data directory', () => {
  test('creates it for its owner only, and closes an existing one that holds only a store', async () => {
    const mode = async (path: string) => (await stat(path)).mode & 0o777
    const made = join(folder, 'some', 'where', 'data')
    await (await lockDirectory(made, 'test')).release()
    expect(await mode(made)).toBe(0o700)
    await chmod(made, 0o755)
    await (await lockDirectory(made, 'test')).release()
    expect(await mode(made)).toBe(0o700)
    await chmod(made, 0o755)
    await writeFile(join(made, 'letter.txt'), 'of somebody else')
    await (await lockDirectory(made, 'test')).release()
    expect(await mode(made)).toBe(0o755)
  })

  test.skipIf(process.platform !== 'linux')('is refused at once where nothing can be made', async () => {
    expect(await errorOf(lockDirectory('/proc/palimpsest/data', 'test'))).toBeInstanceOf(DirectoryUnusable)
  })

  test('creates the directory, holds it, names its holder, and releases it', async () => {
    const directory = join(folder, 'a', 'b')
    const lock = await lockDirectory(directory, 'starting')
    lock.describe('http://127.0.0.1:3050')
    const error = await errorOf(lockDirectory(directory, 'second'))
    expect(error).toBeInstanceOf(DirectoryHeld)
    expect(error).toMatchObject({ holder: { pid: process.pid, host: hostname(), about: 'http://127.0.0.1:3050' } })
    expect(String(error)).toContain(`process ${process.pid} on ${hostname()} (http://127.0.0.1:3050)`)
    await lock.release()
    expect(await readdir(directory)).toEqual([])
    await (await lockDirectory(directory, 'third')).release()
  })

  test('excludes other processes, and is taken over from a killed one', async () => {
    const first = await holder(folder)
    expect(first.said).toBe('holding')
    expect(await errorOf(lockDirectory(folder, 'us'))).toMatchObject({ holder: { pid: first.child.pid } })
    await kill(first.child)
    expect((await readdir(folder)).length).toBe(1)
    const lock = await lockDirectory(folder, 'us')
    expect((await readdir(folder)).length).toBe(1)
    expect((await holder(folder)).said).toBe('DirectoryHeld')
    await lock.release()
  })

  test('is held by a suspended process that cannot answer', async () => {
    const { child } = await holder(folder)
    child.kill('SIGSTOP')
    const error = await errorOf(lockDirectory(folder, 'us'))
    expect(error).toBeInstanceOf(DirectoryHeld)
    expect(String(error)).toContain('does not answer')
  })

  test('goes to exactly one of many that take it from a dead holder at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      await kill((await holder(folder)).child)
      const tries = await Promise.allSettled(Array.from({ length: 12 }, (_, i) => lockDirectory(folder, `${i}`)))
      const won = tries.filter((one) => one.status === 'fulfilled')
      expect(won.length).toBe(1)
      for (const one of tries) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(DirectoryHeld)
      for (const one of won) await one.value.release()
    }
  })

  test('goes to exactly one of several processes that start at the same time', async () => {
    const said = await Promise.all(Array.from({ length: 4 }, () => holder(folder)))
    expect(said.map((one) => one.said).sort()).toEqual(['DirectoryHeld', 'DirectoryHeld', 'DirectoryHeld', 'holding'])
  })

  test('works in a directory whose path is too long for a socket address', async () => {
    const directory = join(folder, 'd'.repeat(100), 'e'.repeat(100))
    const lock = await lockDirectory(directory, 'deep')
    expect(await errorOf(lockDirectory(directory, 'second'))).toMatchObject({ holder: { about: 'deep' } })
    await lock.release()
    expect(await readdir(directory)).toEqual([])
  })

  test('reports a path that is no directory', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    for (const path of [file, join(file, 'below')]) {
      const error = await errorOf(lockDirectory(path, 'us'))
      expect(error).toBeInstanceOf(DirectoryUnusable)
      expect(String(error)).toContain(`${path} cannot be used as data directory`)
    }
  })

  test.skipIf(process.getuid?.() === 0)('says clearly that a directory cannot be written', async () => {
    await chmod(folder, 0o500)
    expect(await errorOf(lockDirectory(folder, 'us'))).toBeInstanceOf(DirectoryUnusable)
  })
})
