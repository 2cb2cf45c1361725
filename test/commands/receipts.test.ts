import { v7 } from 'uuid'
import { afterEach, describe, expect, test } from 'vitest'
import { createForgetRecalls } from '../../src/commands/forget-recalls.js'
import { createRecalls, type Receipts } from '../../src/commands/record-recalls.js'
import type { Answered, AnsweredSearch, RecallEvent, RecallOf } from '../../src/domain/recall.js'
import { decode } from '../../src/event-store/codec.js'
import { EventStoreUnavailable, type StoredEvent } from '../../src/event-store/event-store.js'
import { uuid } from '../support/histories.js'
import { plainStreams } from '../support/prefix.js'
import { searchAt } from '../support/recall-samples.js'

const at = '2026-01-02T03:04:05.678Z'
const streams = plainStreams('test')
const { recallId: _, at: __, ...search } = searchAt(at, 1)
const asking = (query: string, more: Partial<Answered['said']> = {}) => ({ ...search, said: { query, ...more } })

/** A log in memory, which recognises an append that it has taken before; it can be cut off. */
const aLog = () => {
  const appends = new Map<string, readonly StoredEvent[]>()
  const log = { down: false, deaf: false }
  return {
    ...{ log, appends },
    store: {
      append: async (_stream: string, _expected: unknown, events: readonly StoredEvent[]) => {
        if (log.down) throw new EventStoreUnavailable('down')
        appends.set(events.map(({ id }) => id).join(), events)
        if (log.deaf) throw new EventStoreUnavailable('the answer was lost')
        return { revision: BigInt(appends.size), position: BigInt(appends.size) }
      },
    },
    events: () => [...appends.values()].flat().map((event) => decode(event)) as RecallEvent[], // nothing else is appended
  }
}

describe('receipts of searches', () => {
  let closing = async () => {}
  afterEach(() => closing())
  const given = (receipts: Receipts = 'ids') => {
    let commands = 0
    const { store, ...rest } = aLog()
    const source = { now: () => at, newId: () => uuid(`command ${commands++}`), newRecallId: () => v7() }
    const parts = { store: store as never, streams, ...source, receipts, failed: () => {}, flushMs: 60_000 } // of a log, append is all that is used
    const recalls = createRecalls(parts)
    closing = recalls.close
    const written = (): readonly AnsweredSearch[] =>
      rest.events().flatMap(({ data }) => (data as RecallOf<'MemoriesRecalled'>['data']).searches) // by its type
    return { ...recalls, ...rest, written }
  }

  test('go with the counts of their flush, in one event', async () => {
    const { recalled, answered, flush, events } = given()
    recalled('anna', [uuid('one')])
    const ids = [answered('anna', () => asking('tea')), answered('anna', () => asking('more tea'))]
    await flush()
    expect(events()).toMatchObject([
      { data: { recalls: [{ times: 1 }], searches: ids.map((recallId) => ({ recallId })) } },
    ])
  })

  test('keep words only where they are to be kept, and then without secrets', async () => {
    const asked = asking('tea, password: hunter2secret', { subject: 'Ana' })
    for (const [receipts, said] of [
      ['ids', null],
      ['full', { query: 'tea, password: [redacted: password]', subject: 'Ana' }],
    ] as const) {
      const { answered, flush, written } = given(receipts)
      answered('anna', () => asked)
      await flush()
      expect(written()).toMatchObject([{ said, at }])
      await closing()
    }
  })

  test('that are off are not even made', () => {
    const unmade = () => expect.fail('it was made')
    expect(given('off').answered('anna', unmade)).toBe(undefined)
  })

  test('whose append was not answered are written once', async () => {
    const { answered, settled, log, written, appends } = given()
    log.deaf = true
    const id = answered('anna', () => asking('tea'))
    await settled('anna')
    log.deaf = false
    expect(await settled('anna')).toBeGreaterThan(0n)
    expect(written().map(({ recallId }) => recallId)).toEqual([id])
    expect(appends.size).toBe(1)
  })

  test('are settled for one user, and wait on for the others', async () => {
    const { answered, settled, flush, written } = given()
    const [own, other] = ['anna', 'ben'].map((user) => answered(user, () => asking('tea')))
    await settled('anna')
    expect(written().map(({ recallId }) => recallId)).toEqual([own])
    await flush()
    expect(written().map(({ recallId }) => recallId)).toEqual([own, other])
  })

  test('go in appends far smaller than the least that a log takes', async () => {
    const { answered, flush, appends, written } = given('full')
    for (let i = 0; i < 40; i++) answered('anna', () => asking('\u0001'.repeat(10_000)))
    await flush()
    const sizes = [...appends.values()].map((events) => Buffer.byteLength(JSON.stringify(events)))
    expect(Math.max(...sizes)).toBeLessThan(2 ** 19)
    expect(written()).toHaveLength(40)
  })

  test('are given up when too many wait while the log is away, and taken again when it is back', async () => {
    const { answered, flush, log, written } = given('full')
    log.down = true
    const large = asking('tea', { metadata: { note: 'x'.repeat(33 * 2 ** 20) } })
    const small = asking('tea')
    expect(answered('anna', () => large)).toBeDefined()
    expect(answered('anna', () => small)).toBe(undefined)
    await flush()
    expect(answered('ben', () => small)).toBe(undefined)
    log.down = false
    await flush()
    expect(written()).toHaveLength(1)
    expect(answered('ben', () => small)).toBeDefined()
  })
})

describe('forgetting receipts', () => {
  const given = (retentionDays: number, days: { userId: string; day: string }[], standing = false) => {
    const { store, events } = aLog()
    const left = [...days]
    const forget = createForgetRecalls({
      ...{ store, streams, now: () => at, retentionDays, newId: () => crypto.randomUUID() },
      recallsBefore: async (day, most) => left.filter((one) => one.day < day).slice(0, most),
      recallsWithErased: async () => [],
      // What is shown is no longer there.
      shown: async () => void (standing || left.splice(0, 500)),
    })
    return { ...forget, events }
  }
  const old = (n: number) => ({
    userId: `user ${n % 2}`,
    day: new Date(Date.UTC(2010, 0, 1 + n)).toISOString().slice(0, 10),
  })

  test('names the days of each user, step by step until none are left', async () => {
    const { forgetRecalls, events } = given(
      30,
      Array.from({ length: 700 }, (_, n) => old(n)),
    )
    await forgetRecalls()
    expect(events().map(({ type, metadata }) => [type, metadata.userId])).toEqual(
      ['user 0', 'user 1', 'user 0', 'user 1'].map((user) => ['RecallsExpired', user]),
    )
  })
  test('does not name the days of users who stand still over and over', async () => {
    const { forgetRecalls, events } = given(
      30,
      Array.from({ length: 700 }, (_, n) => ({ ...old(n), userId: `user ${n}` })),
      true,
    )
    await forgetRecalls()
    expect(events()).toHaveLength(500)
  })
  test('keeps all of them where they are to be kept for ever', async () => {
    const { forgetRecalls, events } = given(0, [old(1)])
    await forgetRecalls()
    expect(events()).toEqual([])
  })
  test('keeps what is of the last day, which is hidden by then', async () => {
    const { forgetRecalls, events } = given(1, [{ userId: 'anna', day: '2026-01-01' }])
    await forgetRecalls()
    expect(events()).toEqual([])
  })
})
