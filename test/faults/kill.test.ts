import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { isOnAll } from '../support/database.js'
import { serviceToKill } from '../support/killed-again.js'
import { createLedger } from '../support/ledger.js'
import { isOtherNode } from '../support/node-under-test.js'
import { places } from '../support/place.js'
import { rebuilt } from '../support/rebuilt.js'
import { dice, rounds, seed } from './rounds.js'

const KILLS = rounds(1, 20)

/** What another version of Node may do differently is in the embedded database, which runs in it. */
const kinds = isOtherNode && !isOnAll ? places.slice(0, 1) : places

describe.each(kinds)('a service that is killed again and again, on $name', (kind) => {
  const killed = serviceToKill(kind)

  test(`keeps every acknowledged write, once, and what was under way whole or not at all (${KILLS} kills)`, {
    timeout: 60_000 + KILLS * 30_000,
  }, async () => {
    const roll = dice(seed)
    const ledger = createLedger()
    for (let kill = 0; kill < KILLS; kill++) {
      const service = await killed.start()
      await ledger.check(service)
      const rolls = [0, 1, 2, 3].map((client) => dice(seed * 1000 + kill * 10 + client))
      const working = ledger.work(service, { rolls, signal: new AbortController().signal })
      const until = ledger.answered() + 15 + roll() * 30
      while (ledger.answered() < until) await pause(roll() * 20)
      await service.kill()
      await working
    }
    const total = await ledger.check(await killed.start())
    const databases = await killed.left()
    expect(ledger.refused).toEqual([])
    expect(ledger.stored.size).toBeGreaterThan(KILLS * 4)
    expect(total).toBeGreaterThan(0)
    const { rows, live, events } = await rebuilt(databases)
    await databases.close()
    ledger.checkLog(events)
    expect(live).toEqual(rows)
  })
})
