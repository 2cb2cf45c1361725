import { setTimeout as pause } from 'node:timers/promises'
import { jsonEvent, UnavailableError } from '@eventstore/db-client'
import { Client, credentials } from '@grpc/grpc-js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eventStoreAddress } from '../../../src/config/event-store-address.js'
import {
  type Appended,
  appendDeterminate,
  type EventStore,
  EventStoreUnavailable,
} from '../../../src/event-store/event-store.js'
import { Connection } from '../../../src/event-store/eventstoredb/connection.js'
import { NotLeader } from '../../../src/event-store/eventstoredb/errors.js'
import { createEventStoreDbEventStore } from '../../../src/event-store/eventstoredb/event-store.js'
import { type ClusterDouble, startClusterDouble } from '../../support/eventstoredb/cluster.js'
import type { AppendFault } from '../../support/eventstoredb/script.js'
import { follow, freshStream, saying, textOf } from '../../support/said.js'

class LosingConnection extends Connection {
  /** Gives up the channel at once when it is called. */
  async losing() {
    const channelOverride = await this.getChannel()
    const client = new Client('', credentials.createInsecure(), { channelOverride })
    return () => this.handleError(client, new UnavailableError(undefined, 'lost'))
  }
}

/** Little patience, so that a call without an answer ends soon. */
const CALL_MS = 800

describe('a cluster of EventStoreDB', () => {
  let cluster: ClusterDouble
  let store: EventStore
  let lost: unknown[]
  const addressOf = (url: string, options = 'discoveryInterval=20') =>
    eventStoreAddress(`${url}&defaultDeadline=${CALL_MS}&keepAliveInterval=-1&${options}`)
  const opened = (url: string, options?: string) =>
    createEventStoreDbEventStore({
      address: addressOf(url, options),
      prefix: 'test',
      maxAppendBytes: 1 << 20,
      page: 50,
      stallMs: 300,
      lost: (error) => void lost.push(error),
    })
  beforeEach(async () => {
    lost = []
    cluster = await startClusterDouble()
    store = opened(cluster.url)
  })
  afterEach(async () => {
    await store.close()
    await cluster.close()
  })
  const script = (number: number) => {
    const node = cluster.nodes[number - 1]
    if (node === undefined) throw new RangeError(`there is no node ${number}`)
    return node.script
  }
  const say = (text: string, to = store) => to.append(freshStream('e'), 'no-stream', saying([text]))
  /** The identical append until it is settled. */
  const settled = async (text: string): Promise<Appended> => {
    const append = { stream: freshStream('e'), expected: 'no-stream', events: saying([text]) } as const
    for (;;)
      try {
        return await appendDeterminate(store, append)
      } catch (error) {
        if (!(error instanceof EventStoreUnavailable)) throw error
      }
  }
  const texts = async (count: number) => (await follow(store, { after: 'start', count })).flat().map(textOf)
  const calls: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['an append', () => say('x')],
    ['a read of a stream', () => store.head(freshStream('e'))],
    ['a look for the end', () => store.end()],
  ]

  describe('that has no leader', () => {
    test.each(calls)('refuses %s as unavailable, and serves it after the election', async (_, call) => {
      await say('first')
      const electing = cluster.elect(1500)
      const outcomes = await Promise.allSettled(Array.from({ length: 5 }, call))
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(EventStoreUnavailable)
      await electing
      await expect.poll(call).toBeDefined()
    })

    test('ends nobody while nodes answer late and by turns name nobody and a follower that refuses', async () => {
      await say('first')
      const following = texts(4)
      for (const number of [1, 2, 3]) script(number).namesLeader = number !== 2
      const writing = Promise.all(['second', 'third', 'fourth'].map(settled))
      for (const lateMs of [0, 500, 1500]) {
        for (const number of [1, 2, 3]) script(number).lateMs = number === 3 ? lateMs : 0
        await cluster.elect(400)
      }
      for (const number of [1, 2, 3]) script(number).lateMs = 0
      await writing
      expect((await following).toSorted()).toEqual(['first', 'fourth', 'second', 'third'])
    })

    // An error that nobody awaits would fail the run, as it would end the service.
    test('ends nobody while a late refusal meets a search for the leader that fails', async () => {
      const patient = opened(cluster.url, 'discoveryInterval=2000&maxDiscoverAttempts=1')
      await say('first', patient)
      for (const number of [1, 2, 3]) script(number).gossipsNobody = true
      script(1).appends.push('request lost', 'request lost')
      script(1).lateMs = 500
      const late = say('late', patient)
      await pause(50)
      script(1).lateMs = 0
      const outcomes = [late, say('at once', patient).catch(() => say('searching', patient))]
      for (const outcome of outcomes) await expect(outcome).rejects.toThrow(EventStoreUnavailable)
      await patient.close()
    })

    test('is followed from the last event on once it has a leader again', async () => {
      const following = texts(3)
      await settled('one')
      await cluster.node('stop', 2)
      await cluster.node('stop', 1)
      await expect(say('lost')).rejects.toThrow(EventStoreUnavailable)
      await cluster.node('start', 2)
      await settled('two')
      await settled('three')
      expect(await following).toEqual(['one', 'two', 'three'])
    })
  })

  describe('of which one node is named', () => {
    const follower = () => opened(`esdb://127.0.0.1:${cluster.nodes[1]?.port}?tls=false`)
    test.each([
      ['an append', (to: EventStore) => say('x', to)],
      ['a read of a stream', (to: EventStore) => to.head(freshStream('e'))],
      ['a look for the end', (to: EventStore) => to.end()],
      ['a follower', (to: EventStore) => say('x').then(() => follow(to, { after: 'start', count: 1 }))],
    ])('leads the first call to the leader: %s', async (_, call) => {
      const named = follower()
      await expect(call(named)).resolves.toBeDefined()
      await named.close()
    })

    test.each(['an append', 'a read of a stream'])('says what to name where it names no leader: %s', async (what) => {
      script(2).namesLeader = false
      const named = follower()
      const call = what === 'an append' ? say('x', named) : named.head(freshStream('e'))
      await expect(call).rejects.toThrow(NotLeader)
      await expect(call).rejects.toThrow(/name all nodes in EVENTSTORE_URL/)
      script(2).namesLeader = true
      await expect(say('x', named)).resolves.toBeDefined()
      await named.close()
    })
  })

  test.each<[string, AppendFault]>([
    ['kept', 'is kept at an election'],
    ['cut off', 'is cut off at an election'],
  ])('stores once an append that is %s at an election', async (_, fault) => {
    for (const expected of ['no-stream', 'any'] as const) {
      const stream = freshStream('e')
      script(1).appends.push(fault)
      const appended = await store.append(stream, expected, saying(['x', 'y']))
      expect(appended).toEqual(await store.head(stream))
      expect(appended.revision).toBe(1n)
    }
  })

  test.each<[string, AppendFault]>([
    ['kept', 'commits and hangs'],
    ['cut off', 'hangs'],
  ])('is written to soon after its leader hangs, and an append that it %s is stored once', async (_, fault) => {
    await say('first')
    script(1).appends.push(fault)
    const inFlight = settled('in flight')
    await pause(100)
    await cluster.node('hang', 1)
    // Without a keepalive of its own the client would keep the connection to the node that hangs, for ever.
    await Promise.all([inFlight, settled('after')])
    expect((await texts(3)).toSorted()).toEqual(['after', 'first', 'in flight'])
  })

  test('ends an append whose connection is given up before it is sent', async () => {
    const connection = new LosingConnection(addressOf(cluster.url))
    const event = jsonEvent({ type: 'Said', data: {} })
    const losing = await connection.losing()
    const appending = connection.appendToStream('e', [event], connection.call())
    void losing()
    await expect(appending).rejects.toThrow(UnavailableError)
    await connection.close()
  })

  test('is read soon after its leader hangs', async () => {
    const { position } = await say('first')
    await cluster.node('hang', 1)
    await expect.poll(() => store.end().catch(() => undefined), { timeout: 10_000 }).toBe(position)
  })
})
