import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Fields, query } from '../support/client.js'
import { type ServiceProcess, startService } from '../support/own-process.js'
import { type Place, places } from '../support/place.js'
import { rebuilt } from '../support/rebuilt.js'
import { dice, rounds, seed } from './rounds.js'

const KILLS = rounds(2, 20)
const CONFLICTS = 6
const OLD = 'The API gateway listens on port 8080.'
const NEW = 'The API gateway listens on port 9090.'

/** What becomes of the existing memory and of the new one. */
const OUTCOMES: Readonly<Record<string, readonly [string, string]>> = {
  open: ['active', 'needs_clarification'],
  resolved_new: ['superseded', 'active'],
  resolved_existing: ['active', 'deleted'],
  resolved_both: ['active', 'active'],
}

describe.each(places)('a service that is killed while conflicts are resolved, on $name', ({ makeStore }) => {
  let place: Place
  let service: ServiceProcess | undefined
  beforeEach(async () => {
    place = await makeStore()
  })
  afterEach(async () => {
    await service?.kill()
    await place.remove()
  })

  const as = (user_id: string, agent_id: string) => ({ user_id, workspace_id: 'crew', agent_id })
  const conflictOf = async (running: ServiceProcess, user: string): Promise<Fields> => {
    const { body } = await running.ask(`/v1/agents/conflicts?${query(as(user, 'a'), { status: 'all' })}`)
    return Object([body.conflicts].flat()[0])
  }
  const open = async (running: ServiceProcess, user: string): Promise<void> => {
    for (const [agent, conversation] of [
      ['a', OLD],
      ['b', NEW],
    ] as const) {
      const said = { ...as(user, agent), conversation, source_site: 'chat' }
      expect((await running.ask('/v1/memories/ingest/quick', said)).status).toBe(200)
    }
  }
  /** The conflict and both of its memories are of one step: none of it or all. */
  const expectWhole = async (running: ServiceProcess, user: string): Promise<string> => {
    const { id, status } = await conflictOf(running, user)
    const { body } = await running.ask(`/v1/agents/conflicts/${id}?${query(as(user, 'c'))}`)
    expect([Object(body.existing).status, Object(body.new).status], String(status)).toEqual(OUTCOMES[String(status)])
    return String(status)
  }

  test(`keeps what it has answered, and each whole or not at all (${KILLS} kills)`, {
    timeout: 60_000 + KILLS * 60_000,
  }, async () => {
    const roll = dice(seed)
    const users: string[] = []
    const acknowledged = new Map<string, string>()
    for (let kill = 0; kill < KILLS; kill++) {
      service = await startService({ ...place.settings, CONFLICT_EXPIRY_MS: '0' })
      const running = service
      const fresh = Array.from({ length: CONFLICTS }, (_, n) => `user ${kill} ${n}`)
      for (const user of fresh) await open(running, user)
      users.push(...fresh)
      const ids = await Promise.all(fresh.map(async (user) => String((await conflictOf(running, user)).id)))
      const working = Promise.allSettled(
        fresh.map(async (user, n) => {
          await pause(roll() * 60)
          if (n % 3 === 0) return running.ask('/v1/agents/conflicts/auto-resolve', { user_id: user })
          const resolution = n % 3 === 1 ? 'resolved_new' : 'resolved_both'
          const { status } = await running.ask(`/v1/agents/conflicts/${ids[n]}/resolve`, { resolution }, 'PUT')
          if (status === 200) acknowledged.set(user, resolution)
          return undefined
        }),
      )
      await pause(roll() * 120)
      await running.kill()
      await working
    }
    service = await startService({ ...place.settings, CONFLICT_EXPIRY_MS: '0' })
    for (const user of users) {
      const status = await expectWhole(service, user)
      if (acknowledged.has(user)) expect(status).toBe(acknowledged.get(user))
      await service.ask('/v1/agents/conflicts/auto-resolve', { user_id: user })
      expect(await expectWhole(service, user)).toBe(status === 'open' ? 'resolved_new' : status)
    }
    await service.kill()
    service = undefined
    const databases = await place.open()
    const { rows, live } = await rebuilt(databases)
    await databases.close()
    expect(live).toEqual(rows)
  })
})
