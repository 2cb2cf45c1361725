import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { appendDeterminate, EventStoreUnavailable, type Expected } from '../../../src/event-store/event-store.js'
import { type FaultyLog, openFaultyLog } from '../../support/eventstoredb/faulty-log.js'
import type { AppendFault } from '../../support/eventstoredb/script.js'
import { freshStream, saying, textOf } from '../../support/said.js'

describe('an append to EventStoreDB', () => {
  let log: FaultyLog
  beforeAll(async () => {
    log = await openFaultyLog({ callMs: 600 })
  })
  beforeEach(() => {
    log.double.script.appends.length = 0
  })
  afterAll(() => log.close())

  const said = async (stream: ReturnType<typeof freshStream>) => {
    const texts: string[] = []
    for await (const event of log.store.read(stream)) texts.push(textOf(event))
    return texts
  }
  const faults: readonly AppendFault[] = ['answer lost', 'request lost', 'hangs', 'commits and hangs', 'no position']
  const revisions: readonly Expected[] = ['no-stream', 'any']
  const cases = faults.flatMap((fault) => revisions.map((expected) => [fault, expected] as const))

  test.each(cases)('%s, expected %s: is settled by the identical one, and stored once', async (fault, expected) => {
    const stream = freshStream('settled')
    const events = saying(['x', 'y'])
    log.double.script.appends.push(fault)
    const appended = await appendDeterminate(log.store, { stream, expected, events })
    expect(appended).toEqual(await log.store.head(stream))
    expect(appended.revision).toBe(1n)
    expect(await said(stream)).toEqual(['x', 'y'])
    expect(await log.store.end()).toBe(appended.position)
  })

  test('ends where its last event stands, whatever the server says', async () => {
    const other = await openFaultyLog()
    other.double.script.firstPosition = true
    for (const texts of [['x'], ['x', 'y'], ['z', 'z', 'z']]) {
      const stream = freshStream('first')
      expect(await other.store.append(stream, 'any', saying(texts))).toEqual(await other.store.head(stream))
    }
    await other.close()
  })

  test('is answered in one call once the server is known to tell the truth', async () => {
    const other = await openFaultyLog()
    await other.store.append(freshStream('one'), 'any', saying(['x', 'y']))
    const reads = other.double.seen.reads
    for (let i = 0; i < 5; i++) await other.store.append(freshStream('one'), 'any', saying(['x', 'y']))
    expect(other.double.seen.reads).toBe(reads)
    await other.close()
  })

  test('that is refused twice throws that the log is not there, within its time', async () => {
    log.double.script.appends.push('hangs', 'hangs')
    const began = performance.now()
    const refused = appendDeterminate(log.store, { stream: freshStream('h'), expected: 'any', events: saying(['x']) })
    await expect(refused).rejects.toThrow(EventStoreUnavailable)
    expect(performance.now() - began).toBeLessThan(6000)
  })

  test('at any revision is found by its retry, also when the server has forgotten what it took', async () => {
    const stream = freshStream('forgotten')
    const events = saying(['x', 'y'])
    log.double.script.appends.push('answer lost')
    await expect(log.store.append(stream, 'any', events)).rejects.toThrow(EventStoreUnavailable)
    await log.store.append(stream, 'any', saying(['z']))
    const asked = log.double.seen.appends
    expect(await log.store.append(stream, 'any', events)).toMatchObject({ revision: 1n })
    expect(log.double.seen.appends).toBe(asked)
    expect(await said(stream)).toEqual(['x', 'y', 'z'])
  })

  test('goes by itself, so that the fault of one is none of the others', async () => {
    const stream = freshStream('alone')
    log.double.script.appends.push('answer lost', 'hangs')
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) => log.store.append(stream, 'any', saying([`${i}`]))),
    )
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(2)
    expect(log.double.seen.batches).toBe(0)
    expect(new Set(log.double.seen.users)).toEqual(new Set([undefined]))
  })

  test('that the user may not do is refused with the right that is missing, and told until one succeeds', async () => {
    const stream = freshStream('refused')
    log.double.script.appends.push('is refused')
    const sentence = `the event store does not let the user of EVENTSTORE_URL append to ${stream}`
    await expect(log.store.append(stream, 'any', saying(['x']))).rejects.toThrow(sentence)
    expect(log.store.refusal()).toBe(sentence)
    await log.store.append(stream, 'any', saying(['x']))
    expect(log.store.refusal()).toBeUndefined()
  })

  test('is counted while it is under way', async () => {
    log.double.script.appends.push('hangs')
    const hanging = log.store.append(freshStream('counted'), 'any', saying(['x']))
    expect(log.store.waiting()).toBe(1)
    await expect(hanging).rejects.toThrow(EventStoreUnavailable)
    expect(log.store.waiting()).toBe(0)
  })
})
