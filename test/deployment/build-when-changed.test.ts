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
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const TOOL = resolve('tools/build-when-changed.mjs')
const MAIN = 'dist/src/main.js'
const folders: string[] = []
const SETTINGS = ['tsconfig.json', 'tsconfig.build.json', 'package.json', 'package-lock.json']

/** A program of three files with this project's settings. */
const program = () => {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-build-'))
  folders.push(folder)
  const path = (file: string) => join(folder, file)
  for (const name of ['src/parts', 'src/text/languages', 'projections']) mkdirSync(path(name), { recursive: true })
  for (const file of SETTINGS) cpSync(resolve(file), path(file))
  const write = (file: string, text: string) => writeFileSync(path(file), text)
  write('src/main.ts', `import { said } from './parts/said.js'\nconsole.log(said satisfies string)\n`)
  write('src/parts/said.ts', `export const said: string = 'one'\n`)
  write('projections/index.ts', 'export const projections = []\n')
  write('projections/version.ts', '')
  const build = () => spawnSync(process.execPath, [TOOL], { cwd: folder, encoding: 'utf8' })
  const says = () => spawnSync(process.execPath, [MAIN], { cwd: folder, encoding: 'utf8' }).stdout.trim()
  const unfinished = () => readdirSync(path('dist')).filter((name) => name.startsWith('.'))
  return { folder, path, write, build, says, unfinished }
}

/** What `npm start` makes of such a program, once for all tests. */
const kept = mkdtempSync(join(tmpdir(), 'palimpsest-built-'))
beforeAll(() => {
  const made = program()
  const stderr = expect.stringMatching(/^Compiling palimpsest, .*\nCompiled in \d+\.\d s\.\n$/)
  expect(made.build()).toMatchObject({ status: 0, stdout: '', stderr })
  cpSync(made.path('dist'), kept, { recursive: true, preserveTimestamps: true })
})
afterAll(() => {
  for (const folder of [kept, ...folders]) rmSync(folder, { recursive: true, force: true })
})

/** A program that is built already. */
const built = () => {
  const made = program()
  cpSync(kept, made.path('dist'), { recursive: true, preserveTimestamps: true })
  return made
}

describe('the build before a start', () => {
  test('makes what is missing, and writes and says nothing a second time', () => {
    const { path, build, says } = built()
    expect(says()).toBe('one')
    const files = [MAIN, 'dist/made-from.json'].map(path)
    const before = files.map((file) => statSync(file).mtimeMs)
    expect(build()).toMatchObject({ status: 0, stdout: '', stderr: '' })
    expect(files.map((file) => statSync(file).mtimeMs)).toEqual(before)
  })

  test('sees a changed source by what it says, not by its size or its time', () => {
    const { path, write, build, says } = built()
    const { atime, mtime } = statSync(path('src/parts/said.ts'))
    write('src/parts/said.ts', `export const said: string = 'two'\n`)
    utimesSync(path('src/parts/said.ts'), atime, mtime)
    expect(build().status).toBe(0)
    expect(says()).toBe('two')
  })

  test('lets a program be started by its own name', () => {
    const { path, write, build } = built()
    write('src/main.ts', `#!/usr/bin/env node\nconsole.log('started')\n`)
    expect(build().status).toBe(0)
    expect(spawnSync(path(MAIN), { encoding: 'utf8' }).stdout).toBe('started\n')
  })

  test('compiles a new source', () => {
    const { write, build, says } = built()
    write('src/parts/new.ts', `export const said = 'new'\n`)
    write('src/main.ts', `import { said } from './parts/new.js'\nconsole.log(said)\n`)
    expect(build().status).toBe(0)
    expect(says()).toBe('new')
  })

  test('keeps nothing of a source that is gone', () => {
    const { path, write, build, says } = built()
    write('src/main.ts', `const { said } = await import('./parts/said.js')\nconsole.log(said)\n`)
    expect(build().status).toBe(0)
    expect([says(), existsSync(path('dist/chunks'))]).toEqual(['one', true])
    write('src/main.ts', `console.log('alone')\n`)
    rmSync(path('src/parts'), { recursive: true })
    expect(build().status).toBe(0)
    expect([says(), readdirSync(path('dist')).sort()]).toEqual(['alone', ['chunks', 'made-from.json', 'src']])
    expect(readdirSync(path('dist/chunks'))).toEqual([])
  })

  test.each(SETTINGS)('is made anew when %s has changed', (file) => {
    const { path, write, build } = built()
    const stamp = () => readFileSync(path('dist/made-from.json'), 'utf8')
    const before = stamp()
    write(file, `${readFileSync(path(file), 'utf8')}\n`)
    expect(build().status).toBe(0)
    expect(stamp()).not.toBe(before)
  })

  test.each<[string, (file: string) => void]>([
    ['is gone', (file) => rmSync(file)],
    ['was emptied by a power cut', (file) => truncateSync(file)],
    ['was written by hand', (file) => writeFileSync(file, `console.log('mine')\n`)],
  ])('is mended when a file of it %s', (_, damage) => {
    const { path, build, says } = built()
    damage(path(MAIN))
    expect(build().status).toBe(0)
    expect(says()).toBe('one')
  })

  test('does not take half of a newer build for the older one when the sources are the older ones again', () => {
    const { path, write, build, says } = built()
    const [source, before] = ['src/parts/said.ts', readFileSync(path('dist/made-from.json'))] as const
    write(source, `export const said: string = 'two'\n`)
    build()
    writeFileSync(path('dist/made-from.json'), before)
    write(source, `export const said: string = 'one'\n`)
    expect(build().status).toBe(0)
    expect(says()).toBe('one')
  })

  test('ends with the place of a mistake in writing, and leaves the build before as it was', () => {
    const { write, build, says } = built()
    write('src/parts/said.ts', `export const said: string = = 'two'\n`)
    for (const { status, stderr } of [build(), build()])
      expect([status, stderr]).toEqual([1, expect.stringContaining('src/parts/said.ts:1:28')])
    expect(says()).toBe('one')
  })

  test('is completed by the next start when it was killed, and leaves nothing behind', async () => {
    const { folder, path, build, says, unfinished } = program()
    const numbers = Array.from({ length: 300 }, (_, n) => n)
    for (const n of numbers) writeFileSync(path(`src/parts/${n}.ts`), `export const n = ${n}\n`)
    // What is imported later is a file of its own, so there is much to write.
    const later = numbers.map((n) => `void (() => import('./parts/${n}.js'))\n`)
    writeFileSync(path('src/main.ts'), `${readFileSync(path('src/main.ts'), 'utf8')}${later.join('')}`)
    const killed = spawn(process.execPath, [TOOL], { cwd: folder })
    const over = once(killed, 'exit')
    while (!existsSync(path('dist/chunks'))) await pause(1)
    killed.kill('SIGKILL')
    await over
    writeFileSync(path(`dist/.${killed.pid}`), 'half')
    expect(existsSync(path('dist/made-from.json'))).toBe(false)
    expect(build().status).toBe(0)
    expect([says(), unfinished()]).toEqual(['one', []])
  })

  test('is made by several starts at once without any losing it', async () => {
    const { folder, says, unfinished } = program()
    const start = () =>
      spawn('sh', ['-c', `"${process.execPath}" "${TOOL}" && "${process.execPath}" ${MAIN}`], { cwd: folder })
    const starts = [1, 2, 3].map(() => once(start(), 'exit'))
    expect((await Promise.all(starts)).map(([code]) => code)).toEqual([0, 0, 0])
    expect([says(), unfinished()]).toEqual(['one', []])
  })

  test('comes before every start, and costs no second npm', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(scripts.start).toMatch(
      /^node tools\/build-when-changed\.mjs && .*\bexec .*node .*dist\/src\/main\.js serve$/,
    )
  })
})
