import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLog } from '../../src/app/open-log.js'
import { configFrom } from '../../src/config/config.js'
import type { EventStore } from '../../src/event-store/event-store.js'
import type { Databases } from '../../src/postgres/database.js'
import { migrate } from '../../src/postgres/migrate.js'
import { databases } from '../support/database.js'
import { migrations } from '../support/log.js'
import { type Recording, recording } from '../support/recording.js'
import { saying, textOf } from '../support/said.js'

const STREAM = 'palimpsest-bank-a'
const APPENDS = 8

describe.each(databases)('a follower of the log on $name', ({ open }) => {
  let db: Databases
  let recorded: Recording
  let here: EventStore
  let there: EventStore
  beforeAll(async () => {
    db = await open()
    await migrate(db, migrations('log'), 'log')
    recorded = recording(db)
    here = await openLog(configFrom({}), { databases: recorded.databases })
    there = await openLog(configFrom({}), { databases: db })
  })
  afterAll(async () => {
    await Promise.all([here.close(), there.close()])
    await db.close()
  })

  test('does not read the log for what its own process has appended, and does for what another has', async () => {
    const stop = new AbortController()
    const seen: string[] = []
    const following = (async () => {
      for await (const batch of here.follow('start', stop.signal)) seen.push(...batch.map(textOf))
    })()
    const arrived = (text: string) => expect.poll(() => seen.at(-1), { timeout: 60_000 }).toBe(text)
    await here.append(STREAM, 'any', saying(['first']))
    await arrived('first')
    const issued = await recorded.during(async () => {
      for (let n = 0; n < APPENDS; n++) {
        await here.append(STREAM, 'any', saying([`own ${n}`]))
        await arrived(`own ${n}`)
        await pause(50) // in which the server's word of it comes back
      }
    })
    // It looks once a second all the same.
    expect(issued.filter(({ text }) => text.includes('as sized')).length).toBeLessThan(APPENDS / 2)
    await there.append(STREAM, 'any', saying(['of another']))
    await arrived('of another')
    stop.abort()
    await following
  })
})
