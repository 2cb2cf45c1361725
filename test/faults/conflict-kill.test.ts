import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { conflictsIn } from '../support/conflicts-in-process.js'
import { serviceToKill } from '../support/killed-again.js'
import { places } from '../support/place.js'
import { rebuilt } from '../support/rebuilt.js'
import { dice, rounds, seed } from './rounds.js'

const KILLS = rounds(2, 20)
const CONFLICTS = 6

describe.each(places)('a service that is killed while conflicts are resolved, on $name', (kind) => {
  const killed = serviceToKill(kind)

  test(`keeps what it has answered, and each whole or not at all (${KILLS} kills)`, {
    timeout: 60_000 + KILLS * 60_000,
  }, async () => {
    const roll = dice(seed)
    const users: string[] = []
    const acknowledged = new Map<string, string>()
    for (let kill = 0; kill < KILLS; kill++) {
      const running = await killed.start({ CONFLICT_EXPIRY_MS: '0' })
      const fresh = Array.from({ length: CONFLICTS }, (_, n) => `user ${kill} ${n}`)
      const told = conflictsIn(running)
      const ids: unknown[] = []
      for (const user of fresh) ids.push((await told.open(user)).id)
      users.push(...fresh)
      const working = Promise.allSettled(
        fresh.map(async (user, n) => {
          await pause(roll() * 60)
          if (n % 3 === 0) return told.autoResolve(user)
          const resolution = n % 3 === 1 ? 'resolved_new' : 'resolved_both'
          const { status } = await told.resolve(ids[n], resolution)
          if (status === 200) acknowledged.set(user, resolution)
          return undefined
        }),
      )
      await pause(roll() * 120)
      await running.kill()
      await working
    }
    const left = conflictsIn(await killed.start({ CONFLICT_EXPIRY_MS: '0' }))
    for (const user of users) {
      const status = await left.statusOfWhole(user)
      if (acknowledged.has(user)) expect(status).toBe(acknowledged.get(user))
      await left.autoResolve(user)
      expect(await left.statusOfWhole(user)).toBe(status === 'open' ? 'resolved_new' : status)
    }
    const databases = await killed.left()
    const { rows, live } = await rebuilt(databases)
    await databases.close()
    expect(live).toEqual(rows)
  })
})
