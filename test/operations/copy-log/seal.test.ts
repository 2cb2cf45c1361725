import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { DomainEvent } from '../../../src/domain/all-events.js'
import { decode, encode } from '../../../src/event-store/codec.js'
import {
  type EventStore,
  isAnonymous,
  type Recorded,
  type StoredEvent,
  streamsOf,
} from '../../../src/event-store/event-store.js'
import { destroyErased } from '../../../src/event-store/sealing/erased-users.js'
import { sealingEventStore } from '../../../src/event-store/sealing/sealing-event-store.js'
import { countUnsealed } from '../../../src/operations/copy-log/clear-parts.js'
import { withoutNames } from '../../../src/operations/copy-log/moving-appends.js'
import { isUnavailable } from '../../../src/postgres/faults.js'
import { brokenOff, type Copied, copyEvents } from '../../support/copied.js'
import { isOnAll } from '../../support/database.js'
import { anyDatabase, type KeptLog, keptLogs, keptOn } from '../../support/kept-logs.js'
import { hadKeyAt, ofEveryVersion, WORDS, writeOld, writeTo } from '../../support/old-logs.js'
import { freshPrefix } from '../../support/prefix.js'
import { samples } from '../../support/samples.js'
import { clearTextOf, keptIn, keysIn, openedIn, sealEvents, sealedStreams } from '../../support/sealing-copies.js'
import { appendToStore } from '../../support/signing.js'

const watch = { report: () => {}, signal: new AbortController().signal }
const allWays = keptLogs.map((to, i) => ({ from: keptLogs[(i + 1) % keptLogs.length] ?? to, to }))
const ways = (isOnAll ? allWays : allWays.slice(-2)).map((way) => ({
  ...way,
  way: `from ${way.from.name} to ${way.to.name}`,
}))

describe.each(ways)('an old log that is sealed $way', ({ from, to }) => {
  let prefix = ''
  let source: KeptLog
  let target: KeptLog
  beforeEach(async () => {
    prefix = freshPrefix()
    ;[source, target] = [await from.keep(prefix), await to.keep(prefix)]
    await writeTo(source.log, prefix)
  })
  afterEach(async () => {
    for (const { databases } of [source, target]) await databases.close()
  })
  const seal = (signal?: AbortSignal, over: Partial<Copied> = {}) =>
    sealEvents(source.log, { ...target, ...over }, { prefix, ...(signal ? { signal } : {}) })
  const copied = async (which: Copied) =>
    (await openedIn(which)).filter(({ stream }) => !stream.endsWith('-store')).map(({ position: _, ...event }) => event)
  /** Nobody knows what those were called who were erased. */
  const comparable = async (which: Copied) =>
    (await openedIn(which))
      .filter(({ stream }) => !stream.endsWith('-store'))
      .map((event) => (isAnonymous(event) || event.type === 'UserErased' ? withoutNames(event, true) : event))
      .map(({ position: _, ...event }) => event)

  test('says what it would say if all of it had been sealed from the beginning, and erased then', async () => {
    await appendToStore(source.log, hadKeyAt('2026-01-01T00:00:00.000Z'), prefix)
    const result = await seal()
    expect(result).toMatchObject({ written: result.events, grown: false })
    const reference = await inMemory(prefix)
    const keys = await keysIn(reference.databases)
    const destroy = async () => {
      const kept = await keptIn(reference.log)
      await destroyErased(
        reference.log,
        keys,
        kept.toSorted((a, b) => Number(a.position - b.position)),
      )
    }
    const store = sealingEventStore(reference.log, { keys, names: 'sealed', isUnavailable })
    const append: EventStore['append'] = async (...args) => {
      const appended = await store.append(...args)
      if (args[2].some(({ type }) => type === 'UserErased')) await destroy()
      return appended
    }
    await writeTo({ ...store, append }, prefix, { streams: sealedStreams(prefix) })
    await destroy()
    expect(await comparable(target)).toEqual(await comparable(reference))
    await reference.databases.close()
  })

  test('holds no word in the clear, and nothing at all of what was erased', async () => {
    await writeOld(source.log, prefix)
    expect(clearTextOf(await keptIn(source.log))).toMatch(WORDS)
    const result = await seal()
    const kept = await keptIn(target.log)
    expect(clearTextOf(kept)).not.toMatch(WORDS)
    const before = (await keptIn(source.log)).filter(({ stream }) => !stream.endsWith('-store'))
    const after = await copied(target)
    const streams = sealedStreams(prefix)
    const inOrder = (events: readonly Pick<Recorded, 'id' | 'type' | 'stream' | 'revision'>[]) =>
      events.map(({ stream, revision, id, type }) => `${stream} ${`${revision}`.padStart(5)} ${id} ${type}`).sort()
    const moved = before.map((event) => {
      const kind = event.stream.includes('-recall-') ? 'recall' : 'bank'
      return { ...event, stream: streams[kind](String(event.metadata.userId)) }
    })
    expect(inOrder(after)).toEqual(inOrder(moved))
    for (const event of after) expect(() => decode(event)).not.toThrow()
    const erased = before.flatMap(erasedBy)
    const ofErased = kept.filter(({ metadata }) => erased.includes(String(metadata.memoryId)))
    expect(erased.length).toBeGreaterThan(2)
    expect(JSON.stringify(ofErased.map(({ data }) => data))).not.toContain('"sealed"')
    expect((await countUnsealed(target.log, watch)).clear).toEqual({})
    expect(result.events).toBe(before.length + 1)
  })

  test('goes on where it was broken off, and takes what came later', async () => {
    const broken = brokenOff(target.log, 20)
    await expect(seal(broken.signal, { log: broken.log })).rejects.toThrow('broken off')
    await expect(copyEvents(source.log, target.log, { prefix })).rejects.toThrow(/palimpsest seal.* has begun/)
    const result = await seal()
    expect(result.written).toBeLessThan(result.events)
    expect(await seal()).toMatchObject({ written: 0, hash: result.hash })
    await writeOld(source.log, prefix)
    const late: EventStore = { ...target.log, append: () => Promise.reject(new Error('broken off again')) }
    await expect(seal(undefined, { log: late })).rejects.toThrow('broken off again')
    expect(await seal()).toMatchObject({ written: ofEveryVersion.length })
    expect(clearTextOf(await keptIn(target.log))).not.toMatch(WORDS)
  })
})

/** The memories that an event erases. */
const erasedBy = (stored: StoredEvent): readonly string[] => {
  const event = decode(stored)
  if (event.type === 'MemoriesErased') return event.data.memories.map(([id]) => id)
  return event.type === 'MemoryErased' ? [event.metadata.memoryId] : []
}

/** A log in a database of the quickest kind. */
const inMemory = async (prefix: string): Promise<KeptLog> => keptOn(await anyDatabase(), prefix)

describe('an old log', () => {
  let prefix = ''
  let open: KeptLog[] = []
  const fresh = async () => {
    const log = await inMemory(prefix)
    open.push(log)
    return log
  }
  beforeEach(() => {
    prefix = freshPrefix()
  })
  afterEach(async () => {
    for (const { databases } of open) await databases.close()
    open = []
  })

  test('is not sealed into a log that was begun otherwise, or with another secret key', async () => {
    const [source, begun, target] = [await fresh(), await fresh(), await fresh()]
    await writeTo(source.log, prefix)
    await copyEvents(source.log, begun.log, { prefix })
    await expect(sealEvents(source.log, begun, { prefix })).rejects.toThrow(/copy-log. has begun/)
    await sealEvents(source.log, target, { prefix })
    const other = Buffer.alloc(32, 8)
    await expect(sealEvents(source.log, target, { prefix, key: other })).rejects.toThrow(/another secret key/)
    await expect(sealEvents(target.log, source, { prefix })).rejects.toThrow(/another store/)
  })

  test('is not sealed where an event cannot be read: nobody knows what is to be sealed of it', async () => {
    const [source, target] = [await fresh(), await fresh()]
    await writeTo(source.log, prefix)
    const [event] = encode([samples.MemoryStored as DomainEvent], 77n)
    const strange = { ...event, data: { said: 'a secret' } } as StoredEvent
    await source.log.append(streamsOf(prefix).bank('eve'), 'no-stream', [strange])
    await expect(sealEvents(source.log, target, { prefix })).rejects.toThrow(/MemoryStored .* cannot be read/)
    expect(clearTextOf(await keptIn(target.log))).not.toContain('a secret')
  })

  test('is told by how much stands in the clear', async () => {
    const [source, target] = [await fresh(), await fresh()]
    await writeTo(source.log, prefix)
    const { events, sealed, named, clear } = await countUnsealed(source.log, watch)
    expect({ events, sealed }).toEqual({ events: (await keptIn(source.log)).length, sealed: 0 })
    expect(clear).toMatchObject({ MemoryStored: expect.any(Number), EpisodeRecorded: expect.any(Number) })
    expect(clear).not.toHaveProperty('MemoryDeleted')
    expect(named).toBe(events - 1)
    await sealEvents(source.log, target, { prefix })
    expect(await countUnsealed(target.log, watch)).toMatchObject({
      sealed: expect.toSatisfy((count: number) => count > events / 2),
      named: 0,
      clear: {},
    })
  })
})
