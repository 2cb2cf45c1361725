import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { isOnAll } from '../support/database.js'
import { serviceToKill } from '../support/killed-again.js'
import { isOtherNode } from '../support/node-under-test.js'
import type { ServiceProcess } from '../support/own-process.js'
import { places } from '../support/place.js'
import { rebuilt } from '../support/rebuilt.js'
import { dice, rounds, seed } from './rounds.js'

const KILLS = rounds(2, 20)
const kinds = isOtherNode && !isOnAll ? places.slice(0, 1) : places

describe.each(kinds)('a service that is killed while a statement takes a slot, on $name', (kind) => {
  const killed = serviceToKill(kind)
  const tell = ({ ask }: ServiceProcess, n: number, replaces: readonly string[]) =>
    ask('/v1/memories/ingest/quick', {
      user_id: 'ana',
      source_site: 'chat',
      messages: [
        { role: 'user', content: `I live in house ${n} now.`, key: 'home' },
        { role: 'user', content: `My parcels go to box ${n}.`, ...(replaces.length > 0 && { replaces }) },
      ],
    })
  const listed = async ({ ask }: ServiceProcess) => {
    const { body } = await ask('/v1/memories/list?user_id=ana&limit=100')
    const memories = body.memories as readonly { readonly id: string; readonly content: string }[]
    return memories.toSorted((a, b) => (a.content < b.content ? -1 : 1))
  }

  test(`leaves one statement in the slot and one of what replaces by id, both of one request (${KILLS} kills)`, {
    timeout: 60_000 + KILLS * 30_000,
  }, async () => {
    const roll = dice(seed)
    let n = 0
    let acknowledged = -1
    let box: readonly string[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      const service = await killed.start()
      const until = n + 3 + roll() * 5
      const dying = async () => {
        while (n < until) await pause(1)
        await pause(roll() * 40)
        await service.kill()
      }
      const telling = async () => {
        for (;;) {
          const { status, body } = await tell(service, n, box)
          expect(status, JSON.stringify(body)).toBe(200)
          box = (body.memoryIds as readonly string[]).slice(1)
          acknowledged = n++
        }
      }
      await Promise.all([dying(), expect(telling()).rejects.toThrow()])
      const restarted = await killed.start()
      const left = await listed(restarted)
      const told = left.map(({ content }) => Number(/\d+/.exec(content)?.[0]))
      expect([left.length, new Set(told).size]).toEqual([2, 1])
      expect([acknowledged, n]).toContain(told[0])
      // The same once more is the same, whether it was written or not.
      const again = await tell(restarted, n, box)
      expect(again.status, JSON.stringify(again.body)).toBe(200)
      const after = await listed(restarted)
      expect(after.map(({ content }) => content)).toEqual([
        `User: I live in house ${n} now.`,
        `User: My parcels go to box ${n}.`,
      ])
      box = after.slice(1).map(({ id }) => id)
      acknowledged = n++
      await restarted.kill()
    }
    const databases = await killed.left()
    const { rows, live } = await rebuilt(databases)
    await databases.close()
    expect(live).toEqual(rows)
  })
})
