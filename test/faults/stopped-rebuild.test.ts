import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { palimpsest, start } from '../cli/command.js'
import { createLedger } from '../support/ledger.js'
import { type ServiceProcess, startService } from '../support/own-process.js'
import { makeStore, type Place } from '../support/place.js'
import { dice, rounds, seed } from './rounds.js'

const STOPS = rounds(1, 10)
/** Enough for a rebuild that lasts longer than the stop needs to come. */
const LINES = 250

let place: Place
let service: ServiceProcess | undefined
beforeAll(async () => {
  place = await makeStore(await mkdtemp(join(tmpdir(), 'palimpsest-stopped-')))
})
afterAll(async () => {
  await service?.kill()
  await place.remove()
})

test(`a service that is stopped while it rebuilds ends, tells who asked, and serves again (${STOPS} times)`, {
  timeout: 120_000 + STOPS * 60_000,
}, async () => {
  const ledger = createLedger()
  service = await startService(place.settings)
  const text = Array.from({ length: LINES }, (_, i) => `Anna: Crate ${i} holds the papers of house ${i * 7}.`).join(
    '\n',
  )
  const told = await service.ask('/v1/memories/ingest/quick', {
    user_id: 'anna',
    source_site: 'chat',
    conversation: text,
  })
  expect(told).toMatchObject({ status: 200, body: { memoriesStored: LINES } })
  for (let stop = 0; stop < STOPS; stop++) {
    const rolls = [dice(seed * 100 + stop)]
    const working = ledger.work(service, { rolls, signal: new AbortController().signal })
    const rebuild = start(['rebuild', '--verify', '--json'], place.settings)
    await rebuild.seen(/"phase":"Building"/)
    const began = performance.now()
    await service.kill('SIGTERM')
    const { code, stdout, stderr } = await rebuild.ended
    await working
    expect(performance.now() - began).toBeLessThan(9000)
    expect(service.exitCode()).toBe(0)
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: 'The server was stopped meanwhile: run the command again.\n',
    })
    expect(stdout).not.toContain('result')
    service = await startService(place.settings)
    await ledger.check(service)
    const { body } = await service.ask('/v1/memories/list?user_id=anna&limit=1')
    expect(body.total).toBe(LINES)
  }
  expect(ledger.refused).toEqual([])
  const again = await palimpsest(['rebuild', '--verify'], place.settings)
  expect(again).toMatchObject({ code: 0, stdout: expect.stringMatching(/rows: equal\.\n.*_2 now/) })
})
