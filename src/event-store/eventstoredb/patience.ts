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

type Read<T> = AsyncIterable<T> & Pick<Readable, 'on' | 'destroy'> & { cancel(): Promise<void> }

/** What a read of the client gives, one by one; each may take so many milliseconds to come. The client knows no limit. */
export async function* answersOf<T>(read: Read<T>, ms: number): AsyncGenerator<T> {
  // An error may come after the last answer was taken: nobody waits for it, and it would end the process.
  read.on('error', () => {})
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
    read.cancel().catch(() => {})
    read.destroy()
  }
}
