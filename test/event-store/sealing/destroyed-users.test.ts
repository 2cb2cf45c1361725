import { afterAll, describe, expect, test } from 'vitest'
import type { DomainEvent } from '../../../src/domain/all-events.js'
import { encode } from '../../../src/event-store/codec.js'
import { isAnonymous, type Recorded } from '../../../src/event-store/event-store.js'
import { batchesOf } from '../../../src/event-store/log-range.js'
import { nameOf } from '../../../src/event-store/sealing/key-ref.js'
import { keysIn as keysOf } from '../../../src/event-store/sealing/open-events.js'
import { ownerOfNames } from '../../../src/event-store/sealing/pseudonyms.js'
import { sealingEventStore } from '../../../src/event-store/sealing/sealing-event-store.js'
import { isUnavailable } from '../../../src/postgres/faults.js'
import { keysIn } from '../../support/data-keys.js'
import { databases } from '../../support/database.js'
import { openLog } from '../../support/log.js'
import { memory, streams } from '../../support/projecting.js'
import { samples } from '../../support/samples.js'

const ANNA = streams.bank('anna')

describe.each(databases)('the keys of a user who is erased, on $name', ({ open }) => {
  const opened = open()
  afterAll(async () => (await opened).close())

  test('are destroyed by whoever follows the log: that of the names at once, the others some at a time', async () => {
    const db = await opened
    const [raw, keys] = [await openLog(db), await keysIn(db)]
    const store = sealingEventStore(raw, { keys, isUnavailable })
    const append = (event: DomainEvent) => store.append(ANNA, 'any', encode([event], 'any'))
    await append(memory(1))
    const { position: before } = await append(memory(2))
    const erasure = samples.UserErased
    if (erasure?.type !== 'UserErased') throw new Error('the samples have changed')
    await append({ ...erasure, data: { ...erasure.data, bank: { from: 0, to: 1 } } })
    const stored: Recorded[] = []
    for await (const event of raw.read(ANNA)) stored.push(event)
    const words = keysOf(stored).filter(({ owner }) => owner !== ownerOfNames(ANNA))
    const states = async () => {
      const found = await keys.find(words)
      return words.map((ref) => (found.get(nameOf(ref)) === 'destroyed' ? 'destroyed' : 'there'))
    }

    const ended = new AbortController()
    const followed: Recorded[] = []
    for await (const batch of store.follow(before, ended.signal)) {
      followed.push(...batch)
      if (followed.length > 0) break
    }
    expect(followed.map(isAnonymous)).toEqual([false])
    expect(await states()).toEqual(['there', 'there'])
    expect((await keys.issueWith(ownerOfNames(ANNA), () => [])).current.ref.part).toBe(1)
    await append(memory(3))

    const [erasing] = followed
    if (erasing === undefined) throw new Error('nothing was followed')
    for await (const _ of store.destroyErasedUser(erasing));
    expect(await states()).toEqual(['destroyed', 'destroyed'])

    const again: Recorded[] = []
    const { signal } = ended
    for await (const batch of batchesOf(store, { end: await store.end(), signal })) again.push(...batch)
    expect(again.map(isAnonymous)).toEqual([true, true, false, false])
    await raw.close()
  })

  test('are noticed to be destroyed by another process before anything more is sealed with them', async () => {
    const db = await opened
    const raw = await openLog(db)
    const [keys, others] = [await keysIn(db), await keysIn(db)]
    const owner = ownerOfNames(streams.bank('cara'))
    const wanted = (part: number) => () => [{ owner: '00000000-0000-4000-8000-0000000000ca', part }]
    const first = await keys.issueWith(owner, wanted(1))
    const again = await keys.issueWith(owner, wanted(2))
    await others.destroy({ named: [first.current.ref], ranges: [] })
    const after = await keys.issueWith(owner, wanted(3))
    const parts = [first, again, after].map(({ current, issued }) => [current.ref.part, issued.size])
    expect(parts).toEqual([
      [0, 1],
      [0, 1],
      [1, 1],
    ])
    expect(after.current.key.equals(first.current.key)).toBe(false)
    await raw.close()
  })

  test('are destroyed of what was sealed before, and reached the log afterwards', async () => {
    const db = await opened
    const [raw, keys] = [await openLog(db), await keysIn(db)]
    const ben = streams.bank('ben')
    const { current: former } = await keys.issueWith(ownerOfNames(ben), () => [])
    await keys.destroy({ named: [former.ref], ranges: [] })
    const late = sealingEventStore(raw, {
      keys: {
        ...keys,
        issueWith: async (_, wanted) => ({ current: former, issued: await keys.issue(wanted(former)) }),
      },
      isUnavailable,
    })
    await late.append(ben, 'any', encode([memory(9)], 'any'))
    const stored: Recorded[] = []
    for await (const event of raw.read(ben)) stored.push(event)
    const words = keysOf(stored).filter(({ owner }) => owner !== ownerOfNames(ben))
    const signal = new AbortController().signal
    for await (const _ of batchesOf(late, { end: await raw.end(), signal }));
    const found = await keys.find(words)
    expect(words.map((ref) => found.get(nameOf(ref)))).toEqual(['destroyed'])
    await raw.close()
  })
})
