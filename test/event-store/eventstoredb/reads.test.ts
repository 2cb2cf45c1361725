import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EventStoreUnavailable } from '../../../src/event-store/event-store.js'
import { EventStoreRefused } from '../../../src/event-store/eventstoredb/errors.js'
import { type FaultyLog, openFaultyLog } from '../../support/eventstoredb/faulty-log.js'
import { follow, freshStream, saying } from '../../support/said.js'

describe('a read of EventStoreDB', () => {
  let log: FaultyLog
  beforeAll(async () => {
    log = await openFaultyLog()
  })
  afterAll(() => log.close())
  const strangers = (stream: string) =>
    log.double.log.append(
      stream,
      'any',
      saying(['strange']).map(({ id, type }) => ({
        ...{ id, type, contentType: 'application/json' },
        data: new TextEncoder().encode('{}'),
        metadata: new Uint8Array(),
      })),
    )

  test('that is never answered ends', async () => {
    log.double.script.readsHang = true
    const head = log.store.head(freshStream('none'))
    const end = log.store.end()
    await expect(head).rejects.toThrow(EventStoreUnavailable)
    await expect(end).rejects.toThrow(EventStoreUnavailable)
    log.double.script.readsHang = false
  })

  test('finds the end among the events of others, and looks at none of them twice', async () => {
    expect(await log.store.end()).toBe('start')
    for (let i = 0; i < 300; i++) strangers('orders-1')
    expect(await log.store.end()).toBe('start')
    const { position } = await log.store.append(freshStream('end'), 'any', saying(['x']))
    for (const stream of ['test-storefront', 'test-bankrupt', 'other-bank-1', '$$test-bank-1']) strangers(stream)
    expect(await log.store.end()).toBe(position)
    expect(await log.store.end()).toBe(position)
  })

  test('of a server that does not say where the events of a stream stand says which would do', async () => {
    const stream = freshStream('old')
    await log.store.append(stream, 'any', saying(['x']))
    log.double.script.streamsTellPositions = false
    await expect(log.store.head(stream)).rejects.toThrow(/22\.10/)
    log.double.script.streamsTellPositions = true
    expect((await log.store.head(stream)).revision).toBe(0n)
  })

  test('of all that a user may not do is refused with the right that is missing, and their streams are served', async () => {
    const log = await openFaultyLog()
    log.double.script.refusesAll = true
    const stream = freshStream('r')
    await log.store.append(stream, 'no-stream', saying(['x']))
    expect(await log.store.head(stream)).toMatchObject({ revision: 0n })
    const refused = log.store.end()
    await expect(refused).rejects.toThrow(EventStoreRefused)
    await expect(refused).rejects.toThrow('the event store does not let the user of EVENTSTORE_URL read $all')
    const following = follow(log.store, { after: 'start', count: 1 })
    await expect.poll(() => log.lost.length).toBeGreaterThan(0)
    expect(log.lost[0]).toBeInstanceOf(EventStoreRefused)
    log.double.script.refusesAll = false
    await following
    await log.close()
  })
})
