import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../src/postgres/sql.js'
import { type RunningApp, startApp } from '../support/app.js'
import { clientOf, type Fields, readModelOf } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { type EventStoreDouble, startEventStoreDouble } from '../support/eventstoredb/server.js'
import { STEP } from '../support/eventstoredb/server-log.js'

const who = { user_id: 'anna' }
const MANY = 100_000
/** What the server looks at in one step; a checkpoint is believed when the next one comes. */
const WINDOW = 4096

describe.each(databasesFor(import.meta.url))(
  'a service whose log lies among the events of others, its read models on $name',
  ({ open }) => {
    let double: EventStoreDouble
    let remove: () => Promise<void>
    let start: (options?: { readonly untilReady: boolean }) => Promise<RunningApp>
    beforeEach(async () => {
      double = await startEventStoreDouble()
      const all = await open()
      remove = all.close
      const kept = { open: async () => ({ ...all, close: async () => {} }) }
      start = (options) => startApp(kept, { EVENTSTORE_URL: double.url }, options)
    })
    afterEach(async () => {
      await remove()
      await double.close()
    })
    const health = async (app: RunningApp) => (await app.ask<Fields>('/health')).body
    /** Resolves when the server has nothing to look at any more. */
    const quiet = async () => {
      for (let before = -1; before !== double.seen.considered; await pause(300)) before = double.seen.considered
    }

    test('looks through them once, whatever comes: not again after a restart', async () => {
      double.log.foreign(MANY)
      const app = await start()
      const id = await clientOf(app).keep(who, 'The harp is in the hall.')
      double.log.foreign(MANY)
      const past = (double.log.all.at(-1)?.position ?? 0n) + STEP * BigInt(MANY - 3 * WINDOW)
      const passed = async () => {
        const db = await readModelOf(app.databases)
        const [row] = await db.rows<{ passed: bigint }>(sql`select passed from checkpoint`)
        return (row?.passed ?? 0n) >= past
      }
      await expect.poll(passed, { timeout: 30_000 }).toBe(true)
      await app.close()

      const before = double.seen.considered
      const again = await start()
      expect((await clientOf(again).search(who, 'Where is the harp?')).memories.map((memory) => memory.id)).toContain(
        id,
      )
      await quiet()
      expect(double.seen.considered - before).toBeLessThan(8 * WINDOW)
      // The search is counted after its answer: until that is projected, too, something lags.
      await expect.poll(() => health(again), { timeout: 10_000 }).toMatchObject({ status: 'ok', lag: 0, overruns: 0 })
      await again.close()
    })

    test('tells its health at once, by the latest that the log said, while the log is slow to say more', async () => {
      const app = await start()
      await clientOf(app).keep(who, 'The harp is in the hall.')
      await expect.poll(() => health(app), { timeout: 10_000 }).toMatchObject({ status: 'ok', lag: 0 })
      const { end } = await health(app)
      double.script.readsHang = true
      const later = await health(app)
      expect(later).toMatchObject({ status: 'ok', end })
      await pause(300)
      expect((await health(app)).end_age_ms).toBeGreaterThanOrEqual(300)
      await expect
        .poll(() => health(app), { timeout: 60_000 })
        .toMatchObject({ reason: 'Event store unavailable', end: null })
      double.script.readsHang = false
      await expect.poll(() => health(app), { timeout: 10_000 }).toMatchObject({ status: 'ok', end })
      await app.close()
    })

    test('takes an append that overruns its subscription for what it is, and its next read sees it', async () => {
      const app = await start()
      const client = clientOf(app)
      const turns = Array.from({ length: 60 }, (_, i) => `Anna: Place ${i} has the number ${7000 + i}.`)
      for (let i = 0; i < 3; i++) {
        const { memoriesStored } = await client.tell({ user_id: `anna ${i}` }, turns.join('\n'))
        expect(memoriesStored).toBe(60)
        expect((await client.list({ user_id: `anna ${i}` }, { limit: '1' })).total).toBe(60)
      }
      expect(await health(app)).toMatchObject({ status: 'ok', projector: 'running' })
      expect((await health(app)).overruns).toBeGreaterThan(0)
      await app.close()
    })
  },
)
