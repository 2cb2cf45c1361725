import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { palimpsest, start } from '../cli/command.js'
import { freshPostgres } from '../support/database.js'
import { createLedger } from '../support/ledger.js'
import { type ServiceProcess, startService } from '../support/own-process.js'
import { dice, rounds, seed } from './rounds.js'

const postgres = await freshPostgres()
const REBUILDS = rounds(1, 10)
const KILLS = rounds(1, 10)
/** Requests before a rebuild, and after it. */
const ASKED = rounds(4, 20)
/** A few at once leave the processes that they are to disturb less than half of the machine. */
const CLIENTS = rounds([0], [0, 1, 2])

describe.skipIf(postgres === undefined)('a rebuild by a process beside the service, on Postgres', () => {
  const settings = { DATABASE_URL: postgres?.url ?? '' }
  const ledger = createLedger()
  let service: ServiceProcess
  let raw: Client
  beforeAll(async () => {
    service = await startService(settings)
    raw = new Client({ connectionString: settings.DATABASE_URL })
    await raw.connect()
  })
  afterAll(async () => {
    await raw.end()
    await service.kill()
    await postgres?.drop()
  })

  const generations = async () =>
    (await raw.query('select number, live from generations.generation order by number')).rows as {
      number: number
      live: boolean
    }[]
  const schemas = async () =>
    (
      await raw.query(`select nspname::text as name from pg_namespace where nspname like 'read\\_%' order by 1`)
    ).rows.map(({ name }) => String(name))
  /** The service reads it, too: it has left what was there before, which would not be dropped else. */
  const onlyLive = (number: number) =>
    vi.waitFor(
      async () => {
        expect(await generations()).toEqual([{ number, live: true }])
        expect(await schemas()).toEqual([expect.stringMatching(new RegExp(`_${number}$`))])
      },
      { timeout: 30_000, interval: 100 },
    )
  const liveNumber = async () => (await generations()).find(({ live }) => live)?.number ?? 0
  const underLoad = async (from: number, work: () => Promise<void>) => {
    const stop = new AbortController()
    const rolls = CLIENTS.map((client) => dice(seed * 100 + from + client))
    const working = ledger.work(service, { rolls, signal: stop.signal })
    const asked = async (more: number) => {
      for (const until = ledger.answered() + more; ledger.answered() < until; ) await pause(20)
    }
    await asked(ASKED)
    await work()
    await asked(ASKED)
    stop.abort()
    await working
    expect(ledger.refused).toEqual([])
    await ledger.check(service)
  }

  test(`finds the same rows, and fails no request (${REBUILDS} times)`, { timeout: REBUILDS * 120_000 }, async () => {
    for (let i = 0; i < REBUILDS; i++) {
      const number = (await liveNumber()) + 1
      await underLoad(i * 10, async () => {
        const { code, stdout, stderr } = await palimpsest(['rebuild', '--verify'], settings)
        expect({ code, stdout, stderr }).toMatchObject({
          code: 0,
          stdout: expect.stringMatching(new RegExp(`rows: equal\\.\nRequests read read_\\w+_${number} now\\.`)),
        })
      })
      await onlyLive(number)
    }
  })

  /** A rebuild that has begun and cannot go on until `release`, for its checkpoint is locked. */
  const heldRebuild = async (next: number) => {
    const rebuild = start(['rebuild', '--json'], settings)
    const made = () => schemas().then((all) => all.find((name) => name.endsWith(`_${next}`)))
    const schema = await vi.waitFor(
      async () => {
        const found = await made()
        expect(found).toBeDefined()
        return found
      },
      { timeout: 60_000, interval: 2 },
    )
    await raw.query('begin')
    await raw.query(`select position from ${schema}.checkpoint for update`)
    return { rebuild, release: () => raw.query('rollback') }
  }

  test('is the only one: a second one is refused with 3 and a sentence', { timeout: 120_000 }, async () => {
    const next = (await liveNumber()) + 1
    await underLoad(500, async () => {
      const { rebuild, release } = await heldRebuild(next)
      const second = await palimpsest(['rebuild', '--verify'], settings)
      expect(second).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining('under way already') })
      await release()
      expect((await rebuild.ended).code).toBe(0)
    })
    await onlyLive(next)
  })

  test(`killed in the middle leaves the live one, and the next one arrives (${KILLS} times)`, {
    timeout: KILLS * 120_000,
  }, async () => {
    for (let i = 0; i < KILLS; i++) {
      const live = await liveNumber()
      await underLoad(1000 + i * 10, async () => {
        const { rebuild, release } = await heldRebuild(live + 1)
        await rebuild.seen(/"phase":"Building"/)
        rebuild.child.kill('SIGKILL')
        await rebuild.ended
        await release()
        expect(await generations()).toContainEqual({ number: live, live: true })
      })
      expect(await liveNumber()).toBe(live)
      expect(await palimpsest(['rebuild', '--verify'], settings)).toMatchObject({ code: 0 })
      await onlyLive(live + 1)
    }
  })
})
