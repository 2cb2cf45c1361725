import { afterAll, describe, expect, test } from 'vitest'
import { encode } from '../../../src/event-store/codec.js'
import type { EventStore } from '../../../src/event-store/event-store.js'
import { createKeyCount } from '../../../src/event-store/sealing/count-keys.js'
import { sealingEventStore } from '../../../src/event-store/sealing/sealing-event-store.js'
import { isUnavailable } from '../../../src/postgres/faults.js'
import { keysIn } from '../../support/data-keys.js'
import { databases } from '../../support/database.js'
import { openLog } from '../../support/log.js'
import { memory, streams } from '../../support/projecting.js'

const ANNA = streams.bank('anna')

describe.each(databases)('the keys of all that was sealed of a user, on $name', ({ open }) => {
  const opened = open()
  afterAll(async () => (await opened).close())

  test('and that of their names are counted by one reading of the stream, until something is appended to it', async () => {
    const db = await opened
    const [raw, keys] = [await openLog(db), await keysIn(db)]
    const store = sealingEventStore(raw, { keys, isUnavailable })
    const reads: string[] = []
    const read: EventStore['read'] = (stream, from) => {
      reads.push(stream)
      return raw.read(stream, from)
    }
    const count = createKeyCount({ log: { read }, db: db.within('generations') })
    const to = (last: number) => [{ stream: ANNA, from: 0n, to: last }]
    await store.append(ANNA, 'any', encode([memory(1)], 'any'))
    expect([await count(to(0)), await count(to(0)), reads]).toEqual([2, 2, [ANNA]])
    await store.append(ANNA, 'any', encode([memory(2)], 'any'))
    expect([await count(to(1)), await count(to(1)), reads]).toEqual([3, 3, [ANNA, ANNA]])
  })
})
