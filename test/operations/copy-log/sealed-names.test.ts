import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { secretsOf } from '../../../src/commands/store-secrets.js'
import { encode } from '../../../src/event-store/codec.js'
import { type EventStore, isAnonymous, type Recorded, streamsOf } from '../../../src/event-store/event-store.js'
import type { DataKeys } from '../../../src/event-store/sealing/data-keys.js'
import { ownerOfNames } from '../../../src/event-store/sealing/pseudonyms.js'
import { brokenOff, type Copied } from '../../support/copied.js'
import { anyDatabase, type KeptLog, keptLogs, keptOn } from '../../support/kept-logs.js'
import { eraseIn, hadKeyAt, sampleOf, WORDS, writeTo } from '../../support/old-logs.js'
import { freshPrefix } from '../../support/prefix.js'
import {
  clearTextOf,
  keptIn,
  keysIn,
  namesIn,
  openedIn,
  sealEvents,
  sealedStreams,
} from '../../support/sealing-copies.js'
import { appendToStore, openedAt } from '../../support/signing.js'

describe.each(keptLogs)('names in an old log that is sealed into $name', ({ keep }) => {
  let prefix = ''
  let source: KeptLog
  let target: KeptLog
  let [gone, left] = ['', '']
  beforeEach(async () => {
    prefix = freshPrefix()
    source = await keptOn(await anyDatabase(), prefix)
    target = await keep(prefix)
    ;[gone, left] = await writeTo(source.log, prefix)
  })
  afterEach(async () => {
    for (const { databases } of [source, target]) await databases.close()
  })
  const seal = (signal?: AbortSignal, over: Partial<Copied> = {}) =>
    sealEvents(source.log, { ...target, ...over }, { prefix, ...(signal ? { signal } : {}) })
  const bank = (user: string) => sealedStreams(prefix).bank(user)
  /** Without those that are called as something else is: a model, and a time. */
  const namesOfOld = async () =>
    namesIn(await keptIn(source.log)).filter((name) => name !== 'test' && name !== '2026-01-01T00:00:00.000Z')
  /** Which of these names anybody can read who has the log alone. */
  const readable = async (names: readonly string[]) => {
    const text = clearTextOf(await keptIn(target.log))
    return names.filter((name) => text.includes(JSON.stringify(name)))
  }
  const read = async (user: string) => (await openedIn(target)).filter(({ stream }) => stream === bank(user))
  const keysOf = (user: string) => {
    const refs = [0, 1, 2, 3].map((part) => ({ owner: ownerOfNames(bank(user)), part }))
    return keysIn(target.databases).then(async (keys) => {
      const found = await keys.find(refs)
      return refs.flatMap(({ owner, part }) => {
        const key = found.get(`${owner}/${part}`)
        return key === undefined ? [] : [key === 'destroyed' ? key : 'kept']
      })
    })
  }

  test('stand nowhere in the new one, and are read as they were', async () => {
    const names = await namesOfOld()
    expect(names).toEqual(expect.arrayContaining([gone, left, 'session 0', 'an eraser']))
    await seal()
    expect(await readable(names)).toEqual([])
    const opened = await openedIn(target)
    expect(namesIn(opened.filter((event) => !isAnonymous(event)))).toEqual(expect.arrayContaining([gone, left]))
    for (const { stream, metadata } of opened.filter((event) => !isAnonymous(event)))
      if (typeof metadata.userId === 'string' && !metadata.userId.startsWith('anon-'))
        expect([bank(metadata.userId), sealedStreams(prefix).recall(metadata.userId)]).toContain(stream)
    expect(opened.find(({ type }) => type === 'StoreOpened')).toMatchObject({ data: { names: 'sealed' } })
  })

  test('of erased users arrive as pseudonyms, up to the last erasure', async () => {
    await seal()
    const events = await read(gone)
    const erasures = events.flatMap(({ type }, i) => (type === 'UserErased' ? [i] : []))
    expect(erasures).toHaveLength(2)
    const last = erasures.at(-1) ?? -1
    const pseudonym = sealedStreams(prefix).pseudonym(gone)
    for (const [i, event] of events.entries()) {
      const isFarewell = erasures.some((erasure) => i === erasure || i === erasure + 1)
      expect(isAnonymous(event)).toBe(i < last && !isFarewell)
      expect(event.metadata.userId).toBe(i <= last + 1 ? pseudonym : gone)
    }
    expect(await keysOf(gone)).toEqual(['destroyed', 'destroyed', 'kept'])
    expect(await keysOf(left)).toEqual(['kept'])
    const sessions = namesIn(events.filter(isAnonymous).filter(({ type }) => type === 'MemoryStored'))
    expect(new Set(sessions).size).toBeGreaterThan(2)
  })

  test('go on under the same keys where the copy was broken off, in whatever state', async () => {
    for (const at of [2, 6, 12]) {
      const broken = brokenOff(target.log, at)
      await expect(seal(broken.signal, { log: broken.log })).rejects.toThrow('broken off')
    }
    const result = await seal()
    expect(result.written).toBeLessThan(result.events)
    expect(await seal()).toMatchObject({ written: 0, hash: result.hash })
    expect(await readable(await namesOfOld())).toEqual([])
    expect(await keysOf(gone)).toEqual(['destroyed', 'destroyed', 'kept'])
  })

  test('are erased wherever the keys of an erased user are destroyed no further', async () => {
    const brokenOff: unknown[] = []
    for (const most of [1, 2, 3, 4, 5]) {
      let calls = 0
      const around = (keys: DataKeys): DataKeys => ({
        ...keys,
        destroy: (gone) => (++calls > most ? Promise.reject(new Error('no further')) : keys.destroy(gone)),
      })
      await sealEvents(source.log, target, { prefix, around }).catch((error) => brokenOff.push(error))
    }
    expect(brokenOff.length).toBeGreaterThan(1)
    expect(brokenOff).toEqual(brokenOff.map(() => new Error('no further')))
    await seal()
    expect(await keysOf(gone)).toEqual(['destroyed', 'destroyed', 'kept'])
    for (const { metadata, data } of (await keptIn(target.log)).filter(({ metadata }) => metadata.sealedNames === null))
      expect(JSON.stringify([metadata, data]).replaceAll(/"sealed":"[^"]*"/g, '')).not.toMatch(WORDS)
    expect((await read(gone)).filter(isAnonymous).length).toBeGreaterThan(5)
  })

  test('go from a copy, too, when the old log has erased their user since', async () => {
    await seal()
    expect(namesIn(await read(left))).toContain(left)
    await eraseIn(source.log, prefix, left)
    await source.log.append(streamsOf(prefix).bank(left), 'any', encode([sampleOf('AgentTrustSet', left, 5000)], 'any'))
    const late: EventStore = { ...target.log, append: () => Promise.reject(new Error('broken off')) }
    await expect(seal(undefined, { log: late })).rejects.toThrow('broken off')
    const { written } = await seal()
    expect(written).toBe(3)
    const [last, ...before] = (await read(left)).reverse()
    expect(last?.metadata.userId).toBe(left)
    expect(namesIn(before)).not.toContain(left)
    expect(await keysOf(left)).toEqual(['destroyed', 'kept'])
  })
})

describe('an old log', () => {
  let prefix = ''
  let open: KeptLog[] = []
  const fresh = async () => {
    const log = await keptOn(await anyDatabase(), prefix)
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

  test('is not sealed where an event is in a stream of somebody else: nobody knows whose it is', async () => {
    const [source, target] = [await fresh(), await fresh()]
    await writeTo(source.log, prefix, { times: 1 })
    const stream = streamsOf(prefix).bank('eve')
    await source.log.append(stream, 'no-stream', encode([sampleOf('MemoryStored', 'adam', 7000)], 'any'))
    await expect(sealEvents(source.log, target, { prefix })).rejects.toThrow(/MemoryStored .* not one of its user/)
    expect(await target.log.head(sealedStreams(prefix).bank('adam'))).toMatchObject({ revision: 'no-stream' })
  })

  test.each([
    ['never had a secret key', undefined],
    ['had one from some time on', '2026-01-01T00:10:00.000Z'],
  ])('that %s keeps no hash of a request that could be guessed', async (_, since) => {
    const [source, target] = [await fresh(), await fresh()]
    await writeTo(source.log, prefix)
    if (since !== undefined) await appendToStore(source.log, hadKeyAt(since), prefix)
    await sealEvents(source.log, target, { prefix })
    const { request } = secretsOf(Buffer.alloc(32, 7)).hashes
    const after = new Map((await openedIn(target)).map(({ id, data }) => [id, data]))
    const kept = { plain: 0, keyed: 0 }
    for (const { id, data, metadata } of await keptIn(source.log))
      for (const [field, hash] of Object.entries(Object(data)).filter(([name]) => /^request(Hash)?$/.test(name))) {
        const isPlain = since === undefined || String(metadata.at) < since
        expect(after.get(id)).toMatchObject({ [field]: isPlain ? request(String(hash)) : hash })
        kept[isPlain ? 'plain' : 'keyed']++
      }
    expect(kept.plain).toBeGreaterThan(0)
    expect(kept.keyed > 0).toBe(since !== undefined)
  })

  test('is not sealed into a log in which a copy was begun that leaves names in the clear', async () => {
    const [source, target] = [await fresh(), await fresh()]
    await writeTo(source.log, prefix, { times: 1 })
    await sealEvents(source.log, target, { prefix })
    const [begun] = (await keptIn(target.log)).filter(({ type }) => type === 'LogCopyBegun')
    const other = await fresh()
    const { id, type, data, metadata } = begun ?? expect.unreachable()
    await other.log.append(streamsOf(prefix).store, 'no-stream', [{ id, type, data, metadata } as Recorded])
    await appendToStore(other.log, openedAt('2026-01-01T00:00:00.000Z'), prefix)
    await expect(sealEvents(source.log, other, { prefix })).rejects.toThrow(/earlier version/)
  })
})
