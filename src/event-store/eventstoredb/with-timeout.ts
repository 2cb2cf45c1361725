import type { Readable } from 'node:stream'
import { EventStoreUnavailable } from '../event-store.js'
import { faultOf } from './faults.js'

/** The same, or EventStoreUnavailable after so many milliseconds; what it comes to later is nobody's concern. */
export const within = async <T>(ms: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new EventStoreUnavailable(`the event store has not answered within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    work.catch(() => {})
  }
}

type Read<T> = AsyncIterable<T> & Pick<Readable, 'on' | 'destroy'> & { cancel(): unknown }

/** What a read gives, one by one; each may take so many milliseconds to come. The client knows no limit. */
export async function* answersOf<T>(opening: Read<T> | Promise<Read<T>>, ms: number): AsyncGenerator<T> {
  const read = await opened(opening, ms)
  const answers = read[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await within(ms, answers.next())
      if (done) return
      yield value
    }
  } catch (error) {
    throw faultOf(error)
  } finally {
    cancel(read)
  }
}

const opened = async <T>(opening: Read<T> | Promise<Read<T>>, ms: number): Promise<Read<T>> => {
  try {
    const read = await within(ms, Promise.resolve(opening))
    // An error may come after the last answer was taken: nobody waits for it, and it would end the process.
    read.on('error', () => {})
    return read
  } catch (error) {
    Promise.resolve(opening).then(cancel, () => {})
    throw faultOf(error)
  }
}

/** Ends a read on both sides, whatever is still on its way. */
export const cancel = (read: Pick<Read<unknown>, 'on' | 'destroy' | 'cancel'>): void => {
  read.on('error', () => {})
  // Cancelled within the call that it answers, a read would go on: https://github.com/grpc/grpc-node/issues/1652
  setImmediate(() => void Promise.resolve(read.cancel()).catch(() => {}))
  read.destroy()
}
