import fc from 'fast-check'
import { v4 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EventStore, type StreamName, WrongRevision } from '../../src/event-store/event-store.js'
import { rounds, seed } from '../faults/rounds.js'
import { type Attempt, createLogModel, idsByStream, type Outcome } from '../support/log-model.js'
import { logs, type OpenedLog } from '../support/logs.js'
import { follow, numberOf, saying } from '../support/said.js'

/** Who appends what: fresh events, those of an earlier command once more, or a mixture that can be no append. */
type Wish = {
  readonly kind: 'fresh' | 'again' | 'conflict'
  readonly stream: number
  readonly size: number
  readonly expected: 'right' | 'wrong' | 'any' | 'no-stream'
  readonly earlier: number
}

const wish: fc.Arbitrary<Wish> = fc.record({
  kind: fc.constantFrom('fresh', 'fresh', 'fresh', 'again', 'conflict'),
  stream: fc.nat({ max: 3 }),
  size: fc.integer({ min: 1, max: 4 }),
  expected: fc.constantFrom('right', 'right', 'wrong', 'any', 'no-stream'),
  earlier: fc.nat({ max: 39 }),
})
const batches = fc.array(wish, { minLength: 40, maxLength: 40 })

/** Forty random numbers in a uuid's form that fast-check can repeat. */
const idsFrom = (seed: number) => {
  let n = seed
  const random = Uint8Array.from({ length: 16 })
  return () => {
    n++
    new DataView(random.buffer).setUint32(0, seed)
    new DataView(random.buffer).setUint32(4, n)
    return v4({ random })
  }
}

/** The commands that the wishes come to, told by what the model would hold if they were carried out one by one. */
const commandsOf = (wishes: readonly Wish[], streams: readonly StreamName[], id: () => string): readonly Attempt[] => {
  const imagined = createLogModel(0n)
  const made: Attempt[] = []
  for (const { kind, stream: n, size, expected: how, earlier } of wishes) {
    const stream = streams[n % streams.length] ?? 'test-store'
    const fresh = Array.from({ length: size }, id)
    const before = made[earlier % Math.max(1, made.length)]
    const right = imagined.revisionOf(stream)
    const expected =
      how === 'right' ? right : how === 'wrong' ? numberOf(right === 'no-stream' ? 'start' : right) + 7n : how
    const attempt: Attempt =
      kind === 'again' && before
        ? before
        : kind === 'conflict' && before
          ? { stream, expected, ids: [...fresh, ...before.ids.slice(0, 1)] }
          : { stream, expected, ids: fresh }
    imagined.append(attempt)
    made.push(attempt)
  }
  return made
}

describe.each(logs)('concurrent appends on $name', ({ open, name, inOrder }) => {
  let opened: OpenedLog
  let store: EventStore
  beforeAll(async () => {
    opened = await open({ page: 50 })
    store = opened.store
  })
  afterAll(() => opened.close())

  const attempted = async ({ stream, expected, ids }: Attempt): Promise<Outcome> => {
    const left = [...ids]
    try {
      const events = saying(
        ids.map((id) => `text of ${id}`),
        () => left.shift() ?? '',
      )
      return { outcome: 'done', ...(await store.append(stream, expected, events)) }
    } catch (error) {
      if (error instanceof WrongRevision) return { outcome: 'wrong revision', actual: error.actual }
      if (error instanceof Error && /elsewhere/.test(error.message)) return { outcome: 'id conflict' }
      throw error
    }
  }

  test.runIf(inOrder)('come out as they would one after the other, in the order they were asked for', async () => {
    let run = 0
    await fc.assert(
      fc.asyncProperty(batches, async (wishes) => {
        const id = idsFrom(++run * 1000 + (name === 'PGlite' ? 0 : 500_000))
        const streams = ['a', 'b', 'c', 'd'].map(opened.stream)
        const before = numberOf(await store.end())
        const model = createLogModel(before)
        const commands = commandsOf(wishes, streams, id)
        const outcomes = await Promise.all(commands.map(attempted))
        expect(outcomes).toEqual(commands.map((command) => model.append(command)))
        const events = (await follow(store, { after: before, count: Number(model.end() - before) })).flat()
        expect(events.map(({ position }) => position)).toEqual(events.map((_, i) => before + BigInt(i + 1)))
        expect(idsByStream(events)).toEqual(model.streams)
        expect(numberOf(await store.end())).toBe(model.end())
      }),
      { numRuns: rounds(10, 600), seed: rounds(11, seed), endOnFailure: true },
    )
  })

  test('of two processes keep the log in one order, and of rivals at one revision one wins', async () => {
    const other = await opened.again()
    const stream = opened.stream('rivals')
    const before = numberOf(await store.end())
    let won = 0
    const rival = async (through: EventStore) => {
      for (let turn = 0; turn < 20; turn++) {
        const { revision } = await through.head(stream)
        const appended = await through.append(stream, revision, saying(['x', 'y'])).catch((error) => {
          if (!(error instanceof WrongRevision)) throw error
        })
        if (appended) won++
      }
    }
    await Promise.all([store, other, store, other, other].map(rival))
    const events = (await follow(store, { after: before, count: won * 2 })).flat()
    expect(won).toBeGreaterThanOrEqual(20)
    expect(events.map(({ revision }) => revision)).toEqual(events.map((_, i) => BigInt(i)))
    const positions = events.map(({ position }) => position)
    if (store.gapless) expect(positions).toEqual(events.map((_, i) => before + BigInt(i + 1)))
    expect(positions).toEqual([...new Set(positions)].sort((a, b) => Number(a - b)))
    await other.close()
  })
})
