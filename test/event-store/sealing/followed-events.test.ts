import { afterAll, describe, expect, test } from 'vitest'
import type { DomainEvent } from '../../../src/domain/all-events.js'
import { encode } from '../../../src/event-store/codec.js'
import type { EventStore, Recorded, StoredEvent, StreamName } from '../../../src/event-store/event-store.js'
import { destroyedBy } from '../../../src/event-store/sealing/erasures.js'
import { keysIn as keysOf } from '../../../src/event-store/sealing/open-events.js'
import { sealingEventStore } from '../../../src/event-store/sealing/sealing-event-store.js'
import { isUnavailable } from '../../../src/postgres/faults.js'
import { keysIn } from '../../support/data-keys.js'
import { databases } from '../../support/database.js'
import { openLog } from '../../support/log.js'
import { memory, streams } from '../../support/projecting.js'
import { samples } from '../../support/samples.js'

const STREAM = streams.bank('followed-anna')

const wait = (check: () => void) => expect.poll(check, { timeout: 60_000 })

const destroysKeys = (event: DomainEvent) =>
  event.type === 'UserErased' ||
  encode([event], 'any').some(
    (each) => destroyedBy([{ ...each, stream: STREAM, revision: 0n, position: 1n }]) !== undefined,
  )

/** Commands make ids of events: those of two commands are never taken for one another. */
const ofCommand = <Event extends DomainEvent>(n: number, event: Event): Event => ({
  ...event,
  metadata: { ...event.metadata, commandId: `00000000-0000-4000-8000-${`${n}`.padStart(12, '0')}` },
})

describe.each(databases)('what a follower is handed of a sealed log, on $name', ({ open }) => {
  const opened = open()
  afterAll(async () => (await opened).close())

  const sealedLog = async () => {
    const db = await opened
    const [raw, keys] = [await openLog(db), await keysIn(db)]
    return { raw, keys, store: sealingEventStore(raw, { keys, isUnavailable }) }
  }
  const everythingOf = async (store: EventStore, stream: StreamName) => {
    const all: Recorded[] = []
    for await (const event of store.read(stream)) all.push(event)
    return all
  }
  /** What a follower is handed from the end of the log on, until it is stopped. */
  const following = async (store: EventStore) => {
    const stop = new AbortController()
    const seen: Recorded[] = []
    const after = await store.end()
    const over = (async () => {
      for await (const batch of store.follow(after, stop.signal)) seen.push(...batch)
    })()
    await new Promise((ready) => setTimeout(ready, 50)) // it follows from now on
    const stopped = async () => {
      stop.abort()
      await over
    }
    return { seen, stop: stopped }
  }

  test('is what was appended, and what the log reads as', async () => {
    const { raw, store } = await sealedLog()
    const follower = await following(store)
    const kinds = Object.values(samples).filter((event) => 'userId' in event.metadata && !destroysKeys(event))
    const appended: StoredEvent[] = []
    for (const [n, event] of kinds.entries()) {
      const events = encode([ofCommand(7000 + n, event)], 'any')
      appended.push(...events)
      await store.append(STREAM, 'any', events)
    }
    await wait(() => follower.seen.length).toBe(appended.length)
    await follower.stop()
    expect(follower.seen).toStrictEqual(await everythingOf(store, STREAM))
    expect(follower.seen.map(({ data }) => data)).toEqual(appended.map(({ data }) => data))
    await raw.close()
  })

  test('reads as erased where its key was destroyed in between', async () => {
    const { raw, store, keys } = await sealedLog()
    const ben = streams.bank('followed-ben')
    const destroying: typeof keys = {
      ...keys,
      find: async (refs) => {
        // Between the append and the follower that looks for the keys.
        const words = keysOf(await everythingOf(raw, ben)).filter(({ part }) => part >= 0)
        await keys.destroy({ named: words.filter(({ owner }) => refs.some((ref) => ref.owner === owner)), ranges: [] })
        return keys.find(refs)
      },
    }
    const late = sealingEventStore(raw, { keys: destroying, isUnavailable })
    const watching = await following(late)
    await late.append(ben, 'any', encode([memory(1)], 'any'))
    await wait(() => watching.seen.length).toBe(1)
    await watching.stop()
    expect(watching.seen).toStrictEqual(await everythingOf(store, ben))
    expect(watching.seen[0]?.data).toMatchObject({ said: { erased: true } })
    await raw.close()
  })
})
