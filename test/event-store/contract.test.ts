import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  AppendTooLarge,
  type EventStore,
  type Recorded,
  type StoredEvent,
  WrongRevision,
} from '../../src/event-store/event-store.js'
import { logs, type OpenedLog } from '../support/logs.js'

const append = (...texts: string[]): StoredEvent[] =>
  texts.map((text, index) => ({
    id: randomUUID(),
    type: 'Said',
    data: { text },
    metadata: { schema: 1, append: { index, count: texts.length } },
  }))
const all = async (events: AsyncIterable<Recorded>) => {
  const found: Recorded[] = []
  for await (const event of events) found.push(event)
  return found
}

describe.each(logs)('the event store on $name', ({ open, idsAreUnique, inOrder }) => {
  let opened: OpenedLog
  let store: EventStore
  beforeAll(async () => {
    opened = await open({ page: 7 })
    store = opened.store
  })
  afterAll(() => opened.close())
  const bank = (name: string) => opened.stream(name)
  const texts = (recorded: readonly Recorded[]) => recorded.map(({ data }) => (data as { text: string }).text)

  const follow = async (after: bigint | 'start', until: number) => {
    const stop = new AbortController()
    const batches: (readonly Recorded[])[] = []
    for await (const batch of store.follow(after, stop.signal)) {
      batches.push(batch)
      if (batches.flat().length >= until) stop.abort()
    }
    return batches
  }

  test('numbers a stream from 0 without gaps and reads it back as it was written', async () => {
    const stream = bank('a')
    const first = await store.append(stream, 'no-stream', append('one', 'zwei — „drei“ 🎉'))
    const second = await store.append(stream, first.revision, append('four'))
    expect([first.revision, second.revision]).toEqual([1n, 2n])
    expect(store.gapless ? second.position - first.position : 1n).toBe(1n)
    expect(second.position).toBeGreaterThan(first.position)
    const events = await all(store.read(stream))
    expect(texts(events)).toEqual(['one', 'zwei — „drei“ 🎉', 'four'])
    expect(events.map(({ revision }) => revision)).toEqual([0n, 1n, 2n])
    expect(await all(store.read(stream, 2n))).toHaveLength(1)
    expect(await store.head(stream)).toEqual({ revision: 2n, position: second.position })
    expect(await store.end()).toBe(second.position)
  })

  test('knows nothing of a stream that is not there', async () => {
    expect(await store.head(bank('nobody'))).toEqual({ revision: 'no-stream', position: 'start' })
    expect(await all(store.read(bank('nobody')))).toEqual([])
  })

  test('refuses a wrong revision, says the actual one, and writes nothing', async () => {
    const stream = bank('b')
    await expect(store.append(stream, 3n, append('x'))).rejects.toMatchObject({ actual: 'no-stream' })
    await store.append(stream, 'no-stream', append('x'))
    const refused = store.append(stream, 'no-stream', append('y'))
    await expect(refused).rejects.toThrow(WrongRevision)
    await expect(refused).rejects.toMatchObject({ actual: 0n })
    expect(texts(await all(store.read(stream)))).toEqual(['x'])
  })

  test('takes any revision when asked to', async () => {
    const stream = bank('c')
    await store.append(stream, 'any', append('x'))
    await store.append(stream, 'any', append('y'))
    expect(texts(await all(store.read(stream)))).toEqual(['x', 'y'])
  })

  test('answers the same append again as the first time, also when the stream has moved on', async () => {
    const stream = bank('d')
    const events = append('x', 'y')
    const first = await store.append(stream, 'no-stream', events)
    await store.append(stream, first.revision, append('z'))
    expect(await store.append(stream, 'no-stream', events)).toEqual(first)
    expect(texts(await all(store.read(stream)))).toEqual(['x', 'y', 'z'])
  })

  test('answers the same append at any revision again as the first time, also when the stream has moved on', async () => {
    const stream = bank('any')
    const events = append('x', 'y')
    const first = await store.append(stream, 'any', events)
    await store.append(stream, 'any', append('z'))
    expect(await store.append(stream, 'any', events)).toEqual(first)
    expect(texts(await all(store.read(stream)))).toEqual(['x', 'y', 'z'])
  })

  test('refuses an append that is larger than the limit, and one of which a part is in the stream already', async () => {
    await expect(store.append(bank('e'), 'any', append('x'.repeat(1 << 20)))).rejects.toThrow(AppendTooLarge)
    const stream = bank('f')
    const events = append('x')
    await store.append(stream, 'any', events)
    await expect(store.append(stream, 'any', [...events, ...append('y')])).rejects.toThrow(/elsewhere/)
    expect(texts(await all(store.read(stream)))).toEqual(['x'])
  })

  test.runIf(idsAreUnique)('refuses an append whose ids stand in another stream', async () => {
    const events = append('x')
    await store.append(bank('f'), 'any', events)
    await expect(store.append(bank('g'), 'any', [...events, ...append('y')])).rejects.toThrow(/elsewhere/)
  })

  test("keeps one caller's fault from the others in the same transaction", async () => {
    const stream = bank('h')
    const unstorable: StoredEvent[] = append('x').map((event) => ({ ...event, id: 'no uuid' }))
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 20 }, (_, i) => store.append(stream, 'any', append(`${i}`))),
      store.append(stream, 'any', unstorable),
      ...Array.from({ length: 20 }, (_, i) => store.append(stream, 'any', append(`${20 + i}`))),
    ])
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    const found = texts(await all(store.read(stream)))
    const wanted = Array.from({ length: 40 }, (_, i) => `${i}`)
    expect(inOrder ? found : found.sort((a, b) => Number(a) - Number(b))).toEqual(wanted)
  })

  test('shows a follower every event once, in order, in whole appends, while 16 writers append', async () => {
    const end = await store.end()
    const after = end === 'start' ? 0n : end
    const writer = async (n: number) => {
      for (let i = 0; i < 12; i++)
        await store.append(bank(`w${n}`), 'any', append(...Array(1 + (i % 4)).fill(`${n}.${i}`)))
    }
    const [batches] = await Promise.all([follow(after, 16 * 30), ...Array.from({ length: 16 }, (_, n) => writer(n))])
    const positions = batches.flat().map(({ position }) => position)
    if (store.gapless) expect(positions).toEqual(positions.map((_, i) => after + BigInt(i + 1)))
    expect(positions).toEqual([...new Set(positions)].sort((a, b) => Number(a - b)))
    expect(positions).toHaveLength(16 * 30)
    for (const batch of batches) {
      const { index, count } = batch.at(-1)?.metadata.append ?? { index: 0, count: 0 }
      expect(index).toBe(count - 1)
    }
    expect((await follow(positions[99] ?? 0n, 10)).flat()[0]?.position).toBe(positions[100])
  })

  test('gives an append longer than a page as one batch', async () => {
    const end = await store.end()
    await store.append(bank('long'), 'any', append(...Array.from({ length: 40 }, (_, i) => `${i}`)))
    const [batch] = await follow(end, 40)
    expect(batch).toHaveLength(40)
  })
})
