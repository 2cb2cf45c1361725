import fs from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { openPglite } from '../../src/postgres/pglite.js'
import { openLog } from '../support/log.js'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-log-'))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true, force: true })
})

type Call = { readonly what: 'write' | 'fsync' | 'acknowledged'; readonly wal: boolean }

test.skipIf(process.platform !== 'linux')(
  'every append is written to the write-ahead log and forced to disk before it is acknowledged',
  async () => {
    const loadDataDir = new Blob([await readFile(inject('pgliteDump'))])
    const all = await openPglite(folder, { fsync: true, loadDataDir })
    const store = await openLog(all)
    const calls: Call[] = []
    const { fsyncSync, writeSync } = fs
    const isWal = (file: number) => fs.readlinkSync(`/proc/self/fd/${file}`).includes('/pg_wal/')
    vi.spyOn(fs, 'fsyncSync').mockImplementation((file) => {
      fsyncSync(file)
      calls.push({ what: 'fsync', wal: isWal(file) })
    })
    vi.spyOn(fs, 'writeSync').mockImplementation((...args: unknown[]) => {
      const written: number = Reflect.apply(writeSync, fs, args)
      calls.push({ what: 'write', wal: isWal(Number(args[0])) })
      return written
    })
    const append = async (n: number) => {
      const id = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
      await store.append(`test-bank-${n}`, 'no-stream', [
        { id, type: 'Noted', data: { n }, metadata: { schema: 1, append: { index: 0, count: 1 } } },
      ])
      calls.push({ what: 'acknowledged', wal: false })
    }
    for (let n = 0; n < 5; n++) await append(n)
    await Promise.all(Array.from({ length: 60 }, (_, i) => append(100 + i)))
    vi.restoreAllMocks()

    let unforced = 0
    let forced = 0
    for (const { what, wal } of calls) {
      if (what === 'write' && wal) unforced += 1
      if (what === 'fsync' && wal) {
        if (unforced > 0) forced += 1
        unforced = 0
      }
      if (what === 'acknowledged') expect(unforced).toBe(0)
    }
    expect(calls.filter(({ what }) => what === 'acknowledged').length).toBe(65)
    // Five alone, and the sixty in groups: one flush for each transaction, and never one for each append.
    expect(forced).toBeGreaterThanOrEqual(7)
    expect(forced).toBeLessThan(65)
    const first = calls.findIndex(({ what }) => what === 'acknowledged')
    expect(calls.slice(0, first).map(({ what }) => what)).toEqual(expect.arrayContaining(['write', 'fsync']))
    await store.close()
    await all.close()
  },
)
