import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Appended,
  appendDeterminate,
  type EventStore,
  EventStoreUnavailable,
} from '../../../src/event-store/event-store.js'
import { servers, type TestedServer } from '../../support/eventstoredb/tested-server.js'
import { serviceLogIn } from '../../support/eventstoredb/written-log.js'
import { freshPrefix } from '../../support/prefix.js'
import { follow, freshStream, saying, textOf } from '../../support/said.js'

/** A server of one's own is given so long to serve again. */
const BACK_MS = 120_000

describe.skipIf(!servers.canRestart)('an EventStoreDB that is killed and started again', () => {
  const prefix = freshPrefix()
  let server: TestedServer
  let store: EventStore
  beforeAll(async () => {
    server = await servers.open()
    store = serviceLogIn(server, prefix)
  })
  afterAll(async () => {
    await store.close()
    await server.close()
  })
  const append = async (text: string): Promise<Appended> => {
    const append = {
      stream: freshStream('r', prefix),
      expected: 'no-stream',
      events: saying([text, `${text}'`]),
    } as const
    for (const deadline = performance.now() + BACK_MS; ; await pause(100))
      try {
        return await appendDeterminate(store, append)
      } catch (error) {
        // The same append until it is settled, as nobody knows of one that was under way whether it happened.
        if (!(error instanceof EventStoreUnavailable) || performance.now() > deadline) throw error
      }
  }

  test('holds what it has acknowledged, and its writers and followers go on by themselves', {
    timeout: 2 * BACK_MS,
  }, async () => {
    const texts = Array.from({ length: 60 }, (_, i) => `${i}`)
    const wanted = texts.flatMap((text) => [text, `${text}'`])
    const told: bigint[] = []
    const write = async () => {
      for (const text of texts) {
        told.push((await append(text)).position)
        await pause(20)
      }
    }
    const restart = async () => {
      await pause(300)
      await server.restart()
    }
    const following = follow(store, { after: 'start', count: wanted.length })
    const [seen] = await Promise.all([following, write(), restart()])
    expect(seen.flat().map(textOf)).toEqual(wanted)
    expect(seen.flat().flatMap(({ position, metadata: { append } }) => (append.index === 1 ? [position] : []))).toEqual(
      told,
    )
    const again = await follow(store, { after: 'start', count: wanted.length })
    expect(again.flat()).toEqual(seen.flat())
  })
})
