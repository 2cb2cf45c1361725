import { setImmediate as eventLoop } from 'node:timers/promises'

/** The only user whose rows a statement reads; null: it reads no rows that a transaction with named users changes. */
export type Reader = string | null

type Waiting = { readonly reader: Reader | undefined; readonly begin: (asGuest: boolean) => Promise<void> }

/** For how long a transaction lets readers in between two of its statements, and how often it does so, at most. */
const HOSTED_MS = 100
const APART_MS = 5
/** A request sends its next statement within this many rounds of the event loop. */
const ROUNDS = 20

/** Lends one connection in the order of the calls. */
export const connectionTurns = () => {
  const waiting: Waiting[] = []
  let busy = false
  const serve = async (): Promise<void> => {
    busy = true
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await next.begin(false)
    busy = false
  }
  /** Runs `work` on the free connection, or a reader as guest in another user's transaction; if that fails, alone. */
  const take = <T>(work: (asGuest: boolean) => Promise<T>, reader?: Reader): Promise<T> =>
    new Promise((resolve, reject) => {
      const own: Waiting = { reader: undefined, begin: () => work(false).then(resolve, reject) }
      const begin = (asGuest: boolean) =>
        asGuest ? work(true).then(resolve, () => void waiting.unshift(own)) : own.begin(false)
      waiting.push({ reader, begin })
      if (!busy) void serve()
    })
  return { take, host: hostOf(waiting) }
}

/** Called between two statements of a transaction that changes rows of these users only: runs the waiting guests. */
const hostOf = (waiting: Waiting[]) => {
  let hosted = performance.now()
  /** How long the last guests took, which may be longer than the limit. */
  let took = 0
  return async (changes: readonly string[]): Promise<void> => {
    const began = performance.now()
    const worked = began - hosted
    // The transaction keeps half of the time, however many guests there are.
    if (worked < Math.max(APART_MS, took)) return
    const until = began + Math.min(worked, HOSTED_MS)
    for (let round = 0; round < ROUNDS && performance.now() < until; round++) {
      await eventLoop()
      for (const guest of guestsAmong(waiting, changes)) {
        await guest.begin(true)
        round = 0
      }
    }
    hosted = performance.now()
    took = hosted - began
  }
}

/** Removes the guests from the queue. */
const guestsAmong = (waiting: Waiting[], changes: readonly string[]): readonly Waiting[] => {
  const guests = waiting.filter(({ reader }) => reader !== undefined && (reader === null || !changes.includes(reader)))
  for (const guest of guests) waiting.splice(waiting.indexOf(guest), 1)
  return guests
}
