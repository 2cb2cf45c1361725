import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Append,
  type Appended,
  appendDeterminate,
  type EventStore,
  EventStoreUnavailable,
} from '../../../src/event-store/event-store.js'
import { servers, type TestedCluster } from '../../support/eventstoredb/tested-server.js'
import { serviceLogIn } from '../../support/eventstoredb/written-log.js'
import { freshPrefix } from '../../support/prefix.js'
import { follow, freshStream, saying, textOf } from '../../support/said.js'

/** A cluster of one's own is given so long to elect and to serve again. */
const BACK_MS = 120_000

describe.skipIf(!servers.canStopNodes)('a cluster of EventStoreDB, of which each node in turn is away', () => {
  const prefix = freshPrefix()
  let cluster: TestedCluster
  let store: EventStore
  beforeAll(async () => {
    cluster = await servers.openCluster()
    store = serviceLogIn(cluster, prefix)
  })
  afterAll(async () => {
    await store.close()
    await cluster.close()
  })
  /** The identical append until it is settled, as nobody knows of one that was under way whether it happened. */
  const settled = async (text: string): Promise<Appended> => {
    const append: Append = { stream: freshStream('n', prefix), expected: 'no-stream', events: saying([text]) }
    for (const deadline = performance.now() + BACK_MS; ; )
      try {
        return await appendDeterminate(store, append)
      } catch (error) {
        if (!(error instanceof EventStoreUnavailable) || performance.now() > deadline) throw error
      }
  }

  test('keeps every acknowledged append once, and its follower goes on', { timeout: 12 * BACK_MS }, async () => {
    const away = [1, 2, 3].flatMap((number) => [['hang', number] as const, ['stop', number] as const])
    const texts = away.flatMap(([action, number]) => [`${number} will ${action}`, `while ${number} did ${action}`])
    const following = follow(store, { after: 'start', count: texts.length })
    for (const [action, number] of away) {
      await settled(`${number} will ${action}`)
      await cluster.node(action, number)
      await settled(`while ${number} did ${action}`)
      await cluster.node('start', number)
    }
    expect((await following).flat().map(textOf)).toEqual(texts)
  })
})
