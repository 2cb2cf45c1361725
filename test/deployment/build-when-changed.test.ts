import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'

const TOOL = resolve('tools/build-when-changed.mjs')
const MAIN = 'dist/src/main.js'

/** A program of three files with this project's settings and compiler. */
const program = () => {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-build-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = (file: string) => join(folder, file)
  for (const name of ['src/parts', 'projections', 'node_modules/typescript']) mkdirSync(path(name), { recursive: true })
  for (const file of ['tsconfig.json', 'tsconfig.build.json', 'package.json', 'node_modules/typescript/package.json'])
    cpSync(resolve(file), path(file))
  symlinkSync(resolve('node_modules/typescript/lib'), path('node_modules/typescript/lib'))
  const write = (file: string, text: string) => writeFileSync(path(file), text)
  write('src/main.ts', `import { said } from './parts/said.js'\nconsole.log(said satisfies string)\n`)
  write('src/parts/said.ts', `export const said: string = 'one'\n`)
  write('projections/none.ts', 'export type None = never\n')
  const build = () => spawnSync(process.execPath, [TOOL], { cwd: folder, encoding: 'utf8' })
  const says = () => spawnSync(process.execPath, [MAIN], { cwd: folder, encoding: 'utf8' }).stdout.trim()
  /** Told apart by its place on the disk: a build is never written over. */
  const identity = () => statSync(path('dist')).ino
  return { folder, path, write, build, says, identity }
}

/** A program that is built already. */
const built = () => {
  const made = program()
  expect(made.build()).toMatchObject({ status: 0, stdout: '', stderr: '' })
  return made
}

const leftovers = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('dist.'))

describe('the build before a start', () => {
  test('makes what is missing, and nothing a second time', () => {
    const { folder, build, says, identity } = built()
    expect(says()).toBe('one')
    const before = identity()
    expect(build().status).toBe(0)
    expect([identity(), leftovers(folder)]).toEqual([before, []])
  })

  test('sees a changed source by what it says, not by its size or its time', () => {
    const { path, write, build, says } = built()
    const { atime, mtime } = statSync(path('src/parts/said.ts'))
    write('src/parts/said.ts', `export const said: string = 'two'\n`)
    utimesSync(path('src/parts/said.ts'), atime, mtime)
    expect(build().status).toBe(0)
    expect(says()).toBe('two')
  })

  test('keeps nothing of a source that is gone', () => {
    const { path, write, build, says } = built()
    write('src/main.ts', `console.log('alone')\n`)
    rmSync(path('src/parts'), { recursive: true })
    expect(build().status).toBe(0)
    expect([says(), existsSync(path('dist/src/parts'))]).toEqual(['alone', false])
  })

  test.each(['tsconfig.json', 'tsconfig.build.json', 'package.json', 'node_modules/typescript/package.json'])(
    'is made anew when %s has changed',
    (file) => {
      const { path, write, build, identity } = built()
      const before = identity()
      write(file, `${readFileSync(path(file), 'utf8')}\n`)
      expect(build().status).toBe(0)
      expect(identity()).not.toBe(before)
    },
  )

  test.each<[string, (file: string) => void]>([
    ['is gone', (file) => rmSync(file)],
    ['was emptied by a power cut', (file) => truncateSync(file)],
    ['was written by hand', (file) => writeFileSync(file, `console.log('mine')\n`)],
    ['came in beside', (file) => writeFileSync(`${file}.bak`, '')],
  ])('is made anew when a file of it %s', (_, damage) => {
    const { path, build, says, identity } = built()
    const before = identity()
    damage(path(MAIN))
    expect(build().status).toBe(0)
    expect(says()).toBe('one')
    expect(identity()).not.toBe(before)
  })

  test('ends with the place of a mistake in writing, and leaves the build before as it was', () => {
    const { folder, write, build, says } = built()
    write('src/parts/said.ts', `export const said: string = = 'two'\n`)
    for (const { status, stderr } of [build(), build()])
      expect([status, stderr]).toEqual([1, expect.stringMatching(/^src\/parts\/said\.ts\(1,29\): error TS1109/)])
    expect([says(), leftovers(folder)]).toEqual(['one', []])
  })

  test('is not taken for whole when it was killed, and leaves nothing behind for long', async () => {
    const { folder, path, build, says } = program()
    const killed = spawn(process.execPath, [TOOL], { cwd: folder })
    const over = once(killed, 'exit')
    while (leftovers(folder).length === 0) await pause(5)
    killed.kill('SIGKILL')
    await over
    expect([existsSync(path('dist')), leftovers(folder)]).toEqual([false, [`dist.${killed.pid}`]])
    expect(build().status).toBe(0)
    expect([says(), leftovers(folder)]).toEqual(['one', []])
  })

  test('is made by two starts at once without either losing it', async () => {
    const { folder, says } = program()
    const starts = [1, 2].map(() => once(spawn(process.execPath, [TOOL], { cwd: folder, stdio: 'inherit' }), 'exit'))
    expect((await Promise.all(starts)).map(([code]) => code)).toEqual([0, 0])
    expect([says(), leftovers(folder)]).toEqual(['one', []])
  })

  test('comes before every start, and costs no second npm', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(scripts.start).toBe('node tools/build-when-changed.mjs && exec node dist/src/main.js serve')
  })
})
