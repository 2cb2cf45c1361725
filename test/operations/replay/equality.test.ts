import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Databases } from '../../../src/postgres/database.js'
import { rounds } from '../../faults/rounds.js'
import { databases } from '../../support/database.js'
import { longHistory } from '../../support/generations.js'
import { numbered, openReplaying, type Replaying } from '../../support/replaying.js'

describe.each(databases)('a check on $name', ({ open }) => {
  let db: Databases
  let replaying: Replaying
  beforeAll(async () => {
    db = await open()
    replaying = await openReplaying(db)
  })
  afterAll(async () => {
    await replaying.close()
    await db.close()
  })

  test('finds an empty store whole', async () => {
    expect(await replaying.check()).toMatchObject({ equal: true, compared: { events: 0, users: 0 } })
  })

  test('finds what the projector made of any history equal to its own fold of it', {
    timeout: rounds(120_000, 3_600_000),
  }, async () => {
    const seeds = fc.uniqueArray(fc.integer({ min: 1, max: 1e6 }), { minLength: 1, maxLength: 2 })
    await fc.assert(
      fc.asyncProperty(seeds, async (several) => {
        for (const seed of several) await replaying.append(numbered(longHistory(seed)))
        expect(await replaying.check()).toMatchObject({ equal: true, mismatch: null })
      }),
      { numRuns: rounds(2, 40), endOnFailure: true },
    )
  })

  test('counts what it has compared', async () => {
    // The random ones before may be short.
    await replaying.append(numbered(longHistory(0, rounds(15, 40))))
    const { compared } = await replaying.check()
    const events = await replaying.told({ ask: 'log', types: [] })
    const banks = new Set(events.map((event) => (event.kind === 'logged' ? event.event.metadata.userId : undefined)))
    expect(compared).toMatchObject({ events: events.length, users: banks.size, parked: 0 })
    for (const count of [compared.streams, compared.memories, compared.versions, compared.episodes, compared.rows])
      expect(count).toBeGreaterThan(20)
  })
})
