import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { deferred } from '../../src/concurrency/deferred.js'
import type { DomainEvent } from '../../src/domain/all-events.js'
import type { Recorded } from '../../src/event-store/event-store.js'
import { databases } from '../support/database.js'
import { uuid } from '../support/histories.js'
import { memories, memory, openProjecting, soon, stored, streams } from '../support/projecting.js'
import { dump, openReadModel } from '../support/read-model.js'
import { samples } from '../support/samples.js'

const ANNA = streams.bank('anna')
/** The erasure of a user by request `n`. */
const erasure = (n = 1): DomainEvent => {
  const sample = samples.UserErased
  if (sample?.type !== 'UserErased') throw new Error('the samples have changed')
  return { ...sample, metadata: { ...sample.metadata, commandId: uuid(`erasure ${n}`) } }
}

/** A table of keys that answers when it is told to. */
const slowKeys = () => {
  const asked: Recorded[] = []
  const gate = deferred()
  return {
    asked,
    open: gate.settle,
    destroyErasedUser: async function* (event: Recorded) {
      if (event.type !== 'UserErased') return
      asked.push(event)
      await gate.done
      yield
    },
  }
}

describe.each(databases)('a user who is erased on $name', (database) => {
  let log: Awaited<ReturnType<typeof openProjecting>>
  beforeEach(async () => {
    log = await openProjecting(database)
  })
  afterEach(() => log.close())

  const rowsOfOneGo = async (last: bigint) => {
    const alone = await openReadModel(log.db, 2)
    await log.start({ ...alone, unread: () => true }).reached(last, soon())
    return dump(alone.db)
  }

  test('is there as a whole until the keys are destroyed, then gone as a whole, and others do not wait', async () => {
    await log.append(memory(1), memory(2), memory(3))
    const keys = slowKeys()
    const projector = log.start({ destroyErasedUser: keys.destroyErasedUser })
    const erased = await log.append(erasure())
    await log.append(memory(4))
    const others = await log.appendTo('ben', memory(5))
    await projector.reached(others, soon())
    expect(await log.ids()).toEqual(memories(1, 2, 3, 5))
    expect([projector.isErasing(ANNA), projector.isErasing(streams.recall('anna')), projector.parked()]).toEqual([
      true,
      true,
      0,
    ])
    await expect(projector.erased(ANNA, AbortSignal.timeout(50))).rejects.toThrow('is being erased')
    keys.open()
    await projector.erased(ANNA, soon())
    expect(await log.ids()).toEqual(memories(4, 5))
    expect(keys.asked.map(({ position }) => position)).toEqual([erased])
    expect(await dump(log.model.db)).toEqual(await rowsOfOneGo(others))
    expect(log.said).toEqual({ retrying: [], stopped: [], parked: [], resumed: [] })
  })

  test('and erased again before that has come to its end is taken in at the end of both', async () => {
    await log.append(memory(1))
    const keys = slowKeys()
    const projector = log.start({ destroyErasedUser: keys.destroyErasedUser })
    const erasures = [await log.append(erasure())]
    await log.append(memory(2))
    erasures.push(await log.append(erasure(2)))
    const last = await log.append(memory(3))
    await projector.reached(last, soon())
    keys.open()
    await projector.erased(ANNA, soon())
    expect(keys.asked.map(({ position }) => position)).toEqual(erasures)
    expect(await log.ids()).toEqual(memories(3))
    expect(await dump(log.model.db)).toEqual(await rowsOfOneGo(last))
  })

  test('is erased by the next projector where one ends before the keys are destroyed', async () => {
    await log.append(memory(1))
    const keys = slowKeys()
    const first = log.start({ destroyErasedUser: keys.destroyErasedUser })
    const last = await log.append(erasure())
    await first.reached(last, soon())
    await vi.waitUntil(() => keys.asked.length === 1, 5000)
    const closing = first.close()
    keys.open()
    await closing
    expect(await log.ids()).toEqual(memories(1))
    const second = log.start({ destroyErasedUser: keys.destroyErasedUser })
    await second.reached(await log.appendTo('ben', memory(2)), soon())
    await second.erased(ANNA, soon())
    expect(keys.asked).toHaveLength(2)
    expect(await log.ids()).toEqual(memories(2))
  })

  test('is tried again where the keys cannot be reached', async () => {
    await log.append(memory(1))
    let attempts = 0
    const destroyErasedUser = async function* ({ type }: Recorded) {
      if (type === 'UserErased' && ++attempts === 1) throw new Error('no keys')
      yield
    }
    const projector = log.start({ destroyErasedUser })
    await projector.reached(await log.append(erasure()), soon())
    await projector.erased(ANNA, soon())
    expect([attempts, log.said.retrying.length, await log.ids()]).toEqual([2, 1, []])
  })

  test('is parked where a later event cannot be applied, with all that is erased further on', async () => {
    await log.append(memory(1))
    const keys = slowKeys()
    const projector = log.start({ destroyErasedUser: keys.destroyErasedUser })
    const erasures = [await log.append(erasure())]
    await log.smuggle({ ...stored, type: 'MemoryForgotten' })
    erasures.push(await log.append(erasure(2)))
    await projector.reached(await log.appendTo('ben', memory(2)), soon())
    keys.open()
    await projector.erased(ANNA, soon())
    expect([projector.isParked(ANNA), projector.parked(), await log.ids()]).toEqual([true, 1, memories(2)])
    expect(log.said.parked).toMatchObject([{ position: (erasures[0] ?? 0n) + 1n }])
    expect(keys.asked.map(({ position }) => position)).toEqual(erasures)
  })

  test('who is parked has the keys destroyed at once, before the checkpoint passes', async () => {
    await log.append(memory(1))
    await log.smuggle({ ...stored, type: 'MemoryForgotten' })
    const keys = slowKeys()
    const projector = log.start({ destroyErasedUser: keys.destroyErasedUser })
    const last = await log.append(erasure())
    await vi.waitUntil(() => keys.asked.length === 1, 5000)
    expect(projector.position()).toBeLessThan(last)
    keys.open()
    await projector.reached(last, soon())
    expect([projector.isParked(ANNA), projector.isErasing(ANNA)]).toEqual([true, false])
  })
})
