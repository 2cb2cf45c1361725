import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { openPglite } from '../../src/postgres/pglite.js'
import { sql } from '../../src/postgres/sql.js'
import { compiledOf } from '../support/compiled.js'
import { nodeUnderTest, quickStart } from '../support/node-under-test.js'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-durability-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const open = (fsync: boolean) => openPglite(folder, { fsync })
/** Puts a prepared cluster into the folder. */
const prepare = () => fs.cpSync(inject('pgliteFolder'), folder, { recursive: true })

const numbers = sql`select n from kept order by n`

describe('PGlite in a directory', () => {
  test.each([
    [true, 'each before it is acknowledged'],
    [false, 'never'],
  ])('with fsync %s forces commits to disk: %s', async (fsync) => {
    prepare()
    const all = await open(fsync)
    await all.script('create table kept (n int)')
    const calls = vi.spyOn(fs, 'fsyncSync')
    const db = all.within('public')
    for (const n of [1, 2, 3]) {
      const before = calls.mock.calls.length
      await db.rows(sql`insert into kept values (${n})`)
      expect(calls.mock.calls.length > before).toBe(fsync)
    }
    const before = calls.mock.calls.length
    await db.transaction((tx) => tx.rows(sql`insert into kept values (4)`))
    expect(calls.mock.calls.length > before).toBe(fsync)
    calls.mockRestore()
    await all.close()

    const again = await open(fsync)
    expect(await again.within('public').rows(numbers)).toEqual([1, 2, 3, 4].map((n) => ({ n })))
    await again.close()
  })

  test.each(['fsync', 'no-fsync'])('with %s has every acknowledged row after a kill', async (mode) => {
    prepare()
    const writer = spawn(nodeUnderTest, [...quickStart, compiledOf('test/postgres/crash-writer.ts'), folder, mode])
    let said = ''
    const killed = new Promise((exit) => writer.once('exit', (_, signal) => exit(signal)))
    await new Promise<void>((enough, failed) => {
      writer.once('exit', () => failed(new Error('the writer ended by itself')))
      writer.stdout.on('data', (text: Buffer) => {
        said += text
        if (said.split('\n').length > 50) enough()
      })
    })
    writer.kill('SIGKILL')
    expect(await killed).toBe('SIGKILL')

    const readYourWrites = said.split('\n').slice(0, -1).map(Number)
    const all = await open(false)
    const found = (await all.within('public').rows<{ n: number }>(numbers)).map(({ n }) => n)
    expect(found.slice(0, readYourWrites.length)).toEqual(readYourWrites)
    expect(found.length - readYourWrites.length).toBeLessThan(100)
    await all.close()
  })

  test('creates a cluster anew after an interrupted creation', async () => {
    const unfinished = join(folder, 'cluster.new')
    await fs.promises.mkdir(unfinished)
    await writeFile(join(unfinished, 'PG_VERSION'), '17')
    const all = await openPglite(folder, {
      fsync: false,
      loadDataDir: new Blob([await readFile(inject('pgliteDump'))]),
    })
    expect(await all.within('public').rows(sql`select 1 as one`)).toEqual([{ one: 1 }])
    await all.close()
    await expect(access(unfinished)).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
