import { cpSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { ForeignCluster, POSTGRES_MAJOR } from '../../src/postgres/foreign-cluster.js'
import { openPglite } from '../../src/postgres/pglite.js'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-foreign-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const open = () => openPglite(folder, { fsync: false })
const refusal = () =>
  open().then(
    () => undefined,
    (error) => error,
  )
const version = () => join(folder, 'cluster', 'PG_VERSION')

describe('a data directory', () => {
  test('of another version is refused unchanged, with advice', async () => {
    cpSync(inject('pgliteFolder'), folder, { recursive: true })
    await (await open()).close()
    expect((await readFile(version(), 'utf8')).trim()).toBe(POSTGRES_MAJOR)
    for (const [major, words] of [
      ['19', 'a newer version'],
      ['17', 'another version'],
    ] as const) {
      await writeFile(version(), `${major}\n`)
      const error = await refusal()
      expect(error).toBeInstanceOf(ForeignCluster)
      expect(String(error)).toContain(words)
      expect(String(error)).toContain('Start the version that wrote it')
      expect(await readFile(version(), 'utf8')).toBe(`${major}\n`)
    }
    await writeFile(version(), `${POSTGRES_MAJOR}\n`)
    await (await open()).close()
  })

  test('of a Postgres server is refused, and so is an invalid cluster', async () => {
    await mkdir(join(folder, 'cluster'))
    await writeFile(join(folder, 'cluster', 'holiday.txt'), 'not ours')
    expect(String(await refusal())).toContain('it is no database')
    await writeFile(join(folder, 'PG_VERSION'), '16')
    expect(String(await refusal())).toContain('data directory of a Postgres server')
    expect(await readFile(join(folder, 'cluster', 'holiday.txt'), 'utf8')).toBe('not ours')
  })
})
