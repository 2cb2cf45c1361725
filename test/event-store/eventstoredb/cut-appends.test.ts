import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createEventStoreDbEventStore } from '../../../src/event-store/eventstoredb/event-store.js'
import { eventStoreAddress } from '../../../src/setting-eventstore.js'
import { startEventStoreDouble } from '../../support/eventstoredb/server.js'
import { freshStream, saying } from '../../support/said.js'

const parts = { prefix: 'test', maxAppendBytes: 1 << 20, page: 100, lost: () => {} }

test('an append that is cut off in the middle is there whole or not at all', async () => {
  const double = await startEventStoreDouble()
  const lengths = new Set<number>()
  for (const defaultDeadline of [15, 20, 25, 30, 40, 60]) {
    const store = createEventStoreDbEventStore({
      ...parts,
      address: { ...eventStoreAddress(double.url), defaultDeadline },
    })
    for (let i = 0; i < 2; i++) {
      const stream = freshStream('cut')
      const large = saying(Array.from({ length: 300 }, (_, n) => `${n} ${'x'.repeat(3000)}`))
      await store.append(stream, 'any', large).catch(() => {})
      await pause(250)
      lengths.add(double.log.stream(stream)?.length ?? 0)
    }
    await store.close()
  }
  await double.close()
  expect([0, 300]).toEqual(expect.arrayContaining([...lengths]))
})
