import { expect, test } from 'vitest'
import { AppendQueue, appendLimits } from '../../src/event-store/append-queue.js'
import { EventStoreOverloaded } from '../../src/event-store/event-store.js'

const recordingQueue = (limits: Partial<typeof appendLimits> = {}) => {
  const batches: number[][] = []
  const write = async (commands: readonly number[]) => {
    batches.push([...commands])
    await new Promise((resolve) => setImmediate(resolve))
    if (commands.includes(13)) throw new Error('unlucky')
    return commands
  }
  return { batches, queue: new AppendQueue(write, () => true, { ...appendLimits, ...limits }) }
}

test('what arrives while a transaction runs goes into the next one together', async () => {
  const { batches, queue } = recordingQueue()
  await Promise.all([1, 2, 3, 4].map((n) => queue.append(n, 10)))
  expect(batches).toEqual([[1], [2, 3, 4]])
})

test('a batch ends at its number of commands and at its bytes, and a larger command goes alone', async () => {
  const { batches, queue } = recordingQueue({ commands: 2, bytes: 100 })
  await Promise.all([
    queue.append(0, 1),
    queue.append(1, 60),
    queue.append(2, 60),
    queue.append(3, 500),
    queue.append(4, 1),
    queue.append(5, 1),
  ])
  expect(batches).toEqual([[0], [1], [2], [3], [4, 5]])
})

test('beyond its bounds it refuses at once and writes nothing of it', async () => {
  const { batches, queue } = recordingQueue({ waiting: 2 })
  const outcomes = await Promise.allSettled([1, 2, 3, 4].map((n) => queue.append(n, 1)))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
  await expect(Promise.reject((outcomes[3] as PromiseRejectedResult).reason)).rejects.toThrow(EventStoreOverloaded)
  expect(batches.flat()).toEqual([1, 2, 3])
})

test('it tells how many wait for the transaction that runs', async () => {
  const { queue } = recordingQueue()
  const appended = Promise.all([1, 2, 3].map((n) => queue.append(n, 1)))
  expect(queue.depth()).toBe(2)
  await appended
  expect(queue.depth()).toBe(0)
})

test('a refused batch is split until only the one to blame is refused', async () => {
  const { queue } = recordingQueue()
  const outcomes = await Promise.allSettled([11, 12, 13, 14, 15].map((n) => queue.append(n, 1)))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
})
