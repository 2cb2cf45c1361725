import { setImmediate as eventLoop } from 'node:timers/promises'

/** Whose rows a statement reads, and no others; null: none that a transaction with named users changes. */
export type Reader = string | null

type Waiting = { readonly reader: Reader | undefined; readonly begin: (asGuest: boolean) => Promise<void> }

/** A transaction lets others in for so long at most between two of its statements, and looks for them no more often. */
const HOSTED_MS = 100
const APART_MS = 5
/** A request under way comes back for its next statement within so many rounds of the event loop. */
const ROUNDS = 20

/** Turns at one connection, in the order they were asked for. */
export const connectionTurns = () => {
  const waiting: Waiting[] = []
  let busy = false
  const serve = async (): Promise<void> => {
    busy = true
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await next.begin(false)
    busy = false
  }
  /**
   * Runs `work` when its turn has come. What only reads somebody's rows may have its turn as a guest, within a transaction
   * that does not change these; what fails there is tried again in a turn of its own.
   */
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

/** Called between two statements of a transaction that changes rows of these users alone: lets guests have their turns. */
const hostOf = (waiting: Waiting[]) => {
  let hosted = performance.now()
  /** How long the guests of the last time took, who may have stayed longer than they were given. */
  let took = 0
  return async (changes: readonly string[]): Promise<void> => {
    const began = performance.now()
    const worked = began - hosted
    // Half of the time stays its own, however many come.
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

/** Takes them out of the line. */
const guestsAmong = (waiting: Waiting[], changes: readonly string[]): readonly Waiting[] => {
  const guests = waiting.filter(({ reader }) => reader !== undefined && (reader === null || !changes.includes(reader)))
  for (const guest of guests) waiting.splice(waiting.indexOf(guest), 1)
  return guests
}
