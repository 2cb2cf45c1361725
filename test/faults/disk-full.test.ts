import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { createLedger } from '../support/ledger.js'
import { type ServiceProcess, startService } from '../support/own-process.js'
import { makeStore } from '../support/place.js'
import { rebuilt } from '../support/rebuilt.js'
import { dice, rounds, seed } from './rounds.js'

const MiB = 1 << 20
const FILLS = rounds(1, 5)
const folder = mkdtempSync(join(tmpdir(), 'palimpsest-small-'))

/** A disk of its own; only root may have one. */
const mounted = (() => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=192m', 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()
const ballast = join(folder, 'ballast')
const room = () => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

let service: ServiceProcess | undefined
afterAll(async () => {
  await service?.kill()
  if (mounted) execFileSync('umount', ['-l', folder])
  rmSync(folder, { recursive: true, force: true })
})

test.skipIf(!mounted)(
  `a full disk refuses writes cleanly and loses nothing that was acknowledged (${FILLS} times)`,
  {
    timeout: 60_000 + FILLS * 60_000,
  },
  async () => {
    const place = await makeStore(join(folder, 'data'))
    const ledger = createLedger()
    for (let fill = 0; fill < FILLS; fill++) {
      service = await startService(place.settings)
      await ledger.check(service)
      writeFileSync(ballast, Buffer.alloc(Math.max(0, room() - (fill % 3) * 2 * MiB)))
      const stop = new AbortController()
      const rolls = [0, 1, 2, 3].map((client) => dice(seed * 100 + fill * 10 + client))
      const working = ledger.work(service, { rolls, signal: stop.signal })
      const before = ledger.refused.length
      for (let waited = 0; waited < 300 && ledger.refused.length < before + 20; waited++) await pause(100)
      await pause(500)
      stop.abort()
      await working
      expect(service.exitCode(), 'it runs on').toBeUndefined()
      await service.kill()
      rmSync(ballast)
    }
    expect(ledger.refused.length).toBeGreaterThan(0)
    expect([...new Set(ledger.refused.map(({ status }) => status))]).toEqual([503])
    expect(ledger.refused.filter(({ retryAfter }) => !/^\d+$/.test(retryAfter ?? ''))).toEqual([])

    service = await startService(place.settings)
    await ledger.check(service)
    const roomy = new AbortController()
    const before = ledger.stored.size
    const working = ledger.work(service, { rolls: [dice(seed)], signal: roomy.signal })
    while (ledger.stored.size < before + 6) await pause(20)
    roomy.abort()
    await working
    await ledger.check(service)
    await service.kill()
    const databases = await place.open()
    const { rows, live, events } = await rebuilt(databases)
    await databases.close()
    ledger.checkLog(events)
    expect(live).toEqual(rows)
  },
)
