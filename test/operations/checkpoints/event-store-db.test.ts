import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DomainEvent } from '../../../src/domain/all-events.js'
import type { SignedCheckpoint } from '../../../src/domain/store.js'
import { encode } from '../../../src/event-store/codec.js'
import type { EventStore } from '../../../src/event-store/event-store.js'
import type { SignCheckpoint } from '../../../src/operations/checkpoints/sign-checkpoint.js'
import type { Databases } from '../../../src/postgres/database.js'
import { type EventStoreDouble, startEventStoreDouble } from '../../support/eventstoredb/server.js'
import { serviceLogIn } from '../../support/eventstoredb/written-log.js'
import { anyDatabase } from '../../support/kept-logs.js'
import { plainStreams } from '../../support/prefix.js'
import { checkLogOf } from '../../support/replaying.js'
import { samples } from '../../support/samples.js'
import { appendToStore, openedAt, signed, signingOn } from '../../support/signing.js'

const prefix = 'test'
let server: EventStoreDouble
let db: Databases
let store: EventStore
let sign: SignCheckpoint
let part = 0
beforeEach(async () => {
  ;[server, db] = await Promise.all([startEventStoreDouble(), anyDatabase()])
  store = serviceLogIn(server, prefix)
  sign = await signingOn({ store, databases: db, prefix })
  await appendToStore(store, openedAt(new Date().toISOString()), prefix)
  await happen('anna')
  await happen('ben')
})
afterEach(async () => {
  await store.close()
  await db.close()
  await server.close()
})

/** Appends an event of a user. */
const happen = async (userId: string) => {
  const { type, data, metadata } = samples.EpisodeAbandoned as DomainEvent
  const event = { type, data, metadata: { ...metadata, userId, part: part++ } } as DomainEvent // its user is another
  await store.append(plainStreams(prefix).bank(userId), 'any', encode([event], 'any'))
}
const check = (kept: readonly SignedCheckpoint[] = []) => checkLogOf(serviceLogIn(server, prefix), prefix, kept)

test('a flipped bit in the files of an EventStoreDB is shown at the event', async () => {
  await happen('anna')
  await signed(sign)
  expect(await check()).toMatchObject({ equal: true, checkpoints: { signed: 1 } })
  const stream = plainStreams(prefix).bank('ben')
  const [event] = server.log.stream(stream) ?? []
  if (event === undefined) throw new Error('nothing was appended')
  // Of the second of its time, so that everything is still as its schema has it.
  const at = Buffer.from(event.metadata).indexOf('"at":"') + '"at":"2026-01-02T03:04:05.67'.length
  event.metadata[at] = (event.metadata[at] ?? 0) ^ 1
  expect(await check()).toMatchObject({
    equal: false,
    mismatch: {
      ...{ in: 'signed checkpoint', number: 1 },
      suspects: { stream, id: event.id, revisions: ['0', '0'], positions: [`${event.position}`, `${event.position}`] },
    },
  })
})

test('a tail that an older copy of an EventStoreDB lacks is shown by a checkpoint kept elsewhere', async () => {
  await signed(sign)
  const restore = server.log.backup()
  await happen('anna')
  const kept = await signed(sign)
  expect(await check([kept])).toMatchObject({ equal: true, checkpoints: { signed: 2, kept: 1 } })
  await server.stop()
  restore()
  await server.restart()
  expect(await check()).toMatchObject({ equal: true })
  expect(await check([kept])).toMatchObject({
    mismatch: { in: 'signed checkpoint', number: 2, wrong: expect.stringContaining('its tail was cut off') },
  })
})
