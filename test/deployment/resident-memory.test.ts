import { readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { sql } from '../../src/postgres/sql.js'
import { startService } from '../support/own-process.js'
import { makeEmbedded } from '../support/place.js'

/** What tells glibc to give freed memory back: the variables of a line. */
const allocator = (line: string) =>
  Object.fromEntries([...line.matchAll(/(MALLOC_\w+)=(\d+)/g)].map(([, ...pair]) => pair))

const ofStart: Record<string, string> = allocator(JSON.parse(readFileSync('package.json', 'utf8')).scripts.start)
const folder = () => mkdtemp(join(tmpdir(), 'palimpsest-memory-'))

describe('the memory of an idle embedded service', () => {
  test('is given back to the system as much in a container as by npm start', () => {
    expect(ofStart).toEqual({ MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' })
    expect(allocator(readFileSync('Dockerfile', 'utf8'))).toEqual(ofStart)
  })

  test('holds 32 MB of database pages, which PGlite fills at the start', async () => {
    const place = await makeEmbedded(await folder())
    const databases = await place.open()
    expect(await databases.within('public').rows(sql`show shared_buffers`)).toEqual([{ shared_buffers: '32MB' }])
    await databases.close()
    await place.remove()
  })

  test.runIf(process.platform === 'linux')('is below 400 MB as soon as it is up', async () => {
    const place = await makeEmbedded(await folder())
    const service = await startService({ ...place.settings, ...ofStart, LOG_LEVEL: 'info' })
    await pause(1000)
    const pid = /"pid":(\d+)/.exec(service.output())?.[1]
    const kilobytes = Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
    await service.kill()
    await place.remove()
    expect(kilobytes / 1024).toBeLessThan(400)
  })
})
