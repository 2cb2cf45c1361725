import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type RunningApp, startApp } from '../support/app.js'
import { type Client, clientOf } from '../support/client.js'
import { databasesFor } from '../support/database.js'

const HOUR = 3_600_000
const NOON = Date.UTC(2026, 4, 10, 12)

describe.each(databasesFor(import.meta.url))('a clock that jumps between writes, on $name', ({ open }) => {
  let app: RunningApp
  let client: Client
  const who = { user_id: 'anna' }
  beforeAll(async () => {
    app = await startApp({ open })
    client = clientOf(app)
  })
  afterEach(() => void vi.useRealTimers())
  afterAll(() => app.close())

  /** The machine's clock; timers go on as they are. */
  const clockAt = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: ms })

  test('an hour back and a day ahead keeps time, order and versions', async () => {
    const jumps = [0, -HOUR, 24 * HOUR, 23 * HOUR, -24 * HOUR, 48 * HOUR]
    const ids: string[] = []
    for (const [i, jump] of jumps.entries()) {
      clockAt(NOON + jump)
      ids.push(await client.keep(who, `Ferry ${i} leaves from harbour ${i * 3}.`, { session_id: 's' }))
    }
    clockAt(NOON - 2 * HOUR)
    expect((await client.remove(who, ids[5] ?? '')).status).toBe(200)

    const ats = [0, 0, 24, 24, 24, 48].map((hours) => new Date(NOON + hours * HOUR).toISOString())
    const { memories } = await client.list(who)
    const created = new Map(memories.map(({ id, created_at }) => [id, created_at]))
    expect(ids.slice(0, 5).map((id) => created.get(id))).toEqual(ats.slice(0, 5))
    const { trail } = await client.trail(who, ids[5] ?? '')
    expect(trail.map(({ version, action, timestamp }) => [version, action, timestamp])).toEqual([
      [1, 'add', ats[5]],
      [2, 'delete', ats[5]],
    ])
    const bank = (await client.log()).filter(({ stream }) => stream.includes('-bank-'))
    const times = bank.map(({ metadata }) => String(metadata.at))
    expect([...times].sort()).toEqual(times)
    expect(bank.map(({ revision }) => revision)).toEqual(bank.map((_, i) => BigInt(i)))
    const places = bank.flatMap(({ type, data }) =>
      type === 'MemoryStored' ? [data.place as { ordinal: number }] : [],
    )
    expect(places.map(({ ordinal }) => ordinal)).toEqual(places.map(({ ordinal }) => ordinal).sort((a, b) => a - b))
  })

  test('a clock that was far ahead and is right again still takes writes, finds them and shows them in order', async () => {
    clockAt(NOON + 10 * 365 * 24 * HOUR)
    const first = await client.keep({ user_id: 'ben' }, 'The lantern is in the cellar.')
    clockAt(NOON)
    const second = await client.keep({ user_id: 'ben' }, 'The saddle is on the fence.')
    expect((await client.search({ user_id: 'ben' }, 'Where is the saddle?')).memories[0]?.id).toBe(second)
    const { memories } = await client.list({ user_id: 'ben' })
    expect(memories.map(({ id }) => id).sort()).toEqual([first, second].sort())
    expect(memories[0]?.created_at).toBe(memories[1]?.created_at)
  })
})
