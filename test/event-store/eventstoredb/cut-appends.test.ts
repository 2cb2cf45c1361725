import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eventStoreAddress } from '../../../src/config/event-store-address.js'
import { createEventStoreDbEventStore } from '../../../src/event-store/eventstoredb/event-store.js'
import { servers } from '../../support/eventstoredb/tested-server.js'
import { serviceLogIn } from '../../support/eventstoredb/written-log.js'
import { freshPrefix } from '../../support/prefix.js'
import { freshStream, saying } from '../../support/said.js'

const prefix = freshPrefix()
const parts = { prefix, maxAppendBytes: 1 << 20, page: 100, lost: () => {} }

test('an append that is cut off in the middle is there whole or not at all', async () => {
  const server = await servers.open()
  const patient = serviceLogIn(server, prefix)
  const lengths = new Set<number>()
  for (const defaultDeadline of [15, 20, 25, 30, 40, 60]) {
    const store = createEventStoreDbEventStore({
      ...parts,
      address: { ...eventStoreAddress(server.url), defaultDeadline },
    })
    for (let i = 0; i < 2; i++) {
      const stream = freshStream('cut', prefix)
      const large = saying(Array.from({ length: 300 }, (_, n) => `${n} ${'x'.repeat(3000)}`))
      await store.append(stream, 'any', large).catch(() => {})
      await pause(250)
      let length = 0
      for await (const _ of patient.read(stream)) length++
      lengths.add(length)
    }
    await store.close()
  }
  await patient.close()
  await server.close()
  expect([0, 300]).toEqual(expect.arrayContaining([...lengths]))
})
