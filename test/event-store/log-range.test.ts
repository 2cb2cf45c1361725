import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EventStore, Position } from '../../src/event-store/event-store.js'
import { batchesOf, type Stretch, UnfinishedAppend } from '../../src/event-store/log-range.js'
import { logs, type OpenedLog } from '../support/logs.js'
import { numberOf, saying, textOf } from '../support/said.js'

const NEVER = new AbortController().signal
/** Longer than an append takes to arrive, and far shorter than a reader's own patience. */
const SILENCE_MS = 300

describe.each(logs)('a stretch of the log on $name', ({ open }) => {
  let opened: OpenedLog
  let store: EventStore
  let ends: Position[]
  beforeAll(async () => {
    opened = await open({ page: 2 })
    store = opened.store
    ends = []
    for (const word of ['one', 'two', 'three', 'four'])
      ends.push((await store.append(opened.stream(word), 'any', saying([word, `${word} more`]))).position)
  })
  afterAll(() => opened.close())

  const words = async (stretch: Pick<Stretch, 'after' | 'end'>, signal = NEVER) => {
    const found: string[] = []
    for await (const batch of batchesOf(store, { ...stretch, signal, silenceMs: SILENCE_MS }))
      found.push(...batch.map(textOf))
    return found
  }
  const end = (n: number): Position => ends[n] ?? 0n

  test('is all that stands behind its beginning, up to its end', async () => {
    expect(await words({ after: end(0), end: end(2) })).toEqual(['two', 'two more', 'three', 'three more'])
    expect(await words({ end: end(0) })).toEqual(expect.arrayContaining(['one', 'one more']))
    expect(await words({ after: end(3), end: end(3) })).toEqual([])
    expect(await words({ end: 'start' })).toEqual([])
  })

  test('that never comes to its end is told with the last whole append, not waited for', async () => {
    const missing = numberOf(end(3)) + 1n
    const failed = words({ after: end(2), end: missing })
    await expect(failed).rejects.toThrow(UnfinishedAppend)
    await expect(failed).rejects.toMatchObject({ after: end(3) })
  })

  test('ends with the reason of whoever breaks it off', async () => {
    const stop = new AbortController()
    const failed = words({ after: end(3), end: numberOf(end(3)) + 1n }, stop.signal)
    stop.abort(new Error('enough'))
    await expect(failed).rejects.toThrow('enough')
  })
})
